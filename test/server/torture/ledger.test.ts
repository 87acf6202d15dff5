import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { type Account, findDifferences, followMoves } from './ledger';
import { marksOf, targetObjects } from './objects';
import type { Mark } from './places';

const rack = targetObjects.find(({ name }) => name === 'rack')!;

/** The marks of writer e3 in a rack with these items, by their ids. */
function marks(...ids: string[]): Mark[] {
  const items = ids.map((id): JsonObject => ({ id, value: `rack.${id}` }));
  return marksOf(rack, { spec: { items } }, { name: 'e3', number: 3 });
}

function kinds(known: Mark[], found: Mark[]): string[] {
  const account: Account = { settled: known, perhaps: [] };
  followMoves(account, found);
  return findDifferences(account, found, { kind: 'saved' }).map(({ kind }) => kind);
}

test('two marks that have changed places are misplaced, unless one follows what others have moved', () => {
  const known = marks('u', 'e1-0', 'e3-1', 'e3-2', 'e2-0');
  assert.deepEqual(kinds(known, marks('u', 'e1-0', 'e3-1', 'e1-1', 'e3-2')), []);
  assert.deepEqual(kinds(known, marks('u', 'e3-2', 'e1-0', 'e3-1')), []);
  assert.deepEqual(kinds(known, marks('u', 'e1-0', 'e3-2', 'e3-1', 'e2-0')), ['misplaced']);
  assert.deepEqual(kinds(known, marks('u', 'e3-2', 'e3-1', 'e1-0')), ['misplaced']);
  assert.deepEqual(kinds(known, marks('u', 'e3-2', 'r1-0', 'e3-1', 'e1-0')), ['misplaced']);
});

test('where marks stand is remembered as it was found last', () => {
  const account: Account = { settled: marks('u', 'e1-0', 'e3-1', 'e3-2'), perhaps: [] };
  const moved = marks('u', 'e3-2', 'e1-0', 'e3-1');
  followMoves(account, moved);
  const later = marks('u', 'e3-2', 'e3-1');
  followMoves(account, later);
  assert.deepEqual(account.settled, later);
  const lost = marks('u', 'e3-2');
  followMoves(account, lost);
  assert.deepEqual(
    findDifferences(account, lost, { kind: 'nothing' }).map(({ kind }) => kind),
    ['lost'],
  );
});
