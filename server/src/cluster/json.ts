import type { KubernetesObject } from '../session/ports';

/** A JSON value whose integers beyond ±(2^53 − 1) are bigints. */
export type JsonValue = KubernetesObject[string];

/** TypeScript's library does not know yet that JSON can show and keep a number's own digits. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON: (text: string) => object;
}

/** The value of a JSON text with all integers exact. Throws a SyntaxError where the text is no JSON. */
export function parseJson(text: string): JsonValue {
  // Reviving walks the whole tree; a text without a run of 16 digits holds no integer beyond 2^53.
  if (!/\d{16}/.test(text)) return JSON.parse(text) as JsonValue;
  return (JSON as unknown as ExactJson).parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    source !== undefined &&
    /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  ) as JsonValue;
}

/** The JSON text of a value; a bigint becomes a JSON number with all its digits. */
export function stringifyJson(value: JsonValue): string {
  if (!hasBigInt(value)) return JSON.stringify(value);
  const { rawJSON } = JSON as unknown as ExactJson;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? rawJSON(part.toString()) : part,
  );
}

/** Whether the value is a JSON object: neither null nor a list. */
export function isObject(value: JsonValue | undefined): value is KubernetesObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys, or undefined where there is none. */
export function valueAt(value: JsonValue | undefined, ...keys: string[]): JsonValue | undefined {
  let part = value;
  for (const key of keys) part = isObject(part) ? part[key] : undefined;
  return part;
}

/** The text at a path of keys, or undefined where there is none. */
export function textAt(value: JsonValue | undefined, ...keys: string[]): string | undefined {
  const part = valueAt(value, ...keys);
  return typeof part === 'string' ? part : undefined;
}

function hasBigInt(value: JsonValue): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasBigInt);
}
