import { adoptNode } from '../merge/adopt';
import type { Change } from '../merge/changes';
import type { Conflict } from '../merge/conflicts';
import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { type MergedObject, type MergedParts, mergeObject, type ObjectVersions } from '../merge/mergeObject';
import { withFieldAt } from '../merge/objectFields';
import { keepOurs } from '../merge/resolve';
import {
  createFieldWriters,
  type FieldWriter,
  type FindFieldWriter,
  findLastWriter,
  hasValueAt,
} from './fieldManagers';
import type { LiveDocument } from './liveDocument';
import type { KubernetesObject } from './ports';
import type { Snapshot } from './snapshot';

/** What a merge needs to know of a document. */
export type Mergeable = Pick<LiveDocument, 'base' | 'ownership' | 'topology'>;

/** A change of the live object, and who has made it as far as the object records that. */
export interface LiveChange {
  readonly change: Change;
  readonly writer: FieldWriter | undefined;
  /** When it was seen first, where the object does not record when it was made. Milliseconds since 1970. */
  readonly seenAt?: number;
}

/** The three versions of an object: as the text was derived from it, as the text says, and as it is in the cluster. */
export function versionsOf(document: Mergeable, visible: JsonObject, live: Snapshot): ObjectVersions {
  const { base, ownership, topology } = document;
  return {
    base: base.object,
    ours: withNamespace(visible, base.object),
    theirs: live.object,
    topology,
    hidden: ownership.hidden,
    status: ownership.status,
  };
}

/**
 * What a text of a document says, merged with the live object. What the API server has made of what we wrote is no
 * change of others: where nobody has changed it since, the user may.
 */
export function mergeWithLive(document: Mergeable, visible: JsonObject, live: Snapshot): MergedObject {
  const versions = versionsOf(document, visible, live);
  const merged = mergeObject(versions);
  const { completed } = document.base;
  if (merged.kind !== 'conflicting' || completed === undefined) return merged;
  const { topology, theirs } = versions;
  const isCompletion = ({ path }: Conflict): boolean =>
    isEqual(completed, adoptNode(completed, theirs, path, topology), topology);
  const own = merged.conflicts.filter(isCompletion);
  if (own.length === 0) return merged;
  const base = own.reduce<JsonValue | undefined>(
    (value, conflict) => keepOurs({ ...versions, base: value }, conflict, topology),
    versions.base,
  );
  return mergeObject(isJsonObject(base) ? { ...versions, base } : versions);
}

/** Fields of the text that differ from the live object and that a save does not write, because only the server does. */
export function ignoredFields({ warnings }: MergedParts): FieldPath[] {
  return warnings.flatMap((warning) => (warning.kind === 'ignored' ? [warning.path] : []));
}

/** What others have changed and the text does not say yet, with the writers; not what the server ignores of the text. */
export function changesOfOthers(merged: MergedParts, live: KubernetesObject): LiveChange[] {
  const ignored = ignoredFields(merged);
  const others = merged.changes.filter(({ path }) => !ignored.some((field) => isWithin(path, field)));
  return withWriters(others, live);
}

/** Whether a field is this one, or a part of it. All of these lead through maps alone. */
function isWithin(path: FieldPath, field: FieldPath): boolean {
  return field.every((step, index) => path[index] === step);
}

/** The whole object that a text stands for: what it does not show, or cannot change, is as in `whole`. */
export function wholeObject(document: Mergeable, visible: JsonObject, whole: Snapshot): KubernetesObject {
  const merged = mergeWithLive({ ...document, base: whole }, visible, whole);
  return merged.kind !== 'refused' && isJsonObject(merged.object) ? merged.object : whole.object;
}

/** The changes with their writers. */
export function withWriters(changes: readonly Change[], live: KubernetesObject): LiveChange[] {
  if (changes.length === 0) return [];
  const findWriter = likelyWriters(live);
  return changes.map((change) => ({ change, writer: findWriter(change.path) }));
}

/**
 * Says who has written a field, by the live object's managedFields. Nobody is recorded for what is gone: that was
 * probably the last writer of all.
 */
export function likelyWriters(live: KubernetesObject): FindFieldWriter {
  const findWriter = createFieldWriters(live);
  return (path) => {
    const writer = findWriter(path);
    if (writer !== undefined || hasValueAt(live, path)) return writer;
    const last = findLastWriter(live, path);
    return last && { ...last, isGuessed: true };
  };
}

/** A text may leave the namespace out: the object stays where it is. */
function withNamespace(visible: JsonObject, base: KubernetesObject): JsonObject {
  const path = ['metadata', 'namespace'];
  if ((fieldAt(visible, path) ?? null) !== null) return visible;
  const named = withFieldAt(visible, path, fieldAt(base, path));
  return isJsonObject(named) ? named : visible;
}
