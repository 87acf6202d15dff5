import { seen, status, testRollouts } from './objects';

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
    'stuck BackoffLimitExceeded (too often): 0/1 succeeded, 7 failed, Failed',
  ],
  [
    'about to fail',
    status(['FailureTarget=True/PodFailurePolicy'], { active: 1 }),
    'stuck PodFailurePolicy: 0/1 succeeded, 1 active, FailureTarget',
  ],
  ['suspended by its spec', { spec: { suspend: true } }, 'suspended: 0/1 succeeded'],
  ['suspended by a spec that is not seen', { ...seen(2, 1), spec: { suspend: true } }, 'suspended'],
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
    'stuck FailedGetResourceMetric (none): 3 current',
  ],
  [
    'without a target',
    status(['AbleToScale=False/FailedGetScale: not found']),
    'stuck FailedGetScale (not found): 0 current',
  ],
  [
    'turned off before the spec of now',
    { ...seen(2, 1), ...status(['ScalingActive=False/ScalingDisabled']) },
    'progressing observation',
  ],
  [
    'turned off by a target of 0',
    status(['ScalingActive=False/ScalingDisabled']),
    'ScalingDisabled, done: 0 current',
  ],
  ['not seen', {}, 'progressing observation'],
  ['seen, but without a word', status([]), 'progressing observation: 0 current'],
  [
    'seen, of a version without conditions',
    status([], { currentReplicas: 3, desiredReplicas: 0 }),
    'progressing observation: 3 current',
  ],
  [
    'that wants 0 by an external metric',
    status(['AbleToScale=True', 'ScalingActive=True'], { currentReplicas: 3, desiredReplicas: 0 }),
    'progressing scale: 3/0 current',
  ],
  [
    'with a number from before its metrics failed',
    status(['AbleToScale=True', 'ScalingActive=False/FailedGetResourceMetric: none'], {
      currentReplicas: 3,
      desiredReplicas: 5,
    }),
    'stuck FailedGetResourceMetric (none): 3 current',
  ],
]);
