import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { type NamespacedRef, namespaced, type Stage, startStage } from './lives';
import { isDone, isStuckBy } from './states';

/** Images that no registry has: their pods stay where the kubelet leaves them. */
const missingImage = `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: {name: pod-image-missing}
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  weight: 1
  selector:
    matchExpressions:
      - {key: '.metadata.deletionTimestamp', operator: DoesNotExist}
      - {key: '.status.phase', operator: In, values: [Pending]}
      - {key: '.spec.containers.[].image', operator: In, values: ['registry.example/missing:1']}
  next:
    statusTemplate: |
      containerStatuses:
      {{ range .spec.containers }}
      - image: {{ .image | Quote }}
        name: {{ .name | Quote }}
        ready: false
        restartCount: 0
        state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling image "registry.example/missing:1"'}}
      {{ end }}
      phase: Pending
`;

let stage: Stage;

before(async () => {
  stage = await startStage(missingImage);
});
afterEach(() => {
  stage.controlPlane.resume('kwok');
  stage.controlPlane.resume('kube-scheduler');
});
after(() => stage.stop());

const refOf = (name: string): NamespacedRef => namespaced('pods.v1', name);

function pod(name: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'app', image: 'registry.example/app:1' }],
      ...spec,
    },
  };
}

test('a Pod is created, scheduled, started and deleted', async () => {
  const recording = await stage.record(refOf('web'));
  await stage.create(pod('web'));
  await recording.until(isDone);
  stage.controlPlane.suspend('kwok');
  await stage.kubectl(['delete', 'pod', 'web', '--wait=false', '--grace-period=30']);
  await recording.until(({ kind }) => kind !== 'done');
  stage.controlPlane.resume('kwok');
  await recording.gone();
  const states = await stage.compare(recording);
  assert.deepEqual(states, ['progressing ready', 'done', 'progressing deletion']);
});

test('R173 an image that is never there, and another one', async () => {
  const recording = await stage.record(refOf('imageless'));
  await stage.create(
    pod('imageless', { containers: [{ name: 'app', image: 'registry.example/missing:1' }] }),
  );
  await recording.until(isStuckBy('ImagePullBackOff'));
  await stage.kubectl(['set', 'image', 'pod/imageless', 'app=registry.example/app:2']);
  await recording.until(isDone);
  const states = await stage.compare(recording);
  assert.deepEqual(states, ['progressing ready', 'stuck ImagePullBackOff', 'done']);
});

test('no node has room, or a gate keeps the scheduler away', async () => {
  const large = await stage.record(refOf('large'));
  const requests = { cpu: '100' };
  await stage.create(
    pod('large', { containers: [{ name: 'app', image: 'registry.example/app:1', resources: { requests } }] }),
  );
  await large.until(isStuckBy('Unschedulable'));
  const gated = await stage.record(refOf('gated'));
  await stage.create(pod('gated', { schedulingGates: [{ name: 'example.dev/budget' }] }));
  await gated.until(({ kind }) => kind === 'paused');
  await stage.patch('pod/gated', { spec: { schedulingGates: [] } });
  await gated.until(isDone);
  assert.deepEqual(await stage.compare(large), ['progressing ready', 'stuck Unschedulable']);
  assert.deepEqual(await stage.compare(gated), ['paused', 'progressing ready', 'done']);
});

/** The states of containers as a kubelet writes them, in short: `app:running`, `init:waiting/CrashLoopBackOff`. */
function statuses(...texts: string[]): JsonObject[] {
  return texts.map((text) => {
    const [, name = '', state = '', detail = ''] = /^(\w+):(\w+)(?:\/(.+))?$/.exec(text) ?? [];
    const [reason = '', exitCode = '0'] = detail.split('=');
    const states: Record<string, JsonObject> = {
      waiting: { waiting: { ...(reason && { reason }), message: 'for a while' } },
      running: { running: {} },
      ready: { running: {} },
      ended: { terminated: { exitCode: Number(exitCode), ...(reason && { reason }) } },
    };
    const isReady = state === 'ready' || (state === 'ended' && exitCode === '0' && name === 'prepare');
    const common = { image: 'i', imageID: '', lastState: {}, restartCount: 0 };
    return {
      ...common,
      ...{
        name,
        ready: isReady,
        started: state === 'ready' || state === 'running',
        state: states[state] ?? {},
      },
    };
  });
}

test('R171 a kubelet tells of every container, in one phase after the other', async () => {
  stage.controlPlane.suspend('kwok');
  stage.controlPlane.suspend('kube-scheduler');
  const recording = await stage.record(refOf('played'));
  await stage.create(
    pod('played', {
      initContainers: [
        { name: 'prepare', image: 'registry.example/prepare:1' },
        { name: 'proxy', image: 'registry.example/proxy:1', restartPolicy: 'Always' },
      ],
      containers: [
        { name: 'app', image: 'registry.example/app:1' },
        { name: 'log', image: 'registry.example/log:1' },
      ],
    }),
  );
  const play = async (phase: string, init: string[], all: string[], more: JsonObject = {}): Promise<void> => {
    await stage.patch(
      'pod/played',
      {
        status: {
          phase,
          initContainerStatuses: statuses(...init),
          containerStatuses: statuses(...all),
          ...more,
        },
      },
      { subresource: 'status' },
    );
  };
  const conditions = (ready: string, initialized: string): JsonObject => ({
    conditions: [
      { type: 'Initialized', status: initialized, observedGeneration: 1 },
      { type: 'Ready', status: ready, observedGeneration: 1 },
    ],
  });
  const idle = ['app:waiting/PodInitializing', 'log:waiting/PodInitializing'];
  await play('Pending', ['prepare:waiting/PodInitializing', 'proxy:waiting/PodInitializing'], idle);
  await play('Pending', ['prepare:waiting', 'proxy:waiting'], idle);
  await play('Pending', ['prepare:running', 'proxy:waiting/PodInitializing'], idle);
  await play('Pending', ['prepare:waiting/ImagePullBackOff', 'proxy:waiting/PodInitializing'], idle);
  await play('Pending', ['prepare:ended/Error=1', 'proxy:waiting/PodInitializing'], idle);
  await play('Pending', ['prepare:ended/=3', 'proxy:waiting/PodInitializing'], idle);
  await play('Pending', ['prepare:waiting/CrashLoopBackOff', 'proxy:waiting/PodInitializing'], idle);
  const done = 'prepare:ended/Completed=0';
  await play('Pending', [done, 'proxy:waiting/PodInitializing'], idle);
  await play(
    'Pending',
    [done, 'proxy:running'],
    ['app:waiting/ContainerCreating', 'log:waiting/ErrImagePull'],
  );
  await play('Running', [done, 'proxy:ready'], ['app:running', 'log:ready'], conditions('False', 'True'));
  await play('Running', [done, 'proxy:ready'], ['app:ready', 'log:ready'], conditions('True', 'True'));
  await play(
    'Running',
    [done, 'proxy:ended/Error=2'],
    ['app:ready', 'log:ready'],
    conditions('False', 'True'),
  );
  await play(
    'Running',
    [done, 'proxy:ready'],
    ['app:ended/Completed=0', 'log:ready'],
    conditions('False', 'True'),
  );
  await play(
    'Running',
    [done, 'proxy:ready'],
    ['app:ready', 'log:ended/OOMKilled=137'],
    conditions('False', 'True'),
  );
  await play(
    'Running',
    [done, 'proxy:ready'],
    ['app:ready', 'log:waiting/CrashLoopBackOff'],
    conditions('False', 'True'),
  );
  const seen = { ...conditions('True', 'True'), observedGeneration: 1 };
  await play('Running', [done, 'proxy:ready'], ['app:ready', 'log:ready'], seen);
  await stage.kubectl(['set', 'image', 'pod/played', 'app=registry.example/app:2']);
  await stage.patch('pod/played', { status: { observedGeneration: 2 } }, { subresource: 'status' });
  await play(
    'Running',
    [done, 'proxy:ended/=1'],
    ['app:ended/Completed=0', 'log:ended/=3'],
    conditions('False', 'True'),
  );
  await play(
    'Failed',
    [done, 'proxy:ended/=0'],
    ['app:ended/Completed=0', 'log:ended/Error=3'],
    conditions('False', 'True'),
  );
  await play('Failed', [], [], { reason: 'Evicted', message: 'The node was low on memory.', conditions: [] });
  await play('Unknown', [], [], { reason: 'NodeLost', conditions: [] });
  await play(
    'Succeeded',
    [done, 'proxy:ended/Completed=0'],
    ['app:ended/Completed=0', 'log:ended/Completed=0'],
    { reason: '' },
  );
  await recording.until((_, { status }) => (status as JsonObject)['phase'] === 'Succeeded');
  assert.deepEqual(await stage.compare(recording), [
    'progressing ready',
    'stuck Init:ImagePullBackOff',
    'progressing ready',
    'stuck Init:CrashLoopBackOff',
    'progressing ready',
    'stuck ErrImagePull',
    'progressing ready',
    'done',
    'progressing ready',
    'stuck CrashLoopBackOff',
    'done',
    'progressing observation',
    'done',
    'progressing ready',
    'stuck Error',
    'stuck Evicted',
    'not tracked, unknown',
    'done',
  ]);
});
