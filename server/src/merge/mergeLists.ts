import type { Merging, MergeRun, Versions } from './conflicts';
import type { JsonObject, JsonValue } from './json';
import { groupItems, identifyItems, itemId, type ListItem } from './listItems';
import { isLeftOut, type MapVersions } from './mergeMaps';
import { mergeWhole, type Place } from './mergeWhole';
import type { FieldPathStep } from './fieldPath';
import { mergeOrder, type OrderVersions } from './order';
import type { KeyedList, ListTopology } from './topology';

/** Three versions of a list, each of which may be absent. */
export interface ListVersions extends Versions {
  readonly base: JsonValue[] | undefined;
  readonly ours: JsonValue[] | undefined;
  readonly theirs: JsonValue[] | undefined;
}

/** Merges one element of a keyed list. */
export type MergeElement = (versions: MapVersions, place: Place, run: MergeRun) => Merging;

/**
 * The merge of a list: a set by its members, a keyed list by its elements, in both the order three-way; any other
 * list, and a keyed list with an element that has no key, is one value.
 */
export function* mergeList(
  versions: ListVersions,
  topology: ListTopology,
  run: MergeRun,
  mergeElement: MergeElement,
): Merging {
  const items = identifyVersions(versions, topology);
  if (!items) return mergeWhole(versions, { topology }, run);
  if (topology.list.kind !== 'map') {
    const { ids } = mergeOrder(idsOf(items), 'ours');
    return asOurs(collect(ids, mergeMembers(items)), versions, topology);
  }
  const firstInside = run.conflicts.length;
  const merged = new Map<string, JsonValue>();
  for (const [group, { step, ...elements }] of groupVersions(items)) {
    run.path.push(step);
    const values = yield mergeGroup(elements, { list: topology.list, topology }, run, mergeElement);
    run.path.pop();
    (values as JsonValue[]).forEach((value, copy) => merged.set(itemId(group, copy), value));
  }
  const order = mergeOrder(idsOf(items), run.atConflicts);
  if (order.isDisputed) {
    const inside = run.conflicts.splice(firstInside);
    run.conflicts.push({ kind: 'order', path: [...run.path], ...versions, inside });
  }
  return asOurs(collect(order.ids, merged), versions, topology);
}

interface ItemVersions {
  readonly base: ListItem[];
  readonly ours: ListItem[];
  readonly theirs: ListItem[];
}

function identifyVersions(versions: ListVersions, { list }: ListTopology): ItemVersions | undefined {
  const base = identifyItems(versions.base ?? [], list);
  const ours = base && identifyItems(versions.ours ?? [], list);
  const theirs = ours && identifyItems(versions.theirs ?? [], list);
  return theirs && { base, ours, theirs };
}

function idsOf({ base, ours, theirs }: ItemVersions): OrderVersions {
  const ids = (items: readonly ListItem[]): string[] => items.map((item) => item.id);
  return { base: ids(base), ours: ids(ours), theirs: ids(theirs) };
}

/** The copies of each member: as many as the side has that changed the number; if both did, the smaller number. */
function mergeMembers(items: ItemVersions): Map<string, JsonValue> {
  const [base, ours, theirs] = [groupItems(items.base), groupItems(items.ours), groupItems(items.theirs)];
  const merged = new Map<string, JsonValue>();
  for (const group of new Set([...ours.keys(), ...theirs.keys()])) {
    const inBase = base.get(group)?.length ?? 0;
    const inOurs = ours.get(group)?.length ?? 0;
    const inTheirs = theirs.get(group)?.length ?? 0;
    const copies = [...(ours.get(group) ?? []), ...(theirs.get(group) ?? [])];
    const count = inOurs === inBase ? inTheirs : inTheirs === inBase ? inOurs : Math.min(inOurs, inTheirs);
    copies.slice(0, count).forEach(({ value }, copy) => merged.set(itemId(group, copy), value));
  }
  return merged;
}

/** The elements of one key in the three versions; absent where a version has none. */
interface GroupVersions extends Versions {
  readonly base: JsonValue[] | undefined;
  readonly ours: JsonValue[] | undefined;
  readonly theirs: JsonValue[] | undefined;
}

/** The elements that ours or theirs has, by their key, with the step of a path that leads to them. */
function groupVersions(items: ItemVersions): Map<string, GroupVersions & { readonly step: FieldPathStep }> {
  const [base, ours, theirs] = [groupItems(items.base), groupItems(items.ours), groupItems(items.theirs)];
  const groups = new Map<string, GroupVersions & { readonly step: FieldPathStep }>();
  const valuesIn = (side: Map<string, ListItem[]>, group: string): JsonValue[] | undefined =>
    side.get(group)?.map((item) => item.value);
  for (const [group, [first]] of new Map([...ours, ...theirs])) {
    groups.set(group, {
      step: first!.step!,
      base: valuesIn(base, group),
      ours: valuesIn(ours, group),
      theirs: valuesIn(theirs, group),
    });
  }
  return groups;
}

/** The merged elements of one key: as one value if any version has the key twice. */
function* mergeGroup(
  versions: GroupVersions,
  place: { readonly list: KeyedList; readonly topology: ListTopology },
  run: MergeRun,
  mergeElement: MergeElement,
): Merging {
  const { base, ours, theirs } = versions;
  if ([base, ours, theirs].some((group) => group && group.length > 1)) {
    return mergeWhole(versions, place, run) ?? [];
  }
  const only = (group: JsonValue[] | undefined): JsonObject | undefined =>
    group?.[0] as JsonObject | undefined;
  const element = yield mergeElement(
    { base: only(base), ours: only(ours), theirs: only(theirs) },
    { topology: place.topology.element(), elementOf: place.list },
    run,
  );
  return element === undefined ? [] : [element];
}

/** The values in the order; what is in no list but in base, copies of a key, stands behind the rest of its key. */
function collect(order: readonly string[], merged: ReadonlyMap<string, JsonValue>): JsonValue[] {
  const known = new Set(order);
  const others = [...merged.keys()].filter((id) => !known.has(id));
  return [...order, ...others].flatMap((id) => {
    const value = merged.get(id);
    return value === undefined ? [] : [value];
  });
}

/** The list, which is ours itself if it has the very elements of ours, or undefined if it is empty and left out. */
function asOurs(list: JsonValue[], versions: ListVersions, topology: ListTopology): JsonValue[] | undefined {
  if (list.length === 0 && isLeftOut(versions, topology)) return undefined;
  const { ours } = versions;
  const isOurs = ours?.length === list.length && ours.every((value, index) => value === list[index]);
  return isOurs ? ours : list;
}
