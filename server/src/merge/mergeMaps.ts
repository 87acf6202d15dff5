import type { Merging, MergeRun, Versions } from './conflicts';
import { settled } from './deep';
import { isEqual } from './equality';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import { dispute, mergeWhole, type Place } from './mergeWhole';
import type { ListTopology } from './topology';

/** Three versions of a map, each of which may be absent. */
export interface MapVersions extends Versions {
  readonly base: JsonObject | undefined;
  readonly ours: JsonObject | undefined;
  readonly theirs: JsonObject | undefined;
}

/** Merges what stands at one field; null that is not kept comes as undefined. */
export type MergeField = (versions: Versions, topology: ListTopology, run: MergeRun) => Merging;

/**
 * The merge of a map that is there or not as a unit: deleting it on one side and changing anything inside on the other
 * is a conflict; new on both sides, the two are united. An atomic map is one value. A union is one choice: changed
 * to different choices it is a conflict.
 */
export function mergeUnit(
  versions: MapVersions,
  place: Place,
  run: MergeRun,
  mergeField: MergeField,
): Merging {
  const { base = {}, ours, theirs } = versions;
  const { map } = place.topology;
  if (!ours || !theirs || map === 'atomic') return settled(mergeWhole(versions, place, run));
  if (map === 'union' && hasTwoChoices({ base, ours, theirs })) {
    return settled(dispute(versions, place, run));
  }
  return mergeFields({ base, ours, theirs }, place, run, mergeField);
}

/**
 * The merge of a dictionary, which is no more than its entries. Where none is left, it is an empty map or absent
 * as the side wrote it that changed it, ours if both did.
 */
export function* mergeDictionary(
  versions: MapVersions,
  topology: ListTopology,
  run: MergeRun,
  mergeField: MergeField,
): Merging {
  const { base = {}, ours = {}, theirs = {} } = versions;
  const merged = yield mergeFields({ base, ours, theirs }, { topology }, run, mergeField);
  const isEmpty = isJsonObject(merged) && Object.keys(merged).length === 0;
  return isEmpty && isLeftOut(versions, topology) ? undefined : merged;
}

/** Whether an empty collection is written as absent: as the side has it that changed it, ours if both did. */
export function isLeftOut(versions: Versions, topology: ListTopology): boolean {
  const { base, ours, theirs } = versions;
  const isOursChanged = isEqual(base, theirs, topology)
    ? !isEqual(base, ours, topology) || (base === undefined) !== (ours === undefined)
    : !isEqual(base, ours, topology);
  return (isOursChanged ? ours : theirs) === undefined;
}

interface PresentMaps {
  readonly base: JsonObject;
  readonly ours: JsonObject;
  readonly theirs: JsonObject;
}

/** Whether both sides changed the set of fields that are not null, differently. */
function hasTwoChoices({ base, ours, theirs }: PresentMaps): boolean {
  const has = (map: JsonObject, key: string): boolean => (getField(map, key) ?? null) !== null;
  const isSameChoice = (left: JsonObject, right: JsonObject): boolean =>
    Object.keys({ ...left, ...right }).every((key) => has(left, key) === has(right, key));
  return !isSameChoice(base, ours) && !isSameChoice(base, theirs) && !isSameChoice(ours, theirs);
}

/** The fields merged one by one, in the order of ours; a new one of theirs stands behind its sibling, else last. */
function* mergeFields(versions: PresentMaps, place: Place, run: MergeRun, mergeField: MergeField): Merging {
  const { ours, theirs } = versions;
  const merged = new Map<string, JsonValue>();
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [mine, live] = [getField(ours, key), getField(theirs, key)];
    let value = mine;
    // The key fields of an element are equal on all sides, written or left to their default.
    if (mine !== live && !place.elementOf?.keys.includes(key)) {
      const topology = place.topology.field(key);
      run.path.push(key);
      value = yield mergeField(keptVersions({ ...versions, key }, topology), topology, run);
      run.path.pop();
      // A null that means nothing stays as ours wrote it.
      if (value === undefined && mine === null && !topology.nullable) value = null;
    }
    if (value !== undefined) merged.set(key, value);
  }
  return inOrder(merged, ours, theirs);
}

/** What the three maps have at the key; null that is not kept is nothing. */
function keptVersions(
  { base, ours, theirs, key }: PresentMaps & { readonly key: string },
  { nullable }: ListTopology,
): Versions {
  const kept = (map: JsonObject): JsonValue | undefined => {
    const value = getField(map, key);
    return value === null && !nullable ? undefined : value;
  };
  return { base: kept(base), ours: kept(ours), theirs: kept(theirs) };
}

/** The map of the fields, which is ours itself if it has the very fields of ours. */
function inOrder(fields: ReadonlyMap<string, JsonValue>, ours: JsonObject, theirs: JsonObject): JsonObject {
  const written = Object.keys(ours);
  if (fields.size === written.length && written.every((key) => fields.get(key) === ours[key])) return ours;
  const behind = new Map<string | undefined, string[]>();
  let sibling: string | undefined;
  for (const key of Object.keys(theirs)) {
    if (Object.hasOwn(ours, key)) sibling = key;
    else
      behind
        .set(sibling, behind.get(sibling) ?? [])
        .get(sibling)!
        .push(key);
  }
  const result: JsonObject = {};
  const order = written.flatMap((key) => [key, ...(behind.get(key) ?? [])]);
  for (const key of [...order, ...(behind.get(undefined) ?? [])]) {
    const value = fields.get(key);
    if (value !== undefined) setField(result, key, value);
  }
  return result;
}
