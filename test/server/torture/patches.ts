import { formatPointer } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { TargetObject } from './objects';
import { elementOf, indexOfMark, itemsOf, portOf, valueAt, type WriterName } from './places';
import type { MarkEdit } from './typing';

/** A patch with the changes, of a type that can say them. */
export function patchOf(
  { name, resource }: TargetObject,
  { edits, read, writer }: { edits: readonly MarkEdit[]; read: JsonObject; writer: WriterName },
): { type: 'merge' | 'strategic-merge' | 'json'; body: JsonValue } {
  const list = edits.find((edit) => needsOperations(name, edit));
  if (list !== undefined) return { type: 'json', body: operationsFor(list, { read, writer }) };
  const body: JsonObject = {};
  for (const { place, key, value } of edits) {
    const last = isMapLike(place.shape)
      ? { [key]: value === undefined ? null : elementOf(place, { key, value }, writer.number) }
      : [elementPatch({ place, key, value }, writer)];
    nest(body, place.path, last);
  }
  return { type: resource.includes('apps') ? 'strategic-merge' : 'merge', body };
}

function elementPatch({ place, key, value }: MarkEdit, writer: WriterName): JsonValue {
  const identity =
    place.shape === 'ports' ? { containerPort: portOf(key, writer.number) } : { [place.keyField]: key };
  return value === undefined
    ? { ...identity, $patch: 'delete' }
    : elementOf(place, { key, value }, writer.number);
}

function isMapLike(shape: string): boolean {
  return shape === 'map' || shape === 'deepMap';
}

/** Puts a value at a path of a patch beside what is there. */
function nest(patch: JsonObject, path: readonly (string | { name: string })[], last: JsonValue): void {
  const [step, ...rest] = path;
  if (typeof step !== 'string') return;
  const element = rest[0];
  const before = patch[step];
  if (rest.length === 0) {
    if (Array.isArray(before) && Array.isArray(last)) before.push(...last);
    else patch[step] = isJsonObject(before) && isJsonObject(last) ? { ...before, ...last } : last;
    return;
  }
  if (typeof element === 'object') {
    const first: JsonObject = Array.isArray(before) ? (before[0] as JsonObject) : { ...element };
    patch[step] = [first];
    nest(first, rest.slice(1), last);
    return;
  }
  const map: JsonObject = isJsonObject(before) ? before : {};
  patch[step] = map;
  nest(map, rest, last);
}

/** A JSON Patch of one list element, which tests what it changes. */
function operationsFor(
  { place, key, value }: MarkEdit,
  { read, writer }: { read: JsonObject; writer: WriterName },
): JsonValue {
  const items = itemsOf(valueAt(read, place.path));
  const index = indexOfMark(items, place, key, writer.number);
  const pointer = formatPointer(place.path);
  const element = value === undefined ? undefined : elementOf(place, { key, value }, writer.number);
  if (index < 0) return element === undefined ? [] : [{ op: 'add', path: `${pointer}/-`, value: element }];
  const test = { op: 'test', path: `${pointer}/${index}`, value: items[index]! };
  return element === undefined
    ? [test, { op: 'remove', path: `${pointer}/${index}` }]
    : [test, { op: 'replace', path: `${pointer}/${index}`, value: element }];
}

/** The changes that one patch can make: of a custom resource's lists one element alone, by its index. */
export function patchable({ name }: TargetObject, edits: readonly MarkEdit[]): MarkEdit[] {
  const list = edits.find((edit) => needsOperations(name, edit));
  return list === undefined ? [...edits] : [list];
}

function needsOperations(name: string, { place: { shape } }: MarkEdit): boolean {
  return name === 'rack' && (shape === 'list' || shape === 'set');
}
