import type { FieldPath } from './fieldPath';
import { isJsonObject, type JsonValue } from './json';

/** The value at a path of map keys, or undefined where there is none. Inherited properties are no values. */
export function fieldAt(value: JsonValue, path: FieldPath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path) {
    if (!isJsonObject(found) || typeof step !== 'string' || !Object.hasOwn(found, step)) return undefined;
    found = found[step];
  }
  return found;
}
