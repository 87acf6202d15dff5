import assert from 'node:assert/strict';
import test from 'node:test';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { isEqual } from '../../../server/src/merge/equality';
import type { JsonValue } from '../../../server/src/merge/json';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import type { ListTopology } from '../../../server/src/merge/topology';
import { pathTopology, type PathTable } from './pathTopology';

const schema: PathTable = {
  '/data': { map: 'dict' },
  '/set': { list: 'set' },
  '/items': { list: 'map', keys: ['id'] },
  '/items[]/subs': { list: 'map', keys: ['id'] },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/refs': { list: 'map', keys: ['id'] },
  '/refs[]': { map: 'atomic' },
  '/kind': { map: 'union' },
  '/nullable': { scalar: 'nullable' },
};

/** The merged value and the conflicts by name. */
function merge(base: JsonValue, ours: JsonValue, theirs: JsonValue): [JsonValue | undefined, ...string[]] {
  const { value, conflicts } = mergeValues({ base, ours, theirs }, pathTopology(schema));
  return [value, ...conflicts.map(({ kind, path }) => `${kind} ${formatPointer(path)}`)];
}

const ids = (text: string): JsonValue[] => text.split('').map((id) => ({ id }));

test('an emptied struct stays, whoever deleted what', () => {
  const merged = merge({ a: { x: 1, y: 2 } }, { a: { y: 2 } }, { a: { x: 1 } });
  assert.deepEqual(merged, [{ a: {} }]);
});

test('a dictionary that both sides emptied is as ours wrote it', () => {
  const base = { data: { x: '1', y: '2' } };
  assert.deepEqual(merge(base, { data: { x: '1' } }, {}), [{ data: {} }]);
  assert.deepEqual(merge(base, {}, { data: { x: '1' } }), [{}]);
  assert.deepEqual(merge(base, base, {}), [{}]);
  assert.deepEqual(merge(base, {}, base), [{}]);
});

test('a deleted struct is in conflict with anything new inside it', () => {
  assert.deepEqual(merge({ a: { x: 1 } }, {}, { a: { x: 1, y: 2 } }), [{}, 'ours-deleted /a']);
  assert.deepEqual(merge({ a: { x: 1 } }, {}, { a: { x: 1 } }), [{}]);
});

test('a null is absent: what both sides make of it is united', () => {
  assert.deepEqual(merge({ a: null }, { a: { x: 1 } }, { a: { y: 1 } }), [{ a: { x: 1, y: 1 } }]);
});

test('a keyed list that must be taken as a whole is absent when it is empty', () => {
  const [one, two] = [{ items: [{ v: 1 }] }, { items: [{ v: 2 }] }];
  assert.deepEqual(merge(one, { items: [] }, two), [{ items: [] }, 'ours-deleted /items']);
  assert.deepEqual(merge({ items: [] }, one, two), [one, 'both-added /items']);
});

test('a key that is left to its default is not written because theirs writes it', () => {
  const merged = merge({}, { ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'TCP', name: 'n' }] });
  assert.deepEqual(merged, [{ ports: [{ port: 80, name: 'n' }] }]);
});

test('two maps in place of a text are one conflict: the types part there', () => {
  assert.deepEqual(merge({ a: 'x' }, { a: { x: 1 } }, { a: { y: 1 } }), [{ a: { x: 1 } }, 'both-changed /a']);
});

test('a null that the server keeps can be deleted', () => {
  assert.deepEqual(merge({ nullable: null }, { nullable: null }, {}), [{}]);
  assert.deepEqual(merge({ nullable: null }, {}, { nullable: null }), [{}]);
  assert.deepEqual(merge({ a: null }, { a: null }, {}), [{ a: null }]);
});

test('the number of copies in a set is merged three-way, the smaller one if both changed it', () => {
  assert.deepEqual(merge({ set: ['a'] }, { set: ['a', 'a', 'a'] }, { set: ['a', 'a'] }), [
    { set: ['a', 'a'] },
  ]);
  assert.deepEqual(merge({ set: ['a', 'a'] }, { set: ['a', 'a'] }, { set: ['a'] }), [{ set: ['a'] }]);
});

test('an element that is one value is in conflict as a whole', () => {
  const refs = (x: number, y: number): JsonValue => ({ refs: [{ id: 'a', x, y }] });
  assert.deepEqual(merge(refs(1, 1), refs(2, 1), refs(1, 2)), [refs(2, 1), 'both-changed /refs[id=a]']);
});

test('an order that does justice to both sides is found where there is one', () => {
  const order = (base: string, ours: string, theirs: string): unknown =>
    merge({ items: ids(base) }, { items: ids(ours) }, { items: ids(theirs) });
  assert.deepEqual(order('abcd', 'bacd', 'abdc'), [{ items: ids('badc') }]);
  assert.deepEqual(order('abc', 'bac', 'acb'), [{ items: ids('bac') }, 'order /items']);
  assert.deepEqual(order('abcd', 'banc' + 'd', 'abdc'), [{ items: ids('bandc') }]);
  assert.deepEqual(order('ab', 'axb', 'ayb'), [{ items: ids('axyb') }]);
  assert.deepEqual(order('ab', 'xab', 'aby'), [{ items: ids('xaby') }]);
});

test('where the order decides nothing for an element of ours alone, it is no reason for a conflict', () => {
  const [value, ...conflicts] = merge(
    { items: ids('abcd') },
    { items: ids('bacnd') },
    { items: ids('abdcn') },
  );
  assert.deepEqual(conflicts, []);
  assert.deepEqual(value, { items: ids('badcn') });
});

test('a disputed order takes the other disputes of its list with it', () => {
  const items = (order: string, v: number): JsonValue => ({
    items: order.split('').map((id) => ({ id, v })),
  });
  const versions = { base: items('abc', 1), ours: items('bac', 2), theirs: items('acb', 3) };
  const { conflicts } = mergeValues(versions, pathTopology(schema));
  assert.deepEqual(
    conflicts.map(({ kind, path }) => [kind, ...path]),
    [['order', 'items']],
  );
  assert.equal(conflicts[0]?.kind === 'order' && conflicts[0].inside.length, 3);
  const isolated = isolateConflicts(versions, pathTopology(schema));
  assert.deepEqual(isolated, versions);
});

test('the isolated versions have the clean changes and differ at the conflicts only', () => {
  const version = (v: number, w: number, n: number): JsonValue => ({
    n,
    items: [
      { id: 'a', v },
      { id: 'b', w },
    ],
  });
  const versions = { base: version(1, 1, 1), ours: version(2, 2, 1), theirs: version(1, 3, 4) };
  assert.deepEqual(isolateConflicts(versions, pathTopology(schema)), {
    base: version(2, 1, 4),
    ours: version(2, 2, 4),
    theirs: version(2, 3, 4),
  });
});

test('what is untouched is the very value of ours', () => {
  const base = { a: { x: [1] }, items: ids('ab') };
  const ours = structuredClone(base);
  const [value] = merge(base, ours, { ...structuredClone(base), b: 1 });
  assert.equal((value as typeof base).a, ours.a);
  assert.equal((value as typeof base).items, ours.items);
});

test('a new field of theirs stands behind its sibling', () => {
  const [value] = merge({ a: 1, b: 2 }, { b: 2, a: 1, c: 3 }, { a: 1, x: 0, b: 2, y: 0 });
  assert.deepEqual(Object.keys(value as object), ['b', 'y', 'a', 'x', 'c']);
});

test('what is nested 1,000 and 20,000 deep is merged at its leaves', () => {
  const nest = (depth: number, left: number, right: number): JsonValue => {
    let value: JsonValue = { left, right };
    for (let level = 1; level < depth; level++)
      value = level % 2 ? [{ id: 'a', items: value }] : { items: value };
    return value;
  };
  const anyDepth: ListTopology = {
    ...pathTopology(schema).field('items'),
    field: () => anyDepth,
    element: () => anyDepth,
  };
  for (const depth of [1_000, 20_000]) {
    const versions = { base: nest(depth, 1, 1), ours: nest(depth, 2, 1), theirs: nest(depth, 1, 2) };
    const clean = mergeValues(versions, anyDepth);
    assert.deepEqual([clean.conflicts.length, clean.changes.length], [0, 1]);
    assert.ok(isEqual(clean.value, nest(depth, 2, 2), anyDepth));
    const disputed = mergeValues({ ...versions, theirs: nest(depth, 3, 1) }, anyDepth);
    assert.equal(disputed.conflicts[0]?.path.at(-1), 'left');
  }
});

test('10,000 elements are merged by key, and their order is merged up to 2,000', () => {
  const list = (count: number): { id: number; v: number }[] =>
    Array.from({ length: count }, (_, id) => ({ id, v: 0 }));
  const [ours, theirs] = [list(10_000), list(10_000)];
  ours[7]!.v = 1;
  theirs[9]!.v = 1;
  const [value, ...conflicts] = merge({ items: list(10_000) }, { items: ours.slice(1) }, { items: theirs });
  assert.deepEqual(conflicts, []);
  assert.equal((value as { items: JsonValue[] }).items.length, 9_999);
  const swap = (count: number, at: number): JsonValue => {
    const items = list(count);
    return { items: [...items.slice(0, at), items[at + 1]!, items[at]!, ...items.slice(at + 2)] };
  };
  assert.equal(merge({ items: list(2_000) }, swap(2_000, 5), swap(2_000, 9)).length, 1);
  assert.deepEqual(merge({ items: list(2_001) }, swap(2_001, 5), swap(2_001, 9)).slice(1), ['order /items']);
  assert.deepEqual(merge({ items: list(2_001) }, swap(2_001, 5), { items: list(2_001) }), [swap(2_001, 5)]);
});
