import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { ListTopology } from '../../../server/src/merge/topology';

/** The list at the path; none where it is not there. */
export function listAt(object: JsonValue, path: FieldPath): JsonValue[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value : [];
}

/** The value at the path, whose numbers are list indexes. */
export function valueAt(object: JsonValue, path: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (Array.isArray(value)) value = value[step as number];
    else value = isJsonObject(value) ? getField(value, step as string) : undefined;
  }
  return value;
}

/** The object with another value at the path. */
export function withValueAt(object: JsonObject, path: FieldPath, wanted: JsonValue): JsonObject {
  return put(object, path, wanted) as JsonObject;
}

/**
 * Of the object, what a manager has to apply that is concerned with the value alone: the way to it, with the keys
 * of the elements on the way. What is atomic on the way cannot be applied but as a whole.
 */
export function onlyValue(
  object: JsonObject,
  topology: ListTopology,
  path: FieldPath,
  wanted: JsonValue,
): JsonObject {
  const { apiVersion, kind, metadata } = object;
  const { name } = metadata as JsonObject;
  const way = narrow(object, topology, path, wanted) as JsonObject;
  return {
    apiVersion: apiVersion!,
    kind: kind!,
    ...way,
    metadata: { name: name!, ...(way['metadata'] as object) },
  };
}

function narrow(value: JsonValue, topology: ListTopology, path: FieldPath, wanted: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return wanted;
  if (isJsonObject(value)) {
    if (topology.map === 'atomic') return put(value, path, wanted);
    const key = step as string;
    return { [key]: narrow(getField(value, key) ?? null, topology.field(key), rest, wanted) };
  }
  if (topology.list.kind !== 'map') return put(value, path, wanted);
  const [element] = value as JsonObject[];
  const keys = topology.list.keys.filter((key) => Object.hasOwn(element!, key));
  return [
    {
      ...Object.fromEntries(keys.map((key) => [key, element![key]!])),
      ...(narrow(element!, topology.element(), rest, wanted) as JsonObject),
    },
  ];
}

function put(value: JsonValue | undefined, [step, ...rest]: FieldPath, wanted: JsonValue): JsonValue {
  if (step === undefined) return wanted;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? put(item, rest, wanted) : item));
  const object = isJsonObject(value) ? value : {};
  return { ...object, [step as string]: put(getField(object, step as string), rest, wanted) };
}
