import type { Versions } from '../../server/src/merge/conflicts';
import type { JsonObject, JsonValue } from '../../server/src/merge/json';
import type { GroupVersionKind } from '../../server/src/merge/openApiSchema';

/** Three versions of an object, and what the API server publishes of its kind. */
export interface MergeInput {
  /** JSON texts, so that no two versions share a part once they are read. */
  readonly versions: Readonly<Record<keyof Versions, string>>;
  readonly openApi: JsonValue;
  readonly kind: GroupVersionKind;
}

/**
 * A table of so many routes, about 157 bytes each as JSON: 10,000 are 1.5 MiB. Its kind calls them a map by name.
 * Each side has changed two fields of one route in a hundred, and removed and added one in a thousand.
 */
export function makeRouteTables(count: number): MergeInput {
  const routes = Array.from({ length: count }, (_, index) => makeRoute(index));
  const versions = {
    base: JSON.stringify(asObject('1', { routes })),
    ours: JSON.stringify(asObject('1', { routes: changeRoutes(routes, { by: 'ours', offset: 0 }) })),
    theirs: JSON.stringify(asObject('2', { routes: changeRoutes(routes, { by: 'theirs', offset: 50 }) })),
  };
  return { versions, openApi: describeKind(), kind };
}

/** An object in which maps stand this deep in one another; each side has changed another field of the innermost. */
export function makeDeepObjects(depth: number): MergeInput {
  const nest = (inner: JsonObject): JsonObject => {
    let nested = inner;
    for (let level = 2; level < depth; level += 1) nested = { inner: nested };
    return nested;
  };
  const versions = {
    base: JSON.stringify(asObject('1', nest({ first: 1, second: 1 }))),
    ours: JSON.stringify(asObject('1', nest({ first: 2, second: 1 }))),
    theirs: JSON.stringify(asObject('2', nest({ first: 1, second: 2 }))),
  };
  return { versions, openApi: describeKind(), kind };
}

const kind = { group: 'example.dev', version: 'v1', kind: 'RouteTable' };

function makeRoute(index: number): JsonObject {
  const number = String(index).padStart(5, '0');
  return {
    name: `route-${number}`,
    host: `service-${number}.shop.example`,
    path: `/v1/items/${number}`,
    port: 8080,
    weight: index % 100,
    timeout: '30s',
    labels: { app: `service-${number}` },
  };
}

function changeRoutes(
  routes: readonly JsonObject[],
  { by, offset }: { by: string; offset: number },
): JsonObject[] {
  return routes.flatMap((route, index) => {
    const place = (index + offset) % 1_000;
    if (place === 10) return [];
    if (place === 20) return [route, { ...route, name: `${by}-${index}` }];
    return place % 100 === 0 ? [{ ...route, weight: 1_000, timeout: `of ${by}` }] : [route];
  });
}

function asObject(resourceVersion: string, spec: JsonObject): JsonObject {
  const metadata = { name: 'shop', namespace: 'default', resourceVersion };
  return { apiVersion: 'example.dev/v1', kind: kind.kind, metadata, spec };
}

function describeKind(): JsonValue {
  const text = { type: 'string' };
  const properties = {
    name: text,
    host: text,
    path: text,
    port: { type: 'integer' },
    weight: { type: 'integer' },
    timeout: text,
    labels: { type: 'object', additionalProperties: text },
  };
  const routes = {
    type: 'array',
    items: { type: 'object', properties },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  };
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { routes } } },
    'x-kubernetes-group-version-kind': [kind],
  };
  return { components: { schemas: { RouteTable: schema } } };
}
