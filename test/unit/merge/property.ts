import assert from 'node:assert/strict';
import fc, { type Arbitrary, type IRawProperty } from 'fast-check';
import { canonicalText } from '../../../server/src/merge/canonical';
import type { Conflict, Versions } from '../../../server/src/merge/conflicts';
import { isEqual } from '../../../server/src/merge/equality';
import { formatPointer, type FieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonValue } from '../../../server/src/merge/json';
import { mergeValues, type MergedValue } from '../../../server/src/merge/merge';
import { topologyAt } from '../../../server/src/merge/topology';
import { mixed, objectTriple, sequenceTriple, topology, wild } from './triples';
import type { Unit } from './units';

type Optional = JsonValue | undefined;

/** Something that holds of every input. */
export interface MergeProperty {
  readonly title: string;
  readonly property: IRawProperty<unknown, false>;
}

export const anyTriple: Arbitrary<Versions> = fc.oneof(
  { weight: 4, arbitrary: objectTriple(mixed) },
  { weight: 1, arbitrary: objectTriple(wild) },
  { weight: 2, arbitrary: sequenceTriple() },
);

/** A property of three versions of an object. */
export function property(
  title: string,
  check: (versions: Versions) => void,
  triples: Arbitrary<Versions> = anyTriple,
): MergeProperty {
  return { title, property: fc.property(triples, check) };
}

export function merge(versions: Versions): MergedValue {
  return mergeValues(versions, topology);
}

export function namesOf(conflicts: readonly Conflict[]): string[] {
  return conflicts.map(({ kind, path }) => `${kind} ${formatPointer(path)}`).sort();
}

/** The conflicts with those that are settled together with an order. */
export function allConflicts(conflicts: readonly Conflict[]): Conflict[] {
  return conflicts.flatMap((conflict) =>
    conflict.kind === 'order' ? [conflict, ...allConflicts(conflict.inside)] : [conflict],
  );
}

export function assertSame(actual: Optional, expected: Optional): void {
  if (!isEqual(actual, expected, topology)) assert.deepEqual(actual, expected);
}

/** Whether the path is the ancestor or leads to something inside it; an index may stand for the keys of an element. */
export function isUnder(path: FieldPath, ancestor: FieldPath): boolean {
  const isSameStep = (step: FieldPath[number], index: number): boolean => {
    const own = path[index];
    if (typeof own === 'number' && typeof step === 'object') return true;
    return own !== undefined && formatPointer([step]) === formatPointer([own]);
  };
  return ancestor.every(isSameStep);
}

/** Whether a conflict lies at, above or below the unit. */
export function isDisputed({ path }: Unit, conflicts: readonly Conflict[]): boolean {
  return conflicts.some((conflict) => isUnder(path, conflict.path) || isUnder(conflict.path, path));
}

/** Compares two values of a conflict at the path, which are elements if it leads to an element of a list. */
export function isSameAt(path: FieldPath): (left: Optional, right: Optional) => boolean {
  const isElement = typeof path.at(-1) === 'object';
  if (!isElement) return (left, right) => isEqual(left, right, topologyAt(topology, path));
  const list = topologyAt(topology, path.slice(0, -1));
  const asList = (value: Optional): JsonValue[] =>
    Array.isArray(value) ? value : value === undefined ? [] : [value];
  return (left, right) => isEqual(asList(left), asList(right), list);
}

/** The value with the elements of all lists in one order: by their keys, or by their values. */
export function sortLists(value: Optional): Optional {
  if (Array.isArray(value)) {
    const elements = value.map((element) => sortLists(element) ?? null);
    return elements.sort((left, right) =>
      nameOf(left) < nameOf(right) ? -1 : nameOf(left) > nameOf(right) ? 1 : 0,
    );
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, sortLists(field) ?? null]));
}

function nameOf(element: JsonValue): string {
  if (!isJsonObject(element)) return canonicalText(element);
  const { id = null, port = null, protocol = 'TCP' } = element;
  return canonicalText([id, port, protocol]);
}
