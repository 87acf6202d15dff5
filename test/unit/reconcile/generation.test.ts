import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import { generationState } from '../../../server/src/reconcile/generation';
import { make } from './objects';

const widget = 'example.dev/v1 Widget';
const huge = 9_007_199_254_740_993n;
const rows: [
  title: string,
  generation: JsonValue | undefined,
  observed: JsonValue | undefined,
  expected: object,
][] = [
  ['the controller has seen all', 7, 7, { kind: 'observed', generation: 7 }],
  [
    'R162 one behind for ever is said as just that',
    6,
    5,
    { kind: 'notYetObserved', generation: 6, observed: 5 },
  ],
  ['R168 two behind', 8, 6, { kind: 'notYetObserved', generation: 8, observed: 6 }],
  ['0 is a controller that has seen none', 1, 0, { kind: 'notYetObserved', generation: 1, observed: 0 }],
  ['R163 no generation is not 0, and not caught up by arithmetic', undefined, 3, { kind: 'noGeneration' }],
  ['R163 a generation below what was seen without one', 1, 3, { kind: 'ahead', generation: 1, observed: 3 }],
  ['R169 a status of another history', 2, 5, { kind: 'ahead', generation: 2, observed: 5 }],
  ['R171 a generation of 0 as old servers send it', 0, undefined, { kind: 'noGeneration' }],
  ['R171 ConfigMap and Secret have none', undefined, undefined, { kind: 'noGeneration' }],
  ['R172 nothing is reported', 5, undefined, { kind: 'notReported', generation: 5 }],
  ['beyond 2^53', huge, huge, { kind: 'observed', generation: huge }],
  [
    'beyond 2^53, one behind',
    huge,
    huge - 1n,
    { kind: 'notYetObserved', generation: huge, observed: huge - 1n },
  ],
  ['beyond 2^53 against less', huge, 6, { kind: 'notYetObserved', generation: huge, observed: 6 }],
  ['a text is no generation', '7', 7, { kind: 'noGeneration' }],
  ['a text is no observation', 7, '7', { kind: 'notReported', generation: 7 }],
  ['neither is a fraction or a negative one', 7, 6.5, { kind: 'notReported', generation: 7 }],
  ['nor null', 7, null, { kind: 'notReported', generation: 7 }],
];
for (const [title, generation, observed, expected] of rows) {
  test(title, () => {
    const object = make(widget, {
      ...(generation === undefined ? {} : { generation }),
      ...(observed === undefined ? {} : { observed }),
    });
    assert.deepEqual(generationState(object), expected);
  });
}

test('a status that is no map, and no object at all', () => {
  assert.deepEqual(generationState(make(widget, { generation: 7, status: 'x' })), {
    kind: 'notReported',
    generation: 7,
  });
  assert.deepEqual(generationState({}), { kind: 'noGeneration' });
});
