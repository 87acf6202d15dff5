import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findDrift, type Drift } from '../../../server/src/merge/drift';
import { isEqual } from '../../../server/src/merge/equality';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { takeLive } from '../../../server/src/merge/takeLive';
import { mixed, objectTriple, topology as randomTopology, wild } from './triples';

function say(drifts: readonly Drift[]): string[] {
  return drifts.map(({ kind, path }) => `${kind} ${formatFieldPath(path)}`);
}

suite('properties of drift', () => {
  const pair = fc
    .oneof(objectTriple(mixed), objectTriple(wild))
    .map(({ ours, theirs }) => ({ file: ours ?? {}, live: theirs ?? {}, topology: randomTopology }))
    .filter(({ file }) => isJsonObject(file));
  const status = 'ignored' as const;

  test('after all of the live values are taken none is left; after some, just the others', () =>
    fc.assert(
      fc.property(pair, fc.infiniteStream(fc.boolean()), (both, choices) => {
        const all = { ...both, status };
        const drift = findDrift(all);
        assert.deepEqual(findDrift({ ...all, file: takeLive(all, drift) }), []);
        const chosen = drift.filter(() => choices.next().value);
        const left = findDrift({ ...all, file: takeLive(all, chosen) });
        const expected = drift.filter((one) => !chosen.includes(one));
        assert.deepEqual(say(left).sort(), say(expected).sort());
      }),
      { numRuns: 3000 },
    ));

  test('what is live has no drift against itself, and what states a part of it has none', () =>
    fc.assert(
      fc.property(pair, fc.infiniteStream(fc.nat(3)), ({ live, topology: here }, choices) => {
        if (!isJsonObject(live)) return;
        assert.deepEqual(findDrift({ file: live, live, topology: here, status }), []);
        const part: JsonObject = {};
        for (const [key, value] of Object.entries(live))
          if (choices.next().value !== 0) setField(part, key, value);
        assert.deepEqual(findDrift({ file: part, live, topology: here, status }), []);
      }),
      { numRuns: 1000 },
    ));

  test('drift has two values that are not equal, and inputs stay as they are', () =>
    fc.assert(
      fc.property(pair, (both) => {
        const before = structuredClone([both.file, both.live]) as JsonValue[];
        for (const { kind, file, live } of findDrift({ ...both, status })) {
          if (kind === 'missing') assert.equal(live, undefined);
          else assert.ok(!isEqual(file, live));
        }
        assert.deepEqual([both.file, both.live], before);
      }),
      { numRuns: 1000 },
    ));

  test('nothing throws, whatever stands in the file and in the live object', () => {
    const any = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    const name = fc.constantFrom(
      'metadata',
      'data',
      'stringData',
      'managedFields',
      'fieldsV1',
      'items',
      'set',
      'ports',
    );
    const value = fc.letrec<{ node: JsonValue }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        any,
        fc.dictionary(name, tie('node'), { maxKeys: 3, noNullPrototype: true }),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    })).node;
    const secret = value.map((part) =>
      isJsonObject(part) ? { ...part, apiVersion: 'v1', kind: 'Secret' } : part,
    );
    fc.assert(
      fc.property(fc.oneof(value, secret), fc.oneof(value, secret), (file, live) => {
        const both = { file, live, topology: randomTopology, status, manager: 'x' };
        for (const versions of [both, { ...both, settled: live }]) takeLive(versions, findDrift(versions));
      }),
      { numRuns: 2000 },
    );
  });

  test('no depth overflows', () => {
    let [file, live]: [JsonValue, JsonValue] = [1, 2];
    for (let depth = 0; depth < 1000; depth += 1) [file, live] = [{ a: file }, { a: live }];
    const both = { file, live, topology: randomTopology, status };
    const drift = findDrift(both);
    assert.equal(drift.length, 1);
    assert.deepEqual(findDrift({ ...both, file: takeLive(both, drift) }), []);
  });
});
