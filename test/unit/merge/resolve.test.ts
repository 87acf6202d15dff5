import assert from 'node:assert/strict';
import test from 'node:test';
import type { Versions } from '../../../server/src/merge/conflicts';
import type { JsonValue } from '../../../server/src/merge/json';
import { mergeValues } from '../../../server/src/merge/merge';
import { keepOurs, takeTheirs } from '../../../server/src/merge/resolve';
import { pathTopology } from './pathTopology';

const topology = pathTopology({
  '/items': { list: 'map', keys: ['id'] },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
});

/** What the merge comes to after the first conflict was settled either way, and how many conflicts are left. */
function settle(base: JsonValue, ours: JsonValue, theirs: JsonValue): Record<'kept' | 'taken', unknown> {
  const versions = { base, ours, theirs };
  const conflict = mergeValues(versions, topology).conflicts[0]!;
  const after = (settled: Versions): unknown => {
    const { value, conflicts } = mergeValues(settled, topology);
    return [value, conflicts.length];
  };
  return {
    kept: after({ ...versions, base: keepOurs(versions, conflict, topology) }),
    taken: after(takeTheirs(versions, conflict, topology)),
  };
}

test('a disputed value', () => {
  assert.deepEqual(settle({ n: 1, m: 1 }, { n: 2, m: 1 }, { n: 3, m: 4 }), {
    kept: [{ n: 2, m: 4 }, 0],
    taken: [{ n: 3, m: 4 }, 0],
  });
});

test('one of two disputes', () => {
  assert.deepEqual(settle({ n: 1, m: 1 }, { n: 2, m: 2 }, { n: 3, m: 3 }), {
    kept: [{ n: 2, m: 2 }, 1],
    taken: [{ n: 3, m: 2 }, 1],
  });
});

test('a struct that ours deleted', () => {
  assert.deepEqual(settle({ a: { x: 1 } }, {}, { a: { x: 2 } }), {
    kept: [{}, 0],
    taken: [{ a: { x: 2 } }, 0],
  });
});

test('an element that theirs deleted', () => {
  const items = (...values: JsonValue[]): JsonValue => ({ items: values });
  const [a, b, changed] = [{ id: 'a' }, { id: 'b' }, { id: 'b', v: 1 }];
  assert.deepEqual(settle(items(a, b), items(a, changed), items(a)), {
    kept: [items(a, changed), 0],
    taken: [items(a), 0],
  });
});

test('an element that ours deleted comes back where theirs has it', () => {
  const items = (...values: JsonValue[]): JsonValue => ({ items: values });
  const [a, b, c, changed] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'b', v: 1 }];
  assert.deepEqual(settle(items(a, b, c), items(a, c), items(a, changed, c)), {
    kept: [items(a, c), 0],
    taken: [items(a, changed, c), 0],
  });
});

test('a field of an element that is new on both sides', () => {
  const ports = (name: string, more: object): JsonValue => ({ ports: [{ port: 80, name, ...more }] });
  assert.deepEqual(settle({}, ports('a', {}), ports('b', { protocol: 'TCP', x: 1 })), {
    kept: [{ ports: [{ port: 80, name: 'a', x: 1 }] }, 0],
    taken: [{ ports: [{ port: 80, name: 'b', x: 1 }] }, 0],
  });
});

test('copies of one key', () => {
  const items = (...values: number[]): JsonValue => ({ items: values.map((v) => ({ id: 'a', v })) });
  assert.deepEqual(settle(items(1, 2), items(3), items(1, 4, 5)), {
    kept: [items(3), 0],
    taken: [items(1, 4, 5), 0],
  });
});

test('an order, with what is disputed in the list', () => {
  const items = (order: string, v: number): JsonValue => ({
    items: order.split('').map((id) => ({ id, v })),
  });
  assert.deepEqual(settle(items('abc', 1), items('bac', 2), items('acb', 3)), {
    kept: [items('bac', 2), 0],
    taken: [items('acb', 3), 0],
  });
});

test('an order, without what theirs changed in the list', () => {
  const items = (order: string, w: number): JsonValue => ({
    items: order.split('').map((id) => ({ id, w })),
  });
  assert.deepEqual(settle(items('abc', 1), items('bac', 1), items('acb', 2)), {
    kept: [items('bac', 2), 0],
    taken: [items('acb', 2), 0],
  });
});

test('an order with more copies of a key in ours keeps the order of the copies', () => {
  const items = (...names: string[]): JsonValue => ({
    items: names.map(([id = '', v]) => (v ? { id, v } : { id })),
  });
  assert.deepEqual(settle(items('a', 'c', 'a'), items('c0', 'c', 'a', 'a'), items('a', 'a', 'c')), {
    kept: [items('c0', 'c', 'a', 'a'), 0],
    taken: [items('a', 'a', 'c0', 'c'), 0],
  });
});
