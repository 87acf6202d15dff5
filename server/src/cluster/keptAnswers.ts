import type { Result } from '../session/ports';
import type { Connection } from './connection';
import type { HttpAnswer } from './exchange';
import { shareRequests } from './sharedRequests';
import { firstHeader } from './status';

/** What an API server has said at some paths, read and remembered. */
export interface KeptAnswers<T> {
  /** What was read there last, without asking; undefined where nothing is remembered. */
  kept(path: string): T | undefined;
  /**
   * What the server says there now: the very value of before where its ETag is the same, which costs a request
   * without a body. Callers that ask at the same time share one request.
   */
  ask(path: string, signal: AbortSignal): Promise<Result<T>>;
}

export interface KeptAnswersOptions<T> {
  accept: string;
  read: (answer: HttpAnswer, signal: AbortSignal) => Promise<Result<T>>;
  /** How many answers are remembered; those asked for last stay. */
  limit: number;
}

/** Remembers answers by their ETag, as RFC 9110 §13.1.2 has it. */
export function keepAnswers<T>(connection: Connection, options: KeptAnswersOptions<T>): KeptAnswers<T> {
  const known = new Map<string, Known<T>>();

  const keep = (path: string, answer: Known<T>): void => {
    known.delete(path); // a map keeps the order in which keys came in: the oldest one is first
    known.set(path, answer);
    for (const oldest of known.keys()) {
      if (known.size <= options.limit) break;
      known.delete(oldest);
    }
  };

  const ask = async (path: string, signal: AbortSignal): Promise<Result<T>> => {
    const before = known.get(path);
    const answer = await connection.send({
      method: 'GET',
      path,
      accept: options.accept,
      ...(before?.etag === undefined ? {} : { headers: { 'if-none-match': before.etag } }),
      signal,
    });
    if (answer.kind === 'failed') return answer;
    const { status, headers } = answer.value;
    const etag = firstHeader(headers['etag']);
    // A proxy may take the condition away; the same ETag still means the same answer.
    if (before !== undefined && (status === 304 || (etag !== undefined && etag === before.etag))) {
      keep(path, before);
      return { kind: 'ok', value: before.value };
    }
    const read = await options.read(answer.value, signal);
    if (read.kind === 'ok') keep(path, { etag, value: read.value });
    return read;
  };

  return { kept: (path) => known.get(path)?.value, ask: shareRequests(ask) };
}

interface Known<T> {
  /** By which the server knows this very answer. */
  etag: string | undefined;
  value: T;
}
