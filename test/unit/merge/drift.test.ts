import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findDrift, type Drift, type StatedVersions } from '../../../server/src/merge/drift';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { takeLive } from '../../../server/src/merge/takeLive';
import { pathTopology, type PathTable } from './pathTopology';

const table: PathTable = {
  '/labels': { map: 'dict' },
  '/list': { list: 'atomic' },
  '/set': { list: 'set' },
  '/items': { list: 'map', keys: ['name'] },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/pair': { map: 'atomic' },
  '/selector': { map: 'atomic' },
  '/selector/*': {},
  '/cpu': { scalar: 'quantity' },
  '/limits': { map: 'dict' },
  '/limits/*': { scalar: 'quantity' },
  '/port': { scalar: 'intOrString' },
  '/nullable': { scalar: 'nullable' },
};
const topology = pathTopology(table);

function versions(file: JsonObject, live: JsonObject, more: Partial<StatedVersions> = {}): StatedVersions {
  const identity = { apiVersion: 'apps/v1', kind: 'Thing' };
  return {
    file: { ...identity, ...file },
    live: { ...identity, ...live },
    topology,
    status: 'ignored',
    ...more,
  };
}

function say(drifts: readonly Drift[]): string[] {
  return drifts.map(({ kind, path }) => `${kind} ${formatFieldPath(path)}`);
}

const rows: [name: string, file: JsonObject, live: JsonObject, drift: string[]][] = [
  ['the same', { a: 1, b: { c: 'x' } }, { b: { c: 'x' }, a: 1 }, []],
  ['fields that the file does not state', { a: 1 }, { a: 1, b: 2, c: {} }, []],
  ['another value', { a: 1, b: { c: 'x' } }, { a: 1, b: { c: 'y' } }, ['changed b.c']],
  ['a field that is gone', { b: { c: 'x', d: 1 } }, { b: { d: 1 } }, ['missing b.c']],
  ['a map that is gone', { b: { c: 'x', d: 1 } }, {}, ['missing b']],
  [
    'R100: quantities by what they mean',
    { cpu: 1, limits: { memory: '1Gi' } },
    { cpu: '1', limits: { memory: '1024Mi' } },
    [],
  ],
  ['other quantities', { cpu: '1' }, { cpu: '100m' }, ['changed cpu']],
  ['a number and a text', { port: 80 }, { port: '80' }, ['changed port']],
  ['large integers', { a: 9007199254740993n }, { a: 9007199254740992 }, ['changed a']],
  [
    'an element of a keyed list',
    { items: [{ name: 'x', v: 1 }] },
    { items: [{ name: 'y' }, { name: 'x', v: 2, w: 3 }] },
    ['changed items[name=x].v'],
  ],
  [
    'an element that is gone',
    { items: [{ name: 'x' }] },
    { items: [{ name: 'y' }] },
    ['missing items[name=x]'],
  ],
  ['a key left to its default', { ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'TCP' }] }, []],
  [
    'a default that makes another key',
    { ports: [{ port: 80 }] },
    { ports: [{ port: 80, protocol: 'UDP' }] },
    ['missing ports[port=80,protocol=TCP]'],
  ],
  [
    'another order',
    { items: [{ name: 'x' }, { name: 'y' }] },
    { items: [{ name: 'y' }, { name: 'z' }, { name: 'x' }] },
    ['order items'],
  ],
  [
    'elements between',
    { items: [{ name: 'x' }, { name: 'y' }] },
    { items: [{ name: 'x' }, { name: 'z' }, { name: 'y' }] },
    [],
  ],
  ['a set by its members', { set: ['b', 'a'] }, { set: ['a', 'c', 'b'] }, []],
  ['a member that is gone', { set: ['b', 'a'] }, { set: ['a'] }, ['missing set[=b]']],
  ['an atomic list as a whole', { list: [1, 2] }, { list: [1, 2, 3] }, ['changed list']],
  ['defaults inside an atomic list', { list: [{ port: 80 }] }, { list: [{ port: 80, protocol: 'TCP' }] }, []],
  ['another order of an atomic list', { list: [1, 2] }, { list: [2, 1] }, ['changed list']],
  ['an atomic map as a whole', { pair: { a: 1 } }, { pair: { a: 2, b: 1 } }, ['changed pair']],
  [
    'a map of texts that is one value',
    { selector: { a: 'x' } },
    { selector: { a: 'x', b: 'y' } },
    ['changed selector'],
  ],
  [
    'null states nothing',
    { a: null, labels: null, items: null },
    { a: 1, labels: { x: 'y' }, items: [{ name: 'x' }] },
    [],
  ],
  ['null where null is a value', { nullable: null }, { nullable: 1 }, ['changed nullable']],
  ['null for an atomic list', { list: null }, { list: [1] }, ['changed list']],
  ['values that say nothing are left out', { a: false, b: '', c: 0, list: [], selector: {} }, {}, []],
  ['an entry of labels says something', { labels: { a: '' } }, { labels: {} }, ['missing labels.a']],
  ['an empty map is something', { b: {} }, {}, ['missing b']],
  ['an empty dictionary is not', { labels: {}, set: [], items: [] }, {}, []],
  ['a time in another zone', { a: '2024-01-01T01:00:00+01:00' }, { a: '2024-01-01T00:00:00.000000Z' }, []],
  ['base64 in lines', { a: 'YWJj\nYWJj\n' }, { a: 'YWJjYWJj' }, []],
  [
    'R104: what only the server writes',
    {
      metadata: { uid: 'x', generation: 1, resourceVersion: '5', creationTimestamp: null },
      status: { a: 1 },
    },
    { metadata: { uid: 'y' } },
    [],
  ],
  ['another type', { a: { b: 1 } }, { a: [1] }, ['changed a']],
  [
    'copies of a key',
    { items: [{ name: 'x' }] },
    { items: [{ name: 'x' }, { name: 'x' }] },
    ['changed items'],
  ],
];

suite('drift of a file', () => {
  for (const [name, file, live, drift] of rows)
    test(name, () => {
      const both = versions(file, live);
      assert.deepEqual(say(findDrift(both)), drift);
      const taken = takeLive(both, findDrift(both));
      assert.deepEqual(findDrift({ ...both, file: taken }), []);
      if (drift.length === 0) assert.equal(taken, both.file);
    });

  test('a custom kind keeps what says nothing', () => {
    const live = { apiVersion: 'example.dev/v1' };
    const drift = findDrift(versions({ apiVersion: 'example.dev/v1', a: false, list: [] }, live));
    assert.deepEqual(say(drift), ['missing a', 'missing list']);
  });
  test('status is data where there is no subresource', () => {
    const drift = findDrift(versions({ status: { a: 1 } }, { status: { a: 2 } }, { status: 'data' }));
    assert.deepEqual(say(drift), ['changed status.a']);
  });
  test('with what the server makes of the file, its defaults are known', () => {
    const file = { a: null, list: [{ port: 80 }], b: false };
    const settled = { a: 1, list: [{ port: 80, protocol: 'TCP' }] };
    const say_ = (live: JsonObject): string[] => say(findDrift(versions(file, live, { settled })));
    assert.deepEqual(say_(settled), []);
    assert.deepEqual(say_({ ...settled, a: 2 }), ['changed a']);
    assert.deepEqual(say_({ ...settled, b: true }), ['changed b']);
    assert.deepEqual(say_({ ...settled, list: [{ port: 80, protocol: 'UDP' }] }), ['changed list']);
  });
  test('the record of what was applied tells a value that was taken away from one that was left out', () => {
    const fieldsV1 = { 'f:a': {}, 'f:items': { 'k:{"name":"x"}': { '.': {}, 'f:v': {} } } };
    const managedFields = [{ manager: 'us', operation: 'Apply', fieldsV1 }];
    const live = { metadata: { managedFields }, c: 5, items: [{ name: 'x' }] };
    const file = { a: false, b: false, c: null, items: [{ name: 'x', v: 0, w: 0 }] };
    assert.deepEqual(say(findDrift(versions(file, live, { manager: 'us' }))), [
      'missing b',
      'changed c',
      'missing items[name=x].w',
    ]);
    assert.deepEqual(findDrift(versions(file, live, { manager: 'other' })), []);
  });
  test('what is taken changes nothing else and keeps the file’s own spelling', () => {
    const file = {
      a: 1,
      cpu: '1000m',
      list: [{ port: 80 }, { port: 81 }],
      items: [{ v: 1, name: 'x' }, { name: 'y' }],
      set: ['b', 'a'],
    };
    const live = {
      a: 2,
      cpu: 2,
      list: [{ port: 81, p: 'TCP' }, { port: 9 }, { port: 80, p: 'TCP' }],
      items: [{ name: 'y' }, { name: 'x', v: 1 }],
      set: ['a'],
    };
    const both = versions(file, live);
    const drift = findDrift(both);
    assert.deepEqual(say(drift), [
      'changed a',
      'changed cpu',
      'changed list',
      'order items',
      'missing set[=b]',
    ]);
    assert.deepEqual(takeLive(both, [drift[0]!]), { ...(both.file as JsonObject), a: 2 });
    assert.deepEqual(takeLive(both, drift), {
      ...(both.file as JsonObject),
      a: 2,
      cpu: 2,
      list: [{ port: 81 }, { port: 9 }, { port: 80 }],
      items: [{ name: 'y' }, { v: 1, name: 'x' }],
      set: ['a'],
    });
  });
});
