import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { layerSchema, readKeyword, type LayeredSchema } from '../../../server/src/merge/openApiSchema';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { shortName, type Place } from './openApiLists';
import { changesOfElements, elementsOfLists } from './listElements';
import { namesOfObjects, objectsOfKinds, samplesOfTypes } from './samples';

/** Three elements of a list with different keys. */
export type Elements = readonly [JsonValue, JsonValue, JsonValue];

/** An object with no more than it must have, and with this value at the place. */
export function sampleObject({ route, path }: Place, name: string, value?: JsonValue): JsonObject {
  const { group, version, kind } = route.kind;
  const object: JsonObject = {
    ...(sample(route.document, rootSchema(route)) as JsonObject),
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    ...objectsOfKinds[kind]?.(name),
    metadata: { name: namesOfObjects[kind]?.(name) ?? name },
  };
  if (value === undefined) return object;
  return putValue(route.document, object, rootSchema(route), path, value) as JsonObject;
}

/** Three elements for the list of the place: from the table, else with other keys and as little as they must have. */
export function sampleElements({ name, route, path }: Place): Elements {
  const known = elementsOfLists[name];
  if (known !== undefined) return known;
  const layered = layerSchema(route.document, schemaAt(route, path));
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

/** Three values for the map of the place that have other values in other fields, as far as it has several fields. */
export function sampleMaps(
  { route, path }: Place,
  known: JsonValue | undefined,
): [JsonObject, JsonObject, JsonObject] {
  const { document } = route;
  const schema = schemaAt(route, path);
  const map = (known ?? sample(document, schema)) as JsonObject;
  const properties = readKeyword(layerSchema(document, schema), 'properties');
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, property]) => {
    const layered = layerSchema(document, property);
    return { key, layered, type: readKeyword(layered, 'type') };
  });
  const dictionary = fields.find(({ layered }) => readKeyword(layered, 'additionalProperties') !== undefined);
  const texts = fields.filter(({ type, layered }) => type === 'string' && !readKeyword(layered, 'enum'));
  const list = fields.find(({ type }) => type === 'array');
  const make = (number: number): JsonObject => {
    if (dictionary)
      return { ...map, [dictionary.key]: { ...(map[dictionary.key] as JsonObject), [`k${number}`]: 'x' } };
    const text = texts[number % 2] ?? texts[0];
    if (text) return { ...map, [text.key]: `k${number}` };
    if (!list) return { ...map, [`k${number}`]: 'x' };
    const item = sample(document, readKeyword(list.layered, 'items'));
    return { ...map, [list.key]: Array.from({ length: number }, () => item) };
  };
  const isEmptyDictionary = fields.length === 0 && Object.keys(map).length === 0;
  return [isEmptyDictionary ? { k1: 'x' } : map, make(2), make(3)];
}

function schemaAt({ document, ...route }: Place['route'], path: FieldPath): JsonValue | undefined {
  let schema = rootSchema({ document, ...route });
  for (const step of path) schema = schemaBelow(layerSchema(document, schema), step);
  return schema;
}

/** The element with another value of a field that is no key; undefined where it has none that may change. */
export function changedElement({ name }: Place, element: JsonValue): JsonValue | undefined {
  const fallback = name.toLowerCase().endsWith('conditions') ? { message: 'changed' } : undefined;
  const change = changesOfElements[name] ?? fallback;
  return change === undefined ? undefined : { ...(element as JsonObject), ...change };
}

/** A value other than those with other numbers. */
function vary(schema: LayeredSchema, number: number): JsonValue {
  const choices = readKeyword(schema, 'enum');
  if (Array.isArray(choices)) return choices[number % choices.length]!;
  return readKeyword(schema, 'type') === 'integer' ? number : `k${number}`;
}

function rootSchema({ document, kind }: Place['route']): JsonValue | undefined {
  const schemas = ((document as JsonObject)['components'] as JsonObject)['schemas'] as JsonObject;
  return Object.values(schemas).find((schema) => {
    const kinds = (schema as JsonObject)['x-kubernetes-group-version-kind'];
    return Array.isArray(kinds) && kinds.some((own) => (own as JsonObject)['kind'] === kind.kind);
  });
}

function putValue(
  document: JsonValue,
  value: JsonValue | undefined,
  schema: JsonValue | undefined,
  [step, ...rest]: FieldPath,
  wanted: JsonValue,
): JsonValue {
  if (step === undefined) return wanted;
  const below = schemaBelow(layerSchema(document, schema), step);
  if (step === 0) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [putValue(document, first ?? sample(document, below), below, rest, wanted), ...others];
  }
  const object = isJsonObject(value) ? value : (sample(document, schema) as JsonObject);
  const key = step as string;
  return { ...object, [key]: putValue(document, getField(object, key), below, rest, wanted) };
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
