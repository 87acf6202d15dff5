import type { Versions } from '../../../server/src/merge/conflicts';
import { isEqual } from '../../../server/src/merge/equality';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../../../server/src/merge/json';
import { groupItems, identifyItems } from '../../../server/src/merge/listItems';
import type { KeyDefaults, ListTopology } from '../../../server/src/merge/topology';

type Optional = JsonValue | undefined;

/** Three versions of a value and what they were merged to. */
export interface Merged extends Versions {
  readonly merged: Optional;
}

/**
 * The smallest part of an object that the merge takes from one side or the other: a leaf, a value that is one, a
 * member of a set, or that a struct or a keyed element is there at all.
 */
export interface Unit extends Merged {
  readonly path: FieldPath;
  readonly isSame: (left: Optional, right: Optional) => boolean;
}

/** All units that any of the four values has. */
export function listUnits(values: Merged, topology: ListTopology, path: FieldPath = []): Unit[] {
  const present = Object.values(values).filter((value) => value !== undefined) as JsonValue[];
  if (present.every((value) => Array.isArray(value)) && present.length > 0)
    return listUnitsOfList(values, topology, path);
  const isGranular = present.length > 0 && present.every(isJsonObject) && topology.map !== 'atomic';
  if (!isGranular) return [wholeUnit(values, topology, path)];
  const existence = topology.map === 'dict' ? [] : [existenceUnit(values, path)];
  return [...existence, ...listUnitsOfFields(values, topology, path, [])];
}

function listUnitsOfFields(
  values: Merged,
  topology: ListTopology,
  path: FieldPath,
  but: readonly string[],
): Unit[] {
  const maps = Object.values(values).filter(isJsonObject);
  const keys = new Set(maps.flatMap((map) => Object.keys(map)).filter((key) => !but.includes(key)));
  return [...keys].flatMap((key) => {
    const field = topology.field(key);
    const read = (map: Optional): Optional => {
      const value = isJsonObject(map) ? getField(map, key) : undefined;
      return value === null && !field.nullable ? undefined : value;
    };
    return listUnits(mapValues(values, read), field, [...path, key]);
  });
}

function listUnitsOfList(values: Merged, topology: ListTopology, path: FieldPath): Unit[] {
  const { list } = topology;
  const identified = mapValues(values, (value) => identifyItems((value ?? []) as JsonValue[], list));
  if (Object.values(identified).some((items) => items === undefined))
    return [wholeUnit(values, topology, path)];
  const groups = mapValues(identified, (items) => groupItems(items!));
  const names = new Set(Object.values(groups).flatMap((group) => [...group.keys()]));
  return [...names].flatMap((name) => {
    const versions = mapValues(groups, (group) => group.get(name)?.map((item) => item.value));
    const first = Object.values(groups).flatMap((group) => group.get(name) ?? [])[0]!;
    const itemPath = [...path, first.step ?? name];
    if (list.kind !== 'map') return [existenceUnit(versions, itemPath)];
    if (Object.values(versions).some((group) => group && group.length > 1)) {
      return [wholeUnit(versions, topology, itemPath)];
    }
    const elements = mapValues(versions, (group) => group?.[0]);
    const element = topology.element();
    if (element.map === 'atomic') return [wholeUnit(elements, element, itemPath, list.keyDefaults)];
    return [existenceUnit(elements, itemPath), ...listUnitsOfFields(elements, element, itemPath, list.keys)];
  });
}

function wholeUnit(values: Merged, topology: ListTopology, path: FieldPath, defaults?: KeyDefaults): Unit {
  return { ...values, path, isSame: (left, right) => isEqual(left, right, topology, defaults) };
}

function existenceUnit(values: Merged, path: FieldPath): Unit {
  const isSame = (left: Optional, right: Optional): boolean => (left === undefined) === (right === undefined);
  return { ...values, path, isSame };
}

function mapValues<From, To>(
  { base, ours, theirs, merged }: Record<keyof Merged, From>,
  transform: (value: From) => To,
): Record<keyof Merged, To> {
  return {
    base: transform(base),
    ours: transform(ours),
    theirs: transform(theirs),
    merged: transform(merged),
  };
}
