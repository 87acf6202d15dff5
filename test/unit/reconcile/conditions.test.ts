import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import type { Condition } from '../../../server/src/reconcile/conditions';
import { type Polarity, polarityOf, toneOf } from '../../../server/src/reconcile/polarity';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';
import { condition, make, type Sketch } from './objects';

const widget = 'example.dev/v1 Widget';

/** The conditions of a Widget with these. */
function conditions(sent: JsonValue, more: Sketch = {}): readonly Condition[] {
  return reconcileState(make(widget, { ...more, status: { conditions: sent } })).conditions;
}

/** How old a Widget's `Ready=True` is, and its tone. */
function age(more: Sketch, sent: JsonObject = {}): string {
  const [ready] = conditions([condition('Ready=True', sent)], more);
  const { kind, ...rest } = ready!.age;
  return [kind, ...Object.values(rest), ready!.tone].join(' ');
}

/** The condition types of Kubernetes' own kinds, and of what others share. */
const polarities: Record<Polarity, string> = {
  positive: `Ready ContainersReady Initialized PodScheduled PodReadyToStartContainers Available Complete
    SuccessCriteriaMet AbleToScale ScalingActive Established NamesAccepted KubernetesAPIApprovalPolicyConformant
    Approved Accepted Programmed ResolvedRefs Admitted Bound Healthy Reconciled Scheduled Synced Valid Completed
    Succeeded ControlPlaneReady`,
  negative: `Failed FailureTarget ReplicaFailure DisruptionTarget MemoryPressure DiskPressure PIDPressure
    NetworkUnavailable NonStructuralSchema Denied ControllerResizeError NodeResizeError ModifyVolumeError
    NamespaceDeletionContentFailure NamespaceDeletionDiscoveryFailure Degraded Stalled`,
  neutral: `Progressing Suspended ScalingLimited Resizing FileSystemResizePending PodResizePending Terminating
    NamespaceContentRemaining NamespaceFinalizersRemaining Reconciling NotReady NonReady Unready UpdateAvailable
    Colourful toString`,
};
for (const [polarity, types] of Object.entries(polarities)) {
  for (const type of types.split(/\s+/)) {
    test(`polarity of ${type}: ${polarity}`, () => assert.equal(polarityOf(type), polarity));
  }
}

const tones: [text: string, expected: string][] = [
  ['Ready=True', 'good'],
  ['Ready=False', 'bad'],
  ['Ready=Unknown', 'neutral'],
  ['Ready=true', 'neutral'],
  ['Degraded=True', 'bad'],
  ['Degraded=False', 'good'],
  ...['Complete', 'Completed', 'Succeeded', 'SuccessCriteriaMet'].map((type): [string, string] => [
    `${type}=False`,
    'neutral',
  ]),
  ['Complete=True', 'good'],
  ['Progressing=True/NewReplicaSetAvailable', 'neutral'],
  ['Progressing=False/ProgressDeadlineExceeded', 'bad'],
  ['Progressing=False/AsExpected', 'neutral'],
  ['Colourful=False', 'neutral'],
];
for (const [text, expected] of tones) {
  test(`${text} reads ${expected}`, () => {
    const { type, status, reason } = condition(text) as { type: string; status: string; reason?: string };
    assert.equal(toneOf({ type, status, ...(reason === undefined ? {} : { reason }) }), expected);
  });
}

test('R165 Ready of an older generation, by its own word, is not good', () => {
  assert.equal(age({ generation: 3, observed: 2 }, { observedGeneration: 2 }), 'older 2 neutral');
  assert.equal(age({ generation: 3, observed: 3 }, { observedGeneration: 2 }), 'older 2 neutral');
  assert.equal(age({ generation: 3, observed: 3 }, { observedGeneration: 3 }), 'current good');
});

test('R165 a condition without a generation is of that of its status', () => {
  assert.equal(age({ generation: 3, observed: 2 }), 'older 2 neutral');
  assert.equal(age({ generation: 3, observed: 3 }), 'current good');
  assert.equal(age({ generation: 3, observed: 3 }, { observedGeneration: 0 }), 'current good');
});

test('R169 a condition of more generations than there are is not good', () => {
  assert.equal(age({ generation: 2, observed: 5 }), 'ahead 5 neutral');
});

test('R163 without a generation an observed one says nothing', () => {
  assert.equal(age({ observed: 3 }), 'unknown neutral');
  assert.equal(age({}), 'current good');
});

test('R172 where no generation is reported, the times of the writes tell, as far as they can', () => {
  const written = (spec: string, status: string): Sketch => ({
    generation: 5,
    metadata: {
      managedFields: [
        { manager: 'me', operation: 'Update', time: spec, fieldsV1: { 'f:spec': { 'f:size': {} } } },
        {
          manager: 'c',
          operation: 'Update',
          subresource: 'status',
          time: status,
          fieldsV1: { 'f:status': {} },
        },
        { manager: 'x', operation: 'Update', time: '2030-01-01T00:00:00Z', fieldsV1: { 'f:metadata': {} } },
      ],
    },
  });
  assert.equal(age(written('2026-01-02T03:10:00Z', '2026-01-02T03:04:05Z')), 'writtenBefore neutral');
  assert.equal(age(written('2026-01-02T03:10:00Z', '2026-01-02T03:10:01Z')), 'current good');
  assert.equal(age(written('2026-01-02T03:10:00Z', '2026-01-02T03:10:00Z')), 'unknown neutral');
  assert.equal(age({ generation: 5 }), 'unknown neutral');
  const [spec, status] = written('2026-01-02T03:10:00Z', '2026-01-02T03:10:01Z').metadata![
    'managedFields'
  ] as [JsonObject, JsonObject];
  assert.equal(age({ generation: 5, metadata: { managedFields: [status] } }), 'unknown neutral');
  assert.equal(age({ generation: 5, metadata: { managedFields: [spec] } }), 'unknown neutral');
  assert.equal(age({ generation: 1 }), 'current good');
});

test('the last writes: of the spec, and of the status with and without a subresource', () => {
  const at = (time: string, fields: JsonObject): JsonObject => ({
    manager: 'm',
    operation: 'Update',
    time,
    fieldsV1: fields,
  });
  const state = reconcileState(
    make(widget, {
      metadata: {
        managedFields: [
          at('2026-01-02T03:04:05Z', { 'f:spec': {}, 'f:status': {} }),
          at('2026-01-02T03:04:07Z', { 'f:data': {}, 'f:metadata': {} }),
          at('not a time', { 'f:spec': {} }),
          'malformed',
        ],
      },
    }),
  );
  assert.deepEqual(state.lastWrites, {
    spec: Date.UTC(2026, 0, 2, 3, 4, 7),
    status: Date.UTC(2026, 0, 2, 3, 4, 5),
  });
});

test('a condition is read as it was sent', () => {
  const sent = condition('Ready=False/Crash: no way', { lastTransitionTime: '2026-01-02T03:04:05Z' });
  assert.deepEqual(conditions([sent]), [
    {
      type: 'Ready',
      status: 'False',
      reason: 'Crash',
      message: 'no way',
      since: Date.UTC(2026, 0, 2, 3, 4, 5),
      age: { kind: 'current' },
      polarity: 'positive',
      tone: 'bad',
    },
  ]);
});

test('of malformed conditions what can be said is said', () => {
  const said = conditions([
    null,
    'Ready',
    {},
    { type: 7, status: 'True' },
    { status: 'True' },
    { type: 'Ready', status: true },
  ]);
  assert.deepEqual(
    said.map(({ type, status, tone }) => [type, status, tone]),
    [['Ready', undefined, 'neutral']],
  );
  assert.deepEqual(conditions({ Ready: 'True' }), []);
  const [odd] = conditions([
    { type: 'Ready', status: 'True', lastTransitionTime: '1', reason: 5, message: '' },
  ]);
  assert.deepEqual([odd?.since, odd?.reason, odd?.message], [undefined, undefined, undefined]);
});

test('a write that is not recorded has no time', () => {
  assert.deepEqual(reconcileState(make(widget, {})).lastWrites, {});
});
