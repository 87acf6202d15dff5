import type { ObjectIdentity } from '../manifest/recognize';
import type { Clock, Cluster, Result } from '../session/ports';
import { indexKinds, type ServedKinds } from './places';

/** What a cluster serves, as far as a file needs to know. */
export interface KnownKinds {
  known(): ServedKinds | undefined;
  /**
   * Learns what is served, from what is remembered if that will do; `incomplete` where a kind that is wanted is still
   * missing. The cluster is asked again for a missing kind once in an interval.
   */
  learn(cluster: Cluster, wanted: readonly ObjectIdentity[]): Promise<Result<'complete' | 'incomplete'>>;
  /** What is remembered may be wrong. */
  expire(): void;
}

/** Knows nothing before it learns. */
export function createKnownKinds({
  clock,
  pollMilliseconds,
  signal,
}: {
  clock: Clock;
  pollMilliseconds: () => number;
  signal: AbortSignal;
}): KnownKinds {
  let kinds: ServedKinds | undefined;
  let isStale = false;
  let askedAt = -Infinity;
  return {
    known: () => kinds,
    async learn(cluster, wanted) {
      const remembered = await cluster.resources({ signal });
      if (remembered.kind === 'failed') return remembered;
      let served = indexKinds(remembered.value);
      const isMissing = (): boolean => wanted.some((identity) => served.find(identity) === undefined);
      const isDue = clock.now() >= askedAt + pollMilliseconds();
      if (isStale || (isMissing() && isDue)) {
        askedAt = clock.now();
        isStale = false;
        const asked = await cluster.resources({ refresh: true, signal });
        if (asked.kind === 'ok') served = indexKinds(asked.value);
      }
      kinds = served;
      return { kind: 'ok', value: isMissing() ? 'incomplete' : 'complete' };
    },
    expire: () => void (isStale = true),
  };
}
