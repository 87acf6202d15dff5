import type { MergeRun, Versions } from './conflicts';
import { isAbsent, isEqual } from './equality';
import { getField, setField, type JsonObject, type JsonValue } from './json';
import { dispute, mergeWhole, type Place } from './mergeWhole';
import type { ListTopology } from './topology';

/** Three versions of a map, each of which may be absent. */
export interface MapVersions extends Versions {
  readonly base: JsonObject | undefined;
  readonly ours: JsonObject | undefined;
  readonly theirs: JsonObject | undefined;
}

/** Merges what stands at one field; null that is not kept comes as undefined. */
export type MergeField = (versions: Versions, topology: ListTopology, run: MergeRun) => JsonValue | undefined;

/**
 * The merge of a struct or union, which is deleted as a unit: deleting it on one side and changing anything inside
 * on the other is a conflict; new on both sides, the two are united. A union is one choice: changed to different
 * choices it is a conflict.
 */
export function mergeStruct(
  versions: MapVersions,
  place: Place,
  run: MergeRun,
  mergeField: MergeField,
): JsonValue | undefined {
  const { base = {}, ours, theirs } = versions;
  if (!ours || !theirs) return mergeWhole(versions, place, run);
  if (place.topology.map === 'union' && hasTwoChoices({ base, ours, theirs }, place.topology)) {
    return dispute(versions, place, run);
  }
  return mergeFields({ base, ours, theirs }, place, run, mergeField);
}

/**
 * The merge of a dictionary, which is no more than its entries. Where none is left, it is an empty map or absent
 * as the side wrote it that changed it, ours if both did.
 */
export function mergeDictionary(
  versions: MapVersions,
  topology: ListTopology,
  run: MergeRun,
  mergeField: MergeField,
): JsonValue | undefined {
  const { base = {}, ours = {}, theirs = {} } = versions;
  const merged = mergeFields({ base, ours, theirs }, { topology }, run, mergeField);
  return Object.keys(merged).length > 0 || !isLeftOut(versions, topology) ? merged : undefined;
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

/** Whether both sides changed the set of fields that have a value, differently. */
function hasTwoChoices({ base, ours, theirs }: PresentMaps, topology: ListTopology): boolean {
  const isSameChoice = (left: JsonObject, right: JsonObject): boolean =>
    [...Object.keys(left), ...Object.keys(right)].every((key) => {
      const field = topology.field(key);
      return isAbsent(getField(left, key), field) === isAbsent(getField(right, key), field);
    });
  return !isSameChoice(base, ours) && !isSameChoice(base, theirs) && !isSameChoice(ours, theirs);
}

/** The fields merged one by one, in the order of ours; a new one of theirs stands behind its sibling, else last. */
function mergeFields(versions: PresentMaps, place: Place, run: MergeRun, mergeField: MergeField): JsonObject {
  const { ours, theirs } = versions;
  const merged = new Map<string, JsonValue>();
  const added = new Map<string | undefined, string[]>();
  let sibling: string | undefined;
  const mergeKey = (key: string): void => {
    const value = mergeOneField(key, versions, place, run, mergeField);
    if (value !== undefined) merged.set(key, value);
  };
  for (const key of Object.keys(ours)) mergeKey(key);
  for (const key of Object.keys(theirs)) {
    if (Object.hasOwn(ours, key)) sibling = key;
    else {
      mergeKey(key);
      const behind = added.get(sibling);
      if (behind) behind.push(key);
      else added.set(sibling, [key]);
    }
  }
  const written = Object.keys(ours);
  if (merged.size === written.length && written.every((key) => merged.get(key) === ours[key])) return ours;
  const ordered = written.flatMap((key) => [key, ...(added.get(key) ?? [])]);
  const result: JsonObject = {};
  for (const key of [...ordered, ...(added.get(undefined) ?? [])]) {
    const value = merged.get(key);
    if (value !== undefined) setField(result, key, value);
  }
  return result;
}

function mergeOneField(
  key: string,
  versions: PresentMaps,
  place: Place,
  run: MergeRun,
  mergeField: MergeField,
): JsonValue | undefined {
  const ours = getField(versions.ours, key);
  const theirs = getField(versions.theirs, key);
  // The key fields of an element are equal on all sides, written or left to their default.
  if (ours === theirs || place.elementOf?.keys.includes(key)) return ours;
  const topology = place.topology.field(key);
  const kept = (value: JsonValue | undefined): JsonValue | undefined =>
    value === null && !topology.nullable ? undefined : value;
  run.path.push(key);
  const base = kept(getField(versions.base, key));
  const merged = mergeField({ base, ours: kept(ours), theirs: kept(theirs) }, topology, run);
  run.path.pop();
  return merged ?? (ours === null ? null : undefined);
}
