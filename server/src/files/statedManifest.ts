import { isSameJson } from '../manifest/equal';
import { findDrift } from '../merge/drift';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from '../merge/json';
import { atIndexPath, listIdleParts, listLeaves, withoutPaths } from '../merge/leaves';
import { withFieldAt } from '../merge/objectFields';
import { type IndexPath, namePath, valueAt } from '../merge/resolvePath';
import { decoded, isSecret } from '../merge/secretDrift';
import type { ListTopology } from '../merge/topology';
import type { LiveManifest } from '../session/liveManifest';

/** What is known of the object that a file states. */
export interface StatedOptions {
  readonly topology: ListTopology;
  readonly status: 'data' | 'ignored';
}

/**
 * What a file that states an object already is to say of it: the manifest of the live one, with the defaults that the
 * file states as well, and in the file's own spelling where that means the same (quantities, texts of `stringData`). It
 * gets no namespace where it states none.
 */
export function statedManifest(
  file: JsonValue,
  { object, whole }: Pick<LiveManifest, 'object' | 'whole'>,
  { topology, status }: StatedOptions,
): JsonObject {
  const stated = (path: IndexPath): JsonValue | undefined =>
    valueAt(file, namePath(whole, path, topology), topology);
  const kept = listLeaves(whole).filter((path) => stated(path) !== undefined);
  const full = withoutPaths(whole, listIdleParts(whole, [...listLeaves(object), ...kept]));
  const drifts = findDrift({ file, live: whole, topology, status }).map(({ path }) => path);
  const spelled = withLeaves(full, (path, value) => {
    const own = stated(path);
    const named = namePath(whole, path, topology);
    return own === undefined || drifts.some((drift) => isRelated(drift, named)) ? value : own;
  });
  const placed = fieldAt(file, ['metadata', 'namespace']) === undefined ? withoutNamespace(spelled) : spelled;
  const said = isSecret(object) ? withTexts(placed, file) : placed;
  return isJsonObject(said) ? said : object;
}

function withoutNamespace(object: JsonValue): JsonValue {
  return withFieldAt(object, ['metadata', 'namespace'], undefined);
}

/** Texts that a Secret's file states stay texts: each key stands once, in `stringData` or in `data`. */
function withTexts(object: JsonValue, file: JsonValue): JsonValue {
  const texts = fieldAt(file, ['stringData']);
  if (!isJsonObject(texts)) return object;
  return Object.keys(texts).reduce<JsonValue>((result, key) => {
    const text = decoded(fieldAt(object, ['data', key]) ?? null);
    if (text === undefined) return result;
    return withFieldAt(withFieldAt(result, ['data', key], undefined), ['stringData', key], text);
  }, object);
}

/** Whether the one path leads to the other's value or into it. */
function isRelated(one: FieldPath, other: FieldPath): boolean {
  const length = Math.min(one.length, other.length);
  return isSameJson([...one.slice(0, length)] as JsonValue, [...other.slice(0, length)] as JsonValue);
}

/** The value with each leaf changed, as `listLeaves` finds them. */
function withLeaves(value: JsonValue, change: (path: IndexPath, leaf: JsonValue) => JsonValue): JsonValue {
  return listLeaves(value).reduce(
    (result, path) => withValueAt(result, path, change(path, atIndexPath(value, path) ?? null)),
    value,
  );
}

function withValueAt(value: JsonValue, path: IndexPath, leaf: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withValueAt(item, rest, leaf) : item));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = getField(value, key) ?? null;
    setField(result, key, key === step ? withValueAt(child, rest, leaf) : child);
  }
  return result;
}
