import type { JsonObject } from '../../../server/src/merge/json';
import { condition, type Sketch, testRollouts } from './objects';

const spec = {
  initContainers: [{ name: 'prepare' }, { name: 'proxy', restartPolicy: 'Always' }],
  containers: [{ name: 'app' }, { name: 'log' }],
};
const ready = { ready: true, started: true, state: { running: {} } };

function waits(reason: string, message?: string): JsonObject {
  return { ready: false, state: { waiting: { reason, ...(message === undefined ? {} : { message }) } } };
}

function ends(exitCode: number, reason: string): JsonObject {
  return { ready: false, state: { terminated: { exitCode, reason } } };
}

/** A Pod in this phase, with conditions, and the states of its containers by name. */
function pod(
  phase: string,
  conditions: string[],
  states: Record<string, JsonObject> = {},
  more: JsonObject = {},
): Sketch {
  const of = (containers: { name: string }[]): JsonObject[] =>
    containers.flatMap(({ name }) => (states[name] === undefined ? [] : [{ name, ...states[name] }]));
  return {
    spec,
    status: {
      phase,
      conditions: conditions.map((text) => condition(text)),
      initContainerStatuses: of(spec.initContainers),
      containerStatuses: of(spec.containers),
      ...more,
    },
  };
}

const all = { prepare: { ...ends(0, 'Completed'), ready: true }, proxy: ready, app: ready, log: ready };
const unschedulable = 'PodScheduled=False/Unschedulable: 0/3 nodes are available';

testRollouts('v1 Pod', [
  ['ready, with a sidecar', pod('Running', ['Ready=True'], all), 'reached: Running, 3/3 ready'],
  [
    'one not ready',
    pod('Running', ['Ready=False'], { ...all, app: { ...ready, ready: false } }),
    'progressing ready: 2/3 ready, Running',
  ],
  [
    'ended, to be started again',
    pod('Running', [], { ...all, app: ends(137, 'OOMKilled') }),
    'progressing ready: 2/3 ready, OOMKilled',
  ],
  [
    'in a loop of crashes',
    pod('Running', [], { ...all, app: waits('CrashLoopBackOff', 'back-off 5m') }),
    'stuck CrashLoopBackOff (back-off 5m): 2/3 ready',
  ],
  [
    'an image that is not there',
    pod('Pending', [], { app: waits('ImagePullBackOff') }),
    'stuck ImagePullBackOff: 0/3 ready',
  ],
  [
    'an init container that fails',
    pod('Pending', [], { prepare: waits('CrashLoopBackOff'), app: waits('PodInitializing') }),
    'stuck Init:CrashLoopBackOff: 0/3 ready',
  ],
  [
    'a sidecar that is not ready',
    pod('Running', [], { ...all, proxy: { ...ready, ready: false } }),
    'progressing ready: 2/3 ready, Running',
  ],
  [
    'at work on an init container',
    pod('Pending', [], { prepare: { ...ready, ready: false }, app: waits('PodInitializing') }),
    'progressing ready: 0/3 ready, Init:0/2',
  ],
  [
    'being created',
    pod('Pending', [], { app: waits('ContainerCreating'), log: waits('ContainerCreating') }),
    'progressing ready: 0/3 ready, ContainerCreating',
  ],
  [
    'not to be scheduled',
    pod('Pending', [unschedulable]),
    'stuck Unschedulable (0/3 nodes are available): 0/3 ready, Pending',
  ],
  ['gated', pod('Pending', ['PodScheduled=False/SchedulingGated']), 'SchedulingGated: 0/3 ready'],
  ['at its end', pod('Succeeded', [], { app: ends(0, 'Completed') }), 'reached: Completed'],
  ['failed by a container', pod('Failed', [], { app: ends(1, 'Error') }), 'stuck Error: 0/3 ready'],
  [
    'evicted',
    pod('Failed', [], {}, { reason: 'Evicted', message: 'low on memory' }),
    'stuck Evicted (low on memory): 0/3 ready',
  ],
  ['failed without a word', pod('Failed', []), 'stuck Failed: 0/3 ready'],
  ['on a lost node', pod('Unknown', []), 'not tracked, unknown: 0/3 ready, Unknown'],
  ['not seen', { spec }, 'progressing observation'],
  [
    'R171 one behind',
    { generation: 2, observed: 1, ...pod('Running', ['Ready=True'], all) },
    'progressing observation',
  ],
  [
    'R171 with no observedGeneration',
    { generation: 2, ...pod('Running', ['Ready=True'], all) },
    'reached: Running, 3/3 ready',
  ],
  [
    'being deleted',
    { metadata: { deletionTimestamp: '2026-01-02T03:04:05Z' }, ...pod('Running', ['Ready=True'], all) },
    'progressing deletion',
  ],
  [
    'container statuses that are none',
    pod('Running', [], {}, { containerStatuses: ['app', 7, { state: 'x' }] }),
    'progressing ready: 0/3 ready, Running',
  ],
]);
