import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Cluster, KubernetesObject } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { apply, configMap, failureOf, makeClusters, noSignal, type TestClusters, valueOf } from './fixture';

let controlPlane: ControlPlane;
let clusters: TestClusters;
let cluster: Cluster;

before(async () => {
  controlPlane = await startControlPlane();
  clusters = makeClusters(controlPlane.kubeconfigs.admin);
  const [context] = valueOf(await clusters.contexts());
  cluster = await clusters.open(context!.name);
});
after(async () => {
  await clusters.dispose();
  await controlPlane.stop();
});

async function make(
  name: string,
  finalizers: string[] = [],
): Promise<{ uid: string; resourceVersion: string }> {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', finalizers },
  };
  await apply(controlPlane, JSON.stringify(object));
  const read = valueOf(await cluster.get(configMap(cluster.context, 'default', name), noSignal()));
  const { uid, resourceVersion } = read['metadata'] as { uid: string; resourceVersion: string };
  return { uid, resourceVersion };
}

suite('Deleting an object', () => {
  const options = { propagation: 'Background', signal: noSignal() } as const;

  test('takes away the version that was named, and no other', async () => {
    const ref = configMap(cluster.context, 'default', 'gone');
    const version = await make('gone');
    for (const other of [
      { ...version, resourceVersion: '1' },
      { ...version, uid: 'another' },
    ]) {
      const { status } = failureOf(await cluster.delete(ref, { ...options, ...other }), 'status');
      assert.deepEqual([status.code, status.reason], [409, 'Conflict']);
    }
    await assert.rejects(cluster.delete(ref, { ...options, ...version, uid: '' }), TypeError);
    valueOf(await cluster.delete(ref, { ...options, ...version, dryRun: true }));
    valueOf(await cluster.get(ref, noSignal()));
    assert.deepEqual(valueOf(await cluster.delete(ref, { ...options, ...version })), {
      object: undefined,
      warnings: [],
    });
    assert.equal(failureOf(await cluster.get(ref, noSignal()), 'status').status.code, 404);
  });

  test('answers with the object that waits for its finalizers', async () => {
    const version = await make('waits', ['example.dev/x']);
    const ref = configMap(cluster.context, 'default', 'waits');
    const { object } = valueOf(await cluster.delete(ref, { ...options, ...version }));
    assert.ok('deletionTimestamp' in (object?.['metadata'] as KubernetesObject));
  });
});
