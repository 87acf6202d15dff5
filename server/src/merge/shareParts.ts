import { isJsonObject, type JsonObject, type JsonValue, setField } from './json';

/**
 * The newer value, its parts replaced by those of the older one that are the same, down to the order of their fields.
 * Later comparisons of the two pass such parts over at once, and they take memory once. Deep down nothing is looked
 * for, so that the stack never overflows; neither value is changed.
 */
export function shareParts(older: JsonValue, newer: JsonValue): JsonValue {
  return share(older, newer, deepest);
}

function share(older: JsonValue | undefined, newer: JsonValue, depth: number): JsonValue {
  if (typeof newer !== 'object' || typeof older !== 'object' || depth === 0) return newer;
  if (Array.isArray(newer)) return Array.isArray(older) ? shareItems(older, newer, depth - 1) : newer;
  return isJsonObject(newer) && isJsonObject(older) ? shareFields(older, newer, depth - 1) : newer;
}

function shareItems(older: JsonValue[], newer: JsonValue[], depth: number): JsonValue {
  let shared: JsonValue[] | undefined;
  let areSame = older.length === newer.length;
  for (let index = 0; index < newer.length; index += 1) {
    const after = newer[index]!;
    if (after === older[index]) continue;
    const part = share(older[index], after, depth);
    if (part !== older[index]) areSame = false;
    if (part !== after) (shared ??= [...newer])[index] = part;
  }
  return areSame ? older : (shared ?? newer);
}

function shareFields(older: JsonObject, newer: JsonObject, depth: number): JsonValue {
  const names = Object.keys(newer);
  const olderNames = Object.keys(older);
  let shared: JsonObject | undefined;
  let areSame = names.length === olderNames.length;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]!;
    if (name !== olderNames[index]) {
      areSame = false;
      if (!Object.hasOwn(older, name)) continue;
    }
    const after = newer[name]!;
    if (after === older[name]) continue;
    const part = share(older[name], after, depth);
    if (part !== older[name]) areSame = false;
    if (part !== after) setField((shared ??= { ...newer }), name, part);
  }
  return areSame ? older : (shared ?? newer);
}

/** How deep a manifest goes, and more. */
const deepest = 64;
