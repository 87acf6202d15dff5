import type { Dispatcher } from 'undici';
import type { Failure, Result, WriteLog } from '../session/ports';
import type { Credentials } from './credentials';
import { createDispatcher, type TlsMaterial } from './dispatcher';
import { exchange, type HttpAnswer, type HttpRequest, type HttpStream, openStream } from './exchange';
import { type Destination, failed } from './failures';
import type { Login } from './kubeconfig';
import { statusFailure } from './status';
import { createTurns } from './turns';

/** A request to the API server, below the server's own address. Query values that are undefined are left out. */
export interface ApiRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | undefined>;
  accept?: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Signed requests to one API server. Answers other than 2xx and 304 are failures. */
export interface Connection {
  readonly to: Destination;
  send(request: ApiRequest): Promise<Result<HttpAnswer>>;
  /** Returns when the answer begins; its body ends with the signal. */
  stream(request: ApiRequest): Promise<Result<HttpStream>>;
  /** Cuts everything off. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  to: Destination;
  server: URL;
  proxy: URL | undefined;
  tls: TlsMaterial;
  /** Headers of every request: who is impersonated. */
  headers: Record<string, string | string[]>;
  credentials: Credentials;
  userAgent: string;
  requestTimeoutMilliseconds: () => number;
  log: WriteLog;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { to, credentials } = options;
  const dispatchers = createDispatchers(options);
  const turns = createTurns({ limit: readsAtATime, longestMilliseconds: longestTurn });

  /** One attempt by a login; a refused login is dropped and replaced once: a 401 was not executed. */
  const attempt = async <T extends { status: number }>(
    request: ApiRequest,
    run: (dispatcher: Dispatcher, http: HttpRequest) => Promise<Result<T>>,
    again: boolean,
  ): Promise<Result<T>> => {
    const timeoutMilliseconds = options.requestTimeoutMilliseconds();
    const login = await within(credentials.current(), timeoutMilliseconds, request.signal, to);
    if (login.kind === 'failed') return login;
    const dispatcher = dispatchers.get(login.value);
    if (dispatcher.kind === 'failed') return dispatcher;
    const started = performance.now();
    const result = await run(dispatcher.value, toHttp(request, login.value, timeoutMilliseconds, options));
    options.log(describe(request, result, performance.now() - started, to));
    const refused = result.kind === 'ok' && result.value.status === 401;
    return again && refused && credentials.drop(login.value) ? attempt(request, run, false) : result;
  };

  return {
    to,
    async send(request) {
      // Writes are few, and nothing may hold them up.
      const endTurn = request.method === 'GET' ? await turns.take(request.signal) : undefined;
      const run = (dispatcher: Dispatcher, http: HttpRequest) => exchange(dispatcher, http, to);
      const answer = await attempt(request, run, true).finally(endTurn);
      if (answer.kind === 'failed' || isSuccess(answer.value.status)) return answer;
      return failed(statusFailure(answer.value, to));
    },
    async stream(request) {
      const answer = await attempt(request, (dispatcher, http) => openStream(dispatcher, http, to), true);
      if (answer.kind === 'failed' || isSuccess(answer.value.status)) return answer;
      return failed(statusFailure(answer.value, to));
    },
    close: dispatchers.close,
  };
}

/** Each takes a connection of its own: many documents that are opened at once need not open as many of them. */
const readsAtATime = 3;
/** Milliseconds. */
const longestTurn = 5_000;

function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** One dispatcher for each client certificate; the one before finishes what it has begun. */
function createDispatchers(options: ConnectionOptions): {
  get(login: Login): Result<Dispatcher>;
  close: () => Promise<void>;
} {
  const all = new Set<Dispatcher>();
  let latest: { certificate: string; key: string; dispatcher: Dispatcher } | undefined;
  return {
    get(login) {
      const certificate = String(login.certificate ?? '');
      const key = String(login.key ?? '');
      if (latest?.certificate === certificate && latest.key === key)
        return { kind: 'ok', value: latest.dispatcher };
      try {
        const dispatcher = createDispatcher({ ...options.tls, ...certificateOf(login) }, options.proxy);
        const before = latest?.dispatcher;
        latest = { certificate, key, dispatcher };
        all.add(dispatcher);
        void before?.close().then(() => all.delete(before));
        return { kind: 'ok', value: dispatcher };
      } catch {
        const detail = 'its client certificate or key is not valid PEM, or the two do not fit together';
        return failed({ kind: 'contextUnusable', context: options.to.context, detail });
      }
    },
    async close() {
      await Promise.all([...all].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function certificateOf(login: Login): Partial<TlsMaterial> {
  const { certificate, key } = login;
  return { ...(certificate && { certificate }), ...(key && { key }) };
}

function toHttp(
  request: ApiRequest,
  login: Login,
  timeoutMilliseconds: number,
  options: ConnectionOptions,
): HttpRequest {
  const { method, body, signal } = request;
  const query = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined);
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query as [string, string][]).toString()}`;
  return {
    method,
    origin: options.server.origin,
    path: `${options.server.pathname.replace(/\/$/, '')}${request.path}${search}`,
    headers: {
      accept: request.accept ?? 'application/json',
      'user-agent': options.userAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(login.authorization === undefined ? {} : { authorization: login.authorization }),
      ...options.headers,
      ...request.headers,
    },
    ...(body === undefined ? {} : { body }),
    timeoutMilliseconds,
    signal,
  };
}

/** A sign-in may go on in the background (a browser is open); a request waits for it no longer than its time-out. */
function within(
  login: Promise<Result<Login>>,
  milliseconds: number,
  signal: AbortSignal,
  { context }: Destination,
): Promise<Result<Login>> {
  return new Promise((resolve) => {
    const cancel = () => resolve(failed({ kind: 'cancelled' }));
    const seconds = Math.round(milliseconds / 1000);
    const detail = `signing in has not finished after ${seconds} s; it may be waiting for you in a browser`;
    const timer = setTimeout(() => resolve(failed({ kind: 'credentials', context, detail })), milliseconds);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void login.then(resolve).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    });
  });
}

/** The log line of a request: no header, no body, and of the query only which object is watched. */
function describe(
  request: ApiRequest,
  result: Result<{ status: number }>,
  milliseconds: number,
  to: Destination,
): string {
  const { watch, fieldSelector } = request.query ?? {};
  const what =
    watch === undefined
      ? `${request.method} ${request.path}`
      : `WATCH ${request.path} ${fieldSelector ?? ''}`;
  const outcome = result.kind === 'ok' ? String(result.value.status) : failureWords(result.failure);
  return `${to.context}: ${what} ${outcome} ${milliseconds.toFixed(1)} ms`;
}

function failureWords(failure: Failure): string {
  return 'detail' in failure ? `${failure.kind} (${failure.detail})` : failure.kind;
}
