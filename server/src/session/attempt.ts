import type { Cluster, Failure, Result } from './ports';
import type { WriteAnswer } from './writePorts';
import type { ObjectRef } from '../protocol/objectRef';
import { type Snapshot, takeSnapshot } from './snapshot';

/** What became of one write. */
export type Attempt =
  | { kind: 'written'; answer: Snapshot; warnings: string[] }
  /** The answer does not tell, or says that the object was another one; this is what it is now. */
  | { kind: 'read'; live: Snapshot; failure: Failure; lost: boolean }
  | { kind: 'gone' }
  /** The server is busy and has not written; it wants to be asked again after this time. */
  | { kind: 'busy'; milliseconds: number; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; failure: Failure };

export interface AttemptContext {
  cluster: Cluster;
  ref: ObjectRef;
  signal: AbortSignal;
  /** The wait before an object that has moved is read: after that it may have moved again, and the reading be old. */
  waitToRead?: () => Promise<void>;
}

/** Sends one write and finds out what became of it, by a quorum read where the answer does not say. */
export async function attemptWrite(
  write: (cluster: Cluster) => Promise<Result<WriteAnswer>>,
  context: AttemptContext,
): Promise<Attempt> {
  const answer = await write(context.cluster);
  if (answer.kind === 'ok') {
    const { object, warnings } = answer.value;
    return { kind: 'written', answer: takeSnapshot(object), warnings };
  }
  const { failure } = answer;
  if (mayHaveBeenWritten(failure)) return readAfter(failure, { ...context, lost: true });
  if (isMoved(failure)) {
    if (!isNotFound(failure)) await context.waitToRead?.();
    return readAfter(failure, { ...context, lost: false });
  }
  const milliseconds = busyMilliseconds(failure);
  return milliseconds === undefined ? { kind: 'failed', failure } : { kind: 'busy', milliseconds, failure };
}

/** The object as it is now, after a write that failed so; `unknown` where a lost write cannot be found out about. */
export async function readAfter(
  failure: Failure,
  { cluster, ref, signal, lost }: AttemptContext & { lost: boolean },
): Promise<Exclude<Attempt, { kind: 'written' | 'busy' }>> {
  const reading = await cluster.get(ref, signal);
  if (reading.kind === 'ok') return { kind: 'read', live: takeSnapshot(reading.value), failure, lost };
  if (isNotFound(reading.failure)) return { kind: 'gone' };
  // What stands in the way of a save that met a 409 is that the object cannot be read.
  return lost
    ? { kind: 'unknown', failure: reading.failure }
    : { kind: 'failed', failure: withoutDoubt(reading.failure) };
}

/** What a busy server asks for; 429 is never answered after a write. Milliseconds. */
export function busyMilliseconds(failure: Failure): number | undefined {
  if (failure.kind !== 'status' || (failure.status.code !== 429 && failure.status.code !== 503))
    return undefined;
  return (failure.retryAfterSeconds ?? 1) * 1_000;
}

/** The failure of a request that has written nothing, whatever became of it. */
export function withoutDoubt(failure: Failure): Failure {
  return failure.kind === 'timeout' || failure.kind === 'unreachable' ? { ...failure, sent: 'no' } : failure;
}

export function isNotFound(failure: Failure): boolean {
  return failure.kind === 'status' && failure.status.reason === 'NotFound';
}

/**
 * 409 `Conflict` is the answer for an old version, for another uid and, with some kinds, for a deleted object; 404 for
 * a deleted object and for a resource that is no longer served; 422 without causes for a `test` of a JSON Patch.
 */
function isMoved(failure: Failure): boolean {
  if (failure.kind !== 'status') return false;
  const { reason, code, details } = failure.status;
  return reason === 'Conflict' || reason === 'NotFound' || (code === 422 && !details?.causes?.length);
}

/** A server error, an answer that is none of Kubernetes and a cut connection do not tell what was done before. */
export function mayHaveBeenWritten(failure: Failure): boolean {
  switch (failure.kind) {
    case 'cancelled':
    case 'notKubernetes':
      return true;
    case 'status':
      return failure.status.code >= 500;
    case 'timeout':
    case 'unreachable':
      return failure.sent === 'perhaps';
    default:
      return false;
  }
}
