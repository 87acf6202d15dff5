import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { untypedTopology } from '../../../server/src/merge/topology';
import { arrivedWrite } from '../../../server/src/session/arrived';
import { ownership, settings } from './documents';
import { pathTopology } from '../merge/pathTopology';

const topology = pathTopology({
  '/data/members': { list: 'set' },
  '/data/items': { list: 'map', keys: ['id'] },
});

/** What has arrived of a write, where `before` was opened, `written` sent and `now` is live. */
function arrivedOf(before: JsonObject, written: JsonObject, now: JsonObject, known = topology): unknown {
  const base = settings('500', before);
  const arrived = arrivedWrite(
    { base, ownership, topology: known },
    settings('500', written).object,
    settings('510', now),
  );
  return arrived?.object['data'];
}

test('fields that the live object has as they were written have arrived, others have not', () => {
  const before = { mode: 'fast', color: 'red', size: 1, other: 'a' };
  const written = { mode: 'slow', color: 'mine', other: 'a' };
  const now = { mode: 'slow', color: 'theirs', other: 'b' };
  assert.deepEqual(arrivedOf(before, written, now), { mode: 'slow', color: 'red', other: 'a' });
});

test('members of sets and elements of keyed lists', () => {
  const item = (id: string, value: number): JsonObject => ({ id, value });
  const before = { members: ['a', 'b'], items: [item('x', 1), item('y', 1)], n: 0 };
  const written = { members: ['b', 'c'], items: [item('x', 2), item('z', 1)], n: 1 };
  const now = { members: ['b', 'c', 'd'], items: [item('x', 2), item('z', 1), item('w', 1)], n: 7 };
  assert.deepEqual(arrivedOf(before, written, now), {
    members: ['b', 'c'],
    items: [item('x', 2), item('z', 1)],
    n: 0,
  });
});

test('nothing has arrived where the live object has none of the changes', () => {
  assert.equal(arrivedOf({ mode: 'fast' }, { mode: 'slow' }, { mode: 'fast', more: '1' }), undefined);
  assert.equal(arrivedOf({ mode: 'fast' }, { mode: 'slow' }, { mode: 'theirs' }, untypedTopology), undefined);
});

const list = (names: string, n: number): JsonObject => ({
  items: names.split('').map((id) => ({ id })),
  n,
});

test('what others have moved is no part of a write, also where that removes an element', () => {
  assert.equal(arrivedOf(list('abcd', 1), list('acd', 1), list('xabcd', 1)), undefined);
  assert.equal(arrivedOf(list('xay', 1), list('xy', 2), list('yax', 1)), undefined);
  assert.deepEqual(arrivedOf(list('xay', 1), list('xyn', 2), list('yaxn', 3)), list('xayn', 1));
});

test('an order that was written has arrived where the live object has it', () => {
  assert.deepEqual(arrivedOf(list('abc', 1), list('bac', 1), list('bacd', 2)), list('bac', 1));
  assert.deepEqual(arrivedOf(list('abc', 1), list('bac', 2), list('bac', 3)), list('bac', 1));
  assert.deepEqual(arrivedOf(list('abcd', 1), list('bad', 2), list('badx', 3)), list('bad', 1));
});
