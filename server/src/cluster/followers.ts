import type { WatchItem } from '../session/ports';
import type { Follower } from './follower';

/** Who follows objects of one collection. */
export interface Followers {
  add(follower: Follower): void;
  /** Ends a follower's items, after a last one. */
  remove(follower: Follower, last?: WatchItem): void;
  has(follower: Follower): boolean;
  count(): number;
  all(): Follower[];
  /** Those who hear of their objects there. */
  hearing(source: Follower['source']): Follower[];
  /** Those of the object by this name. */
  of(name: string): readonly Follower[];
}

/** Nobody yet. `onRemoved` is called after each removal. */
export function createFollowers(onRemoved: () => void): Followers {
  const byName = new Map<string, Follower[]>();
  const present = new Set<Follower>();
  return {
    add(follower) {
      const { name } = follower.ref;
      present.add(follower);
      byName.set(name, [...(byName.get(name) ?? []), follower]);
    },
    remove(follower, last) {
      if (!present.delete(follower)) return;
      const { name } = follower.ref;
      const others = (byName.get(name) ?? []).filter((other) => other !== follower);
      if (others.length === 0) byName.delete(name);
      else byName.set(name, others);
      follower.end(last);
      follower.single?.abort();
      onRemoved();
    },
    has: (follower) => present.has(follower),
    count: () => present.size,
    all: () => [...present],
    hearing: (source) => [...present].filter((follower) => follower.source === source),
    of: (name) => byName.get(name) ?? [],
  };
}
