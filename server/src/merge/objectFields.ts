import { fieldAt } from './fieldAt';
import type { FieldPath } from './fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';

/** Fields that only the server writes (ObjectMeta in the Kubernetes API conventions). */
export const serverOwnedFields: readonly FieldPath[] = [
  'resourceVersion',
  'uid',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
].map((field) => ['metadata', field]);

/** Fields that say which object it is. */
export const identityFields: readonly FieldPath[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
];

/** What `kubectl apply` last applied, as JSON text, for its next comparison. */
export const lastAppliedField: FieldPath = [
  'metadata',
  'annotations',
  'kubectl.kubernetes.io/last-applied-configuration',
];

/** What stands at a path of map keys; null is nothing. */
export function presentAt(value: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return (value === undefined ? undefined : fieldAt(value, path)) ?? undefined;
}

/**
 * The value with another one, or nothing, at a path of map keys. Maps on the way are made, and go when they held
 * nothing else; parts beside the way are shared.
 */
export function withFieldAt(value: JsonValue, path: FieldPath, field: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return field ?? null;
  if (typeof key !== 'string') return value;
  const map = isJsonObject(value) ? value : {};
  const child = getField(map, key);
  const inner = innerField(child, rest, field);
  if (inner === child) return value;
  const result: JsonObject = {};
  for (const name of Object.keys(map)) {
    if (name !== key) setField(result, name, map[name]!);
    else if (inner !== undefined) setField(result, name, inner);
  }
  if (child === undefined && inner !== undefined) setField(result, key, inner);
  return result;
}

function innerField(
  child: JsonValue | undefined,
  rest: FieldPath,
  field: JsonValue | undefined,
): JsonValue | undefined {
  if (rest.length === 0) return field;
  if (field === undefined && !isJsonObject(child)) return child;
  const inner = withFieldAt(child ?? {}, rest, field);
  const isEmptied =
    field === undefined && inner !== child && isJsonObject(inner) && Object.keys(inner).length === 0;
  return isEmptied ? undefined : inner;
}
