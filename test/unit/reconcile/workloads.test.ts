import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';
import { condition, make, type Sketch, testRollouts } from './objects';

/** Generation 4, seen, with this spec and status. */
function seen(spec: JsonObject, status: JsonObject): Sketch {
  return { generation: 4, observed: 4, spec, status };
}

/** The counts of a Deployment's status: updated, available, all. */
function pods(
  updatedReplicas: number,
  availableReplicas: number,
  replicas: number,
  ...conditions: string[]
): JsonObject {
  return {
    updatedReplicas,
    availableReplicas,
    replicas,
    conditions: conditions.map((text) => condition(text)),
  };
}

const five = { replicas: 5 };
const deadline = 'Progressing=False/ProgressDeadlineExceeded: timed out';
const quota = 'ReplicaFailure=True/FailedCreate: exceeded quota';
const oldStatus: Sketch = { generation: 5, observed: 4, spec: { replicas: 3 } };

testRollouts('apps/v1 Deployment', [
  ['as many as there shall be', seen(five, pods(5, 5, 5)), 'rolledOut: 5/5 updated, 5/5 available'],
  ['not all updated', seen(five, pods(3, 4, 6)), 'progressing updated: 3/5 updated, 4/5 available, 3 old'],
  ['old ones still there', seen(five, pods(5, 5, 6)), 'progressing old: 5/5 updated, 5/5 available, 1 old'],
  ['not all available', seen(five, pods(5, 4, 5)), 'progressing available: 5/5 updated, 4/5 available'],
  ['scaled to 0', seen({ replicas: 0 }, {}), 'rolledOut: 0/0 updated, 0/0 available'],
  ['1 where replicas are not said', seen({}, {}), 'progressing updated: 0/1 updated, 0/1 available'],
  [
    'a deadline missed',
    seen(five, pods(3, 4, 6, deadline)),
    'stuck ProgressDeadlineExceeded (timed out): 3/5 updated, 4/5 available, 3 old',
  ],
  [
    'a quota',
    seen(five, pods(3, 3, 3, quota)),
    'stuck FailedCreate (exceeded quota): 3/5 updated, 3/5 available',
  ],
  [
    'a failure that no longer matters',
    seen(five, pods(5, 5, 5, quota)),
    'rolledOut: 5/5 updated, 5/5 available',
  ],
  [
    'paused on the way',
    seen({ ...five, paused: true }, pods(0, 5, 5)),
    'paused: 0/5 updated, 5/5 available, 5 old',
  ],
  [
    'paused at its goal',
    seen({ ...five, paused: true }, pods(5, 5, 5)),
    'paused, done: 5/5 updated, 5/5 available',
  ],
  [
    'paused, and that not seen',
    { generation: 5, observed: 4, spec: { ...five, paused: true }, status: pods(5, 5, 5) },
    'paused',
  ],
  [
    'R166 counts of the old spec are no success',
    { ...oldStatus, status: pods(3, 3, 3) },
    'progressing observation',
  ],
  [
    'R166 nor is a deadline of the old spec a failure',
    { ...oldStatus, status: pods(2, 2, 3, deadline) },
    'progressing observation',
  ],
  ['never seen', { generation: 1, spec: five, status: {} }, 'progressing observation'],
  ['never seen, and nothing to do', { generation: 1, spec: { replicas: 0 } }, 'progressing observation'],
  [
    'R169 a status of another history',
    { generation: 2, observed: 5, spec: five, status: pods(5, 5, 5) },
    'not tracked, otherHistory',
  ],
  [
    'a count that is none',
    seen(five, { ...pods(5, 5, 5), availableReplicas: 'all' }),
    'not tracked, malformed',
  ],
  ['a negative count', seen({ replicas: -1 }, {}), 'not tracked, malformed'],
  ['a count beyond 2^53', seen({ replicas: 2n ** 60n }, {}), 'not tracked, malformed'],
  ['a status that is none', { generation: 1, spec: five, status: ['x'] }, 'not tracked, malformed'],
]);

test('a Deployment on its way is due a deadline after its last progress, if it has one', () => {
  const due = (
    progress: string,
    progressDeadlineSeconds: JsonValue,
    lastUpdateTime: JsonValue,
  ): number | undefined => {
    const status = { ...pods(3, 3, 5), conditions: [condition(progress, { lastUpdateTime })] };
    const rollout = rolloutState(
      make('apps/v1 Deployment', seen({ ...five, progressDeadlineSeconds }, status)),
    );
    return rollout.kind === 'progressing' ? rollout.deadline : assert.fail(rollout.kind);
  };
  const [time, on] = ['2026-01-02T03:00:00Z', 'Progressing=True/ReplicaSetUpdated'];
  assert.equal(due(on, 600, time), Date.UTC(2026, 0, 2, 3, 10));
  assert.equal(due(on, 2 ** 31 - 1, time), undefined);
  assert.equal(due(on, null, time), undefined);
  assert.equal(due(on, 'soon', time), undefined);
  assert.equal(due(on, 600, 'yesterday'), undefined);
  assert.equal(due('Progressing=True/NewReplicaSetAvailable', 600, time), undefined);
  assert.equal(due('Progressing=Unknown/DeploymentPaused', 600, time), undefined);
});

/** A StatefulSet's spec with this partition, and its counts: updated, ready, all. */
function set(partition: JsonValue, updatedReplicas: number, readyReplicas: number, replicas: number): Sketch {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition } };
  return seen({ ...five, updateStrategy }, { updatedReplicas, readyReplicas, replicas });
}
const noPartition = { ...five, updateStrategy: { type: 'RollingUpdate' } };
const revisions = { readyReplicas: 5, updatedReplicas: 3, replicas: 5, updateRevision: 'b' };
const onDelete = { type: 'OnDelete' };

testRollouts('apps/v1 StatefulSet', [
  ['all updated and ready', set(0, 5, 5, 5), 'rolledOut: 5/5 updated, 5/5 ready'],
  ['one not ready', set(0, 5, 4, 5), 'progressing ready: 5/5 updated, 4/5 ready'],
  ['not all updated', set(0, 3, 5, 5), 'progressing updated: 3/5 updated, 5/5 ready'],
  ['the part above the partition updated', set(3, 2, 5, 5), 'rolledOut: 2/5 updated, 5/5 ready, 3 heldBack'],
  ['and not', set(3, 1, 5, 5), 'progressing updated: 1/5 updated, 5/5 ready, 3 heldBack'],
  ['a partition above all', set(9, 0, 5, 5), 'rolledOut: 0/5 updated, 5/5 ready, 5 heldBack'],
  ['scaled down, as kubectl has it', set(0, 5, 5, 7), 'rolledOut: 5/5 updated, 5/5 ready, 2 excess'],
  [
    'a revision on its way',
    seen(noPartition, { ...revisions, currentRevision: 'a' }),
    'progressing revision: 3/5 updated, 5/5 ready',
  ],
  [
    'a revision that has come',
    seen(noPartition, { ...revisions, currentRevision: 'b' }),
    'rolledOut: 3/5 updated, 5/5 ready',
  ],
  [
    'OnDelete',
    seen({ ...five, updateStrategy: onDelete }, revisions),
    'not tracked, onDelete: 3/5 updated, 5/5 ready',
  ],
  [
    'OnDelete, and that not seen',
    { ...seen({ ...five, updateStrategy: onDelete }, revisions), generation: 5 },
    'not tracked, onDelete',
  ],
  [
    'R168 two behind though pods run',
    { generation: 8, observed: 6, spec: { replicas: 1 }, status: { readyReplicas: 1 } },
    'progressing observation',
  ],
  ['seen as 0 is not seen', { generation: 1, observed: 0, spec: { replicas: 0 } }, 'progressing observation'],
  ['zeros are left out', seen({}, {}), 'progressing ready: 0/1 updated, 0/1 ready'],
  ['scaled to 0', seen({ replicas: 0 }, {}), 'rolledOut: 0/0 updated, 0/0 ready'],
  ['a partition that is none', set('half', 5, 5, 5), 'not tracked, malformed'],
]);

/** A DaemonSet's counts: desired, updated, available. */
function nodes(
  desiredNumberScheduled: number,
  updatedNumberScheduled: number,
  numberAvailable: number,
): JsonObject {
  return { desiredNumberScheduled, updatedNumberScheduled, numberAvailable };
}

testRollouts('apps/v1 DaemonSet', [
  ['on all nodes', seen({}, nodes(3, 3, 3)), 'rolledOut: 3/3 updated, 3/3 available'],
  ['not all updated', seen({}, nodes(3, 1, 3)), 'progressing updated: 1/3 updated, 3/3 available'],
  ['not all available', seen({}, nodes(3, 3, 2)), 'progressing available: 3/3 updated, 2/3 available'],
  ['for no node', seen({}, nodes(0, 0, 0)), 'rolledOut: 0/0 updated, 0/0 available'],
  ['zeros are left out', seen({}, {}), 'rolledOut: 0/0 updated, 0/0 available'],
  [
    'where it should not be',
    seen({}, { ...nodes(1, 1, 1), numberMisscheduled: 2 }),
    'rolledOut: 1/1 updated, 1/1 available, 2 misscheduled',
  ],
  [
    'OnDelete',
    seen({ updateStrategy: onDelete }, nodes(3, 1, 3)),
    'not tracked, onDelete: 1/3 updated, 3/3 available',
  ],
  ['one behind', { generation: 5, observed: 4, status: nodes(3, 3, 3) }, 'progressing observation'],
  ['never seen', { generation: 1, spec: {}, status: {} }, 'progressing observation'],
  ['a count that is none', seen({}, { ...nodes(3, 3, 3), numberAvailable: 2.5 }), 'not tracked, malformed'],
]);

/** A ReplicaSet's counts: ready, available, all. */
function replicas(
  readyReplicas: number,
  availableReplicas: number,
  all: number,
  ...texts: string[]
): JsonObject {
  return {
    readyReplicas,
    availableReplicas,
    replicas: all,
    conditions: texts.map((text) => condition(text)),
  };
}

testRollouts('apps/v1 ReplicaSet', [
  ['all available', seen(five, replicas(5, 5, 5)), 'reached: 5/5 ready, 5/5 available'],
  ['not all ready', seen(five, replicas(4, 4, 5)), 'progressing ready: 4/5 ready, 4/5 available'],
  [
    'ready, but not long enough',
    seen(five, replicas(5, 4, 5)),
    'progressing available: 5/5 ready, 4/5 available',
  ],
  ['too many', seen(five, replicas(5, 5, 6)), 'progressing scale: 5/5 ready, 5/5 available, 1 excess'],
  [
    'a quota',
    seen(five, replicas(2, 2, 2, quota)),
    'stuck FailedCreate (exceeded quota): 2/5 ready, 2/5 available',
  ],
  [
    'one behind',
    { generation: 5, observed: 4, spec: five, status: replicas(5, 5, 5) },
    'progressing observation',
  ],
  ['never seen', { generation: 1, spec: { replicas: 0 } }, 'progressing observation'],
  ['zeros are left out', seen({}, {}), 'progressing ready: 0/1 ready, 0/1 available'],
  ['scaled to 0', seen({ replicas: 0 }, {}), 'reached: 0/0 ready, 0/0 available'],
  ['a count that is none', seen(five, { replicas: {} }), 'not tracked, malformed'],
]);

testRollouts('v1 ReplicationController', [
  ['as a ReplicaSet', seen(five, replicas(4, 4, 5)), 'progressing ready: 4/5 ready, 4/5 available'],
]);
testRollouts('autoscaling/v1 Scale', [
  ['as many as there shall be', { spec: five, status: { replicas: 5 } }, 'reached: 5/5 current'],
  ['too few', { spec: five, status: { replicas: 2 } }, 'progressing scale: 2/5 current'],
  ['too many', { spec: five, status: { replicas: 6 } }, 'progressing scale: 6/5 current'],
  ['scaled to 0, which is left out', { spec: {}, status: { replicas: 0 } }, 'reached: 0/0 current'],
  ['a count that is none', { spec: five, status: { replicas: '5' } }, 'not tracked, malformed'],
]);

testRollouts('example.dev/v1 Deployment', [
  ['of another group is any object', seen(five, pods(1, 1, 1)), 'not tracked, noRule'],
]);
