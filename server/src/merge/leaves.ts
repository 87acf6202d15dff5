import { canonicalText } from './canonical';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import type { IndexPath } from './resolvePath';

/**
 * The paths of what a value says, in its order: scalars, empty maps, and lists that do not consist of maps alone, each
 * of these as one. All of them end with a map key: what stands in a list is never taken out of it. What lies deeper than
 * a hundred levels counts as one.
 */
export function listLeaves(value: JsonValue): IndexPath[] {
  const leaves: IndexPath[] = [];
  const visit = (node: JsonValue, path: IndexPath): void => {
    const isMap = isJsonObject(node) && Object.keys(node).length > 0;
    if (path.length < deepest && isMap)
      for (const key of Object.keys(node)) visit(node[key] ?? null, [...path, key]);
    else if (path.length < deepest && isListOfMaps(node))
      for (const [index, item] of node.entries()) visit(item, [...path, index]);
    else if (typeof path.at(-1) === 'string') leaves.push(path);
  };
  visit(value, []);
  return leaves;
}

/** The value without what stands at these paths; maps and lists on the way stay, empty or not. Shares what stays. */
export function withoutPaths(value: JsonValue, paths: readonly IndexPath[]): JsonValue {
  return replaced(value, placesOf(paths), undefined);
}

/** The value with null for whatever stands at these paths: only that something does is left to see. */
export function maskedAt(value: JsonValue, paths: readonly IndexPath[]): JsonValue {
  return replaced(value, placesOf(paths), null);
}

/** The paths of the maps and lists of maps that are parts of an object's top fields, such as `spec.template`. */
export function listMainParts(object: JsonObject): IndexPath[] {
  return Object.keys(object).flatMap((field) => {
    const inside = object[field];
    if (!isJsonObject(inside)) return [];
    return Object.keys(inside).flatMap((key) => {
      const part = inside[key] ?? null;
      return isJsonObject(part) || isListOfMaps(part) ? [[field, key]] : [];
    });
  });
}

/** The paths of the outermost lists of maps in a value, in its order. */
export function listMapLists(value: JsonValue): IndexPath[] {
  const lists: IndexPath[] = [];
  const visit = (node: JsonValue, path: IndexPath): void => {
    if (isListOfMaps(node)) lists.push(path);
    else if (isJsonObject(node) && path.length < deepest)
      for (const key of Object.keys(node)) visit(node[key] ?? null, [...path, key]);
  };
  visit(value, []);
  return lists;
}

/**
 * The largest parts of a value, under map keys, that hold none of the leaves that are kept; in the order of the value.
 * A list is such a part only as a whole.
 */
export function listIdleParts(value: JsonValue, kept: readonly IndexPath[]): IndexPath[] {
  const ways = new Set(kept.flatMap((path) => path.map((_, end) => pathKey(path.slice(0, end + 1)))));
  const parts: IndexPath[] = [];
  const visit = (node: JsonValue, path: IndexPath): void => {
    if (path.length > 0 && !ways.has(pathKey(path))) {
      if (typeof path.at(-1) === 'string') parts.push(path);
    } else if (isJsonObject(node)) {
      for (const key of Object.keys(node)) visit(node[key] ?? null, [...path, key]);
    } else if (isListOfMaps(node)) for (const [index, item] of node.entries()) visit(item, [...path, index]);
  };
  visit(value, []);
  return parts;
}

/** What stands at a path of keys and indexes; undefined where nothing does. */
export function atIndexPath(value: JsonValue | undefined, path: IndexPath): JsonValue | undefined {
  let node = value;
  for (const step of path) {
    if (Array.isArray(node) && typeof step === 'number') node = node[step];
    else node = isJsonObject(node) && typeof step === 'string' ? getField(node, step) : undefined;
  }
  return node;
}

/** The same text for the same path. */
export function pathKey(path: IndexPath): string {
  return canonicalText([...path]);
}

/** Whether the one path is the other one or leads into it. */
export function isWithin(path: IndexPath, around: IndexPath): boolean {
  return around.length <= path.length && around.every((step, index) => step === path[index]);
}

interface Place {
  readonly inside: Map<string | number, Place>;
  isMeant: boolean;
}

function placesOf(paths: readonly IndexPath[]): Place {
  const root: Place = { inside: new Map(), isMeant: false };
  for (const path of paths) {
    let place = root;
    for (const step of path) {
      const next = place.inside.get(step) ?? { inside: new Map(), isMeant: false };
      place.inside.set(step, next);
      place = next;
    }
    place.isMeant = true;
  }
  return root;
}

/** What is meant is replaced in maps, by nothing or by null. */
function replaced(value: JsonValue, { inside }: Place, by: null | undefined): JsonValue {
  if (inside.size === 0) return value;
  if (Array.isArray(value))
    return value.map((item, index) => {
      const place = inside.get(index);
      return place === undefined ? item : replaced(item, place, by);
    });
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const place = inside.get(key);
    const child = value[key] ?? null;
    if (place === undefined) setField(result, key, child);
    else if (!place.isMeant) setField(result, key, replaced(child, place, by));
    else if (by !== undefined) setField(result, key, by);
  }
  return result;
}

function isListOfMaps(value: JsonValue): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

const deepest = 100;
