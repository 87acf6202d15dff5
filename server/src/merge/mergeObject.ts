import { listChanges, type Change } from './changes';
import type { Conflict, Versions } from './conflicts';
import { isEqual } from './equality';
import { fieldAt } from './fieldAt';
import type { FieldPath } from './fieldPath';
import { isJsonObject, type JsonValue } from './json';
import { isolateConflicts, mergeTo } from './merge';
import { identityFields, lastAppliedField, presentAt, serverOwnedFields, withFieldAt } from './objectFields';
import { topologyAt, type ListTopology } from './topology';

/** A whole Kubernetes object as it was opened, as the user wants it, and as it is in the cluster now. */
export interface ObjectVersions extends Versions {
  readonly topology: ListTopology;
  /** Paths of map keys that the text of ours does not show. */
  readonly hidden: readonly FieldPath[];
  /** What becomes of `status`: with a status subresource its own endpoint writes nothing else, the main one the rest. */
  readonly status: 'data' | 'ignored' | 'edited';
}

export type MergedObject =
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | ({ readonly kind: 'clean' } & MergedParts)
  | ({ readonly kind: 'conflicting'; readonly conflicts: readonly Conflict[] } & MergedParts);

/** The object was deleted, or deleted and created anew, or ours is the text of another object. */
export type RefusalReason = 'deleted' | 'recreated' | 'identity-changed';

export interface MergedParts {
  /** The object to write: hidden and server-owned fields are those of theirs. At conflicts it has ours. */
  readonly object: JsonValue;
  /** The part of it that the text of ours is to show. */
  readonly visible: JsonValue;
  /** What leads from ours to the visible part. */
  readonly changes: readonly Change[];
  readonly warnings: readonly MergeWarning[];
}

export type MergeWarning =
  /** Ours changed a field that only the server writes; it is as in theirs. */
  | { readonly kind: 'ignored'; readonly path: FieldPath }
  /** The object is being deleted; it waits for its finalizers. */
  | { readonly kind: 'deleting' }
  /** Both sides changed what `kubectl apply` last applied; theirs is kept, it is the other actor's record. */
  | { readonly kind: 'last-applied-theirs' };

/**
 * Merges three versions of a whole object: as any value, but fields that only the server writes and hidden fields
 * are those of theirs and never in conflict. Never throws; what is not to be merged is refused with a reason.
 */
export function mergeObject(versions: ObjectVersions): MergedObject {
  const reason = refusal(versions);
  if (reason) return { kind: 'refused', reason };
  const { topology } = versions;
  const ours = { ...versions, ours: withTheirFields(versions) };
  const { value, conflicts } = mergeTo('ours', ours, topology);
  const object = value ?? null;
  const visible = withoutUnwritten(object, versions);
  const changes = listChanges(versions.ours, visible, topology);
  const parts = { object, visible, changes, warnings: listWarnings(versions) };
  return conflicts.length === 0 ? { kind: 'clean', ...parts } : { kind: 'conflicting', conflicts, ...parts };
}

/**
 * The visible parts of three objects that are merged everywhere but at the conflicts, where they are base, ours and
 * theirs: for a three-way view that shows nothing but the disputes.
 */
export function isolateObjectConflicts(versions: ObjectVersions): Record<keyof Versions, JsonValue> {
  const isolated = isolateConflicts({ ...versions, ours: withTheirFields(versions) }, versions.topology);
  const visible = (value: JsonValue | undefined): JsonValue => withoutUnwritten(value ?? null, versions);
  return { base: visible(isolated.base), ours: visible(isolated.ours), theirs: visible(isolated.theirs) };
}

function refusal({ base, ours, theirs, topology }: ObjectVersions): RefusalReason | undefined {
  if (theirs === undefined) return 'deleted';
  const [uid, uidNow] = [base, theirs].map((object) => presentAt(object, ['metadata', 'uid']));
  if (uid !== undefined && uidNow !== undefined && !isEqual(uid, uidNow)) return 'recreated';
  const isSame = identityFields.every((path) =>
    isEqual(presentAt(base, path), presentAt(ours, path), topology),
  );
  return isSame ? undefined : 'identity-changed';
}

/** Fields that are written as theirs has them, whatever ours says; with `edited`, all others but status are, too. */
function unwrittenFields({ hidden, status }: ObjectVersions): readonly FieldPath[] {
  if (status === 'ignored') return [...serverOwnedFields, ...hidden, ['status']];
  const shown = status === 'edited' ? hidden.filter(([key]) => key !== 'status') : hidden;
  return [...serverOwnedFields, ...shown];
}

function withTheirFields(versions: ObjectVersions): JsonValue | undefined {
  const { ours, theirs = null, status } = versions;
  if (status === 'edited') return withFieldAt(theirs, ['status'], presentAt(ours, ['status']));
  const fields = [...unwrittenFields(versions)];
  if (isLastAppliedDisputed(versions)) fields.push(lastAppliedField);
  return fields.reduce<JsonValue>(
    (object, path) => withFieldAt(object, path, fieldAt(theirs, path)),
    ours ?? null,
  );
}

/** The object without what the text of ours does not have to show: fields that only the server writes, and hidden. */
function withoutUnwritten(object: JsonValue, versions: ObjectVersions): JsonValue {
  const fields = [...unwrittenFields(versions)];
  if (versions.status === 'edited' && isJsonObject(object)) {
    fields.push(...Object.keys(object).flatMap((key) => (key === 'status' ? [] : [[key]])));
  }
  return fields
    .filter((path) => presentAt(versions.ours, path) === undefined)
    .reduce((visible, path) => withFieldAt(visible, path, undefined), object);
}

function isLastAppliedDisputed({ base, ours, theirs }: Versions): boolean {
  const [before, mine, live] = [base, ours, theirs].map((object) => presentAt(object, lastAppliedField));
  return !isEqual(mine, before) && !isEqual(live, before) && !isEqual(mine, live);
}

function listWarnings(versions: ObjectVersions): MergeWarning[] {
  const warnings: MergeWarning[] = listIgnored(versions).map((path) => ({ kind: 'ignored', path }));
  if (presentAt(versions.theirs, ['metadata', 'deletionTimestamp']) !== undefined) {
    warnings.push({ kind: 'deleting' });
  }
  const isIgnored = versions.status === 'edited' || unwrittenFields(versions).some(isLastApplied);
  if (!isIgnored && isLastAppliedDisputed(versions)) warnings.push({ kind: 'last-applied-theirs' });
  return warnings;
}

function isLastApplied(path: FieldPath): boolean {
  return isEqual([...path] as string[], [...lastAppliedField] as string[]);
}

/** What ours changed of the fields that are not written. */
function listIgnored(versions: ObjectVersions): FieldPath[] {
  const { base, ours, topology, status } = versions;
  const fields = unwrittenFields(versions);
  const ignored = fields.filter((path) => {
    const written = presentAt(ours, path);
    return written !== undefined && !isEqual(written, presentAt(base, path), topologyAt(topology, path));
  });
  if (status !== 'edited') return ignored;
  const [before, after] = [base, ours].map((object) =>
    fields.reduce((rest, path) => withFieldAt(rest, path, undefined), object ?? null),
  );
  const changes = listChanges(before, after, topology).map(({ path }) => path);
  // The text need not show the parts that are not status.
  const isShown = ([key]: FieldPath): boolean => key !== undefined && presentAt(ours, [key]) !== undefined;
  return [...ignored, ...changes.filter((path) => path[0] !== 'status' && isShown(path))];
}
