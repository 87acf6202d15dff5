import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { shareParts } from '../../../server/src/merge/shareParts';

const pod = (image: string, replicas: number): JsonObject => ({
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas,
    containers: [
      { name: 'a', image: 'a:1' },
      { name: 'b', image, ports: [80] },
    ],
  },
});

describe('a newer value shares with an older one', () => {
  test('all of it, where nothing differs', () => {
    const older = pod('b:1', 1);
    assert.equal(shareParts(older, pod('b:1', 1)), older);
  });

  test('whatever does not lead to a difference', () => {
    const [older, newer] = [pod('b:1', 1), pod('b:2', 2)];
    const shared = shareParts(older, newer) as ReturnType<typeof pod>;
    assert.deepEqual(shared, newer);
    assert.equal(shared['metadata'], older['metadata']);
    const [before, after] = [older, shared].map(
      ({ spec }) => (spec as { containers: JsonObject[] }).containers,
    );
    assert.equal(after?.[0], before?.[0]);
    assert.equal(after?.[1]?.['ports'], before?.[1]?.['ports']);
  });

  test('nothing that has lost its last part', () => {
    assert.deepEqual(shareParts({ a: { x: 1, y: 2 } }, { a: { x: 1 } }), { a: { x: 1 } });
    assert.deepEqual(shareParts({ a: [1, 2] }, { a: [1] }), { a: [1] });
  });

  test('nothing whose fields stand in another order', () => {
    const older = { labels: { a: '1', b: '2' } };
    const shared = shareParts(older, { labels: { b: '2', a: '1' } });
    assert.equal(JSON.stringify(shared), '{"labels":{"b":"2","a":"1"}}');
  });

  test('fields of any name, and no prototype', () => {
    const text = '{"a":{"__proto__":{"x":[1]},"constructor":{}},"b":1}';
    const [older, newer] = [JSON.parse(text), JSON.parse(text.replace('"b":1', '"b":2'))] as JsonObject[];
    const shared = shareParts(older!, newer!) as JsonObject;
    assert.equal(shared['a'], older!['a']);
    assert.equal(JSON.stringify(shared), JSON.stringify(newer));
    const bare = JSON.parse('{"__proto__":{"x":1},"b":{"y":1}}') as JsonObject;
    const other = JSON.parse('{"__proto__":{"x":1},"b":{"y":2}}') as JsonObject;
    assert.equal(JSON.stringify(shareParts(bare, other)), JSON.stringify(other));
    assert.equal(JSON.stringify(shareParts({}, { toString: {} })), '{"toString":{}}');
  });

  test('no more than is deep enough for any manifest, and never overflows the stack', () => {
    const nested = (depth: number): JsonValue => {
      let value: JsonValue = 1;
      for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    assert.deepEqual(shareParts(nested(60), nested(60)), nested(60));
    assert.notEqual(shareParts(nested(50_000), nested(50_000)), undefined);
  });

  test('and stays what it is, with any two values', () => {
    const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    const pair = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, JSON.parse(JSON.stringify(one))] as [JsonValue, JsonValue]),
    );
    fc.assert(
      fc.property(pair, ([older, newer]) => {
        const before = [older, newer].map((each) => JSON.stringify(each));
        assert.equal(JSON.stringify(shareParts(older, newer)), JSON.stringify(newer));
        assert.deepEqual(
          [older, newer].map((each) => JSON.stringify(each)),
          before,
        );
      }),
    );
  });
});
