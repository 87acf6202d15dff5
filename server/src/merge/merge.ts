import { listChanges, type Change } from './changes';
import type { Conflict, MergeRun, Versions } from './conflicts';
import { runDeep } from './deep';
import type { JsonValue } from './json';
import { mergeNode } from './mergeNode';
import type { ListTopology } from './topology';

export interface MergedValue {
  /** The merged value, with ours at the conflicts. It shares parts with ours and theirs; neither is changed. */
  readonly value: JsonValue | undefined;
  readonly conflicts: readonly Conflict[];
  /** What ours gets from theirs. */
  readonly changes: readonly Change[];
}

/**
 * Merges three versions of any value: what one side changed against base is taken, what both changed
 * differently is a conflict. Never throws; null at the root counts as no value unless it is kept.
 */
export function mergeValues(versions: Versions, topology: ListTopology): MergedValue {
  const { value, conflicts } = mergeTo('ours', versions, topology);
  return { value, conflicts, changes: listChanges(versions.ours, value, topology) };
}

/**
 * Three values that are merged everywhere but at the conflicts, where they are base, ours and theirs. For a
 * three-way view that shows nothing but the disputes. One of them as ours, over theirs as base, settles all conflicts.
 */
export function isolateConflicts(versions: Versions, topology: ListTopology): Versions {
  return {
    base: mergeTo('base', versions, topology).value,
    ours: mergeTo('ours', versions, topology).value,
    theirs: mergeTo('theirs', versions, topology).value,
  };
}

/** The merged value, with one version at the conflicts, and the conflicts. */
export function mergeTo(
  atConflicts: keyof Versions,
  { base, ours, theirs }: Versions,
  topology: ListTopology,
): Omit<MergedValue, 'changes'> {
  const run: MergeRun = { atConflicts, conflicts: [], path: [] };
  const kept = (value: JsonValue | undefined): JsonValue | undefined =>
    value === null && !topology.nullable ? undefined : value;
  const versions = { base: kept(base), ours: kept(ours), theirs: kept(theirs) };
  const merged = runDeep(mergeNode(versions, topology, run));
  const value = merged ?? (ours === null && !topology.nullable ? null : undefined);
  return { value, conflicts: run.conflicts };
}
