import { fieldAt } from './fieldAt';
import type { FieldPath } from './fieldPath';
import { createFieldsFinder } from './fieldsV1';
import { isJsonObject, type JsonObject, type JsonValue } from './json';

/** Whether a manager is recorded as the one who applied a field, or a value that it is part of. */
export type IsApplied = (path: FieldPath) => boolean;

/**
 * What a field manager has applied of a live object and nobody else has changed since, also fields without an effect:
 * the server keeps the record of those (FieldsV1 in managedFields). Undefined where the manager never applied it.
 */
export function findAppliedFields(live: JsonValue, manager: string): IsApplied | undefined {
  const entries = fieldAt(live, ['metadata', 'managedFields']);
  const own = (Array.isArray(entries) ? entries : []).find(
    (entry) =>
      fieldAt(entry, ['manager']) === manager &&
      fieldAt(entry, ['operation']) === 'Apply' &&
      (fieldAt(entry, ['subresource']) ?? '') === '',
  );
  const fields = own === undefined ? undefined : fieldAt(own, ['fieldsV1']);
  if (!isJsonObject(fields)) return undefined;
  const findChild = createFieldsFinder();
  return (path) => {
    let node: JsonObject = fields;
    for (const step of path) {
      const child = findChild(node, step);
      // An atomic value is recorded as a whole.
      if (child === undefined) return node !== fields && Object.keys(node).length === 0;
      node = child;
    }
    return true;
  };
}
