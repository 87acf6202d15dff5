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
