import assert from 'node:assert/strict';
import test from 'node:test';
import { listChanges } from '../../../server/src/merge/changes';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonValue } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import { pathTopology, type PathTable } from './pathTopology';

const paths: PathTable = {
  '/data': { map: 'dict' },
  '/items': { list: 'map', keys: ['id'] },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/set': { list: 'set' },
  '/cpu': { scalar: 'quantity' },
  '/selector': { map: 'atomic' },
};

/** The changes, one line each: `spec.replicas: 2 → 5`, `data.b: + "x" behind a`. */
function changes(from: JsonValue, to: JsonValue): string[] {
  return listChanges(from, to, pathTopology(paths)).map((change) => {
    const name = `${formatFieldPath(change.path)}: `;
    if (change.kind === 'removed') return `${name}− ${JSON.stringify(change.before)}`;
    if (change.kind === 'added') {
      const place = change.behind === undefined ? 'first' : `behind ${formatFieldPath([change.behind])}`;
      return `${name}+ ${JSON.stringify(change.after)} ${place}`;
    }
    return `${name}${change.kind === 'order' ? 'order ' : ''}${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`;
  });
}

const table: [string, JsonValue, JsonValue, string[]][] = [
  ['a scalar', { spec: { replicas: 2 } }, { spec: { replicas: 5 } }, ['spec.replicas: 2 → 5']],
  ['nothing where only the spelling differs', { cpu: '1', data: {}, a: null }, { cpu: '1000m' }, []],
  [
    'fields added and removed',
    { a: 1, b: 2 },
    { z: 0, b: 2, y: { x: 1 } },
    ['a: − 1', 'z: + 0 first', 'y: + {"x":1} behind b'],
  ],
  [
    'a field behind one that is removed',
    { a: 1, b: 2 },
    { b: 2, a: null, c: 3 },
    ['a: − 1', 'c: + 3 behind b'],
  ],
  ['a null that gets a value', { a: 1, b: null }, { a: 1, b: 2 }, ['b: + 2 behind a']],
  [
    'an entry of a dictionary',
    { data: { a: '1' } },
    { data: { a: '1', 'x/y': '2' } },
    ['data[x/y]: + "2" behind a'],
  ],
  [
    'an atomic map is one value',
    { selector: { a: '1', b: '2' } },
    { selector: { a: '1' } },
    ['selector: {"a":"1","b":"2"} → {"a":"1"}'],
  ],
  ['a list that nothing is known of', { list: [1, 2] }, { list: [1] }, ['list: [1,2] → [1]']],
  [
    'elements of a keyed list',
    { items: [{ id: 'a', v: 1 }, { id: 'b' }] },
    { items: [{ id: 'c' }, { id: 'a', v: 2 }, { id: 'd' }] },
    [
      'items[id=a].v: 1 → 2',
      'items[id=b]: − {"id":"b"}',
      'items[id=c]: + {"id":"c"} first',
      'items[id=d]: + {"id":"d"} behind [id=a]',
    ],
  ],
  [
    'the order of a keyed list',
    { items: [{ id: 'a' }, { id: 'b', v: 1 }, { id: 'c' }] },
    { items: [{ id: 'b', v: 2 }, { id: 'a' }] },
    [
      'items[id=b].v: 1 → 2',
      'items[id=c]: − {"id":"c"}',
      'items: order [{"id":"a"},{"id":"b"}] → [{"id":"b"},{"id":"a"}]',
    ],
  ],
  [
    'a default of a key',
    { ports: [{ port: 80 }] },
    { ports: [{ port: 80, protocol: 'TCP', name: 'n' }] },
    ['ports[port=80,protocol=TCP].name: + "n" behind port'],
  ],
  [
    'copies of one key at the same places',
    {
      items: [
        { id: 'a', v: 1 },
        { id: 'a', v: 2 },
        { id: 'b', v: 3 },
      ],
    },
    {
      items: [
        { id: 'a', v: 1 },
        { id: 'a', v: 7 },
        { id: 'b', v: 3 },
      ],
    },
    ['items[1].v: 2 → 7'],
  ],
  [
    'copies of one key that are fewer now',
    {
      items: [
        { id: 'a', v: 1 },
        { id: 'a', v: 2 },
      ],
    },
    { items: [{ id: 'a', v: 1 }] },
    ['items: [{"id":"a","v":1},{"id":"a","v":2}] → [{"id":"a","v":1}]'],
  ],
  [
    'members of a set',
    { set: ['a', 'b'] },
    { set: ['b', 'c'] },
    ['set[=a]: − "a"', 'set[=c]: + "c" behind [=b]'],
  ],
  ['the order of a set is nothing', { set: ['a', 'b'] }, { set: ['b', 'a'] }, []],
  ['another type', { a: { b: 1 } }, { a: [1] }, ['a: {"b":1} → [1]']],
];

for (const [title, from, to, expected] of table) {
  test(`changes: ${title}`, () => assert.deepEqual(changes(from, to), expected));
}

test('the path of a change names elements by their keys', () => {
  const [change] = listChanges(
    { metadata: { ownerReferences: [{ uid: 'u', name: 'a' }] } },
    { metadata: { ownerReferences: [{ uid: 'u', name: 'b' }] } },
    builtinTopology,
  );
  assert.deepEqual(change?.path, ['metadata', 'ownerReferences', { uid: 'u' }]);
});
