import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import {
  layerSchema,
  readKeyword,
  type GroupVersionKind,
  type LayeredSchema,
} from '../../../server/src/merge/openApiSchema';

/** Where objects of a kind, or a part of them, can be written by server-side apply. */
export interface Route {
  document: JsonValue;
  kind: GroupVersionKind;
  /** The URL path with `{namespace}` and `{name}`, without the subresource. */
  path: string;
  subresource: '' | 'status' | 'ephemeralcontainers';
}

/** A list or map of the schema, such as `core.v1.Container.env`, at its shortest path from an object of the route. */
export interface Place {
  name: string;
  route: Route;
  path: FieldPath;
}

/** Every list in the documents whose type is `map` or `set`, by its name, once for all objects that contain it. */
export function typesOfLists(documents: readonly JsonValue[]): Map<string, 'map' | 'set'> {
  const lists = new Map<string, 'map' | 'set'>();
  for (const { name, property } of propertiesOf(documents)) {
    const type = property['x-kubernetes-list-type'];
    if (isKeyed(type)) lists.set(name, type);
  }
  return lists;
}

/** The names of all atomic maps in the documents: of the types, and of the fields without a type of their own. */
export function namesOfAtomicMaps(documents: readonly JsonValue[]): Set<string> {
  const isAtomic = (schema: JsonValue): boolean =>
    isJsonObject(schema) && schema['x-kubernetes-map-type'] === 'atomic';
  const types = documents
    .flatMap((document) => Object.entries(schemasOf(document)))
    .flatMap(([type, schema]) => (isAtomic(schema) ? [shortName(type)] : []));
  const fields = propertiesOf(documents).flatMap(({ name, property }) => (isAtomic(property) ? [name] : []));
  return new Set([...types, ...fields]);
}

function propertiesOf(documents: readonly JsonValue[]): { name: string; property: JsonObject }[] {
  return documents
    .flatMap((document) => Object.entries(schemasOf(document)))
    .flatMap(([type, schema]) =>
      Object.entries(objectAt(schema, 'properties')).flatMap(([key, property]) =>
        isJsonObject(property) ? [{ name: `${shortName(type)}.${key}`, property }] : [],
      ),
    );
}

/** All that the paths of the document let one apply. */
export function findRoutes(document: JsonValue): Route[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([template, operations]) => {
    const patch = objectAt(operations, 'patch');
    const content = objectAt(objectAt(patch, 'requestBody'), 'content');
    const kind = patch['x-kubernetes-group-version-kind'];
    const [path = '', subresource = ''] = template.split(/(?<=\{name\})\/?/);
    const isWhole = subresource === '' || subresource === 'status' || subresource === 'ephemeralcontainers';
    if (!isWhole || !('application/apply-patch+yaml' in content) || !isJsonObject(kind)) return [];
    return [{ document, kind: kind as unknown as GroupVersionKind, path, subresource }];
  });
}

/** The lists of type `map` and `set` that can be written on the route. */
export function listPlacesOf(route: Route): Place[] {
  return firstPlaces(route, ({ layered, field }) =>
    isKeyed(readKeyword(layered, 'x-kubernetes-list-type')) ? field : undefined,
  );
}

/** The atomic maps that can be written on the route, by the name of their type, else of their field. */
export function atomicMapPlacesOf(route: Route): Place[] {
  return firstPlaces(route, ({ layered, field }) => {
    if (readKeyword(layered, 'x-kubernetes-map-type') !== 'atomic') return undefined;
    const [type] = layered.names;
    return type === undefined ? field : shortName(type);
  });
}

/** A node of the schema of the route's objects, at the shortest path that leads to its type. */
interface SchemaNode {
  layered: LayeredSchema;
  path: FieldPath;
  /** The type and key of the field, such as `core.v1.Container.env`; empty for what is in a list or a dictionary. */
  field: string;
}

function firstPlaces(route: Route, nameOf: (node: SchemaNode) => string | undefined): Place[] {
  const places = new Map<string, Place>();
  for (const node of nodesOf(route)) {
    const name = nameOf(node);
    if (name !== undefined && !places.has(name)) places.set(name, { name, route, path: node.path });
  }
  return [...places.values()];
}

function* nodesOf(route: Route): Generator<SchemaNode> {
  const { document } = route;
  const seen = new Set<string>();
  const pending: { schema: JsonValue; path: FieldPath; field: string }[] = [
    { schema: { $ref: `#/components/schemas/${rootType(route)}` }, path: [], field: '' },
  ];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { schema, path, field } = next;
    const layered = layerSchema(document, schema);
    yield { layered, path, field };
    const [type] = layered.names;
    const add = (child: JsonValue | undefined, step: string | number, name = ''): void => {
      if (isJsonObject(child)) pending.push({ schema: child, path: [...path, step], field: name });
    };
    add(readKeyword(layered, 'items'), 0);
    add(readKeyword(layered, 'additionalProperties'), 'key');
    const properties = readKeyword(layered, 'properties');
    if (!isJsonObject(properties) || (type !== undefined && seen.has(type))) continue;
    if (type !== undefined) seen.add(type);
    for (const [key, property] of Object.entries(properties)) {
      if (isWritten(route, [...path, key])) add(property, key, `${shortName(type ?? '')}.${key}`);
    }
  }
}

function rootType({ document, kind }: Route): string {
  const [root = ''] =
    Object.entries(schemasOf(document)).find(([, schema]) => {
      const kinds = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
      return Array.isArray(kinds) && kinds.some((own) => isJsonObject(own) && own['kind'] === kind.kind);
    }) ?? [];
  return root;
}

/** The last parts of the name of a schema, which tell it apart: `core.v1.Container`. */
export function shortName(type: string): string {
  return type.split('.').slice(-3).join('.');
}

function isWritten({ subresource }: Route, path: FieldPath): boolean {
  const [first, second] = path;
  if (subresource === 'status') return first === 'status';
  if (subresource === '') return first !== 'status' && path.at(-1) !== 'ephemeralContainers';
  return first === 'spec' && (second === undefined || second === 'ephemeralContainers');
}

function isKeyed(type: JsonValue | undefined): type is 'map' | 'set' {
  return type === 'map' || type === 'set';
}

function schemasOf(document: JsonValue): JsonObject {
  return objectAt(objectAt(document, 'components'), 'schemas');
}

function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  const field = isJsonObject(value) ? getField(value, key) : undefined;
  return isJsonObject(field) ? field : {};
}
