import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Cluster, CollectOptions, KubernetesObject } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { FaultProxy } from '../faultProxy';
import { apply, configMap, failureOf, noSignal, valueOf } from './fixture';
import { startProxiedCluster } from './proxied';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, proxy, cluster, stop } = await startProxiedCluster());
  const items = Array.from({ length: 1_200 }, (_item, at) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `many-${at}` },
    data: { at: String(at) },
  }));
  await apply(controlPlane, 'apiVersion: v1\nkind: Namespace\nmetadata: {name: many}\n');
  const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const made = await controlPlane.kubectl(['create', '-n', 'many', '-f', '-'], { stdin });
  assert.equal(made.code, 0, made.stderr);
});
after(() => stop());

const resource = { group: '', version: 'v1', resource: 'configmaps' };

async function collect(options: Partial<CollectOptions> = {}): Promise<string[]> {
  const { objects } = valueOf(
    await cluster.readAll({ resource, namespace: 'many', signal: noSignal(), ...options }),
  );
  return objects.map(({ metadata }) => (metadata as { name: string }).name);
}

suite('Reading the objects of a collection', () => {
  test('finds all of them, page by page, as each reads by itself', async () => {
    const sent = proxy.requests.length;
    const { objects, resourceVersion } = valueOf(
      await cluster.readAll({ resource, namespace: 'many', signal: noSignal() }),
    );
    assert.equal(objects.length, 1_200 + Number(objects.some(isRootAuthority)));
    assert.equal(proxy.requests.length - sent, 3);
    const one = valueOf(await cluster.get(configMap('prod', 'many', 'many-7'), noSignal()));
    assert.deepEqual(
      objects.find(({ data }) => (data as KubernetesObject)['at'] === '7'),
      one,
    );
    assert.match(resourceVersion, /^[1-9]\d*$/);
  });

  test('a watch from its version has what comes after', async () => {
    const { resourceVersion } = valueOf(
      await cluster.readAll({ resource, namespace: 'many', names: ['many-1'], signal: noSignal() }),
    );
    const change = ['label', 'configmap/many-1', '-n', 'many', 'after=list'];
    assert.equal((await controlPlane.kubectl(change)).code, 0);
    const ending = new AbortController();
    const ref = configMap('prod', 'many', 'many-1');
    for await (const item of cluster.watch({ ref, resourceVersion, signal: ending.signal })) {
      if (item.kind === 'started') continue;
      assert.equal(item.kind, 'MODIFIED');
      break;
    }
    ending.abort();
  });

  test('finds those of some names, and one by a request for it alone', async () => {
    assert.deepEqual((await collect({ names: ['many-3', 'many-1100', 'none'] })).sort(), [
      'many-1100',
      'many-3',
    ]);
    const sent = proxy.requests.length;
    assert.deepEqual(await collect({ names: ['many-3'] }), ['many-3']);
    assert.match(proxy.requests[sent]!.url, /fieldSelector=metadata\.name%3Dmany-3/);
    assert.deepEqual(await collect({ names: ['no,name=x'] }), []);
    assert.deepEqual(await collect({ fieldSelector: 'metadata.name=many-4' }), ['many-4']);
  });

  test('begins anew where the version of the list has been given up, and not for ever', async () => {
    const expired = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'old' };
    const fault = {
      kind: 'answer',
      status: 410,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(expired),
    } as const;
    const when = ({ url }: { url: string }): boolean => url.includes('continue=');
    proxy.inject(fault, { when, times: 1 });
    assert.equal(new Set(await collect()).size, (await collect()).length);
    proxy.inject(fault, { when, times: 100 });
    const answer = await cluster.readAll({ resource, namespace: 'many', signal: noSignal() });
    proxy.clear();
    assert.equal(failureOf(answer, 'status').status.reason, 'Expired');
  });

  test('says what is not a list, and what is not there', async () => {
    const answers = { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' } } as const;
    for (const body of ['{"kind":"ConfigMap","apiVersion":"v1"}', '<html>', '{}']) {
      proxy.inject({ ...answers, body });
      failureOf(await cluster.readAll({ resource, signal: noSignal() }), 'notKubernetes');
    }
    const none = { ...resource, resource: 'nonsense' };
    assert.equal(
      failureOf(await cluster.readAll({ resource: none, signal: noSignal() }), 'status').status.code,
      404,
    );
    assert.deepEqual(await collect({ namespace: 'not-there' }), []);
  });
});

function isRootAuthority(object: KubernetesObject): boolean {
  return (object['metadata'] as KubernetesObject)['name'] === 'kube-root-ca.crt';
}

suite('Reading the metadata of a collection', () => {
  test('says no more than that of each object', async () => {
    const { objects } = valueOf(
      await cluster.readAllMetadata({ resource, namespace: 'many', names: ['many-3'], signal: noSignal() }),
    );
    assert.deepEqual(Object.keys(objects[0] ?? {}).sort(), ['apiVersion', 'kind', 'metadata']);
    assert.equal((objects[0]?.['metadata'] as { name: string }).name, 'many-3');
  });
});
