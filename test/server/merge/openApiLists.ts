import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { layerSchema, readKeyword, type GroupVersionKind } from '../../../server/src/merge/openApiSchema';

/** Where objects of a kind, or a part of them, can be written by server-side apply. */
export interface Route {
  document: JsonValue;
  kind: GroupVersionKind;
  /** The URL path with `{namespace}` and `{name}`, without the subresource. */
  path: string;
  subresource: '' | 'status' | 'ephemeralcontainers';
}

/** A list of the schema, such as `core.v1.Container.env`, at its shortest path from an object of the route. */
export interface ListPlace {
  list: string;
  route: Route;
  path: FieldPath;
}

/** Every list in the documents whose type is `map` or `set`, by its name, once for all objects that contain it. */
export function typesOfLists(documents: readonly JsonValue[]): Map<string, 'map' | 'set'> {
  const lists = documents
    .flatMap((document) => Object.entries(schemasOf(document)))
    .flatMap(([type, schema]) =>
      Object.entries(objectAt(schema, 'properties')).map(
        ([key, property]) => [`${shortName(type)}.${key}`, listType(property)] as const,
      ),
    );
  return new Map(lists.flatMap(([list, type]) => (type === undefined ? [] : [[list, type]])));
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
export function placesOf(route: Route): ListPlace[] {
  const { document, kind } = route;
  const [root = ''] =
    Object.entries(schemasOf(document)).find(([, schema]) => {
      const kinds = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
      return Array.isArray(kinds) && kinds.some((own) => isJsonObject(own) && own['kind'] === kind.kind);
    }) ?? [];
  const places = new Map<string, ListPlace>();
  const seen = new Set<string>();
  const pending: { schema: JsonValue; path: FieldPath }[] = [
    { schema: { $ref: `#/components/schemas/${root}` }, path: [] },
  ];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { schema, path } = next;
    const layered = layerSchema(document, schema);
    const [type] = layered.names;
    const add = (child: JsonValue | undefined, step: string | number): void => {
      if (isJsonObject(child)) pending.push({ schema: child, path: [...path, step] });
    };
    add(readKeyword(layered, 'items'), 0);
    add(readKeyword(layered, 'additionalProperties'), 'key');
    const properties = readKeyword(layered, 'properties');
    if (!isJsonObject(properties) || (type !== undefined && seen.has(type))) continue;
    if (type !== undefined) seen.add(type);
    for (const [key, property] of Object.entries(properties)) {
      if (!isWritten(route, [...path, key])) continue;
      const list = `${shortName(type ?? '')}.${key}`;
      if (listType(property) !== undefined && !places.has(list))
        places.set(list, { list, route, path: [...path, key] });
      add(property, key);
    }
  }
  return [...places.values()];
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

function listType(property: JsonValue): 'map' | 'set' | undefined {
  const type = isJsonObject(property) ? property['x-kubernetes-list-type'] : undefined;
  return type === 'map' || type === 'set' ? type : undefined;
}

function schemasOf(document: JsonValue): JsonObject {
  return objectAt(objectAt(document, 'components'), 'schemas');
}

function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  const field = isJsonObject(value) ? getField(value, key) : undefined;
  return isJsonObject(field) ? field : {};
}
