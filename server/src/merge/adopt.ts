import { runDeep, type Deep } from './deep';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import { identifyItems, isItemAt } from './listItems';
import { placeBehind } from './order';
import type { KeyedList, ListTopology } from './topology';

type Optional = JsonValue | undefined;

/**
 * The target with what the source has at the path, or without it if the source has nothing there. Maps, lists and
 * elements on the way are made; what is new stands behind the sibling that it stands behind in the source.
 */
export function adoptNode(
  target: Optional,
  source: Optional,
  path: FieldPath,
  topology: ListTopology,
): Optional {
  return runDeep(adoptAt(target, source, { path, topology, adopt: (_, value) => value }));
}

/** The target with the list at the path in the source's order, as far as the source has its elements. */
export function adoptOrder(
  target: Optional,
  source: Optional,
  path: FieldPath,
  topology: ListTopology,
): Optional {
  return runDeep(adoptAt(target, source, { path, topology, adopt: reorder }));
}

interface Adoption {
  readonly path: FieldPath;
  readonly topology: ListTopology;
  /** What becomes of the target's value at the end of the path. */
  readonly adopt: (target: Optional, source: Optional, topology: ListTopology) => Optional;
  /** How many steps of the path are done. */
  readonly depth?: number;
}

function* adoptAt(target: Optional, source: Optional, adoption: Adoption): Deep<Optional> {
  const { path, topology, adopt, depth = 0 } = adoption;
  const step = path[depth];
  if (step === undefined) return adopt(target, source, topology);
  if (typeof step === 'string') {
    const [from, to] = [isJsonObject(source) ? source : {}, isJsonObject(target) ? target : {}];
    const inner = { ...adoption, topology: topology.field(step), depth: depth + 1 };
    const field = yield adoptAt(getField(to, step), getField(from, step), inner);
    return field === undefined && !Object.hasOwn(to, step) ? target : withField(to, from, step, field);
  }
  const { list } = topology;
  if (list.kind !== 'map') return target;
  const [from, to] = [Array.isArray(source) ? source : [], Array.isArray(target) ? target : []];
  const [older, newer] = [to, from].map((items) => items.filter((item) => isItemAt(item, step, list)));
  if (depth === path.length - 1) return replaceMembers(to, from, { step, members: newer! }, list);
  const element = older![0] ?? keysOnly(newer![0], list);
  if (element === undefined) return target;
  const inner = { ...adoption, topology: topology.element(), depth: depth + 1 };
  const member = (yield adoptAt(element, newer![0], inner)) ?? element;
  return replaceMembers(to, from, { step, members: [member] }, list);
}

function keysOnly(element: Optional, list: KeyedList): Optional {
  if (!isJsonObject(element)) return undefined;
  const keys: JsonObject = {};
  for (const key of list.keys) if (Object.hasOwn(element, key)) setField(keys, key, element[key]!);
  return keys;
}

/** The list with other elements of one key: at the places of the old ones, what is left over as in the source. */
function replaceMembers(
  target: JsonValue[],
  source: JsonValue[],
  { step, members }: { readonly step: FieldPathStep; readonly members: JsonValue[] },
  list: KeyedList,
): JsonValue[] {
  let used = 0;
  const kept = target.flatMap((item) => (isItemAt(item, step, list) ? members.slice(used, ++used) : [item]));
  const added = members.slice(used);
  const keptItems = identifyItems(kept, list);
  const sourceItems = identifyItems(source, list);
  const allItems = identifyItems([...kept, ...added], list);
  if (!keptItems || !sourceItems || !allItems) return target;
  const byId = new Map(allItems.map((item) => [item.id, item.value]));
  const order = placeAmong(
    keptItems.map((item) => item.id),
    sourceItems.map((item) => item.id),
    (id) => byId.has(id),
  );
  return order.map((id) => byId.get(id)!);
}

/** The names of the target with those of the source that are wanted, right behind what they stand behind there. */
function placeAmong(
  target: readonly string[],
  source: readonly string[],
  isWanted: (name: string) => boolean,
): readonly string[] {
  const inSource = new Set(source);
  const common = target.filter((name) => inSource.has(name));
  return placeBehind(common, target, source.filter(isWanted));
}

/** The list in the order of the source; what the source has not, right behind all that precedes it in the list. */
function reorder(target: Optional, source: Optional, { list }: ListTopology): Optional {
  const items = Array.isArray(target) ? identifyItems(target, list) : undefined;
  const wanted = Array.isArray(source) ? identifyItems(source, list) : undefined;
  if (!items || !wanted) return target;
  const byId = new Map(items.map((item) => [item.id, item.value]));
  const common = wanted.map((item) => item.id).filter((id) => byId.has(id));
  return placeBehind(
    common,
    items.map((item) => item.id),
  ).map((id) => byId.get(id)!);
}

/** The map with a field set or removed; a new field stands behind the sibling that it stands behind in the source. */
function withField(target: JsonObject, source: JsonObject, key: string, field: Optional): JsonObject {
  const isWanted = (name: string): boolean => name === key || Object.hasOwn(target, name);
  const result: JsonObject = {};
  for (const name of placeAmong(Object.keys(target), Object.keys(source), isWanted)) {
    const value = name === key ? field : target[name];
    if (value !== undefined) setField(result, name, value);
  }
  return result;
}
