import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { clusterScoped, namespaced, type Stage, startStage } from './lives';
import { definition } from './widgets';
import { node } from './workloads';
import { isDone, isKind, isStuckBy, waitsFor } from './states';

let stage: Stage;

before(async () => {
  stage = await startStage();
});
afterEach(() => {
  stage.controlPlane.resume('kube-controller-manager');
  stage.controlPlane.resume('kwok');
});
after(() => stage.stop());

test('a Node: registered, ready, cordoned, under pressure, lost, deleted', async () => {
  stage.controlPlane.suspend('kwok');
  const recording = await stage.record(clusterScoped('nodes.v1', 'node-9'));
  await stage.create(node('node-9'));
  await recording.until(isKind('notTracked'));
  stage.controlPlane.resume('kwok');
  await recording.until(isDone);
  await stage.kubectl(['cordon', 'node-9']);
  await recording.until(isKind('paused'));
  stage.controlPlane.suspend('kwok');
  const say = (ready: string, pressure: string): Promise<void> =>
    stage.patch(
      'node/node-9',
      {
        status: {
          conditions: [
            { type: 'MemoryPressure', status: pressure, reason: 'KubeletHasInsufficientMemory' },
            { type: 'Ready', status: ready, reason: 'KubeletNotReady', message: 'PLEG is not healthy' },
          ],
        },
      },
      { subresource: 'status' },
    );
  await say('True', 'True');
  await say('False', 'True');
  await recording.until(isStuckBy('KubeletNotReady'));
  await stage.kubectl(['uncordon', 'node-9']);
  await say('Unknown', 'Unknown');
  await stage.patch('node/node-9', { metadata: { finalizers: ['example.dev/drain'] } });
  await stage.kubectl(['delete', 'node', 'node-9', '--wait=false']);
  await recording.until(waitsFor('deletion'));
  await stage.patch('node/node-9', { metadata: { finalizers: null } });
  await recording.gone();
  assert.deepEqual(await stage.compare(recording), [
    'not tracked, unknown',
    'done',
    'paused',
    'stuck KubeletNotReady',
    'progressing deletion',
  ]);
});

/** A claim of a volume; without a class nothing provides one. */
function claim(name: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      resources: { requests: { storage: '1Gi' } },
    },
  };
}

test('a PersistentVolumeClaim: without a class, bound, resized, lost, held by a Pod while it is deleted', async () => {
  const recording = await stage.record(namespaced('persistentvolumeclaims.v1', 'data'));
  await stage.create(claim('data'));
  await recording.until(waitsFor('binding'));
  await stage.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'disk' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/data' },
    },
  });
  await recording.until(isDone);
  const resize = (type?: string): Promise<void> =>
    stage.patch(
      'pvc/data',
      { status: { conditions: type === undefined ? null : [{ type, status: 'True', message: 'soon' }] } },
      { subresource: 'status' },
    );
  await resize('Resizing');
  await recording.until(waitsFor('resize'));
  await resize('ControllerResizeError');
  await recording.until(isStuckBy('ControllerResizeError'));
  await resize();
  await recording.until(isDone);
  await stage.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'user' },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'app', image: 'registry.example/app:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });
  await stage.kubectl(['wait', 'pod/user', '--for=condition=Ready', '--timeout=60s']);
  await stage.kubectl(['delete', 'pv', 'disk', '--wait=false']);
  await stage.patch('pv/disk', { metadata: { finalizers: null } });
  await recording.until(isStuckBy('Lost'));
  await stage.kubectl(['delete', 'pvc', 'data', '--wait=false']);
  await recording.until(waitsFor('deletion'));
  await stage.kubectl(['delete', 'pod', 'user']);
  await recording.gone();
  assert.deepEqual(await stage.compare(recording), [
    'progressing binding',
    'done',
    'progressing resize',
    'stuck ControllerResizeError',
    'done',
    'stuck Lost',
    'progressing deletion',
  ]);
});

test('R166 a HorizontalPodAutoscaler: without a target, without metrics, turned off, scaling', async () => {
  const recording = await stage.record(namespaced('horizontalpodautoscalers.v2.autoscaling', 'web'));
  await stage.create({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 5,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  });
  await recording.until(isStuckBy('FailedGetScale'));
  await stage.kubectl(['create', 'deployment', 'web', '--image=registry.example/app:1', '--replicas=2']);
  await recording.until(isStuckBy('FailedGetResourceMetric'));
  await stage.kubectl(['scale', 'deployment/web', '--replicas=0']);
  await recording.until(isKind('paused'));
  stage.controlPlane.suspend('kube-controller-manager');
  const say = (current: number, desired: number): Promise<void> =>
    stage.patch(
      'hpa/web',
      {
        status: {
          currentReplicas: current,
          desiredReplicas: desired,
          conditions: [
            { type: 'AbleToScale', status: 'True', reason: 'ReadyForNewScale' },
            { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound' },
            { type: 'ScalingLimited', status: desired === 5 ? 'True' : 'False', reason: 'TooManyReplicas' },
          ],
        },
      },
      { subresource: 'status' },
    );
  await say(2, 5);
  await say(5, 5);
  await recording.until(isDone);
  await stage.patch('hpa/web', { metadata: { finalizers: ['example.dev/hold'] } });
  await stage.kubectl(['delete', 'hpa', 'web', '--wait=false']);
  await recording.until(waitsFor('deletion'));
  await stage.patch('hpa/web', { metadata: { finalizers: null } });
  await recording.gone();
  const states = await stage.compare(recording);
  assert.deepEqual(states, [
    'progressing observation',
    'stuck FailedGetScale',
    'stuck FailedGetResourceMetric',
    'paused',
    'progressing scale',
    'done',
    'progressing deletion',
  ]);
});

test('CustomResourceDefinitions: established, with names that are taken, held by an object while deleted', async () => {
  const ref = (plural: string): ReturnType<typeof clusterScoped> =>
    clusterScoped('customresourcedefinitions.v1.apiextensions.k8s.io', `${plural}.example.dev`);
  await stage.create(definition('gears', 'Gear'));
  await stage.compareNow(ref('gears'), isDone);
  await stage.create(definition('cogs', 'Gear'));
  await stage.compareNow(ref('cogs'), isKind('stuck'));
  await stage.kubectl(['wait', 'crd/gears.example.dev', '--for=condition=Established', '--timeout=60s']);
  const held = { name: 'held', finalizers: ['example.dev/hold'] };
  await stage.create({ apiVersion: 'example.dev/v1', kind: 'Gear', metadata: held });
  await stage.kubectl(['delete', 'crd', 'gears.example.dev', '--wait=false']);
  await stage.compareNow(ref('gears'), waitsFor('deletion'));
  await stage.patch('gears.example.dev/held', { metadata: { finalizers: null } });
  await stage.kubectl(['wait', 'crd/gears.example.dev', '--for=delete', '--timeout=60s']);
  await stage.compareNow(ref('cogs'), isDone);
  await stage.kubectl(['delete', 'crd', 'cogs.example.dev']);
});

test('an APIService without a service keeps a Namespace from going; so does a finalizer in it', async () => {
  const apiService = clusterScoped('apiservices.v1.apiregistration.k8s.io', 'v1.broken.example.dev');
  await stage.compareNow({ ...apiService, name: 'v1.apps' }, isDone);
  const recording = await stage.record(clusterScoped('namespaces.v1', 'held'));
  await stage.create(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'held' } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'keep', namespace: 'held', finalizers: ['example.dev/keep'] },
    },
  );
  await recording.until(isDone);
  await stage.kubectl(['delete', 'namespace', 'held', '--wait=false']);
  await recording.until((_, { status }) => JSON.stringify(status).includes('"SomeFinalizersRemain"'));
  await stage.create({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.broken.example.dev' },
    spec: {
      group: 'broken.example.dev',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { name: 'nothing', namespace: 'default' },
    },
  });
  await stage.compareNow(apiService, isStuckBy('ServiceNotFound'));
  await stage.kubectl(['-n', 'held', 'annotate', 'configmap', 'keep', 'look=again']);
  await recording.until(isStuckBy('DiscoveryFailed'));
  await stage.kubectl(['delete', 'apiservice', 'v1.broken.example.dev']);
  await stage.patch('configmap/keep', { metadata: { finalizers: null } }, { namespace: 'held' });
  await recording.gone();
  const states = await stage.compare(recording);
  assert.deepEqual(states.slice(0, 2), ['done', 'progressing deletion']);
  assert.ok(states.includes('stuck DiscoveryFailed'), states.join());
});
