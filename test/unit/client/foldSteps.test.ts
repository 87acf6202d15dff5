import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSteps } from '../../../client/src/foldSteps';

const before = ['top', 'a:', '  1', '  2', 'middle', 'b:', '  3', '  4', 'end'];

/** The texts as words, with the folds below `a:` and `b:`. */
function stepsTo(after: string[]): string[] {
  const folds = [
    { first: 1, last: 3 },
    { first: 5, last: 7 },
  ];
  return listSteps(before, after, folds).map((lines) => lines.join(' '));
}

test('what changes on one side of every fold comes at once', () => {
  for (const after of [
    ['new', 'top', ...before.slice(1)],
    [...before.slice(0, 4), 'center', 'more', ...before.slice(5)],
    [...before, 'new end'],
  ])
    assert.deepEqual(stepsTo(after), [after.join(' ')]);
});

test('what changes before and after folds comes from the top down, one side of a fold after the other', () => {
  const fold = { a: ['a:', '  1', '  2'], b: ['b:', '  3', '  4'] };
  const after = ['new', 'top', ...fold.a, 'center', ...fold.b, 'finish'];
  assert.deepEqual(stepsTo(after), [
    ['new', ...before].join(' '),
    ['new', 'top', ...fold.a, 'center', ...before.slice(5)].join(' '),
    after.join(' '),
  ]);
  const around = ['top 2', ...before.slice(1, 8), 'end 2'];
  assert.deepEqual(stepsTo(around), [['top 2', ...before.slice(1)].join(' '), around.join(' ')]);
});

test('a fold whose own lines change is none to be kept', () => {
  const after = ['top 2', 'a:', '  1', '  2 changed', 'middle', 'b:', '  3', '  4', 'end 2'];
  assert.deepEqual(stepsTo(after), [[...after.slice(0, 4), ...before.slice(4)].join(' '), after.join(' ')]);
  assert.deepEqual(stepsTo(['all', 'new']), ['all new']);
});
