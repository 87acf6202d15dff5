import type { FieldPath } from '../merge/fieldPath';
import { connectBound } from './boundCluster';
import type { LiveDocument } from './liveDocument';
import type { Cluster, Clusters, Failure, KubernetesObject } from './ports';
import { showsTheSame, type Snapshot, takeSnapshot } from './snapshot';
import { meansTheSame, readWritable, type Refusal } from './writable';

/** What became of a save. `saved` has changed the object; `unknown`, and `conflicted` after a lost write, may have. */
export type SaveOutcome =
  | { kind: 'saved'; sent: KubernetesObject; answer: Snapshot; warnings: string[] }
  /** The text means what the base means: nothing was sent. */
  | { kind: 'unchanged'; ignored: FieldPath[] }
  /** Nothing was sent. */
  | { kind: 'refused'; refusal: Refusal }
  /** The live object is not what the text stands on, and this is what it is now. */
  | { kind: 'conflicted'; live: Snapshot; how: Conflicting }
  /** The object was deleted: there is nothing that could have been written. */
  | { kind: 'gone' }
  /** The API server, or what lies before it, refused: nothing was written. */
  | { kind: 'rejected'; failure: Failure }
  /** The answer to the write was lost, and the object could not be read either. */
  | { kind: 'unknown'; sent: KubernetesObject; failure: Failure };

/**
 * `moved`: in fields that the text shows; `movedUnseen`: in others only; `replaced`: another uid. Nothing was written.
 * `writeLost`: the answer to a write was lost, and the object is neither what it was nor what was sent.
 */
export type Conflicting = 'moved' | 'movedUnseen' | 'replaced' | 'writeLost';

/** What a save works with. */
export interface SaveContext {
  clusters: Clusters;
  signal: AbortSignal;
}

/**
 * Writes a text over the base of its document: a PUT that carries the base's resourceVersion and uid, so that it
 * succeeds only on the very object and version that the text stands on. Never repeats a write.
 */
export async function saveText(
  document: LiveDocument,
  text: string,
  context: SaveContext,
): Promise<SaveOutcome> {
  const writable = readWritable(document, text);
  if (writable.kind !== 'changed') return writable;
  const connection = await connectBound(document, context);
  if (connection.kind === 'failed') return { kind: 'rejected', failure: connection.failure };
  const cluster = connection.value;
  const sent = writable.object;
  const answer = await cluster.replace(document.ref, sent, context.signal);
  if (answer.kind === 'ok') {
    return {
      kind: 'saved',
      sent,
      answer: takeSnapshot(answer.value.object),
      warnings: answer.value.warnings,
    };
  }
  const { failure } = answer;
  const reading = { cluster, signal: context.signal };
  if (mayHaveBeenWritten(failure)) {
    const known = await readAfterLostWrite(document, sent, reading);
    return known.kind === 'unwritten' ? { kind: 'rejected', failure: withoutDoubt(failure) } : known;
  }
  const reason = failure.kind === 'status' ? failure.status.reason : undefined;
  return reason === 'Conflict' || reason === 'NotFound'
    ? readAfterRefusal(document, failure, reading)
    : { kind: 'rejected', failure };
}

/** What has become of a write whose outcome was unknown; `unwritten`: it never arrived. */
export async function resolveLostWrite(
  document: LiveDocument,
  sent: KubernetesObject,
  context: SaveContext,
): Promise<SaveOutcome | { kind: 'unwritten' }> {
  const connection = await connectBound(document, context);
  return connection.kind === 'failed'
    ? { kind: 'unknown', sent, failure: connection.failure }
    : readAfterLostWrite(document, sent, { cluster: connection.value, signal: context.signal });
}

interface Reading {
  cluster: Cluster;
  signal: AbortSignal;
}

/**
 * 409 `Conflict` is the answer for an old version, for another uid and, with some kinds, for a deleted object; 404 for
 * a deleted object and for a resource that is no longer served. A read tells which.
 */
async function readAfterRefusal(
  { ref, base, ownership }: LiveDocument,
  refused: Failure,
  { cluster, signal }: Reading,
): Promise<SaveOutcome> {
  const answer = await cluster.get(ref, signal);
  if (answer.kind === 'failed') {
    return isNotFound(answer.failure) ? { kind: 'gone' } : { kind: 'rejected', failure: refused };
  }
  const live = takeSnapshot(answer.value);
  if (live.uid !== base.uid) return { kind: 'conflicted', live, how: 'replaced' };
  return { kind: 'conflicted', live, how: showsTheSame(base, live, ownership) ? 'movedUnseen' : 'moved' };
}

/** What a read says of a write that got no answer: it arrived, it did not, or neither can be told. */
async function readAfterLostWrite(
  document: LiveDocument,
  sent: KubernetesObject,
  { cluster, signal }: Reading,
): Promise<SaveOutcome | { kind: 'unwritten' }> {
  const { base, ref } = document;
  const answer = await cluster.get(ref, signal);
  if (answer.kind === 'failed') {
    return isNotFound(answer.failure) ? { kind: 'gone' } : { kind: 'unknown', sent, failure: answer.failure };
  }
  const live = takeSnapshot(answer.value);
  if (live.uid !== base.uid) return { kind: 'conflicted', live, how: 'writeLost' };
  if (meansTheSame(sent, live.object, document)) return { kind: 'saved', sent, answer: live, warnings: [] };
  return meansTheSame(base.object, live.object, document)
    ? { kind: 'unwritten' }
    : { kind: 'conflicted', live, how: 'writeLost' };
}

/** A server error, an answer that is none of Kubernetes and a cut connection do not tell what was done before. */
function mayHaveBeenWritten(failure: Failure): boolean {
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

/** The failure of a write of which a read has shown that it did not arrive. */
function withoutDoubt(failure: Failure): Failure {
  return failure.kind === 'timeout' || failure.kind === 'unreachable' ? { ...failure, sent: 'no' } : failure;
}

function isNotFound(failure: Failure): boolean {
  return failure.kind === 'status' && failure.status.reason === 'NotFound';
}
