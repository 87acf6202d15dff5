import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { listChanges, type Change } from '../../../server/src/merge/changes';
import { isEqual } from '../../../server/src/merge/equality';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { listPatchOperations } from '../../../server/src/merge/jsonPatch';
import { hasCopies, identifyItems } from '../../../server/src/merge/listItems';
import { mergeValues } from '../../../server/src/merge/merge';
import { topologyAt, type ListTopology } from '../../../server/src/merge/topology';
import { applyPatch, withoutEmpty, withoutNulls } from './applyPatch';
import { pathTopology } from './pathTopology';
import { anyTriple, isUnder } from './property';
import { disjoint, objectTriple, topology } from './triples';

const kinds = pathTopology({
  '/labels': { map: 'dict' },
  '/items': { list: 'map', keys: ['id'] },
  '/items[]/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/refs': { list: 'map', keys: ['id'] },
  '/refs[]': { map: 'atomic' },
  '/set': { list: 'set' },
  '/union': { map: 'union' },
});

const metadata = { uid: 'u' };

/** The operations behind the test of the uid, one line each: `test /a 1`. */
function operations(live: JsonObject, changed: JsonObject): string[] {
  const [uid, ...others] = listPatchOperations({ metadata, ...live }, { metadata, ...changed }, kinds);
  if (uid !== undefined) assert.deepEqual(uid, { op: 'test', path: '/metadata/uid', value: 'u' });
  return others.map(
    (operation) =>
      `${operation.op} ${operation.path}${operation.op === 'remove' ? '' : ` ${JSON.stringify(operation.value)}`}`,
  );
}

suite('The operations of a patch', () => {
  const table: [string, JsonObject, JsonObject, string[]][] = [
    ['none where nothing is changed in meaning', { labels: {}, a: null }, {}, []],
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, ['test /a/b 1', 'replace /a/b 2']],
    ['a removed field', { a: { b: 1, c: 2 } }, { a: { c: 2 } }, ['test /a/b 1', 'remove /a/b']],
    [
      'an added field, which must not be there',
      { labels: { a: '1' } },
      { labels: { a: '1', b: '2' } },
      ['test /labels/b null', 'add /labels/b "2"'],
    ],
    ['an added map', {}, { labels: { b: '2' } }, ['test /labels null', 'add /labels {"b":"2"}']],
    ['escaped keys', { 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, ['test /a~1b/~0 1', 'replace /a~1b/~0 2']],
    ['another type', { a: { b: 1 } }, { a: [1] }, ['test /a {"b":1}', 'replace /a [1]']],
    [
      'a list that nothing is known of',
      { list: [1, 2] },
      { list: [1] },
      ['test /list [1,2]', 'replace /list [1]'],
    ],
    [
      'fields of an element, behind one test of its key',
      { items: [{ id: 'a' }, { id: 'b', v: 1 }] },
      { items: [{ id: 'a' }, { id: 'b', v: 2, w: 3 }] },
      [
        'test /items/1/id "b"',
        'test /items/1/v 1',
        'replace /items/1/v 2',
        'test /items/1/w null',
        'add /items/1/w 3',
      ],
    ],
    [
      'an element of an element, with a key that is left to its default',
      { items: [{ id: 'a', ports: [{ port: 80 }] }] },
      { items: [{ id: 'a', ports: [{ port: 80, name: 'x' }] }] },
      [
        'test /items/0/id "a"',
        'test /items/0/ports/0/port 80',
        'test /items/0/ports/0/protocol null',
        'test /items/0/ports/0/name null',
        'add /items/0/ports/0/name "x"',
      ],
    ],
    [
      'an element that comes or goes, with all else in its list',
      { items: [{ id: 'a', v: 1 }] },
      { items: [{ id: 'a', v: 2 }, { id: 'b' }] },
      ['test /items [{"id":"a","v":1}]', 'replace /items [{"id":"a","v":2},{"id":"b"}]'],
    ],
    [
      'an order',
      { items: [{ id: 'a' }, { id: 'b' }] },
      { items: [{ id: 'b' }, { id: 'a' }] },
      ['test /items [{"id":"a"},{"id":"b"}]', 'replace /items [{"id":"b"},{"id":"a"}]'],
    ],
    [
      'an inner list whose elements go, the outer one staying',
      { items: [{ id: 'a', ports: [{ port: 80 }, { port: 81 }] }] },
      { items: [{ id: 'a', ports: [{ port: 81 }] }] },
      [
        'test /items/0/id "a"',
        'test /items/0/ports [{"port":80},{"port":81}]',
        'replace /items/0/ports [{"port":81}]',
      ],
    ],
    [
      'elements with equal keys',
      { items: [{ id: 'a', v: 1 }, { id: 'a' }] },
      { items: [{ id: 'a', v: 2 }, { id: 'a' }] },
      ['test /items [{"id":"a","v":1},{"id":"a"}]', 'replace /items [{"id":"a","v":2},{"id":"a"}]'],
    ],
    [
      'an element that is one value',
      { refs: [{ id: 'a', v: 1 }] },
      { refs: [{ id: 'a', v: 2 }] },
      ['test /refs/0/id "a"', 'test /refs/0 {"id":"a","v":1}', 'replace /refs/0 {"id":"a","v":2}'],
    ],
    ['a set', { set: ['a'] }, { set: ['a', 'b'] }, ['test /set ["a"]', 'replace /set ["a","b"]']],
    [
      'another choice of a union',
      { union: { left: { x: 1 }, type: 'l' } },
      { union: { right: {}, type: 'r' } },
      ['test /union {"left":{"x":1},"type":"l"}', 'replace /union {"right":{},"type":"r"}'],
    ],
    [
      'a field in a union',
      { union: { left: 1 } },
      { union: { left: 2 } },
      ['test /union/left 1', 'replace /union/left 2'],
    ],
  ];
  for (const [title, live, changed, expected] of table)
    test(title, () => assert.deepEqual(operations(live, changed), expected));

  test('of an object without a uid are behind a test that never holds', () => {
    const [uid] = listPatchOperations({ metadata: {} }, { metadata: {}, a: 1 }, kinds);
    assert.deepEqual(uid, { op: 'test', path: '/metadata/uid', value: null });
  });

  test('for ten thousand elements are found in linear time', () => {
    const items = Array.from({ length: 10_000 }, (_, index): JsonValue => ({ id: `n${index}`, v: 1 }));
    const changed = items.map((item) => ({ ...(item as JsonObject), v: 2 }));
    const started = performance.now();
    assert.equal(operations({ items }, { items: changed }).length, 30_000);
    assert.ok(performance.now() - started < 5_000);
  });
});

/** A triple as objects, the live ones as the API server sends them: no nulls. */
const live = (value: JsonValue | undefined): JsonObject =>
  withoutNulls({ metadata, spec: value ?? {} }) as JsonObject;

const objectTopology = pathTopology({});
const rooted = { ...objectTopology, field: (key: string) => (key === 'spec' ? topology : objectTopology) };

/** What must stay as it is for a change: the list or union in which members come, go or move, or the field. */
function reach({ kind, path }: Change): FieldPath {
  const copy = path.findIndex((step) => typeof step === 'number');
  if (copy >= 0) return path.slice(0, copy);
  if (kind === 'order' || kind === 'changed') return path;
  const parent = path.slice(0, -1);
  return typeof path.at(-1) === 'object' || topologyAt(rooted, parent).map === 'union' ? parent : path;
}

/** Whether every element of every keyed list has a key of its own. */
function areKeyed(value: JsonValue, here: ListTopology): boolean {
  if (Array.isArray(value)) {
    const items = identifyItems(value, here.list);
    return (
      (here.list.kind !== 'map' || (items !== undefined && !hasCopies(items))) &&
      value.every((element) => areKeyed(element, here.element()))
    );
  }
  return (
    !isJsonObject(value) || Object.entries(value).every(([key, field]) => areKeyed(field, here.field(key)))
  );
}

suite('A patch', () => {
  const numRuns = 2_000;

  test('leads from the live object to exactly the changed one', () => {
    fc.assert(
      fc.property(anyTriple, (versions) => {
        const [from, to] = [live(versions.base), { metadata, spec: versions.ours ?? {} }];
        const applied = applyPatch(from, listPatchOperations(from, to, rooted));
        assert.ok(applied.kind === 'ok');
        if (!isEqual(applied.value, to, rooted)) assert.deepEqual(applied.value, to);
      }),
      { numRuns },
    );
  });

  test('on an object that somebody else has changed is a merge without conflict, or refused', () => {
    fc.assert(
      fc.property(anyTriple, (versions) => {
        const [base, ours, theirs] = [live(versions.base), live(versions.ours), live(versions.theirs)];
        // Where theirs breaks the keys of a list, the merge takes the list as one value; the patch still finds the element.
        if (!areKeyed(theirs, rooted)) return;
        const applied = applyPatch(theirs, listPatchOperations(base, ours, rooted));
        if (applied.kind === 'refused') return;
        const merged = mergeValues({ base, ours, theirs }, rooted);
        assert.deepEqual(merged.conflicts, []);
        if (!isEqual(applied.value, merged.value, rooted)) assert.deepEqual(applied.value, merged.value);
      }),
      { numRuns },
    );
  });

  for (const [title, triples] of [
    ['that touches other fields', objectTriple(disjoint)],
    ['of any kind', anyTriple],
  ] as const)
    test(`is refused for a change ${title} only if it touches the same field or membership`, () => {
      let passed = 0;
      fc.assert(
        fc.property(triples, (versions) => {
          const [base, ours, changed] = [versions.base, versions.ours, versions.theirs].map(
            (version) => withoutEmpty(live(version)) as JsonObject,
          ) as [JsonObject, JsonObject, JsonObject];
          // What is equal in meaning is spelled as before, as nobody has written it.
          const { value } = mergeValues({ base, ours: base, theirs: changed }, rooted);
          const theirs = value as JsonObject;
          const mine = listChanges(base, ours, rooted).map(reach);
          const others = listChanges(base, theirs, rooted).map(reach);
          const areApart = !mine.some((path) =>
            others.some((other) => isUnder(path, other) || isUnder(other, path)),
          );
          if (!areApart) return;
          const applied = applyPatch(theirs, listPatchOperations(base, ours, rooted));
          assert.equal(
            applied.kind,
            'ok',
            JSON.stringify(applied, (_key, part: unknown) =>
              typeof part === 'bigint' ? String(part) : part,
            ),
          );
          if (mine.length > 0 && others.length > 0) passed++;
        }),
        { numRuns },
      );
      assert.ok(passed > numRuns / 50, `only ${passed} patches met a change of something else`);
    });

  test('is refused where a field that it touches has become another one', () => {
    let refused = 0;
    fc.assert(
      fc.property(anyTriple, fc.nat(), (versions, choice) => {
        const [base, ours] = [live(versions.base), live(versions.ours)];
        const operations = listPatchOperations(base, ours, rooted);
        const writes = operations.filter(({ op }) => op === 'add' || op === 'replace');
        if (writes.length === 0) return;
        // Somebody else writes a value of their own to one of the places.
        const { path } = writes[choice % writes.length]!;
        const theirs = applyPatch(base, [{ op: 'add', path, value: 'their own' }]);
        if (theirs.kind === 'refused') return; // inside a map that another operation adds
        assert.equal(applyPatch(theirs.value, operations).kind, 'refused');
        refused++;
      }),
      { numRuns: 1_000 },
    );
    assert.ok(refused > 100);
  });
});

test('equal values have no patch', () => {
  fc.assert(
    fc.property(anyTriple, ({ base }) =>
      assert.deepEqual(listPatchOperations(live(base), live(base), rooted), []),
    ),
    { numRuns: 500 },
  );
});
