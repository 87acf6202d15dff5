import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { elementOf, indexOfMark, itemsOf, type Step, type WriterName } from './places';
import type { MarkEdit } from './typing';

/** Makes a change in an object itself; lists and maps on the way that are not there are made. */
export function editObject(object: JsonObject, { place, key, value }: MarkEdit, writer: WriterName): void {
  const { shape, path } = place;
  const isMap = shape === 'map' || shape === 'deepMap';
  const held = makeAt(object, path, isMap ? {} : []);
  if (isMap && isJsonObject(held)) {
    if (value === undefined) Reflect.deleteProperty(held, key);
    else held[key] = elementOf(place, { key, value }, writer.number);
    return;
  }
  const items = itemsOf(held);
  const index = indexOfMark(items, place, key, writer.number);
  if (value === undefined) {
    if (index >= 0) items.splice(index, 1);
    return;
  }
  const element = elementOf(place, { key, value }, writer.number);
  const before = items[index];
  if (index < 0) items.push(element);
  else items[index] = isJsonObject(before) && isJsonObject(element) ? { ...before, ...element } : element;
}

function makeAt(object: JsonObject, path: readonly Step[], last: JsonValue): JsonValue {
  let part: JsonValue = object;
  path.forEach((step, index) => {
    const following = path[index + 1];
    if (typeof step === 'string' && isJsonObject(part))
      part = part[step] ??= index === path.length - 1 ? last : typeof following === 'object' ? [] : {};
    else if (typeof step === 'object' && Array.isArray(part)) {
      const found = part.find((item) => isJsonObject(item) && item['name'] === step.name);
      if (found === undefined) part.push({ ...step });
      part = found ?? part.at(-1)!;
    }
  });
  return part;
}
