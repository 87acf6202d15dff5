import type { Deep } from './deep';
import type { FieldPath } from './fieldPath';
import type { JsonValue } from './json';

/**
 * A dispute that only the user can settle, at the deepest place that both sides changed differently; no conflict
 * lies inside another. The values are what stands at the path, undefined where nothing does; for a key that
 * a list has several times, the list of those elements.
 */
export type Conflict = ValueConflict | OrderConflict;

export interface ValueConflict extends Versions {
  readonly kind: 'both-changed' | 'both-added' | 'ours-deleted' | 'theirs-deleted';
  readonly path: FieldPath;
}

/** Both sides moved elements of a keyed list so that no order does justice to both. The values are the lists. */
export interface OrderConflict extends Versions {
  readonly kind: 'order';
  readonly path: FieldPath;
  /** Further conflicts below the list. They are settled together with the order, to the same side. */
  readonly inside: readonly Conflict[];
}

/** One place in the object as it was opened, in the user's text and as it is in the cluster now. */
export interface Versions {
  readonly base: JsonValue | undefined;
  readonly ours: JsonValue | undefined;
  readonly theirs: JsonValue | undefined;
}

/** One run of the merge over an object. */
export interface MergeRun {
  /** The version that the merged value has where there is a conflict. */
  readonly atConflicts: keyof Versions;
  readonly conflicts: Conflict[];
  /** The way to the node at hand; changes as the run goes on. */
  readonly path: FieldPath[number][];
}

/** The merge of a node: its merged value, or undefined if nothing is to stand there. */
export type Merging = Deep<JsonValue | undefined>;
