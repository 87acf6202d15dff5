import type { ObjectRef } from '../protocol/objectRef';
import type { LiveDocument } from './liveDocument';
import type { Cluster, ClusterAddress, Clusters, Result } from './ports';

/**
 * The cluster that a document was opened from, by its context as the kubeconfig says now; `otherCluster` where the
 * context leads elsewhere. An unchanged address is the same cluster, since a write also names the object's uid; at
 * another address the uid of the namespace kube-system tells.
 */
export async function connectBound(
  document: Pick<LiveDocument, 'address' | 'clusterUid'> & { readonly ref: Pick<ObjectRef, 'context'> },
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<Result<Cluster>> {
  const { ref, address, clusterUid } = document;
  const connection = await clusters.connect(ref.context);
  if (connection.kind === 'failed' || isSameAddress(address, connection.value.address)) return connection;
  const cluster = connection.value;
  if (clusterUid !== undefined) {
    const uid = await cluster.uid(signal);
    if (uid.kind === 'failed') return uid;
    if (uid.value === clusterUid) return connection;
  }
  const { context } = ref;
  return {
    kind: 'failed',
    failure: { kind: 'otherCluster', context, openedFrom: address.server, now: cluster.address.server },
  };
}

/** Whether two addresses are one, with the same authority to vouch for it. */
export function isSameAddress(one: ClusterAddress, other: ClusterAddress): boolean {
  return one.server === other.server && one.certificateAuthority === other.certificateAuthority;
}
