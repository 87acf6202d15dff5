import { fieldAt } from './fieldAt';
import type { FieldPath } from './fieldPath';
import { createFieldsFinder } from './fieldsV1';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';

/** A manager that is recorded for a field, by the endpoint that it wrote to; empty for the object's own. */
export interface FieldOwner {
  readonly manager: string;
  readonly subresource: string;
}

/** Who is recorded in an object's `managedFields`. */
export interface FieldOwners {
  /** Every entry, in its order. */
  readonly entries: readonly FieldOwner[];
  /**
   * All who are recorded for a field or for an atomic value around it. Nobody for what the API server assigned by itself
   * when the object was created: it records what the request said, with defaults, before it assigns anything.
   */
  ownersOf(path: FieldPath): FieldOwner[];
}

/** The owners of an object's fields (FieldsV1); what is not as Kubernetes writes it counts as not there. */
export function readFieldOwners(object: JsonValue): FieldOwners {
  const managedFields = fieldAt(object, ['metadata', 'managedFields']);
  const entries = Array.isArray(managedFields) ? managedFields.flatMap(readEntry) : [];
  const findChild = createFieldsFinder();
  const owns = ({ fields }: Entry, path: FieldPath): boolean => {
    let node = fields;
    for (const step of path) {
      const child = findChild(node, step);
      if (child === undefined) return node !== fields && Object.keys(node).every((key) => key === '.');
      node = child;
    }
    return true;
  };
  return {
    entries: entries.map(({ owner }) => owner),
    ownersOf: (path) => entries.filter((entry) => owns(entry, path)).map(({ owner }) => owner),
  };
}

interface Entry {
  readonly owner: FieldOwner;
  readonly fields: JsonObject;
}

function readEntry(entry: JsonValue): Entry[] {
  if (!isJsonObject(entry)) return [];
  const [manager, subresource, fields] = ['manager', 'subresource', 'fieldsV1'].map((key) =>
    getField(entry, key),
  );
  if (typeof manager !== 'string' || !isJsonObject(fields)) return [];
  return [{ owner: { manager, subresource: typeof subresource === 'string' ? subresource : '' }, fields }];
}
