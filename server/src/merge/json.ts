/**
 * A JSON value with exact integers: an integer beyond ±(2^53 − 1) is a bigint, every other number is a number.
 * Floating-point numbers are doubles, as in the API server.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** Whether the value is a JSON object: neither null nor a list. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own value of the key, or undefined: `constructor` or `__proto__` never reach a prototype. */
export function getField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own value of an object that the caller has just made; `__proto__` becomes an ordinary key. */
export function setField(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else object[key] = value;
}
