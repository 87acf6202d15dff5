import { builtinTopology, type ListTopology } from '../merge/topology';
import type { Health } from '../session/follow';
import type { Failure, KubernetesObject } from '../session/ports';
import { sharePartsOf, type Snapshot, takeSnapshot } from '../session/snapshot';
import { collectionKey, type LivePlace } from './places';

/** One live object that a file states, and what is known of it. */
export interface Tracked {
  readonly place: LivePlace;
  finding: Finding;
  health: Health;
  topology: ListTopology;
  /** Ends its following; undefined while it is to be found first. */
  following: AbortController | undefined;
  /** Whether it is being found. */
  isSought: boolean;
  /** When it was sought last since it was missing. */
  missingSoughtAt: number;
  /** How many writes of ours have ended. */
  endedWrites: number;
  /** The version of a write of ours that the watch has not brought yet: what it brings before is older. */
  awaited: string | undefined;
  /** Versions that were seen, newest last. */
  recent: string[];
  /** The object as it was when the file was opened, or after our last write of it. */
  opened: Snapshot | undefined;
}

/** What was found in the cluster. Times are milliseconds since 1970. */
export type Finding =
  | { readonly kind: 'locating' }
  | { readonly kind: 'unknown'; readonly failure: Failure; readonly since: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly snapshot: Snapshot; readonly arrivedAt: number };

/** An object of which nothing is known yet. */
export function createTracked(place: LivePlace, opened: Snapshot | undefined): Tracked {
  return {
    place,
    finding: { kind: 'locating' },
    health: { kind: 'connecting' },
    topology: builtinTopology,
    following: undefined,
    isSought: false,
    missingSoughtAt: -Infinity,
    endedWrites: 0,
    awaited: undefined,
    recent: [],
    opened,
  };
}

/** The object as a watch keeps it up to date; undefined where none does, or it is not there. */
export function followedObject(tracked: Tracked | undefined): KubernetesObject | undefined {
  if (tracked?.health.kind !== 'watching' || tracked.finding.kind !== 'present') return undefined;
  return tracked.finding.snapshot.object;
}

/** What its lists are, as far as its cluster has told it. */
export function learntTopology(tracked: Tracked | undefined): ListTopology | undefined {
  return tracked?.topology === builtinTopology ? undefined : tracked?.topology;
}

/** Takes over how the object is; false where that was known, or is older than what we have written. */
export function receiveObject(
  tracked: Tracked,
  received: Snapshot,
  { how, now }: { how: 'read' | 'watched' | 'written'; now: number },
): boolean {
  const { resourceVersion } = received;
  const { awaited, finding } = tracked;
  if (how === 'written') {
    tracked.endedWrites += 1;
    tracked.opened = received;
    // The watch may have been faster, and has perhaps brought more since.
    if (tracked.recent.includes(resourceVersion)) return true;
    tracked.awaited = resourceVersion;
  } else if (how === 'watched' && awaited !== undefined && awaited !== resourceVersion) return false;
  else tracked.awaited = undefined;
  const before = finding.kind === 'present' ? finding.snapshot : undefined;
  const snapshot = before === undefined ? received : sharePartsOf(before, received);
  tracked.opened ??= snapshot;
  tracked.recent = [...tracked.recent, resourceVersion].slice(-mostRecent);
  if (snapshot === before) return false;
  tracked.finding = { kind: 'present', snapshot, arrivedAt: now };
  return true;
}

/** Takes over that there is no such object; false where that was known. */
export function receiveAbsence(tracked: Tracked): boolean {
  tracked.awaited = undefined;
  const wasKnown = tracked.finding.kind === 'absent';
  tracked.finding = { kind: 'absent' };
  return !wasKnown;
}

/** Takes over what a write of ours has answered. */
export function receiveWritten(tracked: Tracked, object: KubernetesObject, now: number): boolean {
  return receiveObject(tracked, takeSnapshot(object), { how: 'written', now });
}

/** Objects by their resource and namespace. */
export function groupByCollection(all: readonly Tracked[]): [Tracked, ...Tracked[]][] {
  const groups = new Map<string, [Tracked, ...Tracked[]]>();
  for (const each of all) {
    const key = collectionKey(each.place.ref);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

const mostRecent = 50;
