import { connectBound, isSameAddress } from './boundCluster';
import type { Entry } from './entry';
import type { Clock, Clusters } from './ports';

export interface ElsewhereOptions {
  entries: ReadonlyMap<string, Entry>;
  clusters: Clusters;
  clock: Clock;
  signal: AbortSignal;
  /** The context of this entry's document leads to another cluster now. */
  onElsewhere: (entry: Entry) => void;
}

/**
 * Looks now and then whether the contexts of followed documents still lead where they led, until the signal is aborted:
 * a watch goes on at its old place, while a save would be refused. Asks a cluster only where an address has changed.
 */
export async function noticeOtherClusters(options: ElsewhereOptions): Promise<void> {
  const { entries, clusters, clock, signal, onElsewhere } = options;
  for (;;) {
    await clock.sleep(lookMilliseconds, signal);
    if (signal.aborted) return;
    const connections = new Map<string, Awaited<ReturnType<Clusters['connect']>>>();
    for (const entry of [...entries.values()]) {
      const { document, following } = entry;
      if (following === undefined || document.health.kind === 'unknown') continue;
      const { context } = document.ref;
      const connection = connections.get(context) ?? (await clusters.connect(context));
      connections.set(context, connection);
      if (connection.kind === 'failed' || isSameAddress(document.address, connection.value.address)) continue;
      const bound = await connectBound(document, { clusters, signal });
      const isElsewhere = bound.kind === 'failed' && bound.failure.kind === 'otherCluster';
      if (isElsewhere && entry.following === following && !following.signal.aborted) onElsewhere(entry);
    }
  }
}

/** Kubeconfig files are read only where they have changed. Milliseconds. */
const lookMilliseconds = 3_000;
