import type { Change } from './changes';
import { deepestPath } from './depth';
import { isAbsent, isEqual } from './equality';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import { hasCopies, identifyItems, type ListItem } from './listItems';
import type { ListTopology } from './topology';

interface Place {
  readonly topology: ListTopology;
  readonly path: FieldPath;
}

/** Two values at one place; `behind` is the preceding sibling, if it turns out that the value is added. */
export interface Comparison extends Place {
  readonly from: JsonValue | undefined;
  readonly to: JsonValue | undefined;
  readonly behind: FieldPathStep | undefined;
}

/** Appends the changes between two values of the root or of a field. */
export function collectChanges(comparison: Comparison, changes: Change[]): void {
  const { from, to, topology, path, behind } = comparison;
  const isMissing = (value: JsonValue | undefined): value is null | undefined =>
    value === undefined || (value === null && !topology.nullable);
  if (isMissing(to)) {
    if (!isMissing(from) && !isAbsent(from, topology)) {
      changes.push({ kind: 'removed', path, before: from, after: undefined });
    }
  } else if (isMissing(from)) {
    if (!isAbsent(to, topology)) changes.push({ kind: 'added', path, before: undefined, after: to, behind });
  } else if (!collectInner(from, to, comparison, changes) && !isEqual(from, to, topology)) {
    changes.push({ kind: 'changed', path, before: from, after: to });
  }
}

/** Appends the changes below the place. False, with nothing appended, where the two must be taken as a whole. */
function collectInner(from: JsonValue, to: JsonValue, place: Place, changes: Change[]): boolean {
  if (place.path.length >= deepestPath) return false;
  if (Array.isArray(from) && Array.isArray(to)) return collectListChanges(from, to, place, changes);
  if (!isJsonObject(from) || !isJsonObject(to) || place.topology.map === 'atomic') return false;
  collectFieldChanges(from, to, { ...place, equalFields: [] }, changes);
  return true;
}

function collectFieldChanges(
  from: JsonObject,
  to: JsonObject,
  place: Place & { readonly equalFields: readonly string[] },
  changes: Change[],
): void {
  const compare = (key: string, behind: string | undefined): void => {
    const [older, newer] = [getField(from, key), getField(to, key)];
    if (older === newer || place.equalFields.includes(key)) return;
    const path = [...place.path, key];
    collectChanges({ from: older, to: newer, topology: place.topology.field(key), path, behind }, changes);
  };
  const isOlder = (key: string): boolean => (getField(from, key) ?? null) !== null;
  for (const key of Object.keys(from)) if (isOlder(key) || !Object.hasOwn(to, key)) compare(key, undefined);
  let behind: string | undefined;
  for (const key of Object.keys(to)) {
    if (!isOlder(key)) compare(key, behind);
    const isAdded =
      !place.equalFields.includes(key) && !isAbsent(getField(to, key), place.topology.field(key));
    if (Object.hasOwn(from, key) || isAdded) behind = key;
  }
}

/**
 * Appends the changes element by element. False, with nothing appended, where that cannot be said: elements
 * without identity, or copies of one key that do not stand at the same places of both lists.
 */
function collectListChanges(from: JsonValue[], to: JsonValue[], place: Place, changes: Change[]): boolean {
  const older = identifyItems(from, place.topology.list);
  const newer = identifyItems(to, place.topology.list);
  if (!older || !newer) return false;
  if (older.length === newer.length && older.every((item, index) => item.id === newer[index]!.id)) {
    const named = hasCopies(older) ? undefined : older;
    older.forEach((item, index) =>
      collectItemChanges(item, newer[index]!, named ? item.step! : index, place, changes),
    );
    return true;
  }
  if (hasCopies(older) || hasCopies(newer)) return false;
  if ([...older, ...newer].some((item) => item.step === undefined)) return false;
  collectKeyedChanges(older, newer, place, changes);
  return true;
}

function collectKeyedChanges(older: ListItem[], newer: ListItem[], place: Place, changes: Change[]): void {
  const olderIds = new Set(older.map((item) => item.id));
  const newerById = new Map(newer.map((item) => [item.id, item]));
  for (const item of older) {
    const counterpart = newerById.get(item.id);
    if (counterpart) collectItemChanges(item, counterpart, item.step!, place, changes);
    else {
      changes.push({
        kind: 'removed',
        path: [...place.path, item.step!],
        before: item.value,
        after: undefined,
      });
    }
  }
  collectOrderChange(
    older.filter((item) => newerById.has(item.id)),
    newer.filter((item) => olderIds.has(item.id)),
    place,
    changes,
  );
  newer.forEach((item, index) => {
    if (olderIds.has(item.id)) return;
    const path = [...place.path, item.step!];
    changes.push({
      kind: 'added',
      path,
      before: undefined,
      after: item.value,
      behind: newer[index - 1]?.step,
    });
  });
}

function collectOrderChange(older: ListItem[], newer: ListItem[], place: Place, changes: Change[]): void {
  if (place.topology.list.kind === 'set' || older.every((item, index) => item.id === newer[index]!.id))
    return;
  changes.push({
    kind: 'order',
    path: place.path,
    before: older.map((item) => item.step as JsonObject),
    after: newer.map((item) => item.step as JsonObject),
  });
}

/** Appends the changes inside one element of a keyed list; its key fields are equal, written or not. */
function collectItemChanges(
  from: ListItem,
  to: ListItem,
  step: FieldPathStep,
  place: Place,
  changes: Change[],
): void {
  const { list } = place.topology;
  if (from.value === to.value || list.kind !== 'map') return;
  const inner = { topology: place.topology.element(), path: [...place.path, step], equalFields: list.keys };
  if (inner.topology.map !== 'atomic' && inner.path.length < deepestPath) {
    collectFieldChanges(from.value as JsonObject, to.value as JsonObject, inner, changes);
  } else if (!isEqual(from.value, to.value, inner.topology, list.keyDefaults)) {
    changes.push({ kind: 'changed', path: inner.path, before: from.value, after: to.value });
  }
}
