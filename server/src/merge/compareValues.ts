import type { Change } from './changes';
import { isAbsent, isEqual } from './equality';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import { hasCopies, identifyItems, type ListItem } from './listItems';
import type { KeyedList, ListTopology } from './topology';

/** The node at hand: its meaning, its way from the root, and the list that it is an element of, if it is one. */
interface Place {
  readonly topology: ListTopology;
  readonly way: Way | undefined;
  readonly elementOf?: KeyedList;
}

/** The last step to a node, and the way to its parent; a path that grows at no cost. */
interface Way {
  readonly step: FieldPathStep;
  readonly parent: Way | undefined;
}

/** Two values at one place; `behind` is the preceding sibling, if it turns out that the value is added. */
export interface Comparison extends Place {
  readonly from: JsonValue | undefined;
  readonly to: JsonValue | undefined;
  readonly behind: FieldPathStep | undefined;
}

/** What is left to do, in the order of the changes: a change that is certain, or values to compare. */
export type Task = Change | Comparison;

/** What the comparison of two values comes to: changes, and comparisons of what lies inside. */
export function compareValues(comparison: Comparison): Task[] {
  const { from, to, topology, behind, elementOf } = comparison;
  const path = (): FieldPath => pathOf(comparison.way);
  if (isMissing(to, topology)) {
    if (isMissing(from, topology) || isAbsent(from, topology)) return [];
    return [{ kind: 'removed', path: path(), before: from, after: undefined }];
  }
  if (isMissing(from, topology)) {
    return isAbsent(to, topology)
      ? []
      : [{ kind: 'added', path: path(), before: undefined, after: to, behind }];
  }
  const inside = compareInside(from, to, comparison);
  if (inside) return inside;
  if (isEqual(from, to, topology, elementOf?.keyDefaults)) return [];
  return [{ kind: 'changed', path: path(), before: from, after: to }];
}

function isMissing(value: JsonValue | undefined, topology: ListTopology): value is null | undefined {
  return value === undefined || (value === null && !topology.nullable);
}

/** Comparisons of what lies inside; undefined where the two must be taken as a whole. */
function compareInside(from: JsonValue, to: JsonValue, place: Place): Task[] | undefined {
  if (Array.isArray(from) && Array.isArray(to)) return compareLists(from, to, place);
  const areGranular = isJsonObject(from) && isJsonObject(to) && place.topology.map !== 'atomic';
  return areGranular ? compareFields(from, to, place) : undefined;
}

function compareFields(from: JsonObject, to: JsonObject, place: Place): Task[] {
  const tasks: Task[] = [];
  // The key fields of an element are equal, written or left to their default.
  const isKey = (key: string): boolean => place.elementOf?.keys.includes(key) ?? false;
  const isWritten = (key: string): boolean => (getField(from, key) ?? null) !== null;
  const compare = (key: string, behind: string | undefined): void => {
    const [older, newer] = [getField(from, key), getField(to, key)];
    if (older === newer || isKey(key)) return;
    const way = { step: key, parent: place.way };
    tasks.push({ from: older, to: newer, topology: place.topology.field(key), way, behind });
  };
  // What means nothing is neither removed nor added.
  const isThereAfter = (key: string): boolean => {
    const [older, newer] = [getField(from, key), getField(to, key)];
    if (isKey(key)) return older !== undefined;
    if (older !== undefined && (newer ?? null) !== null) return true; // whatever the schema says
    const field = place.topology.field(key);
    return isMissing(newer, field)
      ? older !== undefined && isAbsent(older, field)
      : older !== undefined || !isAbsent(newer, field);
  };
  for (const key of Object.keys(from)) if (isWritten(key) || !Object.hasOwn(to, key)) compare(key, undefined);
  let behind: string | undefined;
  for (const key of Object.keys(to)) {
    if (!isWritten(key)) compare(key, behind);
    if (isThereAfter(key)) behind = key;
  }
  return tasks;
}

/**
 * Changes and comparisons element by element. Undefined where that cannot be said: elements without identity,
 * or copies of one key that do not stand at the same places of both lists.
 */
function compareLists(from: JsonValue[], to: JsonValue[], place: Place): Task[] | undefined {
  const older = identifyItems(from, place.topology.list);
  const newer = identifyItems(to, place.topology.list);
  if (!older || !newer) return undefined;
  const areCopied = hasCopies(older) || hasCopies(newer);
  if (older.length === newer.length && older.every((item, index) => item.id === newer[index]!.id)) {
    return older.flatMap((item, index) =>
      compareItems(item, newer[index]!, areCopied ? index : item.step!, place),
    );
  }
  const areNamed = [...older, ...newer].every((item) => item.step !== undefined);
  return areCopied || !areNamed ? undefined : compareKeyed(older, newer, place);
}

function compareKeyed(older: ListItem[], newer: ListItem[], place: Place): Task[] {
  const olderIds = new Set(older.map((item) => item.id));
  const newerById = new Map(newer.map((item) => [item.id, item]));
  const pathTo = (item: ListItem): FieldPath => pathOf({ step: item.step!, parent: place.way });
  const keptOrRemoved = older.flatMap((item): Task[] => {
    const counterpart = newerById.get(item.id);
    if (counterpart) return compareItems(item, counterpart, item.step!, place);
    return [{ kind: 'removed', path: pathTo(item), before: item.value, after: undefined }];
  });
  const order = compareOrder(
    older.filter((item) => newerById.has(item.id)),
    newer.filter((item) => olderIds.has(item.id)),
    place,
  );
  const added = newer.flatMap((item, index): Task[] => {
    if (olderIds.has(item.id)) return [];
    const behind = newer[index - 1]?.step;
    return [{ kind: 'added', path: pathTo(item), before: undefined, after: item.value, behind }];
  });
  return [...keptOrRemoved, ...order, ...added];
}

function compareOrder(older: ListItem[], newer: ListItem[], place: Place): Task[] {
  const isKept = older.every((item, index) => item.id === newer[index]!.id);
  if (isKept || place.topology.list.kind === 'set') return [];
  const [before, after] = [older, newer].map((items) => items.map((item) => item.step as JsonObject));
  return [{ kind: 'order', path: pathOf(place.way), before: before!, after: after! }];
}

/** Two elements with equal keys; of two equal members of a set there is nothing to compare. */
function compareItems(from: ListItem, to: ListItem, step: FieldPathStep, place: Place): Task[] {
  const { list } = place.topology;
  if (from.value === to.value || list.kind !== 'map') return [];
  const way = { step, parent: place.way };
  const topology = place.topology.element();
  return [{ from: from.value, to: to.value, topology, way, elementOf: list, behind: undefined }];
}

function pathOf(way: Way | undefined): FieldPath {
  const path: FieldPathStep[] = [];
  for (let at = way; at; at = at.parent) path.push(at.step);
  return path.reverse();
}
