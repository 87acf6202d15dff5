import type { LiveDocument } from './liveDocument';
import type { ClusterAddress, Clusters, Failure, KubernetesObject, Result, Cluster } from './ports';
import { type Snapshot, takeSnapshot } from './snapshot';
import { meansTheSame, readWritable, type Refusal } from './writable';
import type { FieldPath } from '../merge/fieldPath';

/** What became of a save. Only `saved` has changed the object; `unknown` may have. */
export type SaveOutcome =
  | { kind: 'saved'; sent: KubernetesObject; answer: Snapshot; warnings: string[] }
  /** The text means what the base means: nothing was sent. */
  | { kind: 'unchanged'; ignored: FieldPath[] }
  /** Nothing was sent. */
  | { kind: 'refused'; refusal: Refusal }
  /** The live object has moved: nothing was written, and this is what it is now. */
  | { kind: 'conflicted'; live: Snapshot }
  /** The object was deleted: nothing was written. */
  | { kind: 'gone' }
  /** The API server, or what lies before it, refused: nothing was written. */
  | { kind: 'rejected'; failure: Failure }
  /** The connection was lost after the request was sent, and the object could not be read either. */
  | { kind: 'unknown'; sent: KubernetesObject; failure: Failure };

/**
 * Writes a text over the base of its document: a PUT that carries the base's resourceVersion and uid, so that it
 * succeeds only on the very object and version that the text stands on. Never repeats a write.
 */
export async function saveText(
  document: LiveDocument,
  text: string,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<SaveOutcome> {
  const writable = readWritable(document, text);
  if (writable.kind !== 'changed') return writable;
  const connection = await connectTo(document, { clusters, signal });
  if (connection.kind !== 'ok') return connection.outcome;
  const cluster = connection.value;
  const sent = writable.object;
  const answer = await cluster.replace(document.ref, sent, signal);
  if (answer.kind === 'ok') {
    return {
      kind: 'saved',
      sent,
      answer: takeSnapshot(answer.value.object),
      warnings: answer.value.warnings,
    };
  }
  const { failure } = answer;
  if (mayHaveBeenWritten(failure)) {
    const known = await readAfterLostWrite(document, sent, { cluster, signal });
    return known.kind === 'unwritten' ? { kind: 'rejected', failure: withoutDoubt(failure) } : known;
  }
  const reason = failure.kind === 'status' ? failure.status.reason : undefined;
  return reason === 'Conflict' || reason === 'NotFound'
    ? readAfterRefusal(document, failure, { cluster, signal })
    : { kind: 'rejected', failure };
}

/** What has become of a write whose outcome was unknown; `unwritten`: it never arrived. */
export async function resolveLostWrite(
  document: LiveDocument,
  sent: KubernetesObject,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<SaveOutcome | { kind: 'unwritten' }> {
  const connection = await connectTo(document, { clusters, signal });
  if (connection.kind !== 'ok') return connection.outcome;
  return readAfterLostWrite(document, sent, { cluster: connection.value, signal });
}

interface Reading {
  cluster: Cluster;
  signal: AbortSignal;
}

type Connection = { kind: 'ok'; value: Cluster } | { kind: 'stopped'; outcome: SaveOutcome };

/** The document's cluster by its context as the kubeconfig says now, or why it must not be written to. */
async function connectTo(
  document: LiveDocument,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<Connection> {
  const connection = await clusters.connect(document.ref.context);
  if (connection.kind === 'failed')
    return { kind: 'stopped', outcome: { kind: 'rejected', failure: connection.failure } };
  const cluster = connection.value;
  const same = await leadsToTheSameCluster(document, { cluster, signal });
  if (same.kind === 'failed')
    return { kind: 'stopped', outcome: { kind: 'rejected', failure: same.failure } };
  if (same.value) return { kind: 'ok', value: cluster };
  const refusal: Refusal = {
    kind: 'otherCluster',
    context: document.ref.context,
    openedFrom: document.address.server,
    now: cluster.address.server,
  };
  return { kind: 'stopped', outcome: { kind: 'refused', refusal } };
}

/** An unchanged address is the same cluster (the uid of the object guards the rest); another may be, by its uid. */
async function leadsToTheSameCluster(
  document: LiveDocument,
  { cluster, signal }: Reading,
): Promise<Result<boolean>> {
  if (isSameAddress(document.address, cluster.address)) return { kind: 'ok', value: true };
  if (document.clusterUid === undefined) return { kind: 'ok', value: false };
  const uid = await cluster.uid(signal);
  return uid.kind === 'failed' ? uid : { kind: 'ok', value: uid.value === document.clusterUid };
}

function isSameAddress(one: ClusterAddress, other: ClusterAddress): boolean {
  return one.server === other.server && one.certificateAuthority === other.certificateAuthority;
}

/**
 * 409 `Conflict` is the answer for an old version, for another uid and, with some kinds, for a deleted object; 404 for
 * a deleted object and for a resource that is no longer served. A read tells which.
 */
async function readAfterRefusal(
  document: LiveDocument,
  refused: Failure,
  reading: Reading,
): Promise<SaveOutcome> {
  const live = await reading.cluster.get(document.ref, reading.signal);
  if (live.kind === 'ok') return { kind: 'conflicted', live: takeSnapshot(live.value) };
  return isNotFound(live.failure) ? { kind: 'gone' } : { kind: 'rejected', failure: refused };
}

/** What a read says of a write that got no answer: it arrived, it did not, or somebody else has written meanwhile. */
async function readAfterLostWrite(
  document: LiveDocument,
  sent: KubernetesObject,
  { cluster, signal }: Reading,
): Promise<SaveOutcome | { kind: 'unwritten' }> {
  const live = await cluster.get(document.ref, signal);
  if (live.kind === 'failed') {
    return isNotFound(live.failure) ? { kind: 'gone' } : { kind: 'unknown', sent, failure: live.failure };
  }
  const answer = takeSnapshot(live.value);
  if (answer.uid === document.base.uid && answer.resourceVersion === document.base.resourceVersion) {
    return { kind: 'unwritten' };
  }
  const arrived = answer.uid === document.base.uid && meansTheSame(sent, answer.object, document);
  return arrived ? { kind: 'saved', sent, answer, warnings: [] } : { kind: 'conflicted', live: answer };
}

function mayHaveBeenWritten(failure: Failure): boolean {
  if (failure.kind === 'cancelled') return true;
  return (failure.kind === 'timeout' || failure.kind === 'unreachable') && failure.sent === 'perhaps';
}

/** The failure of a write of which a read has shown that it did not arrive. */
function withoutDoubt(failure: Failure): Failure {
  return failure.kind === 'timeout' || failure.kind === 'unreachable' ? { ...failure, sent: 'no' } : failure;
}

function isNotFound(failure: Failure): boolean {
  return failure.kind === 'status' && failure.status.reason === 'NotFound';
}
