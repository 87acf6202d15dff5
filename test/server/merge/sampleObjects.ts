import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { layerSchema, readKeyword, type LayeredSchema } from '../../../server/src/merge/openApiSchema';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { shortName, type ListPlace } from './openApiLists';
import { changesOfElements, elementsOfLists } from './listElements';
import { namesOfObjects, objectsOfKinds, samplesOfTypes } from './samples';

/** Three elements of a list with different keys. */
export type Elements = readonly [JsonValue, JsonValue, JsonValue];

/** An object with no more than it must have, and with this list at the place. */
export function sampleObject({ route, path }: ListPlace, name: string, list?: JsonValue[]): JsonObject {
  const { group, version, kind } = route.kind;
  const object: JsonObject = {
    ...(sample(route.document, rootSchema(route)) as JsonObject),
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    ...objectsOfKinds[kind]?.(name),
    metadata: { name: namesOfObjects[kind]?.(name) ?? name },
  };
  if (list === undefined) return object;
  return putList(route.document, object, rootSchema(route), path, list) as JsonObject;
}

/** Three elements for the list of the place: from the table, else with other keys and as little as they must have. */
export function sampleElements({ list, route, path }: ListPlace): Elements {
  const known = elementsOfLists[list];
  if (known !== undefined) return known;
  let schema: JsonValue | undefined = rootSchema(route);
  for (const step of path) schema = schemaBelow(layerSchema(route.document, schema), step);
  const layered = layerSchema(route.document, schema);
  const keys = readKeyword(layered, 'x-kubernetes-list-map-keys');
  const items = readKeyword(layered, 'items');
  const make = (number: number): JsonValue => {
    const element = sample(route.document, items);
    if (!isJsonObject(element)) return vary(layerSchema(route.document, items), number);
    const [key] = keys as string[];
    const schemaOfKey = layerSchema(route.document, schemaBelow(layerSchema(route.document, items), key!));
    return { ...element, [key!]: vary(schemaOfKey, number) };
  };
  return [make(1), make(2), make(3)];
}

/** The element with another value of a field that is no key; undefined where it has none that may change. */
export function changedElement({ list }: ListPlace, element: JsonValue): JsonValue | undefined {
  const fallback = list.toLowerCase().endsWith('conditions') ? { message: 'changed' } : undefined;
  const change = changesOfElements[list] ?? fallback;
  return change === undefined ? undefined : { ...(element as JsonObject), ...change };
}

/** A value other than those with other numbers. */
function vary(schema: LayeredSchema, number: number): JsonValue {
  const choices = readKeyword(schema, 'enum');
  if (Array.isArray(choices)) return choices[number % choices.length]!;
  return readKeyword(schema, 'type') === 'integer' ? number : `k${number}`;
}

function rootSchema({ document, kind }: ListPlace['route']): JsonValue | undefined {
  const schemas = ((document as JsonObject)['components'] as JsonObject)['schemas'] as JsonObject;
  return Object.values(schemas).find((schema) => {
    const kinds = (schema as JsonObject)['x-kubernetes-group-version-kind'];
    return Array.isArray(kinds) && kinds.some((own) => (own as JsonObject)['kind'] === kind.kind);
  });
}

function putList(
  document: JsonValue,
  value: JsonValue | undefined,
  schema: JsonValue | undefined,
  [step, ...rest]: FieldPath,
  list: JsonValue[],
): JsonValue {
  if (step === undefined) return list;
  const below = schemaBelow(layerSchema(document, schema), step);
  if (step === 0) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [putList(document, first ?? sample(document, below), below, rest, list), ...others];
  }
  const object = isJsonObject(value) ? value : (sample(document, schema) as JsonObject);
  const key = step as string;
  return { ...object, [key]: putList(document, getField(object, key), below, rest, list) };
}

function schemaBelow(layered: LayeredSchema, step: FieldPath[number]): JsonValue | undefined {
  if (step === 0) return readKeyword(layered, 'items');
  for (const layer of layered.layers) {
    const properties = getField(layer, 'properties');
    const property = isJsonObject(properties) ? getField(properties, step as string) : undefined;
    if (property !== undefined) return property;
  }
  return readKeyword(layered, 'additionalProperties');
}

/** The least value that fits the schema and the table of types. */
function sample(document: JsonValue, schema: JsonValue | undefined): JsonValue {
  const layered = layerSchema(document, schema);
  const known = layered.names.map((name) => samplesOfTypes[shortName(name)]).find((one) => one !== undefined);
  if (known !== undefined && !isJsonObject(known)) return known;
  const choices = readKeyword(layered, 'enum');
  if (Array.isArray(choices)) return choices[0]!;
  switch (readKeyword(layered, 'type')) {
    case 'string':
      return readKeyword(layered, 'format') === 'date-time' ? '2026-01-02T03:04:05Z' : 'text';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    default:
      return { ...sampleFields(document, layered), ...known };
  }
}

function sampleFields(document: JsonValue, layered: LayeredSchema): JsonObject {
  const required = readKeyword(layered, 'required');
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  return Object.fromEntries(keys.map((key) => [key, sample(document, schemaBelow(layered, key))]));
}
