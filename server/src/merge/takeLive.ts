import { isBuiltinGroup } from './builtinGroups';
import { canonicalText } from './canonical';
import { conforms } from './conform';
import { groupOf, type Drift, type StatedVersions } from './drift';
import { isEqual } from './equality';
import { fieldAt } from './fieldAt';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import { identifyItems, isItemAt } from './listItems';
import { withFieldAt } from './objectFields';
import { placeBehind } from './order';
import { decoded } from './secretDrift';
import { topologyAt, type ListTopology } from './topology';

/**
 * What the file says once it states the live values of the given drift, which `findDrift` found in these versions: all
 * else stays as it is stated. What is not there in the cluster is stated no more. With all drift taken none is left.
 */
export function takeLive(versions: StatedVersions, drifts: readonly Drift[]): JsonValue {
  return drifts.reduce((file, drift) => takeOne({ ...versions, file }, drift), versions.file);
}

function takeOne(versions: StatedVersions, drift: Drift): JsonValue {
  const { file, live, topology } = versions;
  const [first, key] = drift.path;
  if (drift.isSecret && first === 'stringData' && typeof key === 'string')
    return takeSecretValue(versions, key);
  const change = (value: JsonValue): JsonValue | undefined => {
    if (drift.kind === 'missing') return undefined;
    if (drift.kind === 'order') return reorder(value, valueAt(live, drift.path, topology), drift, topology);
    return withSpelling(value, drift, versions);
  };
  return changeAt(file, { path: drift.path, topology, change }) ?? null;
}

/** A value that is no text goes from stringData to data, where it stands as it is. */
function takeSecretValue({ file, live }: StatedVersions, key: string): JsonValue {
  const found = fieldAt(live, ['data', key]) ?? null;
  if (found === null) return withFieldAt(file, ['stringData', key], undefined);
  const text = decoded(found);
  if (text !== undefined) return withFieldAt(file, ['stringData', key], text);
  return withFieldAt(withFieldAt(file, ['stringData', key], undefined), ['data', key], found);
}

interface ChangeTask {
  readonly path: FieldPath;
  readonly topology: ListTopology;
  /** The new value at the end of the path; undefined to remove it. */
  readonly change: (value: JsonValue) => JsonValue | undefined;
}

/** The value with what stands at a path changed; what is not there is left alone. Other parts are shared. */
function changeAt(value: JsonValue, task: ChangeTask): JsonValue | undefined {
  const { path, topology, change } = task;
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (typeof step === 'string') {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
    const field = changeAt(value[step]!, { path: rest, topology: topology.field(step), change });
    const result: JsonObject = {};
    for (const [key, own] of Object.entries(value)) {
      const kept = key === step ? field : own;
      if (kept !== undefined) setField(result, key, kept);
    }
    return result;
  }
  if (!Array.isArray(value)) return value;
  const inner = { path: rest, topology: topology.element(), change };
  return value.flatMap((item) => {
    if (!isItemAt(item, step, topology.list)) return [item];
    const changed = changeAt(item, inner);
    return changed === undefined ? [] : [changed];
  });
}

/** The value at a path; undefined where there is none. */
function valueAt(value: JsonValue, path: FieldPath, topology: ListTopology): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  let here = topology;
  for (const step of path) {
    found = childAt(found, step, here);
    here = typeof step === 'string' ? here.field(step) : here.element();
  }
  return found;
}

function childAt(
  value: JsonValue | undefined,
  step: FieldPathStep,
  { list }: ListTopology,
): JsonValue | undefined {
  if (typeof step === 'string') return isJsonObject(value) ? getField(value, step) : undefined;
  return Array.isArray(value) ? value.find((item) => isItemAt(item, step, list)) : undefined;
}

/** The file's elements in the order of the live ones. */
function reorder(
  file: JsonValue,
  live: JsonValue | undefined,
  { path }: Drift,
  topology: ListTopology,
): JsonValue {
  const { list } = topologyAt(topology, path);
  const items = Array.isArray(file) ? identifyItems(file, list) : undefined;
  const wanted = Array.isArray(live) ? identifyItems(live, list) : undefined;
  if (!items || !wanted) return file;
  const byId = new Map(items.map(({ id, value }) => [id, value]));
  const common = wanted.map(({ id }) => id).filter((id) => byId.has(id));
  const order = placeBehind(
    common,
    items.map(({ id }) => id),
  );
  return order.map((id) => byId.get(id)!);
}

/** The live value; of a list that is one value, elements that are the file's own stay as the file writes them. */
function withSpelling(file: JsonValue, { path, live }: Drift, versions: StatedVersions): JsonValue {
  const { topology, settled } = versions;
  if (live === undefined) return file;
  if (!Array.isArray(file) || !Array.isArray(live)) return live;
  const here = topologyAt(topology, path);
  const known = settled === undefined ? undefined : valueAt(settled, path, topology);
  const isBuiltin = isBuiltinGroup(groupOf(versions.file));
  const keyDefaults = here.list.kind === 'map' ? here.list.keyDefaults : undefined;
  const place = { topology: here.element(), parent: 'struct', keyDefaults } as const;
  const isSame = (index: number, item: JsonValue): boolean => {
    const stated = file[index];
    if (stated === undefined) return false;
    if (settled === undefined)
      return conforms({ file: stated, live: item }, place, { isBuiltin, isSettled: false });
    const made = Array.isArray(known) && known.length === file.length ? known[index] : undefined;
    return made !== undefined && isEqual(made, item, here.element(), keyDefaults);
  };
  const byText = new Map(file.map((item, index) => [canonicalText(item), index]));
  const unused = new Set(file.keys());
  return live.map((item, index) => {
    const own =
      [index, byText.get(canonicalText(item)) ?? -1].find((at) => unused.has(at) && isSame(at, item)) ??
      (file.length <= mostTried ? [...unused].find((at) => isSame(at, item)) : undefined);
    if (own === undefined) return item;
    unused.delete(own);
    return file[own]!;
  });
}

/** In longer lists only elements at the same place, or written alike, are taken for the same. */
const mostTried = 200;
