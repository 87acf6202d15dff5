import { findAppliedFields } from './appliedFields';
import { isBuiltinGroup } from './builtinGroups';
import { fieldAt } from './fieldAt';
import type { FieldPath } from './fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import { identityFields, lastAppliedField, serverOwnedFields, withFieldAt } from './objectFields';
import { withoutLineEnds } from './conform';
import { compareStated, type Comparing, type StatedTask } from './compareStated';
import { findSecretDrift, isSecret } from './secretDrift';
import type { ListTopology } from './topology';

/** An object as a file states it and as it is in the cluster. */
export interface StatedVersions {
  readonly file: JsonValue;
  readonly live: JsonValue;
  readonly topology: ListTopology;
  /** Whether `status` is data like any other; with a status subresource an apply ignores it. */
  readonly status: 'data' | 'ignored';
  /**
   * What the server makes of the file, from a dry run of its apply: with it, defaults are known. Without it a field
   * of an element of an atomic list that the file does not state counts as a default.
   */
  readonly settled?: JsonValue;
  /** The field manager that applies the file: what it is recorded for in the live object is as it left it. */
  readonly manager?: string;
}

/**
 * A field that the file states and that is otherwise in the cluster: it has another value there, or it is not there,
 * or the elements of a list stand in another order. The path leads to it in the file.
 */
export type Drift = ChangedField | MissingField | OtherOrder;

export interface ChangedField extends DriftBase {
  readonly kind: 'changed';
  /** Null where the file says that there is no value. */
  readonly file: JsonValue;
  readonly live: JsonValue;
}

export interface MissingField extends DriftBase {
  readonly kind: 'missing';
  readonly file: JsonValue;
  readonly live: undefined;
}

/** The elements that both have, in the two orders, each as the map of its key values. */
export interface OtherOrder extends DriftBase {
  readonly kind: 'order';
  readonly file: JsonValue[];
  readonly live: JsonValue[];
}

interface DriftBase {
  readonly path: FieldPath;
  /** Whether the values are those of a Secret, which are for nobody's eyes. */
  readonly isSecret: boolean;
}

/**
 * The fields of a file that are not so in the cluster: just those that applying the file by force would write. Fields
 * that the file does not state are no drift, nor are those that only the server writes or that say which object it
 * is. Lists go by the keys of their elements, atomic lists and maps as wholes; null in the file states nothing, except
 * for what is one value. Never throws, never overflows the stack.
 */
export function findDrift(versions: StatedVersions): Drift[] {
  const { live, topology, settled } = versions;
  const stated = statedPart(versions);
  const comparing: Comparing = {
    isBuiltin: isBuiltinGroup(groupOf(versions.file)),
    isSettled: settled !== undefined,
    isApplied: versions.manager === undefined ? undefined : findAppliedFields(live, versions.manager),
  };
  const drifts: Drift[] = [];
  const root: StatedTask = { file: stated, live, topology, way: undefined, parent: 'struct' };
  const pending: (StatedTask | Drift)[] = [settled === undefined ? root : { ...root, settled }];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    if ('kind' in task) drifts.push(task);
    else {
      for (const part of compareStated(task, comparing).reverse()) pending.push(part);
    }
  }
  if (!isSecret(versions.file)) return drifts;
  return [...drifts.map(hideSecret), ...findSecretDrift(versions)];
}

/** The file without fields that only the server writes, and without those that say which object it is. */
function statedPart({ file, status }: StatedVersions): JsonValue {
  const fields = [...serverOwnedFields, ...identityFields, ['metadata', 'generateName']];
  if (status === 'ignored') fields.push(['status']);
  const stated = fields.reduce((rest, path) => withFieldAt(rest, path, undefined), file);
  if (fieldAt(file, ['kind']) === 'ConfigMap') return withBytes(stated, ['binaryData']);
  if (!isSecret(file) || !isJsonObject(stated)) return stated;
  // What stringData says is compared with data, and wins over what the file says there.
  const texts = fieldAt(stated, ['stringData']);
  const data = fieldAt(stated, ['data']);
  const rest = withBytes(withFieldAt(stated, ['stringData'], undefined), ['data']);
  if (!isJsonObject(texts) || !isJsonObject(data)) return rest;
  const own: JsonObject = {};
  for (const key of Object.keys(data))
    if (!Object.hasOwn(texts, key)) setField(own, key, plainBytes(getField(data, key) ?? null));
  return withFieldAt(rest, ['data'], own);
}

function plainBytes(value: JsonValue): JsonValue {
  return typeof value === 'string' ? withoutLineEnds(value) : value;
}

/** The object with the base64 of a map's values in one line each. */
function withBytes(object: JsonValue, path: FieldPath): JsonValue {
  const map = fieldAt(object, path);
  if (!isJsonObject(map)) return object;
  const plain: JsonObject = {};
  for (const [key, value] of Object.entries(map)) setField(plain, key, plainBytes(value));
  return withFieldAt(object, path, plain);
}

/** What kubectl last applied has the values as well, wherever it is part of a value. */
function hideSecret(drift: Drift): Drift {
  const { path } = drift;
  const mayHoldLastApplied = path.every(
    (step, depth) => depth >= lastAppliedField.length || lastAppliedField[depth] === step,
  );
  return path[0] === 'data' || mayHoldLastApplied ? { ...drift, isSecret: true } : drift;
}

/** The group that the apiVersion of an object says; '' for the core one. */
export function groupOf(object: JsonValue): string {
  const apiVersion = fieldAt(object, ['apiVersion']);
  return typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
}
