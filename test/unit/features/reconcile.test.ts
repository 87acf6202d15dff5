import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAgo, describeDuration, describeSince } from '../../../server/src/features/durations';
import {
  describeCondition,
  describeGeneration,
  describeRollout,
} from '../../../server/src/features/reconcile';
import { clockTime } from '../../../server/src/features/values';
import type { JsonObject } from '../../../server/src/merge/json';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';
import { condition, make, type Sketch } from '../reconcile/objects';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const seconds = (count: number): number => count * 1_000;
const minutes = (count: number): number => seconds(60 * count);
const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
const widget = 'example.dev/v1 Widget';

function generation(sketch: Sketch, since?: number): string | undefined {
  const state = reconcileState(make(widget, sketch)).generation;
  return describeGeneration(state, since === undefined ? undefined : { since, now });
}

test('a generation in words, never more than the object says', () => {
  assert.equal(generation({ generation: 7, observed: 7 }), 'generation 7, observed');
  assert.equal(generation({ generation: 7 }), 'generation 7, observedGeneration not reported');
  assert.equal(generation({ observed: 3 }), undefined);
  assert.equal(
    generation({ generation: 9_007_199_254_740_993n, observed: 9_007_199_254_740_993n }),
    'generation 9007199254740993, observed',
  );
});

test('R162, R165 a generation that is not observed, and since when', () => {
  const lag = { generation: 7, observed: 6 };
  assert.equal(generation(lag), 'not yet observed: generation 7, controller has seen 6');
  assert.equal(
    generation(lag, now - seconds(12)),
    'not yet observed: generation 7, controller has seen 6, for 12 s',
  );
  assert.equal(
    generation({ generation: 1, observed: 0 }),
    'not yet observed: generation 1, controller has seen none',
  );
});

test('R169 a status of another history is said as odd', () => {
  assert.equal(
    generation({ generation: 2, observed: 5 }),
    'generation 2, but observedGeneration 5: a status of another history',
  );
});

/** The words for a Widget's only condition. */
function words(text: string, sketch: Sketch = {}, more: JsonObject = {}): string {
  const status = { conditions: [condition(text, more)] };
  const [only] = reconcileState(make(widget, { ...sketch, status })).conditions;
  return describeCondition(only!, now);
}

test('a condition in words', () => {
  const since = { lastTransitionTime: isoTime(now - minutes(3)) };
  assert.equal(
    words('Ready=False/MinimumReplicasUnavailable: x', {}, since),
    'Ready=False · MinimumReplicasUnavailable · for 3 m',
  );
  assert.equal(words('Ready=True'), 'Ready=True');
  assert.equal(words('Ready='), 'Ready (no status)');
});

test('R165, R172 a condition of an older spec, or of which nobody knows, is not shown as it were of this one', () => {
  assert.equal(words('Ready=True', { generation: 7, observed: 6 }), 'Ready (of generation 6) was True');
  assert.equal(words('Ready=True', { generation: 2, observed: 5 }), 'Ready=True (of generation 5)');
  assert.equal(words('Ready=True', { generation: 7 }), 'Ready=True (generation not reported)');
  const write = (time: string, field: string): JsonObject => ({ time, fieldsV1: { [field]: {} } });
  const managedFields = [write('2026-01-02T03:04:05Z', 'f:status'), write('2026-01-02T03:10:00Z', 'f:spec')];
  assert.equal(
    words('Ready=True', { generation: 7, metadata: { managedFields } }),
    'Ready=True (status not written since the last change)',
  );
});

/** The words for the rollout of a Deployment of 5 with these counts. */
function deployment(updated: number, available: number, all: number, conditions: JsonObject[] = []): string {
  const status = {
    updatedReplicas: updated,
    availableReplicas: available,
    replicas: all,
    conditions,
  };
  return rollout('apps/v1 Deployment', {
    generation: 4,
    observed: 4,
    spec: { replicas: 5, progressDeadlineSeconds: 600 },
    status,
  });
}

function rollout(type: string, sketch: Sketch): string {
  return describeRollout(reconcileState(make(type, sketch)).rollout, now) ?? 'nothing';
}

test('a rollout in words', () => {
  assert.equal(deployment(5, 5, 5), 'rolled out · 5 of 5 updated, 5 available');
  assert.equal(deployment(5, 5, 6), '5 of 5 updated, 5 available, 1 old pending termination');
  const progress = condition('Progressing=True/ReplicaSetUpdated', {
    lastUpdateTime: isoTime(now - minutes(2)),
  });
  assert.equal(
    deployment(3, 4, 5, [progress]),
    '3 of 5 updated, 4 available, 2 old pending termination · deadline in 8 m',
  );
  const late = condition('Progressing=True/ReplicaSetUpdated', {
    lastUpdateTime: isoTime(now - minutes(13)),
  });
  assert.match(deployment(3, 4, 3, [late]), / · deadline was 3 m ago$/);
});

test('a stuck rollout says why and since when', () => {
  const missed = condition('Progressing=False/ProgressDeadlineExceeded: ReplicaSet\n "web" has  timed out', {
    lastTransitionTime: isoTime(now - minutes(5)),
  });
  assert.equal(
    deployment(3, 4, 3, [missed]),
    'stuck: ProgressDeadlineExceeded: ReplicaSet "web" has timed out · for 5 m · 3 of 5 updated, 4 available',
  );
});

test('what is not rolled out in words', () => {
  const lag = { generation: 5, observed: 4, spec: { replicas: 5 } };
  assert.equal(rollout('apps/v1 Deployment', lag), 'waiting to be observed');
  const status = { phase: 'Bound' };
  assert.equal(rollout('v1 PersistentVolumeClaim', { status }), 'Bound');
  assert.equal(rollout('v1 ConfigMap', {}), 'nothing');
  const updateStrategy = { type: 'OnDelete' };
  assert.equal(
    rollout('apps/v1 StatefulSet', { generation: 1, observed: 1, spec: { replicas: 2, updateStrategy } }),
    'OnDelete: pods are replaced when they are deleted · 0 of 2 updated, 0 ready',
  );
  assert.equal(rollout('batch/v1 CronJob', { spec: { suspend: true } }), 'suspended');
  const lastScheduleTime = isoTime(now - minutes(4));
  assert.equal(
    rollout('batch/v1 CronJob', { status: { active: [{}], lastScheduleTime } }),
    '1 active · last scheduled 4 m ago',
  );
  const metadata = { deletionTimestamp: isoTime(now), finalizers: ['a/b', 'c/d'] };
  assert.equal(rollout(widget, { metadata }), 'being deleted · finalizers: a/b, c/d');
});

test('a message takes one line and not all of it, also where it has megabytes', () => {
  const stuck = (message: string): string =>
    rollout(widget, {
      status: { conditions: [{ type: 'Stalled', status: 'True', reason: 'Big', message }] },
    });
  assert.equal(stuck('a\n\tb'), 'stuck: Big: a b');
  assert.equal(stuck('x'.repeat(160)), `stuck: Big: ${'x'.repeat(160)}`);
  assert.equal(stuck('x'.repeat(161)), `stuck: Big: ${'x'.repeat(160)}…`);
  assert.equal(stuck('x '.repeat(1_000_000)), `stuck: Big: ${'x '.repeat(80)}…`);
  assert.equal(stuck(`x${' '.repeat(1_000)}y`), 'stuck: Big: x…');
});

test('durations', () => {
  const rows: [milliseconds: number, expected: string][] = [
    [0, '0 s'],
    [12_999, '12 s'],
    [seconds(119), '119 s'],
    [minutes(2), '2 m'],
    [minutes(119), '119 m'],
    [minutes(120), '2 h'],
    [minutes(60 * 47), '47 h'],
    [minutes(60 * 48), '2 d'],
    [-5, '0 s'],
  ];
  for (const [milliseconds, expected] of rows) assert.equal(describeDuration(milliseconds), expected);
});

test('times of a clock that is ahead are not counted', () => {
  assert.equal(describeSince(now - seconds(12), now), 'for 12 s');
  assert.equal(describeSince(now + seconds(3), now), 'for 0 s');
  const hour = now + minutes(60);
  assert.equal(describeSince(hour, now), `since ${clockTime(hour)} (in the future)`);
  assert.equal(describeAgo(hour, now), `at ${clockTime(hour)} (in the future)`);
});
