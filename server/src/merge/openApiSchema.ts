import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';

/** The kind of an object as its apiVersion and kind say it; the core group is ''. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * A schema with all that it refers to by `$ref` and `allOf`, nearest first: what a field says of itself comes before
 * what its type says.
 */
export interface LayeredSchema {
  readonly layers: readonly JsonObject[];
  /** Names of the schemas that it refers to, such as `io.k8s.apimachinery.pkg.api.resource.Quantity`. */
  readonly names: readonly string[];
}

const REFERENCE = '#/components/schemas/';

/** The schema of the kind in an OpenAPI v3 document of its group and version; undefined if it is not there. */
export function findSchema(document: JsonValue, wanted: GroupVersionKind): JsonObject | undefined {
  return Object.values(schemasOf(document))
    .filter(isJsonObject)
    .find((schema) => {
      const kinds = getField(schema, 'x-kubernetes-group-version-kind');
      return Array.isArray(kinds) && kinds.some((kind) => isJsonObject(kind) && isSameKind(kind, wanted));
    });
}

/** The schema with what it refers to in the document; references that lead in a circle are followed once. */
export function layerSchema(document: JsonValue, schema: JsonValue | undefined): LayeredSchema {
  const schemas = schemasOf(document);
  const layers: JsonObject[] = [];
  const names = new Set<string>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isJsonObject(next)) continue;
    layers.push(next);
    const all = getField(next, 'allOf');
    if (Array.isArray(all)) for (const part of all.toReversed()) pending.push(part);
    const name = referredName(next);
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    pending.push(getField(schemas, name));
  }
  return { layers, names: [...names] };
}

/** What the nearest layer says under the keyword. */
export function readKeyword({ layers }: LayeredSchema, keyword: string): JsonValue | undefined {
  return layers.map((layer) => getField(layer, keyword)).find((value) => value !== undefined);
}

function referredName(schema: JsonObject): string | undefined {
  const reference = getField(schema, '$ref');
  const isLocal = typeof reference === 'string' && reference.startsWith(REFERENCE);
  return isLocal ? reference.slice(REFERENCE.length) : undefined;
}

function schemasOf(document: JsonValue): JsonObject {
  const components = isJsonObject(document) ? getField(document, 'components') : undefined;
  const schemas = isJsonObject(components) ? getField(components, 'schemas') : undefined;
  return isJsonObject(schemas) ? schemas : {};
}

function isSameKind(kind: JsonObject, { group, version, kind: name }: GroupVersionKind): boolean {
  return (
    getField(kind, 'group') === group &&
    getField(kind, 'version') === version &&
    getField(kind, 'kind') === name
  );
}
