import { getField, isJsonObject, type JsonValue } from '../merge/json';

/**
 * Whether two values are the same JSON, whatever the order of keys; a whole number equals the bigint of its value.
 * Not recursive, so that no depth is too deep.
 */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  const pending: [JsonValue | undefined, JsonValue | undefined][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return false;
      for (const [index, item] of one.entries()) pending.push([item, other[index]]);
    } else if (isJsonObject(one) && isJsonObject(other)) {
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      for (const key of keys) pending.push([getField(one, key), getField(other, key)]);
    } else if (!isSameNumber(one, other)) return false;
  }
  return true;
}

function isSameNumber(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return isNumeric(left) && isNumeric(right) && left == right;
}

function isNumeric(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
