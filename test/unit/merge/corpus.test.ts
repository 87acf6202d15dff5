import assert from 'node:assert/strict';
import test from 'node:test';
import { canonicalText } from '../../../server/src/merge/canonical';
import { isEqual } from '../../../server/src/merge/equality';
import { isJsonObject, type JsonValue } from '../../../server/src/merge/json';
import { readCases, runCase, topologyOf, type MergeCase } from './corpus';

for (const mergeCase of readCases()) {
  test(`${mergeCase.id}: ${mergeCase.source.replace(/^.* — /, '')}`, () => check(mergeCase));
}

function check(mergeCase: MergeCase): void {
  const { expected } = mergeCase;
  const outcome = runCase(mergeCase);
  if ('refuse' in outcome || expected.refuse !== undefined) {
    assert.deepEqual(outcome, { refuse: expected.refuse });
    return;
  }
  const conflicts = (expected.conflicts ?? []).map(({ kind, path }) => `${kind} ${path}`);
  assert.deepEqual(outcome.conflicts.toSorted(), conflicts.toSorted());
  assert.deepEqual(outcome.warnings, expected.warnings ?? []);
  assertMeans(outcome.withOurs, expected.merged ?? expected.withOurs, mergeCase);
  assertMeans(outcome.withTheirs, expected.merged ?? expected.withTheirs, mergeCase);
}

function assertMeans(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  mergeCase: MergeCase,
): void {
  if (mergeCase.spelling === 'ours') assert.deepEqual(actual, expected);
  const inOrder = mergeCase.order === 'any' ? sortLists : (value: JsonValue | undefined) => value;
  if (isEqual(inOrder(actual), inOrder(expected), topologyOf(mergeCase))) return;
  assert.deepEqual(actual, expected, 'the values mean different things');
}

/** The value with all lists in one order, for cases whose order is a matter of taste. */
function sortLists(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) {
    const elements = value.map((element) => sortLists(element) ?? null);
    return elements.sort((left, right) => (canonicalText(left) < canonicalText(right) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, sortLists(field) ?? null]));
}
