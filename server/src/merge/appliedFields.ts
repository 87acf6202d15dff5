import { canonicalText } from './canonical';
import { fieldAt } from './fieldAt';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';

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
  return (path) => {
    let node: JsonObject = fields;
    for (const step of path) {
      const child = childOf(node, step);
      // An atomic value is recorded as a whole.
      if (child === undefined) return node !== fields && Object.keys(node).length === 0;
      node = child;
    }
    return true;
  };
}

function childOf(node: JsonObject, step: FieldPathStep): JsonObject | undefined {
  if (typeof step !== 'object')
    return asMap(getField(node, typeof step === 'string' ? `f:${step}` : `i:${step}`));
  const member = getField(step, '');
  const wanted = canonicalText(member ?? step);
  const prefix = member === undefined ? 'k:' : 'v:';
  const name = Object.keys(node).find((key) => key.startsWith(prefix) && readKey(key.slice(2)) === wanted);
  return name === undefined ? undefined : asMap(node[name]);
}

/** Key values are written as JSON; what is none is nobody's key. */
function readKey(text: string): string | undefined {
  try {
    return canonicalText(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

function asMap(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
