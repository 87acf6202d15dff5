import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextChange } from '../../../server/src/features/nextChange';
import { describeReconcile, reconcileTitle } from '../../../server/src/features/statusLens';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { condition, type Sketch, status } from '../reconcile/objects';
import { ago, deployment, type Shown, statusView } from './statusViews';
import { context } from './views';

const widget = 'example.dev/v1 Widget';

function title(type: string, sketch: Sketch, shown: Shown = {}): string | undefined {
  return reconcileTitle(statusView(type, sketch, shown), context);
}

const rows: [title: string, type: string, sketch: Sketch, expected: string | undefined][] = [
  ['nothing is claimed of a kind without generations', 'v1 ConfigMap', {}, undefined],
  [
    'a rollout',
    'apps/v1 Deployment',
    deployment(3, 4),
    '3 of 5 updated, 4 available, 2 old pending termination · generation 4, observed',
  ],
  [
    'a rollout that is over',
    'apps/v1 Deployment',
    deployment(5, 5),
    'rolled out · 5 of 5 updated, 5 available · generation 4, observed',
  ],
  [
    'R166 counts of an older generation are no progress',
    'apps/v1 Deployment',
    deployment(5, 5, { observed: 3 }),
    'not yet observed: generation 4, controller has seen 3, for 12 s',
  ],
  [
    'R169 a status of another history',
    widget,
    { generation: 2, observed: 5 },
    '$(warning)\u00a0generation 2, but observedGeneration 5: a status of another history',
  ],
  [
    'a stuck rollout has its reason, the message is for the hover',
    'apps/v1 Deployment',
    deployment(1, 4, {
      status: {
        conditions: [
          condition('Progressing=False/ProgressDeadlineExceeded: ReplicaSet "it-1" has timed out', {
            lastTransitionTime: ago(180),
          }),
        ],
      },
    }),
    '$(warning)\u00a0stuck: ProgressDeadlineExceeded · for 3 m · 1 of 5 updated, 4 available, 4 old pending termination · generation 4, observed',
  ],
  [
    'not to be available yet goes with a rollout that is under way',
    'apps/v1 Deployment',
    deployment(3, 4, { status: { conditions: [condition('Available=False/MinimumReplicasUnavailable')] } }),
    '3 of 5 updated, 4 available, 2 old pending termination · generation 4, observed',
  ],
  [
    'a bad condition stands out where all seems to be well',
    'v1 Node',
    status([
      'Ready=True/KubeletReady',
      'MemoryPressure=True/KubeletHasInsufficientMemory',
      'DiskPressure=False',
    ]),
    '$(warning)\u00a0Ready · MemoryPressure=True · KubeletHasInsufficientMemory',
  ],
  [
    'good conditions of a kind with a rule need no word',
    widget,
    { generation: 3, observed: 3, ...status(['Ready=True', 'Synced=True']) },
    'Ready · generation 3, observed',
  ],
  [
    'a custom resource that is not ready says why',
    widget,
    { generation: 3, observed: 3, ...status(['Ready=False/DatabaseDown: no answer']) },
    'in progress · Ready=False · DatabaseDown · generation 3, observed',
  ],
  [
    'R165 Ready of an older generation is not shown as ready',
    widget,
    { generation: 7, observed: 6, ...status(['Ready=True']) },
    'not yet observed: generation 7, controller has seen 6, for 12 s · Ready (of generation 6) was True',
  ],
  [
    'a condition of an older generation than the status',
    widget,
    {
      generation: 7,
      observed: 7,
      status: { conditions: [condition('Ready=True', { observedGeneration: 6 })] },
    },
    'waiting to be observed · Ready (of generation 6) was True · generation 7, observed',
  ],
  [
    'R172 nobody can tell whether a status without observedGeneration is of this spec',
    widget,
    { generation: 5, ...status(['Ready=True']) },
    'cannot tell whether the status is of this generation · generation 5',
  ],
  [
    'conditions of a kind without a rule, two of them',
    widget,
    { generation: 1, observed: 1, ...status(['Synced=True', 'Odd=Maybe', 'Third=False']) },
    'Synced=True · Odd=Maybe · 1 more · generation 1, observed',
  ],
  [
    'R168 a StatefulSet two behind',
    'apps/v1 StatefulSet',
    { generation: 8, observed: 6, spec: { replicas: 1 }, status: { readyReplicas: 1 } },
    'not yet observed: generation 8, controller has seen 6, for 12 s',
  ],
  [
    'R171 a Pod with generations',
    'v1 Pod',
    { generation: 2, observed: 1, ...status(['Ready=True']) },
    'not yet observed: generation 2, controller has seen 1, for 12 s · Ready (of generation 1) was True',
  ],
];
for (const [name, type, sketch, expected] of rows)
  test(name, () => assert.equal(title(type, sketch), expected));

test('a lens does not run off the screen, whatever the object says', () => {
  const long = 'x'.repeat(1_000_000);
  const sketch = status([`${long}=True/${long}: ${long}`, `Other=False/${long}`]);
  for (const type of [widget, 'v1 Node', 'v1 Pod'])
    assert.ok(
      (title(type, { generation: 1, ...sketch }) ?? '').length <= 'last known: $(warning)\u00a0'.length + 140,
    );
});

test('R163 an object without a generation is not taken for one with an older one', () => {
  assert.equal(title(widget, { observed: 3 }), undefined);
});

test('what is not known is said as known last, and nothing is counted on', () => {
  const health = { kind: 'unknown', since: context.now - 10_000, because: { kind: 'cancelled' } } as const;
  const view = statusView(widget, { generation: 7, observed: 6 }, { more: { health } });
  assert.equal(
    describeReconcile(view, context),
    'last known: not yet observed: generation 7, controller has seen 6, for 2 s',
  );
  assert.equal(nextChange(view, context), undefined);
});

test('a deleted or replaced object says nothing of the text', () => {
  const lag = { generation: 7, observed: 6 };
  const deleted: Partial<LiveDocument> = { live: { kind: 'deleted', since: 0 } };
  assert.equal(title(widget, lag, { more: deleted }), undefined);
});

/** In how many milliseconds the words change next. */
function change(type: string, sketch: Sketch, more: Partial<LiveDocument> = {}): number | undefined {
  const at = nextChange(statusView(type, sketch, { more }), context);
  return at === undefined ? undefined : at - context.now;
}

test('nothing depends on the time where nothing is counted', () => {
  assert.equal(change('v1 ConfigMap', {}), undefined);
  assert.equal(change('apps/v1 Deployment', deployment(5, 5)), undefined);
  const good = { conditions: [condition('Ready=True', { lastTransitionTime: ago(5) })] };
  assert.equal(change('v1 Node', { status: good }), undefined);
});

test('words change in the steps in which they count', () => {
  assert.equal(change(widget, { generation: 7, observed: 6 }), 1_000);
  const since = (seconds: number): Sketch => ({
    status: { conditions: [condition('Ready=False/Down', { lastTransitionTime: ago(seconds) })] },
  });
  assert.equal(change('v1 Node', since(90)), 1_000);
  assert.equal(change('v1 Node', since(150)), 30_000);
  assert.equal(change('v1 Node', since(3 * 3_600 + 60)), 3_540_000);
  const progress = condition('Progressing=True/ReplicaSetUpdated', { lastUpdateTime: ago(150) });
  assert.equal(
    change('apps/v1 Deployment', deployment(3, 4, { status: { conditions: [progress] } })),
    30_001,
  );
});

test('the time of a clock that goes an hour ahead is said as it is, and looked at again when it can be counted', () => {
  const sketch = {
    status: { conditions: [condition('Ready=False/Down', { lastTransitionTime: ago(-3_600) })] },
  };
  assert.match(title('v1 Node', sketch) ?? '', /stuck: Down · since \d\d:\d\d:\d\d \(in the future\)/);
  assert.ok((change('v1 Node', sketch) ?? 0) > 0);
});

test('whenever the words change with time alone, it was foretold', () => {
  const sketches: [string, Sketch][] = [
    [widget, { generation: 7, observed: 6 }],
    [
      'v1 Node',
      { status: { conditions: [condition('Ready=False/Down', { lastTransitionTime: ago(-90) })] } },
    ],
    [
      'apps/v1 Deployment',
      deployment(3, 4, {
        status: {
          conditions: [condition('Progressing=True/ReplicaSetUpdated', { lastUpdateTime: ago(400) })],
        },
      }),
    ],
    ['batch/v1 CronJob', { status: { lastScheduleTime: ago(30) } }],
  ];
  for (const [type, sketch] of sketches) {
    const view = statusView(type, sketch);
    let expected = nextChange(view, context) ?? Infinity;
    let words = describeReconcile(view, context);
    for (let now = context.now; now < context.now + 600_000; now += 100) {
      const later = describeReconcile(view, { ...context, now });
      if (now < expected) assert.equal(later, words, `${type} at ${now - context.now}`);
      else {
        words = later;
        expected = nextChange(view, { ...context, now }) ?? Infinity;
        assert.ok(expected > now);
      }
    }
  }
});

test('nothing of a Secret is said', () => {
  assert.equal(title('v1 Secret', status(['Odd=True/TopSecret: TopSecret'])), undefined);
});
