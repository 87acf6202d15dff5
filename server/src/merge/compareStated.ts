import type { IsApplied } from './appliedFields';
import { conforms, isDictionary, type Conformity } from './conform';
import type { Drift } from './drift';
import { isEqual } from './equality';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import { hasCopies, identifyItems, type ListItem } from './listItems';
import type { KeyedList, ListTopology } from './topology';

/** A node of a file, what is live there, and what the server makes of it, as far as that is known. */
export interface StatedTask {
  readonly file: JsonValue;
  readonly live: JsonValue | undefined;
  readonly settled?: JsonValue | undefined;
  readonly topology: ListTopology;
  readonly way: Way | undefined;
  /** What holds the node: fields of a struct may be left out where they say nothing. */
  readonly parent: 'struct' | 'dict';
  readonly elementOf?: KeyedList;
}

/** The last step to a node, and the way to its parent. */
interface Way {
  readonly step: FieldPathStep;
  readonly parent: Way | undefined;
}

/** What is known for all nodes of an object. */
export interface Comparing extends Conformity {
  /** What the file's manager is recorded for; undefined where it never applied the object. */
  readonly isApplied: IsApplied | undefined;
}

/** What the comparison of one node comes to, in the order of the file: drift, and what is left to compare. */
export function compareStated(task: StatedTask, comparing: Comparing): (StatedTask | Drift)[] {
  const { file, topology } = task;
  const live = task.live === null && !topology.nullable ? undefined : task.live;
  if (file === null && !topology.nullable) return compareNull(task, live, comparing);
  const inside = live === undefined ? undefined : compareInside(task, live);
  if (inside) return inside;
  if (isAsSettled(task, live, comparing)) return [];
  const base = { path: pathOf(task.way), isSecret: false, file };
  return live === undefined ? [{ ...base, kind: 'missing', live }] : [{ ...base, kind: 'changed', live }];
}

function isAsSettled(task: StatedTask, live: JsonValue | undefined, comparing: Comparing): boolean {
  const { file, settled, topology, parent, elementOf, way } = task;
  const { isSettled, isApplied } = comparing;
  const place = { topology, parent, keyDefaults: elementOf?.keyDefaults };
  if (isSettled) return conforms({ file: settled ?? null, live }, place, comparing);
  if (!conforms({ file, live }, place, comparing)) return false;
  // A value that says nothing was left out by the server, or taken away by somebody: the record tells which.
  return live !== undefined || isEqual(file, undefined, topology) || (isApplied?.(pathOf(way)) ?? true);
}

/** Applying null takes away a scalar and what is one value; the server may have a default to put there. */
function compareNull(task: StatedTask, live: JsonValue | undefined, comparing: Comparing): Drift[] {
  const { topology } = task;
  if (live === undefined) return [];
  if (isJsonObject(live) && topology.map !== 'atomic') return [];
  if (Array.isArray(live) && (topology.list.kind === 'map' || topology.list.kind === 'set')) return [];
  const isWhole = isJsonObject(live) || topology.list.kind === 'atomic';
  const isDefault = !isWhole && (comparing.isApplied?.(pathOf(task.way)) ?? true);
  const isSame = comparing.isSettled ? isAsSettled(task, live, comparing) : isDefault;
  return isSame ? [] : [{ kind: 'changed', path: pathOf(task.way), isSecret: false, file: null, live }];
}

/** Comparisons of what lies inside; undefined where the two are to be taken as wholes. */
function compareInside(task: StatedTask, live: JsonValue): (StatedTask | Drift)[] | undefined {
  const { file, topology } = task;
  if (isJsonObject(file) && isJsonObject(live))
    return topology.map === 'atomic' ? undefined : compareFields(task, file, live);
  if (!Array.isArray(file) || !Array.isArray(live)) return undefined;
  if (topology.list.kind !== 'map' && topology.list.kind !== 'set') return undefined;
  return compareItems(task, file, live);
}

function compareFields(
  { settled, topology, way, elementOf }: StatedTask,
  file: JsonObject,
  live: JsonObject,
): StatedTask[] {
  const parent = isDictionary(topology) ? 'dict' : 'struct';
  const known = isJsonObject(settled) ? settled : {};
  return Object.entries(file).flatMap(([key, value]) => {
    if (elementOf?.keys.includes(key) === true) return [];
    const inner = { topology: topology.field(key), way: { step: key, parent: way }, parent } as const;
    return [{ ...inner, file: value, live: getField(live, key), settled: getField(known, key) }];
  });
}

/** Undefined where the elements cannot be told apart. */
function compareItems(
  { settled, topology, way }: StatedTask,
  file: JsonValue[],
  live: JsonValue[],
): (StatedTask | Drift)[] | undefined {
  const { list } = topology;
  const [stated, found] = [identifyItems(file, list), identifyItems(live, list)];
  if (!stated || !found || hasCopies(stated) || stated.some(({ step }) => step === undefined))
    return undefined;
  const ids = new Set(stated.map(({ id }) => id));
  const common = found.filter(({ group }) => ids.has(group));
  if (list.kind === 'map' && hasCopies(common)) return undefined;
  const liveById = new Map(common.map((item) => [item.group, item]));
  const known = Array.isArray(settled) ? (identifyItems(settled, list) ?? []) : [];
  const settledById = new Map(known.map((item) => [item.id, item.value]));
  const parts = stated.flatMap((item): (StatedTask | Drift)[] => {
    const step = item.step!;
    const counterpart = liveById.get(item.id);
    const inner: Way = { step, parent: way };
    if (!counterpart)
      return [{ kind: 'missing', path: pathOf(inner), isSecret: false, file: item.value, live: undefined }];
    if (list.kind !== 'map') return [];
    const task: StatedTask = {
      file: item.value,
      live: counterpart.value,
      settled: settledById.get(item.id),
      topology: topology.element(),
      way: inner,
      parent: 'struct',
      elementOf: list,
    };
    return [task];
  });
  return list.kind === 'map' ? [...parts, ...compareOrder(stated, common, liveById, way)] : parts;
}

function compareOrder(
  stated: readonly ListItem[],
  common: readonly ListItem[],
  liveById: ReadonlyMap<string, ListItem>,
  way: Way | undefined,
): Drift[] {
  const kept = stated.filter(({ id }) => liveById.has(id));
  if (kept.every(({ id }, index) => id === common[index]?.id)) return [];
  const [file, live] = [kept, common].map((items) => items.map(({ step }) => step as JsonObject));
  return [{ kind: 'order', path: pathOf(way), isSecret: false, file: file!, live: live! }];
}

function pathOf(way: Way | undefined): FieldPath {
  const path: FieldPathStep[] = [];
  for (let at = way; at; at = at.parent) path.push(at.step);
  return path.reverse();
}
