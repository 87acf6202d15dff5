import assert from 'node:assert/strict';
import test from 'node:test';
import { isEqual } from '../../../server/src/merge/equality';
import type { JsonValue } from '../../../server/src/merge/json';
import { builtinTopology, untypedTopology } from '../../../server/src/merge/topology';
import { pathTopology, type PathTable } from './pathTopology';

const paths: PathTable = {
  '/dict': { map: 'dict' },
  '/dicts': { map: 'dict' },
  '/dicts/*': { map: 'dict' },
  '/atomicMap': { map: 'atomic' },
  '/union': { map: 'union' },
  '/set': { list: 'set' },
  '/atomicList': { list: 'atomic' },
  '/maps': { list: 'atomic' },
  '/maps[]': { map: 'dict' },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/cpu': { scalar: 'quantity' },
  '/port': { scalar: 'intOrString' },
  '/nullable': { scalar: 'nullable' },
};

const own = (key: string, value: JsonValue): JsonValue =>
  JSON.parse(`{"${key}":${JSON.stringify(value)}}`) as JsonValue;

const equal: [string, JsonValue, JsonValue][] = [
  ['null is absent', { a: null }, {}],
  ['key order is nothing', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['3 is 3.0', { a: 3 }, { a: 3.0 }],
  ['a whole number is the bigint of its value', { a: 1e20 }, { a: 100000000000000000000n }],
  ['large integers', { a: 9007199254740993n }, { a: 9007199254740993n }],
  ['an empty dictionary is absent', { dict: {} }, {}],
  ['a dictionary of nothing is absent', { dicts: { a: {}, b: null } }, {}],
  ['an empty set is absent', { set: [] }, {}],
  ['an empty keyed list is absent', { ports: [] }, { ports: null }],
  ['a set has no order', { set: [1, 'a', { x: 1, y: 2 }] }, { set: [{ y: 2, x: 1 }, 1, 'a'] }],
  ['key defaults are filled in', { ports: [{ port: 80 }] }, { ports: [{ protocol: 'TCP', port: 80 }] }],
  ['a null key is filled in', { ports: [{ port: 80, protocol: null }] }, { ports: [{ port: 80 }] }],
  ['1 is "1" as a quantity', { cpu: 1 }, { cpu: '1' }],
  ['1000m is 1', { cpu: '1000m' }, { cpu: '1' }],
  ['1Gi is 1024Mi', { cpu: '1Gi' }, { cpu: '1024Mi' }],
  ['1k is 1e3', { cpu: '1k' }, { cpu: '1e3' }],
  ['1.5 is 1500m', { cpu: '1500m' }, { cpu: 1.5 }],
  ['less than 1n rounds up', { cpu: '0.1n' }, { cpu: '1n' }],
  ['-1 is -1000m', { cpu: '-1' }, { cpu: '-1000m' }],
  ['a kept null', { nullable: null }, { nullable: null }],
  ['null elements', { atomicList: [null] }, { atomicList: [null] }],
];

const different: [string, JsonValue, JsonValue][] = [
  ['a number is no text', { a: 1 }, { a: '1' }],
  ['a boolean is no text', { a: true }, { a: 'true' }],
  ['integers beyond 2^53', { a: 9007199254740993n }, { a: 9007199254740992n }],
  ['an integer and a double nearby', { a: 9007199254740993n }, { a: 9007199254740992 }],
  ['an empty struct is a value', { struct: {} }, {}],
  ['an empty union is a value', { union: {} }, {}],
  ['an empty atomic map is a value', { atomicMap: {} }, {}],
  ['an empty atomic list is a value', { atomicList: [] }, {}],
  ['an empty unknown list is a value', { list: [] }, {}],
  ['an atomic list has an order', { atomicList: [1, 2] }, { atomicList: [2, 1] }],
  ['a keyed list has an order', { ports: [{ port: 1 }, { port: 2 }] }, { ports: [{ port: 2 }, { port: 1 }] }],
  ['a set counts its members', { set: [1, 1, 2] }, { set: [1, 2, 2] }],
  ['a key default is no wildcard', { ports: [{ port: 80 }] }, { ports: [{ port: 80, protocol: 'UDP' }] }],
  ['512M is not 512Mi', { cpu: '512M' }, { cpu: '512Mi' }],
  ['a quantity only by schema', { a: '1000m' }, { a: '1' }],
  ['what is no quantity is a text', { cpu: '1x' }, { cpu: '1.0x' }],
  ['an int-or-string keeps its type', { port: 80 }, { port: '80' }],
  ['null where it is kept', { nullable: null }, {}],
  ['a null element', { atomicList: [null] }, { atomicList: [] }],
  ['a null element and an empty one', { maps: [null] }, { maps: [{}] }],
  ['a map is no list', { a: {} }, { a: [] }],
  ['a key named __proto__', own('__proto__', { a: 1 }), {}],
  ['a key that every object inherits', {}, { constructor: 'x' }],
];

for (const [title, left, right] of equal) {
  test(`equal: ${title}`, () => {
    assert.equal(isEqual(left, right, pathTopology(paths)), true);
    assert.equal(isEqual(right, left, pathTopology(paths)), true);
  });
}

for (const [title, left, right] of different) {
  test(`different: ${title}`, () => {
    assert.equal(isEqual(left, right, pathTopology(paths)), false);
    assert.equal(isEqual(right, left, pathTopology(paths)), false);
  });
}

test('labels, annotations and finalizers of any object are known without a schema', () => {
  const bare = { metadata: {} };
  assert.ok(isEqual({ metadata: { labels: {}, annotations: {}, finalizers: [] } }, bare, builtinTopology));
  assert.ok(!isEqual({ metadata: { labels: {} } }, bare, untypedTopology));
});

test('a value nested 100,000 deep is compared without an exception', () => {
  const nest = (leaf: JsonValue): JsonValue => {
    let value = leaf;
    for (let depth = 0; depth < 100_000; depth++) value = depth % 2 ? [value] : { a: value };
    return value;
  };
  assert.ok(isEqual(nest(1), nest(1)));
  assert.ok(!isEqual(nest(1), nest(2)));
});
