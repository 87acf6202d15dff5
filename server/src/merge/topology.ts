import type { FieldPath } from './fieldPath';
import type { JsonValue } from './json';

/** What a list is: its elements have identity by key values, by their own value, or not at all. */
export type ListKind =
  KeyedList | { readonly kind: 'set' } | { readonly kind: 'atomic' } | { readonly kind: 'unknown' };

/** A list whose elements are maps that are told apart by the values of their key fields. */
export interface KeyedList {
  readonly kind: 'map';
  readonly keys: readonly string[];
  readonly keyDefaults: KeyDefaults;
}

/** The value that a key field of a list element has where it is not written, such as `protocol: TCP`. */
export type KeyDefaults = ReadonlyMap<string, JsonValue>;

/** `struct` has named fields, `dict` is no more than its entries, `union` holds one choice of its fields. */
export type MapKind = 'struct' | 'dict' | 'atomic' | 'union';

export type ScalarKind = 'plain' | 'quantity' | 'intOrString';

/**
 * The meaning of the node at one place of an object, whatever value stands there; `field` and `element` lead
 * further down. From the `x-kubernetes-*` extensions of the cluster's OpenAPI documents.
 */
export interface ListTopology {
  readonly list: ListKind;
  readonly map: MapKind;
  readonly scalar: ScalarKind;
  /** Whether the API server keeps null here as a value; elsewhere null is the same as absent. */
  readonly nullable: boolean;
  readonly field: (key: string) => ListTopology;
  readonly element: () => ListTopology;
}

/** Nothing is known here or below: every map is a struct, every list is one value. */
export const untypedTopology: ListTopology = {
  list: { kind: 'unknown' },
  map: 'struct',
  scalar: 'plain',
  nullable: false,
  field: () => untypedTopology,
  element: () => untypedTopology,
};

/** The topology at the path below the given one. */
export function topologyAt(topology: ListTopology, path: FieldPath): ListTopology {
  let node = topology;
  for (const step of path) node = typeof step === 'string' ? node.field(step) : node.element();
  return node;
}

/**
 * The topology of a whole object with what every Kubernetes object has, whether the schema says so or not:
 * labels and annotations are dictionaries, finalizers a set, ownerReferences keyed by uid and each of them one value.
 */
export function withObjectMeta(topology: ListTopology): ListTopology {
  const metadata = topology.field('metadata');
  const known = new Map<string, ListTopology>([
    ['labels', { ...metadata.field('labels'), map: 'dict' }],
    ['annotations', { ...metadata.field('annotations'), map: 'dict' }],
    ['finalizers', { ...metadata.field('finalizers'), list: { kind: 'set' } }],
    ['ownerReferences', ownerReferencesOver(metadata.field('ownerReferences'))],
  ]);
  const objectMeta: ListTopology = { ...metadata, field: (key) => known.get(key) ?? metadata.field(key) };
  return { ...topology, field: (key) => (key === 'metadata' ? objectMeta : topology.field(key)) };
}

function ownerReferencesOver(topology: ListTopology): ListTopology {
  const reference: ListTopology = { ...topology.element(), map: 'atomic' };
  return {
    ...topology,
    list: { kind: 'map', keys: ['uid'], keyDefaults: new Map() },
    element: () => reference,
  };
}

/** What is known of any object without a schema. */
export const builtinTopology: ListTopology = withObjectMeta(untypedTopology);
