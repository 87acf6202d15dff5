import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { Random } from './random';

/**
 * The object with one random change anywhere but in what says which object it is and what only the server writes:
 * another scalar, a field or an element less, an element more, two elements swapped, an entry of labels more.
 */
export function changeSomewhere(object: JsonObject, random: Random): JsonObject {
  const copy = structuredClone(object);
  const places = placesIn(copy);
  const place = random.pick(places);
  if (place === undefined) return copy;
  const { parent, key } = place;
  const value = (parent as JsonObject)[key as string]!;
  const set = (changed: JsonValue): void => {
    (parent as JsonObject)[key as string] = changed;
  };
  const remove = (): void => {
    if (Array.isArray(parent)) parent.splice(key as number, 1);
    else Reflect.deleteProperty(parent, key);
  };
  if (random.below(4) === 0) remove();
  else if (Array.isArray(value)) {
    const [first] = value;
    if (value.length > 1 && random.below(2) === 0) value.reverse();
    else if (first !== undefined) value.push(changedScalar(structuredClone(first), random));
  } else if (isJsonObject(value)) value[`added${random.below(9)}`] = 'x';
  else set(changedScalar(value, random));
  return copy;
}

interface Place {
  parent: JsonObject | JsonValue[];
  key: string | number;
}

const untouched = ['apiVersion', 'kind', 'status'];
const ofMetadata = ['labels', 'annotations', 'finalizers'];

function placesIn(object: JsonObject): Place[] {
  const places: Place[] = [];
  const visit = (parent: JsonObject | JsonValue[]): void => {
    for (const [name, value] of Object.entries(parent)) {
      if (parent === object && (untouched.includes(name) || name === 'metadata')) continue;
      places.push({ parent, key: Array.isArray(parent) ? Number(name) : name });
      if (typeof value === 'object' && value !== null) visit(value);
    }
  };
  visit(object);
  const metadata = object['metadata'] as JsonObject;
  for (const field of ofMetadata) {
    const map = metadata[field];
    if (map === undefined) continue;
    places.push({ parent: metadata, key: field });
    if (typeof map === 'object' && map !== null) visit(map);
  }
  return places;
}

/** Another value of the same type; of a map one with another scalar in it. */
function changedScalar(value: JsonValue, random: Random): JsonValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1 + random.below(3);
  if (typeof value === 'string') return /^\d+$/.test(value) ? `${Number(value) + 1}` : `${value}x`;
  if (!isJsonObject(value)) return value;
  const key = random.pick(Object.keys(value));
  if (key !== undefined) value[key] = changedScalar(value[key]!, random);
  return value;
}
