import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import {
  describeCondition,
  describeGeneration,
  describeRollout,
} from '../../../server/src/features/reconcile';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { compareGenerations } from '../../../server/src/reconcile/generation';
import { reconcileState, type ReconcileState } from '../../../server/src/reconcile/reconcileState';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';

const kinds = [
  ...['apps/v1 Deployment', 'apps/v1 StatefulSet', 'apps/v1 DaemonSet', 'apps/v1 ReplicaSet'],
  ...[
    'batch/v1 Job',
    'batch/v1 CronJob',
    'autoscaling/v2 HorizontalPodAutoscaler',
    'v1 PersistentVolumeClaim',
  ],
  ...['v1 Pod', 'v1 Node', 'v1 Namespace', 'apiregistration.k8s.io/v1 APIService', 'example.dev/v1 Widget'],
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
].map((type) => type.split(' ') as [apiVersion: string, kind: string]);

/** The names that the rules read, so that random JSON gets past the first look. */
const names = fc.constantFrom(
  ...['type', 'status', 'reason', 'message', 'lastTransitionTime', 'lastUpdateTime', 'observedGeneration'],
  ...['conditions', 'phase', 'replicas', 'updatedReplicas', 'availableReplicas', 'readyReplicas', 'active'],
  ...[
    'desiredNumberScheduled',
    'numberAvailable',
    'updatedNumberScheduled',
    'succeeded',
    'failed',
    'suspend',
  ],
  ...['updateStrategy', 'rollingUpdate', 'partition', 'paused', 'progressDeadlineSeconds', 'completions'],
  ...['containers', 'initContainers', 'containerStatuses', 'state', 'waiting', 'terminated', 'name', 'ready'],
  ...[
    'managedFields',
    'fieldsV1',
    'time',
    'f:spec',
    'f:status',
    'finalizers',
    'deletionTimestamp',
    'generation',
  ],
  ...['__proto__', 'constructor', ''],
);
const scalars = fc.constantFrom<JsonValue>(
  ...[
    'True',
    'False',
    'Unknown',
    'Ready',
    'Progressing',
    'Failed',
    'Running',
    'Pending',
    'Bound',
    'OnDelete',
  ],
  ...[
    'ProgressDeadlineExceeded',
    '2026-01-02T03:04:05Z',
    '9999-12-31T23:59:59Z',
    '-000001-01-01T00:00:00Z',
    'a\nb',
  ],
  ...[null, true, false, 0, -0, 1, 2, 3, -1, 1.5, 1e300, 9007199254740993n, -(2n ** 70n)],
);
const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 6 })
      .map((entries): JsonValue => Object.fromEntries(entries)),
  ),
}));
const conditions = fc.array(
  fc.oneof(
    { arbitrary: anyJson, weight: 1 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'Ready',
            'Degraded',
            'Progressing',
            'Failed',
            'Stalled',
            'PodScheduled',
            'Available',
          ),
          fc.constantFrom('True', 'False', 'Unknown'),
          someOf(
            ['reason', 'message', 'observedGeneration', 'lastTransitionTime', 'lastUpdateTime'],
            scalars,
          ),
        )
        .map(([type, status, more]): JsonValue => ({ type, status, ...more })),
      weight: 3,
    },
  ),
  { maxLength: 4 },
);

/** A map with some of the names. */
function someOf(keys: string[], values: Arbitrary<JsonValue>): Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(fc.constantFrom(...keys), values), { maxLength: keys.length })
    .map((entries) => Object.fromEntries(entries));
}

const objects: Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom(...kinds),
    fc.oneof(anyJson, someOf(['generation', 'deletionTimestamp', 'managedFields', 'finalizers'], anyJson)),
    fc.oneof(
      anyJson,
      fc
        .tuple(anyJson, conditions)
        .map(([status, list]): JsonValue =>
          isJsonObject(status) ? { ...status, conditions: list } : status,
        ),
    ),
    anyJson,
  )
  .map(([[apiVersion, kind], metadata, status, spec]) => ({ apiVersion, kind, metadata, spec, status }));

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

test('100,000 conditions are read in a moment', () => {
  const list = Array.from({ length: 100_000 }, (_, index) => ({
    type: `Type${index}Ready`,
    status: 'False',
  }));
  const before = performance.now();
  const state = reconcileState({ apiVersion: 'v1', kind: 'Node', status: { conditions: list } });
  assert.equal(state.conditions.length, list.length);
  assert.ok(performance.now() - before < 5_000);
});
