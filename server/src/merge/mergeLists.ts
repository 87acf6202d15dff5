import type { Merging, MergeRun, Versions } from './conflicts';
import type { JsonObject, JsonValue } from './json';
import { groupItems, identifyItems, itemId, type ListItem } from './listItems';
import { isLeftOut, type MapVersions } from './mergeMaps';
import { mergeWhole, type Place } from './mergeWhole';
import type { FieldPathStep } from './fieldPath';
import { mergeOrder, type OrderVersions } from './order';
import type { ListTopology } from './topology';

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
  const place: Place = { topology: topology.element(), elementOf: topology.list };
  for (const [group, versionsOfKey] of groupVersions(items)) {
    run.path.push(stepTo(versionsOfKey));
    if (isOne(versionsOfKey)) {
      const element = yield mergeElement(mapVersions(versionsOfKey, onlyElement), place, run);
      if (element !== undefined) merged.set(itemId(group, 0), element);
    } else {
      // A key that stands there twice in any version makes its elements one value.
      const elements = mergeWhole(mapVersions(versionsOfKey, valuesOf), { topology }, run) ?? [];
      (elements as JsonValue[]).forEach((element, copy) => merged.set(itemId(group, copy), element));
    }
    run.path.pop();
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

/** The elements of one key in the three versions; undefined where a version has none. */
type GroupVersions = Readonly<Record<keyof ItemVersions, ListItem[] | undefined>>;

/** The elements that ours or theirs has, by their key. */
function* groupVersions(items: ItemVersions): Generator<[string, GroupVersions]> {
  const [base, ours, theirs] = [groupItems(items.base), groupItems(items.ours), groupItems(items.theirs)];
  for (const group of new Set([...ours.keys(), ...theirs.keys()])) {
    yield [group, { base: base.get(group), ours: ours.get(group), theirs: theirs.get(group) }];
  }
}

function stepTo({ ours, theirs }: GroupVersions): FieldPathStep {
  return (ours ?? theirs)![0]!.step!;
}

function isOne({ base, ours, theirs }: GroupVersions): boolean {
  return (base?.length ?? 0) < 2 && (ours?.length ?? 0) < 2 && (theirs?.length ?? 0) < 2;
}

function mapVersions<Value>(
  { base, ours, theirs }: GroupVersions,
  transform: (items: ListItem[] | undefined) => Value,
): Record<keyof GroupVersions, Value> {
  return { base: transform(base), ours: transform(ours), theirs: transform(theirs) };
}

function onlyElement(items: ListItem[] | undefined): JsonObject | undefined {
  return items?.[0]?.value as JsonObject | undefined;
}

function valuesOf(items: ListItem[] | undefined): JsonValue[] | undefined {
  return items?.map((item) => item.value);
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
