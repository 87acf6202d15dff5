import type { JsonObject } from '../../../server/src/merge/json';
import { condition, type Sketch, testRollouts } from './objects';

/** A status with these conditions and more. */
function status(conditions: string[], more: JsonObject = {}): Sketch {
  return { status: { conditions: conditions.map((text) => condition(text)), ...more } };
}

const deleted = { deletionTimestamp: '2026-01-02T03:04:05Z' };

testRollouts('batch/v1 Job', [
  [
    'complete',
    { spec: { completions: 3 }, ...status(['Complete=True'], { succeeded: 3 }) },
    'reached: Complete, 3/3 succeeded',
  ],
  [
    'at work',
    { spec: { completions: 3 }, ...status([], { succeeded: 1, active: 2 }) },
    'progressing completion: 1/3 succeeded, 2 active',
  ],
  [
    'one success ends it',
    { spec: { parallelism: 2 }, ...status([], { active: 2 }) },
    'progressing completion: 0/1 succeeded, 2 active',
  ],
  [
    'failed',
    status(['Failed=True/BackoffLimitExceeded: too often'], { failed: 7 }),
    'stuck BackoffLimitExceeded (too often): 0/1 succeeded, 7 failed',
  ],
  [
    'about to fail',
    status(['FailureTarget=True/PodFailurePolicy'], { active: 1 }),
    'stuck PodFailurePolicy: 0/1 succeeded, 1 active',
  ],
  ['suspended by its spec', { spec: { suspend: true } }, 'suspended: 0/1 succeeded'],
  ['suspended by its controller', status(['Suspended=True']), 'suspended: 0/1 succeeded'],
  [
    'complete and suspended',
    { spec: { suspend: true }, ...status(['Complete=True'], { succeeded: 1 }) },
    'reached: Complete, 1/1 succeeded',
  ],
  [
    'a condition that is not so',
    status(['Failed=False', 'Complete=False']),
    'progressing completion: 0/1 succeeded',
  ],
  ['a count that is none', status([], { active: 'some' }), 'not tracked, malformed'],
]);

testRollouts('batch/v1 CronJob', [
  [
    'runs now and then',
    status([], {
      active: [{}, {}],
      lastScheduleTime: '2026-01-02T03:00:00Z',
      lastSuccessfulTime: '2026-01-02T02:00:00Z',
    }),
    'not tracked, periodic: 2 active, lastScheduled 2026-01-02T03:00:00.000Z, lastSuccessful 2026-01-02T02:00:00.000Z',
  ],
  ['has never run', {}, 'not tracked, periodic'],
  ['suspended', { spec: { suspend: true } }, 'suspended, done'],
  ['jobs that are no list', status([], { active: 1 }), 'not tracked, malformed'],
]);

testRollouts('autoscaling/v2 HorizontalPodAutoscaler', [
  [
    'where it wants to be',
    status(['AbleToScale=True', 'ScalingActive=True'], { currentReplicas: 3, desiredReplicas: 3 }),
    'reached: 3/3 current',
  ],
  [
    'on its way',
    status(['AbleToScale=True'], { currentReplicas: 3, desiredReplicas: 5 }),
    'progressing scale: 3/5 current',
  ],
  [
    'at its limit is no failure',
    status(['AbleToScale=True', 'ScalingLimited=True/TooManyReplicas'], {
      currentReplicas: 9,
      desiredReplicas: 9,
    }),
    'reached: 9/9 current',
  ],
  [
    'without metrics',
    status(['AbleToScale=True', 'ScalingActive=False/FailedGetResourceMetric: none'], {
      currentReplicas: 3,
      desiredReplicas: 0,
    }),
    'stuck FailedGetResourceMetric (none): 3/0 current',
  ],
  [
    'without a target',
    status(['AbleToScale=False/FailedGetScale: not found']),
    'stuck FailedGetScale (not found): 0/0 current',
  ],
  [
    'turned off by a target of 0',
    status(['ScalingActive=False/ScalingDisabled']),
    'ScalingDisabled, done: 0/0 current',
  ],
  ['not seen', {}, 'progressing observation'],
  ['seen, but without a word', status([]), 'progressing observation: 0/0 current'],
]);

testRollouts('v1 PersistentVolumeClaim', [
  ['bound', status([], { phase: 'Bound' }), 'reached: Bound'],
  ['pending', status([], { phase: 'Pending' }), 'progressing binding: Pending'],
  ['lost', status([], { phase: 'Lost' }), 'stuck Lost'],
  [
    'growing',
    status(['FileSystemResizePending=True: waiting'], { phase: 'Bound' }),
    'progressing resize: Bound, FileSystemResizePending',
  ],
  [
    'cannot grow',
    status(['Resizing=True', 'NodeResizeError=True: no room'], { phase: 'Bound' }),
    'stuck NodeResizeError (no room): Bound',
  ],
  ['not seen', {}, 'progressing observation'],
  ['a phase of a later version', status([], { phase: 'Floating' }), 'not tracked, unknown: Floating'],
]);

testRollouts('v1 Node', [
  ['ready', status(['MemoryPressure=False', 'Ready=True/KubeletReady']), 'reached: Ready'],
  [
    'cordoned',
    { spec: { unschedulable: true }, ...status(['Ready=True']) },
    'SchedulingDisabled, done: Ready',
  ],
  [
    'not ready',
    status(['Ready=False/KubeletNotReady: no network']),
    'stuck KubeletNotReady (no network): NotReady',
  ],
  ['lost', status(['Ready=Unknown/NodeStatusUnknown']), 'stuck NodeStatusUnknown: NotReady'],
  ['without a word', status([]), 'not tracked, unknown'],
]);

testRollouts('v1 Namespace', [
  ['active', status([], { phase: 'Active' }), 'reached: Active'],
  ['without a word', {}, 'not tracked, unknown'],
  [
    'being deleted, with what is left',
    {
      metadata: deleted,
      spec: { finalizers: ['kubernetes'] },
      ...status(
        [
          'NamespaceDeletionContentFailure=False',
          'NamespaceContentRemaining=True/SomeResourcesRemain: pods. has 2',
        ],
        { phase: 'Terminating' },
      ),
    },
    'progressing deletion: kubernetes, pods. has 2',
  ],
  [
    'whose deletion fails',
    { metadata: deleted, ...status(['NamespaceDeletionDiscoveryFailure=True/DiscoveryFailed: metrics']) },
    'stuck DiscoveryFailed (metrics)',
  ],
]);

testRollouts('apiextensions.k8s.io/v1 CustomResourceDefinition', [
  ['established', status(['NamesAccepted=True', 'Established=True']), 'reached: Established'],
  [
    'on its way',
    status(['NamesAccepted=True', 'Established=False/Installing']),
    'progressing state: Installing',
  ],
  [
    'names taken',
    status(['NamesAccepted=False/ListKindConflict: taken', 'Established=True']),
    'stuck ListKindConflict (taken)',
  ],
  ['not established', status(['Established=False/NotAccepted']), 'stuck NotAccepted'],
  ['not seen', {}, 'progressing state'],
]);

testRollouts('apiregistration.k8s.io/v1 APIService', [
  ['available', status(['Available=True/Passed']), 'reached: Available'],
  ['not available', status(['Available=False/MissingEndpoints: none']), 'stuck MissingEndpoints (none)'],
  ['not seen', {}, 'progressing state'],
]);

const of = (generation: number, observed: number): Sketch => ({ generation, observed });

testRollouts('example.dev/v1 Widget', [
  ['ready', { ...of(2, 2), ...status(['Ready=True']) }, 'reached: Ready'],
  [
    'not ready',
    { ...of(2, 2), ...status(['Ready=False/Waiting: for parts']) },
    'progressing state: Waiting, for parts',
  ],
  [
    'reconciling comes first',
    { ...of(2, 2), ...status(['Ready=True', 'Reconciling=True/Growing']) },
    'progressing state: Growing',
  ],
  [
    'stalled',
    { ...of(2, 2), ...status(['Ready=False', 'Stalled=True/NoParts: none']) },
    'stuck NoParts (none)',
  ],
  [
    'R162 one behind for ever is no failure',
    { ...of(6, 5), ...status(['Ready=True']) },
    'progressing observation',
  ],
  [
    'R165 Ready of the old spec',
    { generation: 3, ...status([], { conditions: [condition('Ready=True', { observedGeneration: 2 })] }) },
    'progressing observation',
  ],
  [
    'R165 stalled by the old spec',
    { ...of(3, 2), ...status(['Stalled=True/NoParts']) },
    'progressing observation',
  ],
  [
    'R169 a status of another history',
    { ...of(2, 5), ...status(['Ready=True']) },
    'not tracked, otherHistory',
  ],
  [
    'R172 nobody can tell of which spec',
    { generation: 5, ...status(['Ready=True']) },
    'not tracked, cannotTell',
  ],
  ['the first spec has no other one', { generation: 1, ...status(['Ready=True']) }, 'reached: Ready'],
  ['no generations at all', status(['Ready=True']), 'reached: Ready'],
  ['no conditions', of(2, 2), 'not tracked, noRule'],
  [
    'being deleted',
    { metadata: { ...deleted, finalizers: ['a/b', 7, 'c/d'] }, ...status(['Ready=True']) },
    'progressing deletion: a/b c/d',
  ],
]);
testRollouts('v1 ConfigMap', [['R171 nothing to follow', {}, 'not tracked, noRule']]);
