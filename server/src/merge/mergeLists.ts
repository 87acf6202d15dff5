import type { MergeRun, Versions } from './conflicts';
import type { JsonObject, JsonValue } from './json';
import { groupItems, identifyItems, itemId, type ListItem } from './listItems';
import { isLeftOut, type MapVersions } from './mergeMaps';
import { mergeWhole, type Place } from './mergeWhole';
import { mergeOrder } from './order';
import type { KeyedList, ListTopology } from './topology';

/** Three versions of a list, each of which may be absent. */
export interface ListVersions extends Versions {
  readonly base: JsonValue[] | undefined;
  readonly ours: JsonValue[] | undefined;
  readonly theirs: JsonValue[] | undefined;
}

/** Merges one element of a keyed list. */
export type MergeElement = (versions: MapVersions, place: Place, run: MergeRun) => JsonValue | undefined;

/**
 * The merge of a list: a set by its members, a keyed list by its elements, in both the order three-way; any other
 * list, and a keyed list with an element that has no key, is one value.
 */
export function mergeList(
  versions: ListVersions,
  topology: ListTopology,
  run: MergeRun,
  mergeElement: MergeElement,
): JsonValue | undefined {
  const items = identifyVersions(versions, topology);
  if (!items) return mergeWhole(versions, { topology }, run);
  const { list } = topology;
  const firstInside = run.conflicts.length;
  const merged =
    list.kind === 'map' ? mergeElements(items, { list, topology }, run, mergeElement) : mergeMembers(items);
  const ids = { base: idsOf(items.base), ours: idsOf(items.ours), theirs: idsOf(items.theirs) };
  const order = mergeOrder(ids, list.kind === 'map' ? run.atConflicts : 'ours');
  if (order.isDisputed && list.kind === 'map') {
    const inside = run.conflicts.splice(firstInside);
    run.conflicts.push({ kind: 'order', path: [...run.path], ...versions, inside });
  }
  const result = collect(order.ids, merged);
  if (result.length === 0 && isLeftOut(versions, topology)) return undefined;
  const { ours } = versions;
  const isOurs = ours?.length === result.length && ours.every((value, index) => value === result[index]);
  return isOurs ? ours : result;
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

function idsOf(items: readonly ListItem[]): string[] {
  return items.map((item) => item.id);
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

/** The elements of each key: merged as elements if no version has the key twice, else the group as one value. */
function mergeElements(
  items: ItemVersions,
  place: { readonly list: KeyedList; readonly topology: ListTopology },
  run: MergeRun,
  mergeElement: MergeElement,
): Map<string, JsonValue> {
  const [base, ours, theirs] = [groupItems(items.base), groupItems(items.ours), groupItems(items.theirs)];
  const merged = new Map<string, JsonValue>();
  for (const [group, [first]] of new Map([...ours, ...theirs])) {
    const versions = { base: base.get(group), ours: ours.get(group), theirs: theirs.get(group) };
    run.path.push(first!.step!);
    mergeGroup(versions, place, run, mergeElement).forEach((element, copy) =>
      merged.set(itemId(group, copy), element),
    );
    run.path.pop();
  }
  return merged;
}

function mergeGroup(
  versions: Record<keyof ItemVersions, ListItem[] | undefined>,
  place: { readonly list: KeyedList; readonly topology: ListTopology },
  run: MergeRun,
  mergeElement: MergeElement,
): JsonValue[] {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((group) =>
    group?.map((item) => item.value),
  );
  if ([base, ours, theirs].some((group) => group && group.length > 1)) {
    return (mergeWhole({ base, ours, theirs }, place, run) ?? []) as JsonValue[];
  }
  const only = (group: JsonValue[] | undefined): JsonObject | undefined =>
    group?.[0] as JsonObject | undefined;
  const element = mergeElement(
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
