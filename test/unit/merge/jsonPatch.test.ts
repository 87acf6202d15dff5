import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { listPatchOperations } from '../../../server/src/merge/jsonPatch';
import { pathTopology } from './pathTopology';

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
