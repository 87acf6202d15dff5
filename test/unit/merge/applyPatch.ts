import { isDeepStrictEqual } from 'node:util';
import {
  getField,
  isJsonObject,
  setField,
  type JsonObject,
  type JsonValue,
} from '../../../server/src/merge/json';
import type { JsonPatchOperation } from '../../../server/src/merge/patchOperation';

type Optional = JsonValue | undefined;

/**
 * The value after the operations of a JSON Patch (RFC 6902), or the operation that refuses it. As in the API server,
 * a test for null holds where nothing is, if its parent is there.
 */
export function applyPatch(
  value: JsonValue,
  operations: readonly JsonPatchOperation[],
): { kind: 'ok'; value: JsonValue } | { kind: 'refused'; operation: JsonPatchOperation } {
  let result = value;
  for (const operation of operations) {
    const steps = operation.path.split('/').slice(1);
    const next = applyAt(
      result,
      steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
      operation,
    );
    if (next === undefined) return { kind: 'refused', operation };
    result = next;
  }
  return { kind: 'ok', value: result };
}

/** The map or list with the operation done below it; undefined where it is refused. */
function applyAt(parent: JsonValue, [step, ...rest]: string[], operation: JsonPatchOperation): Optional {
  if (step === undefined || typeof parent !== 'object' || parent === null) return undefined;
  const child = Array.isArray(parent) ? parent[indexOf(step)] : getField(parent, step);
  if (Array.isArray(parent) && child === undefined) return undefined;
  if (rest.length > 0) {
    const inside = child === undefined ? undefined : applyAt(child, rest, operation);
    return inside === undefined ? undefined : withChild(parent, step, inside);
  }
  if (operation.op === 'test') return isDeepStrictEqual(child ?? null, operation.value) ? parent : undefined;
  if (child === undefined && operation.op !== 'add') return undefined;
  return withChild(parent, step, operation.op === 'remove' ? undefined : operation.value);
}

/** Lists get no members and lose none in the patches under test. */
function withChild(parent: JsonValue[] | JsonObject, step: string, child: Optional): JsonValue {
  if (Array.isArray(parent)) {
    if (child === undefined) throw new Error('an element is removed');
    return parent.with(indexOf(step), child);
  }
  const result: JsonObject = {};
  for (const key of new Set([...Object.keys(parent), step])) {
    const value = key === step ? child : getField(parent, key);
    if (value !== undefined) setField(result, key, value);
  }
  return result;
}

function indexOf(step: string): number {
  return /^(0|[1-9]\d*)$/.test(step) ? Number(step) : -1;
}

/** The value without fields that are null: the API server sends none where the schema does not keep it. */
export function withoutNulls(value: JsonValue): JsonValue {
  return withFields(value, (field) => field !== null);
}

/** The value without fields that are null or an empty map or list, which may mean the same as no field. */
export function withoutEmpty(value: JsonValue): JsonValue {
  return withFields(
    value,
    (field) => field !== null && (typeof field !== 'object' || Object.keys(field).length > 0),
  );
}

function withFields(value: JsonValue, isKept: (field: JsonValue) => boolean): JsonValue {
  if (Array.isArray(value)) return value.map((element) => withFields(element, isKept));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = withFields(getField(value, key) ?? null, isKept);
    if (isKept(field)) setField(result, key, field);
  }
  return result;
}
