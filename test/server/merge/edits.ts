import { isDeepStrictEqual } from 'node:util';
import type { FieldPath, FieldPathStep } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';

/** One thing that somebody does to an object. `unit` is what the API has as one value: nobody else may touch it. */
export type Edit =
  /** Maps on the way are made. */
  | { kind: 'set'; path: FieldPath; value: JsonValue; unit: FieldPath }
  | { kind: 'remove'; path: FieldPath; unit: FieldPath }
  /** Into a keyed list or a set, right behind an element, or at the front. Lists that are not there are made. */
  | { kind: 'insert'; list: FieldPath; value: JsonValue; behind: FieldPathStep | undefined; unit: FieldPath }
  | { kind: 'move'; list: FieldPath; element: FieldPathStep; behind: FieldPathStep | undefined };

/** By which fields the API tells the elements of a list apart. Lists that are not here are sets, or one value. */
const keysOfLists: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  env: ['name'],
  ports: ['containerPort', 'protocol'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  imagePullSecrets: ['name'],
};

/** The step of a path that leads to an element of the list at this path. */
export function stepTo(element: JsonValue, list: FieldPath): FieldPathStep {
  const keys = keysOfLists[list.at(-1) as string];
  if (keys === undefined || !isJsonObject(element)) return { '': element as string };
  const read = (key: string): string => (element[key] ?? (key === 'protocol' ? 'TCP' : '')) as string;
  return Object.fromEntries(keys.map((key) => [key, read(key)]));
}

/** What stands at a path, or undefined. */
export function valueAt(value: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  let found = value;
  path.forEach((step, depth) => {
    if (typeof step === 'object') found = find(found, step, path.slice(0, depth));
    else if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  });
  return found;
}

/** A copy of the object after the edits, one after the other. */
export function applyAll(object: JsonObject, edits: readonly Edit[]): JsonObject {
  const copy = structuredClone(object);
  for (const edit of edits) apply(copy, edit);
  return copy;
}

/** Whether two people can make the two edits without one of them undoing or missing what the other did. */
export function areIndependent(one: Edit, other: Edit): boolean {
  return claimsOf(one).every((mine) => claimsOf(other).every((theirs) => !overlap(mine, theirs)));
}

/** Of each list one element at most is removed, so that none is emptied, and one is moved. */
function claimsOf(edit: Edit): FieldPath[] {
  if (edit.kind === 'move') return [[...edit.list, '#order']];
  return edit.kind === 'remove' ? [edit.unit, [...edit.path.slice(0, -1), '#removal']] : [edit.unit];
}

function overlap(one: FieldPath, other: FieldPath): boolean {
  const length = Math.min(one.length, other.length);
  return isDeepStrictEqual(one.slice(0, length), other.slice(0, length));
}

function apply(object: JsonObject, edit: Edit): void {
  if (edit.kind === 'set' || edit.kind === 'remove') {
    const parent = makeAt(object, edit.path.slice(0, -1), () => ({}));
    const step = edit.path.at(-1)!;
    if (edit.kind === 'set') (parent as JsonObject)[step as string] = structuredClone(edit.value);
    else if (isJsonObject(parent)) Reflect.deleteProperty(parent, step as string);
    else if (Array.isArray(parent)) parent.splice(indexOf(parent, step, edit.path.slice(0, -1)), 1);
    return;
  }
  const list = makeAt(object, edit.list, () => []) as JsonValue[];
  const [value] =
    edit.kind === 'insert'
      ? [structuredClone(edit.value)]
      : list.splice(indexOf(list, edit.element, edit.list), 1);
  const behind = edit.behind === undefined ? -1 : indexOf(list, edit.behind, edit.list);
  list.splice(behind + 1, 0, value!);
}

/** The index of an element; the last index where there is none. */
function indexOf(list: JsonValue[], step: FieldPathStep, path: FieldPath): number {
  const index = list.findIndex((element) => isDeepStrictEqual(stepTo(element, path), step));
  return index === -1 ? list.length - 1 : index;
}

function find(list: JsonValue | undefined, step: FieldPathStep, path: FieldPath): JsonValue | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.find((element) => isDeepStrictEqual(stepTo(element, path), step));
}

/** What stands at a path, which is made where it is missing. */
function makeAt(object: JsonObject, path: FieldPath, make: () => JsonValue): JsonValue {
  const found = valueAt(object, path);
  if (found !== undefined) return found;
  const made = make();
  const parent = makeAt(object, path.slice(0, -1), () => ({})) as JsonObject;
  parent[path.at(-1) as string] = made;
  return made;
}
