import { connectBound } from './boundCluster';
import type { Apply, Entry } from './entry';
import { followObject, type Health } from './follow';
import type { Clock, Clusters, RandomNumber } from './ports';
import { learnOlder } from './learning';
import type { SeeingOptions } from './seeing';
import { sharePartsOf } from './snapshot';
import type { Topologies } from './topologies';
import { receiveDeletion, receiveLive, receiveTopology } from './transitions';

export interface FollowingOptions {
  clusters: Clusters;
  topologies: Topologies;
  clock: Clock;
  random: RandomNumber;
  pollMilliseconds: () => number;
  seeing: () => SeeingOptions;
  apply: Apply;
  onHealth: (entry: Entry, health: Health) => void;
  /** Whether the object is to be read before anything else. */
  readsFirst: boolean;
}

/** Follows the object of an entry from what is known of it, until the entry's `following` is aborted. */
export function followEntry(entry: Entry, options: FollowingOptions): Promise<void> {
  const { clusters, clock, random, pollMilliseconds, apply } = options;
  entry.following?.abort();
  const following = new AbortController();
  entry.following = following;
  entry.awaited = undefined;
  const { signal } = following;
  const { ref, base, live } = entry.document;
  entry.document = { ...entry.document, health: { kind: 'connecting' } };
  entry.topology = loadTopology(entry, signal, options);
  return followObject({
    ref,
    from: live.kind === 'present' ? live.snapshot.resourceVersion : base.resourceVersion,
    readsFirst: options.readsFirst,
    connect: () => connectBound(entry.document, { clusters, signal }),
    pollMilliseconds,
    clock,
    random,
    signal,
    endedWrites: () => entry.endedWrites,
    onLive: (received, how) => {
      const { live: last } = entry.document;
      const snapshot = last.kind === 'present' ? sharePartsOf(last.snapshot, received) : received;
      if (entry.saving !== undefined) entry.seenWhileSaving.add(snapshot.resourceVersion);
      const isOlder = entry.awaited !== undefined && entry.awaited !== snapshot.resourceVersion;
      if (how === 'watched' && isOlder) {
        learnOlder(entry, snapshot, options.seeing());
        apply(entry, { document: { ...entry.document } }); // what was learnt is news
        return;
      }
      entry.awaited = undefined;
      apply(entry, receiveLive(entry.document, snapshot));
    },
    onPassed: (resourceVersion) => {
      if (entry.saving !== undefined) entry.seenWhileSaving.add(resourceVersion);
      if (entry.awaited === resourceVersion) entry.awaited = undefined;
    },
    onDeleted: () => {
      entry.awaited = undefined;
      const { live: last } = entry.document;
      if (entry.saving !== undefined && last.kind === 'present') entry.seenWhileSaving.add(last.snapshot.uid);
      apply(entry, receiveDeletion(entry.document, clock.now()));
    },
    onHealth: (health) => {
      if (!signal.aborted) options.onHealth(entry, health);
    },
  });
}

/** The schema of the object's kind may come later than the object: what is known of any object serves until then. */
export async function loadTopology(
  entry: Entry,
  signal: AbortSignal,
  { clusters, topologies, apply }: Pick<FollowingOptions, 'clusters' | 'topologies' | 'apply'>,
): Promise<void> {
  const cluster = await connectBound(entry.document, { clusters, signal });
  if (cluster.kind === 'failed') return;
  const topology = await topologies.find(cluster.value, entry.document.base.object, signal);
  if (!signal.aborted) apply(entry, receiveTopology(entry.document, topology));
}
