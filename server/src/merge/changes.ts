import { compareValues, type Task } from './compareValues';
import type { FieldPath, FieldPathStep } from './fieldPath';
import type { JsonObject, JsonValue } from './json';
import type { ListTopology } from './topology';

/**
 * One change from an older value to a newer one. `before` is undefined for what was not there, `after` for what is
 * gone; null counts as not there unless the schema keeps it. The path leads to what is changed, removed or added.
 */
export type Change = ChangedValue | RemovedValue | AddedValue | ChangedOrder;

export interface ChangedValue {
  readonly kind: 'changed';
  readonly path: FieldPath;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

export interface RemovedValue {
  readonly kind: 'removed';
  readonly path: FieldPath;
  readonly before: JsonValue;
  readonly after: undefined;
}

/** A new field, list element or set member. */
export interface AddedValue {
  readonly kind: 'added';
  readonly path: FieldPath;
  readonly before: undefined;
  readonly after: JsonValue;
  /** The sibling right behind which it stands in the newer value; undefined if it stands first. */
  readonly behind: FieldPathStep | undefined;
}

/**
 * The elements that a keyed list keeps stand in another order. `before` and `after` list them in the two orders,
 * each as the map of its key values that is its step in a path. The path leads to the list.
 */
export interface ChangedOrder {
  readonly kind: 'order';
  readonly path: FieldPath;
  readonly before: JsonObject[];
  readonly after: JsonObject[];
}

/**
 * The fewest changes that lead from one value to the other: none where the two are equal in meaning, each as deep as
 * the topology allows; a list without identity of its elements is one value. In a map and in a list: first what is
 * changed and removed, then an order, then what is added, in the order of the newer value. An element is named by its
 * keys, or by its index if the list has its keys more than once.
 */
export function listChanges(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  topology: ListTopology,
): Change[] {
  const changes: Change[] = [];
  const pending: Task[] = [{ from, to, topology, way: undefined, behind: undefined }];
  for (let task = pending.pop(); task; task = pending.pop()) {
    if ('kind' in task) changes.push(task);
    else if (task.from !== task.to) for (const next of compareValues(task).reverse()) pending.push(next);
  }
  return changes;
}
