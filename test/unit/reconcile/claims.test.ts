import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import {
  describeCondition,
  describeGeneration,
  describeRollout,
} from '../../../server/src/features/reconcile';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';
import { objects, scalars } from './randomObjects';
import { fieldPaths, successes, withValue } from './successes';

/*
 * The rule: nothing is claimed that the object does not say.
 * - "observed": both generations are there, whole numbers from 1, and equal.
 * - "rolled out", or a state that is reached: the object is not being deleted, no other generation is known to be
 *   observed, controllers that always report one have reported it, and a field of the status says so itself (evidence
 *   below). What is missing or malformed is no evidence.
 * - A condition is said plainly, or reads good or bad, only where nothing says that it is of another generation.
 */

/** Fields of an object, read without the code under test; whatever is not there is undefined. */
function at(object: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    object,
  );
}

function listAt(object: unknown, ...path: string[]): unknown[] {
  const list = at(object, ...path);
  return Array.isArray(list) ? list : [];
}

/** A whole number of 64 bits from 0, as generations are. */
function isGeneration(value: unknown): value is number | bigint {
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  return isWhole && value >= 0 && value < 2n ** 63n;
}

/** Of all conditions of a type one has this status. */
function says(object: unknown, type: string): boolean {
  return listAt(object, 'status', 'conditions').some(
    (each) => at(each, 'type') === type && at(each, 'status') === 'True',
  );
}

/** A count of the status, which is 0 where the API server leaves it out. */
function counted(object: unknown, name: string): number {
  const value = at(object, 'status', name) ?? 0;
  return typeof value === 'number' ? value : NaN;
}

function wanted(object: unknown): number {
  const value = at(object, 'spec', 'replicas') ?? 1;
  return typeof value === 'number' ? value : NaN;
}

/** The field that has to say so, by kind. */
const evidence: Record<string, (object: unknown) => boolean> = {
  Deployment: (object) =>
    counted(object, 'updatedReplicas') >= wanted(object) &&
    counted(object, 'availableReplicas') >= wanted(object),
  StatefulSet: (object) => counted(object, 'readyReplicas') >= wanted(object),
  ReplicaSet: (object) =>
    counted(object, 'readyReplicas') >= wanted(object) &&
    counted(object, 'availableReplicas') >= wanted(object),
  Scale: (object) => counted(object, 'replicas') === (at(object, 'spec', 'replicas') ?? 0),
  ReplicationController: (object) => counted(object, 'availableReplicas') >= wanted(object),
  DaemonSet: (object) => counted(object, 'numberAvailable') >= counted(object, 'desiredNumberScheduled'),
  Job: (object) => says(object, 'Complete'),
  HorizontalPodAutoscaler: (object) =>
    counted(object, 'currentReplicas') === counted(object, 'desiredReplicas') &&
    listAt(object, 'status', 'conditions').length > 0,
  PersistentVolumeClaim: (object) => at(object, 'status', 'phase') === 'Bound',
  Pod: (object) =>
    at(object, 'status', 'phase') === 'Succeeded' ||
    (at(object, 'status', 'phase') === 'Running' && says(object, 'Ready')),
  Node: (object) => says(object, 'Ready'),
  Namespace: (object) => at(object, 'status', 'phase') === 'Active',
  CustomResourceDefinition: (object) => says(object, 'Established'),
  APIService: (object) => says(object, 'Available'),
};
const reporting = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController'];

type Generations = Record<'own' | 'observed', bigint | undefined>;

/** The generations that an object says of; undefined where it says none. */
function generations(object: unknown, condition?: unknown): Generations {
  const read = (value: unknown, from: bigint): bigint | undefined =>
    isGeneration(value) && BigInt(value) >= from ? BigInt(value) : undefined;
  const ofCondition = read(at(condition, 'observedGeneration'), 1n);
  return {
    own: read(at(object, 'metadata', 'generation'), 1n),
    observed: ofCondition ?? read(at(object, 'status', 'observedGeneration'), 0n),
  };
}

/** The group of an object; empty for the core group, whose apiVersion is the version alone. */
function groupOf({ apiVersion }: JsonObject): string {
  return typeof apiVersion === 'string' ? (/^(.*?)\//.exec(apiVersion)?.[1] ?? '') : '';
}

function assertNothingMoreClaimed(object: JsonObject): void {
  const { generation, rollout, conditions } = reconcileState(object);
  const now = Date.UTC(2026, 0, 2);
  const { own, observed } = generations(object);
  if (describeGeneration(generation)?.endsWith(', observed') === true) {
    assert.ok(own !== undefined && own === observed);
  }
  const line = describeRollout(rollout, now) ?? '';
  const isClaimed = rollout.kind === 'done' || (rollout.kind === 'paused' && rollout.done);
  assert.equal(/^rolled out/.test(line), rollout.kind === 'done' && rollout.as === 'rolledOut');
  if (isClaimed) {
    const kind = typeof object['kind'] === 'string' ? object['kind'] : '';
    const isKnown = successes.some((each) => groupOf(each) === groupOf(object) && each['kind'] === kind);
    const proves = (isKnown ? evidence[kind] : undefined) ?? ((each: unknown) => says(each, 'Ready'));
    // Held back on purpose (cordoned, turned off), nothing has to be there but for a Deployment.
    if (rollout.kind === 'done' || kind === 'Deployment') assert.ok(proves(object), 'no evidence');
    const deletion = at(object, 'metadata', 'deletionTimestamp');
    assert.ok(typeof deletion !== 'string' || deletion === '', 'it is being deleted');
    if (own !== undefined && observed !== undefined) assert.equal(own, observed, 'of another generation');
    if (own === undefined) assert.equal(observed ?? 0n, 0n, 'of an unknown generation');
    if (isKnown && reporting.includes(kind)) assert.ok((observed ?? 0n) > 0n, 'not observed');
  }
  for (const condition of conditions) {
    const isPlain = / \((of|status|generation) /.exec(describeCondition(condition, now)) === null;
    const sent = listAt(object, 'status', 'conditions').filter(
      (each) => at(each, 'type') === condition.type && (at(each, 'status') || undefined) === condition.status,
    );
    const said = sent.map((each) => generations(object, each));
    const isOfAnother =
      said.length > 0 &&
      said.every(({ own, observed }) => observed !== undefined && own !== observed && (own ?? observed) > 0n);
    if (isOfAnother) assert.ok(!isPlain && condition.tone === 'neutral', condition.type);
    if (condition.tone !== 'neutral') assert.ok(condition.status === 'True' || condition.status === 'False');
  }
}

test('objects that are where they shall be are said to be so', () => {
  for (const success of successes) {
    const { rollout } = reconcileState(success);
    assert.equal(rollout.kind, 'done', JSON.stringify(success));
    assertNothingMoreClaimed(success);
  }
});

test('no claim is made that the object does not prove, whatever one of its fields is', () => {
  for (const success of successes) {
    for (const path of fieldPaths(success)) {
      for (const value of [
        undefined,
        null,
        0,
        1,
        2,
        3,
        4,
        -1,
        1.5,
        2n ** 70n,
        '',
        '2',
        'True',
        'False',
        true,
        [],
        {},
      ]) {
        const changed = withValue(success, path, value);
        if (typeof changed === 'object' && changed !== null && !Array.isArray(changed))
          assertNothingMoreClaimed(changed);
      }
    }
  }
});

const mutations: Arbitrary<JsonObject> = fc
  .tuple(fc.constantFrom(...successes), fc.array(fc.tuple(fc.nat(), scalars), { maxLength: 4 }))
  .map(([success, changes]) =>
    changes.reduce<JsonObject>((object, [at, value]) => {
      const paths = fieldPaths(object).filter(({ length }) => length > 0);
      return withValue(object, paths[at % paths.length] ?? [], value) as JsonObject;
    }, success),
  );

test('R163 R165 R169 R172 no claim is made that the object does not prove, whatever it holds', () => {
  const options = { numRuns: 4_000 };
  fc.assert(fc.property(mutations, assertNothingMoreClaimed), options);
  fc.assert(fc.property(objects, assertNothingMoreClaimed), options);
});

test('no line is longer than a screen is wide a few times, whatever the object holds', () => {
  const huge = 'x '.repeat(2 ** 20);
  const digits: JsonValue = 10n ** 5_000n;
  for (const success of successes) {
    for (const path of fieldPaths(success).slice(1)) {
      for (const value of [huge, digits]) {
        const state = reconcileState(withValue(success, path, value) as JsonObject);
        const lines = [
          describeGeneration(state.generation),
          ...state.conditions.map((condition) => describeCondition(condition, 0)),
          describeRollout(state.rollout, 0),
        ];
        for (const line of lines) assert.ok((line ?? '').length < 700, line?.slice(0, 100));
      }
    }
  }
});
