import { setImmediate as nextTurn } from 'node:timers/promises';
import { DecoratorHandler, type Dispatcher } from 'undici';
import type { Result, Sent } from '../session/ports';
import { type Destination, failed, networkFailure } from './failures';

/** One HTTP request. `path` starts with the server's own prefix; the time-out ends with the answer's last byte. */
export interface HttpRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  origin: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string;
  timeoutMilliseconds: number;
  signal: AbortSignal;
}

/** The headers of an answer by their lower-case names. */
export type HttpHeaders = Record<string, string | string[] | undefined>;

export interface HttpAnswer {
  status: number;
  headers: HttpHeaders;
  text: string;
}

/**
 * An answer whose body is still coming; it must be read to its end, or its signal aborted. A refusal (no 2xx) is read
 * already: its text is there and its body empty.
 */
export interface HttpStream extends HttpAnswer {
  body: AsyncIterable<Buffer>;
}

/** Sends a request and reads the whole answer, whatever its status. */
export async function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  to: Destination,
): Promise<Result<HttpAnswer>> {
  await untilFree();
  const attempt = startAttempt(request);
  try {
    const answer = await attempt.send(dispatcher);
    const text = await answer.body.text();
    return { kind: 'ok', value: { status: answer.statusCode, headers: answer.headers, text } };
  } catch (error) {
    return failed(attempt.explain(error, to));
  } finally {
    attempt.stopTimer();
    attempt.detach();
  }
}

/** Sends a request and returns as soon as the answer begins. The time-out ends there; the signal stays in force. */
export async function openStream(
  dispatcher: Dispatcher,
  request: HttpRequest,
  to: Destination,
): Promise<Result<HttpStream>> {
  await untilFree();
  const attempt = startAttempt(request);
  try {
    const answer = await attempt.send(dispatcher);
    answer.body.once('close', attempt.detach);
    // Between two reads nobody listens; the next read throws the error.
    answer.body.on('error', () => undefined);
    const { statusCode: status, headers, body } = answer;
    const text = status >= 200 && status < 300 ? '' : await body.text();
    return { kind: 'ok', value: { status, headers, text, body } };
  } catch (error) {
    attempt.detach();
    return failed(attempt.explain(error, to));
  } finally {
    attempt.stopTimer();
  }
}

/**
 * undici frees a connection one turn of the event loop after an answer; a request sent before would open another one.
 * It is the request that waits: in that turn much else may be done, such as reading what a watch has brought.
 */
function untilFree(): Promise<unknown> {
  return nextTurn();
}

interface Attempt {
  send(dispatcher: Dispatcher): Promise<Dispatcher.ResponseData>;
  stopTimer: () => void;
  detach: () => void;
  explain(error: unknown, to: Destination): ReturnType<typeof networkFailure>;
}

/** Joins the caller's signal and the deadline, and sees whether the request has begun to leave. */
function startAttempt(request: HttpRequest): Attempt {
  const { method, origin, path, body, signal, timeoutMilliseconds } = request;
  const ending = new AbortController();
  let timedOut = false;
  let sent: Sent = 'no';
  const timer = setTimeout(() => {
    timedOut = true;
    ending.abort();
  }, timeoutMilliseconds);
  const cancel = () => ending.abort();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });

  const options: Dispatcher.RequestOptions = {
    method,
    origin,
    path,
    signal: ending.signal,
    // The caller has its own deadline for a request, and a watch may be silent for minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
    headers: request.headers,
    body: body ?? null,
  };
  return {
    send: (dispatcher) =>
      dispatcher
        .compose(
          (dispatch) => (all, handler) => dispatch(all, new StartHandler(handler, () => (sent = 'perhaps'))),
        )
        .request(options),
    stopTimer: () => clearTimeout(timer),
    detach: () => signal.removeEventListener('abort', cancel),
    explain(error, to) {
      if (signal.aborted) return { kind: 'cancelled' };
      const { context, server } = to;
      if (timedOut) return { kind: 'timeout', context, server, milliseconds: timeoutMilliseconds, sent };
      return networkFailure(error, to, sent);
    },
  };
}

/** Says when its request has a connection: from then on the server may have seen it. */
class StartHandler extends DecoratorHandler implements Dispatcher.DispatchHandler {
  private readonly handler: Dispatcher.DispatchHandler;
  private readonly onStart: () => void;

  constructor(handler: Dispatcher.DispatchHandler, onStart: () => void) {
    super(handler);
    this.handler = handler;
    this.onStart = onStart;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.onStart();
    this.handler.onRequestStart?.(controller, context);
  }
}
