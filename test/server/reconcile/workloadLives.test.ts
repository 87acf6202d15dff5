import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import type { RolloutState } from '../../../server/src/reconcile/rollout';
import { type NamespacedRef, namespaced, type Stage, startStage } from './lives';
import { workload } from './workloads';
import { isDone, waitsFor } from './states';

let stage: Stage;

before(async () => {
  stage = await startStage();
});
afterEach(() => {
  stage.controlPlane.resume('kube-controller-manager');
  stage.controlPlane.resume('kwok');
});
after(() => stage.stop());

const refOf = (resource: string, name: string): NamespacedRef => namespaced(`${resource}.v1.apps`, name);
const waitsForObservation = waitsFor('observation');

/** What each of them has said at the end of its life, in order; a Deployment alone says what its quota refuses. */
const lives: [kind: string, resource: string, saying: RegExp][] = [
  [
    'Deployment',
    'deployments',
    /^(progressing \w+;)+done;progressing observation;(progressing \w+;)*(stuck FailedCreate;)?/,
  ],
  [
    'StatefulSet',
    'statefulsets',
    /^(progressing \w+;)+done;progressing observation;(progressing (ready|updated);)+/,
  ],
  [
    'DaemonSet',
    'daemonsets',
    /^(progressing \w+;)+(done;)?(progressing \w+;)*done;progressing observation;(progressing \w+;)+/,
  ],
];
for (const [kind, resource, saying] of lives) {
  test(`R166 R168 the life of a ${kind}: created, changed behind its controller's back, rolled out, deleted`, async () => {
    const recording = await stage.record(refOf(resource, 'web'));
    await stage.create(workload(kind, 'web'));
    await recording.until(isDone);
    stage.controlPlane.suspend('kube-controller-manager');
    await stage.kubectl(['set', 'image', `${resource}/web`, 'app=registry.example/app:2']);
    await recording.until(waitsForObservation);
    stage.controlPlane.suspend('kwok');
    stage.controlPlane.resume('kube-controller-manager');
    await recording.until((state) => state.kind === 'progressing' && state.waitingFor !== 'observation');
    stage.controlPlane.resume('kwok');
    await recording.until(isDone);
    await stage.kubectl(['delete', `${resource}/web`, '--cascade=foreground', '--wait=false']);
    await recording.gone();
    const states = await stage.compare(recording);
    assert.match(`${states.join(';')};`, saying);
    assert.match(states.join(';'), /done;progressing deletion$/);
  });
}

/** In a namespace of its own, whose quota has room for so many pods. */
async function withQuota(namespace: string, pods: number): Promise<void> {
  await stage.create(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'few', namespace },
      spec: { hard: { pods: String(pods) } },
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 500)); // the admission plugin hears of it
}

function within(namespace: string, object: JsonObject): JsonObject {
  return { ...object, metadata: { ...(object['metadata'] as JsonObject), namespace } };
}

test('a Deployment and a ReplicaSet that a quota keeps from their pods, until it does not', async () => {
  await withQuota('few', 4);
  const deployment = await stage.record({ ...refOf('deployments', 'web'), namespace: 'few' });
  const replicaSet = await stage.record({ ...refOf('replicasets', 'all'), namespace: 'few' });
  await stage.create(within('few', workload('Deployment', 'web')));
  await deployment.until(isDone);
  await stage.create(within('few', workload('ReplicaSet', 'all')));
  const isRefused = (state: RolloutState): boolean =>
    state.kind === 'stuck' && state.reason === 'FailedCreate';
  await replicaSet.until(isRefused);
  await stage.kubectl(['-n', 'few', 'set', 'image', 'deployment/web', 'app=registry.example/app:2']);
  await deployment.until(isRefused);
  await stage.kubectl(['-n', 'few', 'delete', 'quota', 'few']);
  await stage.kubectl(['-n', 'few', 'annotate', 'replicaset/all', 'look=again']); // it waits longer and longer
  await replicaSet.until(isDone);
  await stage.compare(deployment);
  const states = await stage.compare(replicaSet);
  assert.ok(states.includes('stuck FailedCreate') && states.at(-1) === 'done', states.join());
});

test('a ReplicaSet and a ReplicationController: created, scaled behind their controller, scaled down', async () => {
  const controller = namespaced('replicationcontrollers.v1', 'old');
  const template = {
    metadata: { labels: { app: 'old' } },
    spec: { containers: [{ name: 'app', image: 'i:1' }] },
  };
  const recordings = [await stage.record(refOf('replicasets', 'new')), await stage.record(controller)];
  await stage.create(workload('ReplicaSet', 'new'), {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name: 'old', namespace: 'default' },
    spec: { replicas: 2, selector: { app: 'old' }, template },
  });
  for (const recording of recordings) await recording.until(isDone);
  stage.controlPlane.suspend('kube-controller-manager');
  await stage.kubectl(['scale', 'replicaset/new', 'replicationcontroller/old', '--replicas=5']);
  for (const recording of recordings) await recording.until(waitsForObservation);
  stage.controlPlane.resume('kube-controller-manager');
  for (const recording of recordings) await recording.until(isDone);
  await stage.kubectl(['scale', 'replicaset/new', 'replicationcontroller/old', '--replicas=1']);
  for (const recording of recordings) await recording.until(isDone);
  await stage.kubectl(['delete', 'replicaset/new', 'replicationcontroller/old', '--cascade=foreground']);
  for (const recording of recordings) {
    await recording.gone();
    const states = await stage.compare(recording);
    const lag = states.indexOf('progressing observation', states.indexOf('done'));
    assert.ok(lag > 0, states.join());
    assert.equal(states.at(-1), 'progressing deletion');
  }
});

test('a workload whose pods no node has room for stays on its way', async () => {
  const recording = await stage.record(refOf('deployments', 'large'));
  const requests = { cpu: '100' };
  const large = workload('Deployment', 'large');
  const spec = large['spec'] as { template: { spec: { containers: JsonObject[] } } };
  spec.template.spec.containers = [{ name: 'app', image: 'i:1', resources: { requests } }];
  (large['spec'] as JsonObject)['progressDeadlineSeconds'] = 2;
  await stage.create(large);
  await recording.until((state) => state.kind === 'stuck' && state.reason === 'ProgressDeadlineExceeded');
  await stage.patch('deployment/large', { spec: { replicas: 0 } });
  await recording.until(isDone);
  assert.deepEqual((await stage.compare(recording)).slice(-2), ['stuck ProgressDeadlineExceeded', 'done']);
});
