import { canonicalText } from '../merge/canonical';
import { type Change, listChanges } from '../merge/changes';
import type { JsonObject, JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import type { SeenWrite } from '../reconcile/hotLoop';
import { createFieldWriters } from './fieldManagers';
import type { FieldOwnership } from './hiddenFields';
import { measureValue } from './measureValue';
import { type LiveChange, withWriters } from './merged';
import { type Snapshot, visiblePart } from './snapshot';
import { fingerprint } from './textHistory';

/** A version that was seen; later ones that show the same are folded into it. */
export interface SeenVersion {
  /** Of the first of them: the name of this version for as long as it is kept. Opaque. */
  readonly resourceVersion: string;
  readonly uid: string;
  /** When the first of them was seen, by our clock. Milliseconds since 1970. */
  readonly seenAt: number;
  /** What a text shows of it. */
  readonly shown: JsonObject;
  /** What it changes of the version before: the first of `changeCount` changes, with who has made them. */
  readonly changes: readonly LiveChange[];
  readonly changeCount: number;
  /** `opened`: the first of all; `own`: a save of this session has made it. */
  readonly origin: 'opened' | 'own' | 'other';
  /** Whether the object was deleted and created anew since the version before. */
  readonly recreated: boolean;
  /** How many later versions show the same. */
  readonly folded: number;
  /** What it takes in memory, about. */
  readonly bytes: number;
}

/** The versions of one object that a session has seen since it was opened, oldest first. Immutable. */
export interface SeenVersions {
  readonly versions: readonly SeenVersion[];
  /** How many were dropped, all between the first and the second that are kept. */
  readonly dropped: number;
  /** The newest one as a whole, which the document holds anyway. */
  readonly newest: Snapshot | undefined;
  /** What was changed lately, field by field, to find out who fights over it. */
  readonly writes: readonly SeenWrite[];
}

/** What seeing a version depends on: what a text shows, what lists are, the time, and how many are kept. */
export interface Sight {
  readonly ownership: FieldOwnership;
  readonly topology: ListTopology;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limit: number;
}

export const nothingSeen: SeenVersions = { versions: [], dropped: 0, newest: undefined, writes: [] };

/** With one more version, the newest now. One that shows the same as the one before it is folded into that. */
export function seeVersion(seen: SeenVersions, snapshot: Snapshot, sight: Sight): SeenVersions {
  const { resourceVersion, uid } = snapshot;
  const { newest } = seen;
  if (newest?.resourceVersion === resourceVersion && newest.uid === uid) return seen;
  const shown = visiblePart(snapshot, sight.ownership);
  const before = seen.versions.at(-1);
  if (before !== undefined) {
    const changes = listChanges(before.shown, shown, sight.topology);
    if (changes.length === 0) {
      const folded = { ...before, shown, folded: before.folded + 1 };
      return { ...seen, versions: seen.versions.with(-1, folded), newest: snapshot };
    }
    return append(seen, { snapshot, shown, changes, before, sight });
  }
  const opened: SeenVersion = {
    resourceVersion,
    uid,
    seenAt: sight.now,
    shown,
    changes: [],
    changeCount: 0,
    origin: 'opened',
    recreated: false,
    folded: 0,
    bytes: measureValue(shown),
  };
  return { ...seen, versions: [opened], newest: snapshot };
}

interface Appended {
  snapshot: Snapshot;
  shown: JsonObject;
  changes: readonly Change[];
  before: SeenVersion;
  sight: Sight;
}

function append(seen: SeenVersions, { snapshot, shown, changes, before, sight }: Appended): SeenVersions {
  const { resourceVersion, uid, object } = snapshot;
  const kept = changes.slice(0, mostChanges);
  const version: SeenVersion = {
    resourceVersion,
    uid,
    seenAt: sight.now,
    shown,
    changes: withWriters(kept, object),
    changeCount: changes.length,
    origin: 'other',
    recreated: uid !== before.uid,
    folded: 0,
    bytes: kept.reduce((bytes, change) => bytes + measureValue(change.before), measureValue(shown)),
  };
  const findWriter = createFieldWriters(object);
  const write: SeenWrite = {
    time: sight.now,
    changes: kept.map(({ path, before: older, after }) => ({
      path,
      // A field that was removed has no owner: whoever wrote last need not have done it.
      manager: findWriter(path)?.manager,
      before: markOf(older),
      after: markOf(after),
    })),
  };
  const recent = seen.writes.filter(({ time }) => Math.abs(sight.now - time) < keptMilliseconds);
  return {
    ...bounded([...seen.versions, version], seen.dropped, sight.limit),
    newest: snapshot,
    writes: [...recent.slice(1 - mostWrites), write],
  };
}

/**
 * With a version that the watch has brought after a newer one, the answer to a write of ours: it stands right before
 * that one, and what that one changes is counted from it.
 */
export function seeOlderVersion(seen: SeenVersions, older: Snapshot, sight: Sight): SeenVersions {
  const newer = seen.versions.at(-1);
  if (seen.versions.length < 2 || newer === undefined || seen.newest === undefined) return seen;
  const without = { ...seen, versions: seen.versions.slice(0, -1), writes: seen.writes.slice(0, -1) };
  const now = newer.seenAt;
  const withOlder = seeVersion({ ...without, newest: undefined }, older, { ...sight, now });
  const again = seeVersion(withOlder, seen.newest, { ...sight, now });
  const last = again.versions.at(-1);
  if (last?.resourceVersion !== seen.newest.resourceVersion) return again;
  const { resourceVersion, origin, folded } = newer;
  return { ...again, versions: again.versions.with(-1, { ...last, resourceVersion, origin, folded }) };
}

/** Marks a version as made by a save of this session. */
export function markOwnVersion(seen: SeenVersions, resourceVersion: string): SeenVersions {
  const index = seen.versions.findLastIndex((version) => version.resourceVersion === resourceVersion);
  const version = seen.versions[index];
  return version?.origin !== 'other'
    ? seen
    : { ...seen, versions: seen.versions.with(index, { ...version, origin: 'own' }) };
}

/** The oldest go first, but for the one that was opened; the newest stays in any case. */
function bounded(
  versions: SeenVersion[],
  dropped: number,
  limit: number,
): Pick<SeenVersions, 'versions' | 'dropped'> {
  let count = 0;
  let bytes = versions.reduce((sum, version) => sum + version.bytes, 0);
  while (versions.length - count > Math.max(2, limit) || bytes > mostBytes) {
    const next = versions[1 + count];
    if (next === undefined || 2 + count >= versions.length) break;
    bytes -= next.bytes;
    count += 1;
  }
  return { versions: versions.toSpliced(1, count), dropped: dropped + count };
}

/** A number that equal values share, and others do not (53 bits). */
function markOf(value: JsonValue | undefined): number {
  return fingerprint(value === undefined ? '' : canonicalText(value));
}

/** Of each document. */
const mostBytes = 8 * 1024 * 1024;
/** Of each version. More than these nobody reads in a line. */
const mostChanges = 50;
/** For how long changes are kept that say who fights over the object. Milliseconds. */
const keptMilliseconds = 60_000;
const mostWrites = 600;
