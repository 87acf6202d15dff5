import type { MergeRun, ValueConflict, Versions } from './conflicts';
import { isAbsent, isEqual } from './equality';
import type { JsonValue } from './json';
import type { KeyedList, ListTopology } from './topology';

/** The place of a node: its meaning, and the list that it is an element of, if it is one. */
export interface Place {
  readonly topology: ListTopology;
  readonly elementOf?: KeyedList;
}

/**
 * The merge of a node that is one value: whichever side changed it decides; if both did, differently, it is a
 * conflict. Where the sides agree, the spelling is that of ours.
 */
export function mergeWhole(versions: Versions, place: Place, run: MergeRun): JsonValue | undefined {
  const { base, ours, theirs } = versions;
  const isSame = (left: JsonValue | undefined, right: JsonValue | undefined): boolean =>
    isEqual(left, right, place.topology, place.elementOf?.keyDefaults);
  if (isSame(ours, theirs)) return ours;
  if (isSame(ours, base)) return theirs;
  if (isSame(theirs, base)) return ours;
  return dispute(versions, place, run);
}

/** Reports a conflict at the node at hand; returns the value that the run gives it. */
export function dispute(versions: Versions, place: Place, run: MergeRun): JsonValue | undefined {
  run.conflicts.push({ kind: conflictKind(versions, place), path: [...run.path], ...versions });
  return versions[run.atConflicts];
}

function conflictKind({ base, ours, theirs }: Versions, place: Place): ValueConflict['kind'] {
  const isMissing = (value: JsonValue | undefined): boolean =>
    value === undefined || (!place.elementOf && isAbsent(value, place.topology));
  if (isMissing(base)) return 'both-added';
  if (isMissing(ours)) return 'ours-deleted';
  return isMissing(theirs) ? 'theirs-deleted' : 'both-changed';
}
