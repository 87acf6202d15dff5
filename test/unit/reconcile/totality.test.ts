import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  describeCondition,
  describeGeneration,
  describeRollout,
} from '../../../server/src/features/reconcile';
import { isJsonObject } from '../../../server/src/merge/json';
import { compareGenerations } from '../../../server/src/reconcile/generation';
import { reconcileState, type ReconcileState } from '../../../server/src/reconcile/reconcileState';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';
import { anyJson, objects } from './randomObjects';

/** All the words for a state. */
function describe({ generation, conditions, rollout }: ReconcileState, now: number): (string | undefined)[] {
  return [
    describeGeneration(generation, { since: now - 5, now }),
    ...conditions.map((condition) => describeCondition(condition, now)),
    describeRollout(rollout, now),
  ];
}

test('no JSON makes the rules or their words throw, and every line is one line', () => {
  fc.assert(
    fc.property(fc.oneof(objects, objects, anyJson), fc.integer(), (object, now) => {
      if (!isJsonObject(object)) return;
      const state = reconcileState(object);
      for (const line of describe(state, now)) assert.doesNotMatch(line ?? '', /\n|undefined|NaN|\[object/);
      assert.deepEqual(rolloutState(object), state.rollout);
    }),
    { numRuns: 3_000 },
  );
});

test('nothing is rolled out, and no condition reads good or bad, that is known to be of another generation', () => {
  const numbers = fc.constantFrom(1, 2, 3, 2n ** 60n);
  fc.assert(
    fc.property(objects, numbers, numbers, (random, generation, observed) => {
      if (compareGenerations(generation, observed).kind === 'observed') return;
      const status = isJsonObject(random['status']) ? random['status'] : {};
      const { rollout, conditions } = reconcileState({
        ...random,
        metadata: { generation },
        status: { ...status, observedGeneration: observed },
      });
      assert.notEqual(rollout.kind, 'done');
      assert.notEqual(rollout.kind, 'stuck');
      const own = conditions.filter(({ age }) => age.kind !== 'current');
      assert.ok(own.every(({ tone }) => tone === 'neutral'));
    }),
    { numRuns: 2_000 },
  );
});
