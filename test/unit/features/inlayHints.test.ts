import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsOn, inlayHints } from '../../../server/src/features/inlayHints';
import type { JsonObject } from '../../../server/src/merge/json';
import { condition, type Sketch, status } from '../reconcile/objects';
import { ago, deployment, type Shown, statusView } from './statusViews';
import { context } from './views';

/** The lines of the text that have a hint, with the hint behind a bar where it stands. */
function hints(type: string, sketch: Sketch, shown: Shown = {}): string[] {
  const view = statusView(type, sketch, shown);
  const lines = view.reading.text.split('\n');
  return inlayHints(view, context).map(({ position: { line, character }, label }) => {
    const text = lines[line] ?? '';
    return `${text.slice(0, character).trim()}| ${(label as string).replace('← ', '')}${text.slice(character)}`;
  });
}

const progress = (seconds: number): JsonObject =>
  condition('Progressing=True/ReplicaSetUpdated', { lastUpdateTime: ago(seconds) });

const rows: [title: string, type: string, sketch: Sketch, expected: string[]][] = [
  ['a ConfigMap has none', 'v1 ConfigMap', {}, []],
  [
    'a Deployment at its replicas and its deadline',
    'apps/v1 Deployment',
    deployment(3, 4, { status: { conditions: [progress(120)] } }),
    ['replicas: 5| 3 of 5 updated, 4 available', 'progressDeadlineSeconds: 600| deadline in 8 m'],
  ],
  [
    'a stuck one',
    'apps/v1 Deployment',
    deployment(1, 4, { status: { conditions: [condition('Progressing=False/ProgressDeadlineExceeded')] } }),
    ['replicas: 5| stuck · 1 of 5 updated, 4 available', 'progressDeadlineSeconds: 600| exceeded'],
  ],
  [
    'what is not observed yet',
    'apps/v1 Deployment',
    deployment(5, 5, { observed: 3 }),
    ['replicas: 5| waiting to be observed'],
  ],
  [
    'a paused one that waits',
    'apps/v1 Deployment',
    deployment(3, 3, { spec: { paused: true } }),
    ['replicas: 5| 3 of 5 updated, 3 available', 'paused: true| paused · it waits'],
  ],
  [
    'a StatefulSet with a partition',
    'apps/v1 StatefulSet',
    {
      generation: 2,
      observed: 2,
      spec: { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } },
      status: { replicas: 3, readyReplicas: 3, updatedReplicas: 1 },
    },
    ['replicas: 3| 1 of 3 updated, 3 ready', 'partition: 2| 2 held back'],
  ],
  [
    'a DaemonSet, which has no replicas',
    'apps/v1 DaemonSet',
    {
      generation: 2,
      observed: 2,
      spec: { updateStrategy: { type: 'OnDelete' } },
      status: { desiredNumberScheduled: 3, updatedNumberScheduled: 1, numberAvailable: 3 },
    },
    ['spec:| 1 of 3 updated, 3 available', 'type: OnDelete| pods are replaced when deleted'],
  ],
  [
    'a Job',
    'batch/v1 Job',
    { spec: { completions: 3, suspend: false }, status: { succeeded: 1, active: 2 } },
    ['completions: 3| 1 of 3 succeeded, 2 active'],
  ],
  [
    'a suspended CronJob',
    'batch/v1 CronJob',
    { spec: { schedule: '* * * * *', suspend: true }, status: { lastScheduleTime: ago(200) } },
    ["schedule: '* * * * *'| last scheduled 3 m ago", 'suspend: true| suspended'],
  ],
  [
    'an autoscaler',
    'autoscaling/v2 HorizontalPodAutoscaler',
    {
      spec: { maxReplicas: 9 },
      status: { currentReplicas: 2, desiredReplicas: 4, conditions: [condition('AbleToScale=True')] },
    },
    ['maxReplicas: 9| 2 of 4 replicas'],
  ],
  [
    'an autoscaler without metrics, which wants no number',
    'autoscaling/v2 HorizontalPodAutoscaler',
    {
      spec: { maxReplicas: 9 },
      status: {
        currentReplicas: 3,
        desiredReplicas: 0,
        conditions: [condition('AbleToScale=True'), condition('ScalingActive=False/FailedGetResourceMetric')],
      },
    },
    ['maxReplicas: 9| stuck · 3 replicas'],
  ],
  [
    'a cordoned Node',
    'v1 Node',
    { spec: { unschedulable: true }, ...status(['Ready=True']) },
    ['spec:| Ready', 'unschedulable: true| SchedulingDisabled'],
  ],
  [
    'a Namespace that is being deleted',
    'v1 Namespace',
    {
      metadata: { deletionTimestamp: ago(180), finalizers: ['example.dev/a'] },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    },
    [
      `deletionTimestamp: "${ago(180)}"| being deleted · for 3 m`,
      'finalizers:| hold the deletion',
      'finalizers:| hold the deletion',
    ],
  ],
  [
    'a custom resource is told at the top',
    'example.dev/v1 Widget',
    { generation: 1, observed: 1, spec: { replicas: 1 }, ...status(['Ready=True']) },
    [],
  ],
  ['a Deployment of another group is none', 'example.dev/v1 Deployment', { spec: { replicas: 1 } }, []],
];
for (const [name, type, sketch, expected] of rows)
  test(name, () => assert.deepEqual(hints(type, sketch), expected));

test('R162, R165 a text that shows the status has its generations and its conditions told', () => {
  const conditions = [
    condition('Ready=True', { lastTransitionTime: ago(180) }),
    condition('Degraded=True', { lastTransitionTime: ago(30), observedGeneration: 7 }),
  ];
  assert.deepEqual(
    hints('example.dev/v1 Widget', { generation: 7, observed: 6, status: { conditions } }, { status: true }),
    [
      'generation: 7| controller has seen 6 · for 12 s',
      'observedGeneration: 6| generation is 7 · for 12 s',
      'status: "True"| of generation 6 · for 3 m',
      'status: "True"| needs attention · for 30 s',
    ],
  );
});

test('R172 nobody can tell', () => {
  assert.deepEqual(
    hints('example.dev/v1 Widget', { generation: 7, ...status(['Ready=True']) }, { status: true }),
    ['generation: 7| observedGeneration not reported', 'status: "True"| generation not reported'],
  );
});

test('VS Code cuts no hint off, whatever the object says', () => {
  const finalizers = ['x'.repeat(500)];
  const sketch: Sketch = {
    metadata: { deletionTimestamp: ago(-9_999), finalizers },
    ...status([`Ready=False/${'y'.repeat(500)}: ${'z'.repeat(500)}`, 'Other=True'], {
      observedGeneration: 10n ** 60n,
    }),
    generation: 10n ** 61n,
    spec: { replicas: 1 },
  };
  for (const type of ['apps/v1 Deployment', 'v1 Node', 'v1 Pod', 'example.dev/v1 Widget'])
    for (const { label } of inlayHints(statusView(type, sketch, { status: true }), context))
      assert.ok(label.length <= 43, label as string);
});

test('only the lines that are asked for, none of a Secret, none where the user wants none', () => {
  const view = statusView('apps/v1 Deployment', deployment(3, 4));
  const line = view.reading.text.split('\n').findIndex((text) => text.includes('replicas'));
  const lines = (from: number, to: number) => ({
    start: { line: from, character: 0 },
    end: { line: to, character: 0 },
  });
  assert.equal(hintsOn(inlayHints(view, context), lines(line, line)).length, 1);
  assert.equal(hintsOn(inlayHints(view, context), lines(0, line - 1)).length, 0);
  assert.equal(inlayHints({ ...view, secret: true }, context).length, 0);
  assert.equal(
    inlayHints(view, { ...context, settings: { ...context.settings, inlayHints: false } }).length,
    0,
  );
});
