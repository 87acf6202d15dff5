import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { ListTopology } from '../../../server/src/merge/topology';

/** The list at the path, whose numbers are list indexes; none where it is not there. */
export function listAt(object: JsonValue, path: FieldPath): JsonValue[] {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (Array.isArray(value)) value = value[step as number];
    else value = isJsonObject(value) ? getField(value, step as string) : undefined;
  }
  return Array.isArray(value) ? value : [];
}

/** The object with another list at the path. */
export function withListAt(object: JsonObject, path: FieldPath, list: JsonValue[]): JsonObject {
  return put(object, path, list) as JsonObject;
}

/**
 * Of the object, what a manager has to apply that is concerned with the list alone: the way to it, with the keys
 * of the elements on the way. What is atomic on the way cannot be applied but as a whole.
 */
export function onlyList(
  object: JsonObject,
  topology: ListTopology,
  path: FieldPath,
  list: JsonValue[],
): JsonObject {
  const { apiVersion, kind, metadata } = object;
  const { name } = metadata as JsonObject;
  const way = narrow(object, topology, path, list) as JsonObject;
  return {
    apiVersion: apiVersion!,
    kind: kind!,
    ...way,
    metadata: { name: name!, ...(way['metadata'] as object) },
  };
}

function narrow(value: JsonValue, topology: ListTopology, path: FieldPath, list: JsonValue[]): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return list;
  if (isJsonObject(value)) {
    if (topology.map === 'atomic') return put(value, path, list);
    const key = step as string;
    return { [key]: narrow(getField(value, key) ?? null, topology.field(key), rest, list) };
  }
  if (topology.list.kind !== 'map') return put(value, path, list);
  const [element] = value as JsonObject[];
  const keys = topology.list.keys.filter((key) => Object.hasOwn(element!, key));
  return [
    {
      ...Object.fromEntries(keys.map((key) => [key, element![key]!])),
      ...(narrow(element!, topology.element(), rest, list) as JsonObject),
    },
  ];
}

function put(value: JsonValue | undefined, [step, ...rest]: FieldPath, list: JsonValue[]): JsonValue {
  if (step === undefined) return list;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? put(item, rest, list) : item));
  const object = isJsonObject(value) ? value : {};
  return { ...object, [step as string]: put(getField(object, step as string), rest, list) };
}
