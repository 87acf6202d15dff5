import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import {
  findSchema,
  layerSchema,
  readKeyword,
  type GroupVersionKind,
  type LayeredSchema,
} from './openApiSchema';
import { untypedTopology, withObjectMeta, type ListKind, type ListTopology, type MapKind } from './topology';

/**
 * The topology of a kind from an OpenAPI v3 document of the cluster (`/openapi/v3/apis/<group>/<version>`), read as
 * far as it is asked for. Undefined if the document does not have the kind.
 */
export function openApiTopology(document: JsonValue, kind: GroupVersionKind): ListTopology | undefined {
  const schema = findSchema(document, kind);
  return schema && withObjectMeta(readTopology({ document, known: new Map() }, schema));
}

interface Reader {
  readonly document: JsonValue;
  /** The topologies read so far, by their schema in the document. */
  readonly known: Map<JsonObject, ListTopology>;
}

/** Where the API server keeps fields that no schema describes, it keeps null as well. */
const unpruned: ListTopology = {
  ...untypedTopology,
  nullable: true,
  field: () => unpruned,
  element: () => unpruned,
};

function readTopology(reader: Reader, schema: JsonValue | undefined): ListTopology {
  if (!isJsonObject(schema)) return untypedTopology;
  const known = reader.known.get(schema);
  if (known) return known;
  const layered = layerSchema(reader.document, schema);
  const isList = readKeyword(layered, 'type') === 'array';
  const fields = new Map<string, ListTopology>();
  let element: ListTopology | undefined;
  const topology: ListTopology = {
    list: isList ? readListKind(reader, layered) : { kind: 'unknown' },
    map: isList ? 'struct' : readMapKind(layered),
    scalar: readScalarKind(layered),
    nullable: readKeyword(layered, 'nullable') === true,
    field: (key) => fields.get(key) ?? readField(reader, layered, { key, fields }),
    element: () => (element ??= readElement(reader, layered)),
  };
  reader.known.set(schema, topology);
  return topology;
}

/** A list type comes before the older patch strategy, which names no more than one key; without either it is atomic. */
function readListKind({ document }: Reader, layered: LayeredSchema): ListKind {
  const type = readKeyword(layered, 'x-kubernetes-list-type');
  const strategy = readPatchStrategy(layered);
  const mergeKey = readKeyword(layered, 'x-kubernetes-patch-merge-key');
  if (type === 'set') return { kind: 'set' };
  if (type === 'map') {
    const keys = readKeyword(layered, 'x-kubernetes-list-map-keys');
    return keyedBy(Array.isArray(keys) ? keys : []);
  }
  if (type !== undefined || !strategy.includes('merge')) return { kind: 'atomic' };
  return mergeKey === undefined ? { kind: 'set' } : keyedBy([mergeKey]);

  function keyedBy(values: readonly JsonValue[]): ListKind {
    const keys = values.filter((key) => typeof key === 'string');
    const element = layerSchema(document, readKeyword(layered, 'items'));
    const keyDefaults = new Map<string, JsonValue>();
    for (const key of keys) {
      const value = readKeyword(layerSchema(document, propertyOf(element, key)), 'default');
      if (value !== undefined && value !== null) keyDefaults.set(key, value);
    }
    return { kind: 'map', keys, keyDefaults };
  }
}

function readMapKind(layered: LayeredSchema): MapKind {
  if (readKeyword(layered, 'x-kubernetes-map-type') === 'atomic') return 'atomic';
  if (readPatchStrategy(layered).includes('retainKeys')) return 'union';
  const isDictionary =
    readKeyword(layered, 'properties') === undefined &&
    hasSchemaForAll(readKeyword(layered, 'additionalProperties'));
  return isDictionary ? 'dict' : 'struct';
}

function readScalarKind(layered: LayeredSchema): ListTopology['scalar'] {
  if (layered.names.includes('io.k8s.apimachinery.pkg.api.resource.Quantity')) return 'quantity';
  const isEither =
    readKeyword(layered, 'x-kubernetes-int-or-string') === true ||
    readKeyword(layered, 'format') === 'int-or-string';
  return isEither ? 'intOrString' : 'plain';
}

/** The field of this name. Those that the schema names are kept in `fields`, since they are asked for again and again. */
function readField(
  reader: Reader,
  layered: LayeredSchema,
  { key, fields }: { key: string; fields: Map<string, ListTopology> },
): ListTopology {
  const property = propertyOf(layered, key);
  if (property !== undefined) {
    const field = readTopology(reader, property);
    fields.set(key, field);
    return field;
  }
  const additional = readKeyword(layered, 'additionalProperties');
  if (hasSchemaForAll(additional)) return readTopology(reader, additional);
  return readKeyword(layered, 'x-kubernetes-preserve-unknown-fields') === true ? unpruned : untypedTopology;
}

/** The element of a list; where the list's patch strategy says retainKeys, it is each element that is a union. */
function readElement(reader: Reader, layered: LayeredSchema): ListTopology {
  const element = readTopology(reader, readKeyword(layered, 'items'));
  const isUnion = element.map === 'struct' && readPatchStrategy(layered).includes('retainKeys');
  return isUnion ? { ...element, map: 'union' } : element;
}

function propertyOf(layered: LayeredSchema, key: string): JsonValue | undefined {
  return layered.layers
    .map((layer) => getField(layer, 'properties'))
    .map((properties) => (isJsonObject(properties) ? getField(properties, key) : undefined))
    .find((property) => property !== undefined);
}

function hasSchemaForAll(additional: JsonValue | undefined): boolean {
  return additional === true || isJsonObject(additional);
}

function readPatchStrategy(layered: LayeredSchema): string[] {
  const strategy = readKeyword(layered, 'x-kubernetes-patch-strategy');
  return typeof strategy === 'string' ? strategy.split(',') : [];
}
