import type { FieldPath } from '../merge/fieldPath';
import { createFieldsFinder } from '../merge/fieldsV1';
import { type FieldWriter, readWriters, type WriterFields } from './fieldManagers';
import type { KubernetesObject } from './ports';

/** Who is recorded in an object's `managedFields`. */
export interface FieldOwners {
  /** Of every entry, in its order. */
  readonly writers: readonly FieldWriter[];
  /**
   * All who are recorded for a field or for an atomic value around it. Nobody for what the API server assigned by itself
   * when the object was created: it records what the request said, with defaults, before it assigns anything.
   */
  ownersOf(path: FieldPath): FieldWriter[];
}

/** The owners of an object's fields (FieldsV1). */
export function readFieldOwners(object: KubernetesObject): FieldOwners {
  const entries = readWriters(object);
  const findChild = createFieldsFinder();
  const owns = ({ fields }: WriterFields, path: FieldPath): boolean => {
    let node = fields;
    for (const step of path) {
      const child = findChild(node, step);
      if (child === undefined) return node !== fields && Object.keys(node).every((key) => key === '.');
      node = child;
    }
    return true;
  };
  return {
    writers: entries.map(({ writer }) => writer),
    ownersOf: (path) => entries.filter((entry) => owns(entry, path)).map(({ writer }) => writer),
  };
}
