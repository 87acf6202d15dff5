import type { FieldPath } from './fieldPath';
import { getField, isJsonObject, type JsonValue } from './json';
import { hasCopies, identifyItems, isItemAt } from './listItems';
import type { ListTopology } from './topology';

/** A path of map keys and 0-based list indexes only. */
export type IndexPath = readonly (string | number)[];

/**
 * The path with the index of each list element in place of its keys, as the value has them. Undefined if nothing
 * stands there. Where several elements have the keys, the first is meant.
 */
export function resolvePath(
  value: JsonValue | undefined,
  path: FieldPath,
  topology: ListTopology,
): IndexPath | undefined {
  const resolved: (string | number)[] = [];
  let [node, here] = [value, topology];
  for (const step of path) {
    if (typeof step === 'string') {
      node = isJsonObject(node) ? getField(node, step) : undefined;
      resolved.push(step);
      here = here.field(step);
    } else {
      if (!Array.isArray(node)) return undefined;
      const { list } = here;
      const index = typeof step === 'number' ? step : node.findIndex((item) => isItemAt(item, step, list));
      node = node[index];
      resolved.push(index);
      here = here.element();
    }
    if (node === undefined) return undefined;
  }
  return resolved;
}

/** What stands at the path; undefined if nothing does. */
export function valueAt(
  value: JsonValue | undefined,
  path: FieldPath,
  topology: ListTopology,
): JsonValue | undefined {
  let node = value;
  for (const step of resolvePath(value, path, topology) ?? [undefined]) {
    if (step === undefined) return undefined;
    node = Array.isArray(node)
      ? node[Number(step)]
      : getField(node as Record<string, JsonValue>, String(step));
  }
  return node;
}

/**
 * The path with the keys of each list element in place of its index, where the list is keyed or a set and no other
 * element has the same keys.
 */
export function namePath(value: JsonValue | undefined, path: IndexPath, topology: ListTopology): FieldPath {
  const named: FieldPath[number][] = [];
  let [node, here] = [value, topology];
  for (const step of path) {
    if (typeof step === 'string') {
      node = isJsonObject(node) ? getField(node, step) : undefined;
      here = here.field(step);
      named.push(step);
    } else {
      const items = Array.isArray(node) ? identifyItems(node, here.list) : undefined;
      const isNamed = items !== undefined && !hasCopies(items);
      node = Array.isArray(node) ? node[step] : undefined;
      here = here.element();
      named.push((isNamed ? items[step]?.step : undefined) ?? step);
    }
  }
  return named;
}
