import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { renderManifest } from '../../../server/src/manifest/render';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { type LiveManifest, makeLiveManifest } from '../../../server/src/session/liveManifest';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { openObject } from '../../../server/src/session/open';
import { createReadText } from '../../../server/src/session/ours';
import { createTopologies } from '../../../server/src/session/topologies';
import { defaultSettings } from '../../../server/src/protocol/settings';
import { matchType } from '../../../server/src/session/resolve';
import { makeClusters, noSignal, type TestClusters, valueOf } from '../cluster/fixture';
import { statedObjects } from './statedObjects';
import { startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let clusters: TestClusters;
const topologies = createTopologies();

before(async () => {
  bench = await startWorkbench();
  clusters = makeClusters(bench.controlPlane.kubeconfigs.admin);
});
after(async () => {
  await clusters.dispose();
  await bench.stop();
});

/** The document of an object with what the cluster publishes of its kind, as an editor has it that shows it. */
async function documentOf(object: JsonObject): Promise<LiveDocument> {
  const signal = noSignal();
  const cluster = await clusters.open('test');
  const served = valueOf(await cluster.resources({ refresh: true, signal }));
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const found = matchType(served, kind).find((resource) => resource.group === group);
  const { name, namespace } = object['metadata'] as Record<string, string>;
  const ref = {
    context: 'test',
    ...{ group, version, resource: found?.resource ?? '', name: name ?? '' },
    ...(namespace === undefined ? {} : { namespace }),
  };
  const { hiddenFields } = defaultSettings;
  const opened = await openObject({ uri: 'x', ref, clusters, hiddenFields, read: createReadText(), signal });
  const document = valueOf(opened);
  return { ...document, topology: await topologies.find(cluster, document.base.object, signal) };
}

async function manifestOf(object: JsonObject): Promise<LiveManifest> {
  const context = { clusters, random: Math.random, signal: noSignal() };
  return valueOf(await makeLiveManifest(await documentOf(object), context));
}

async function kubectl(
  args: string[],
  object?: JsonValue,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return bench.controlPlane.kubectl(
    args,
    object === undefined ? {} : { stdin: `${JSON.stringify(object)}\n` },
  );
}

for (const object of statedObjects) {
  const { kind, metadata } = object as { kind: string; metadata: { name: string } };
  test(`a manifest of ${kind} ${metadata.name} says what its user has written, and nothing else`, async () => {
    for (let attempt = 0; ; attempt += 1) {
      const created = await kubectl(['create', '-f', '-'], object);
      if (created.code === 0) break;
      // A definition takes a moment until its kind is served.
      assert.ok(attempt < 60 && /no matches for kind/.test(created.stderr), created.stderr);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const manifest = await manifestOf(object);
    assert.equal(manifest.keptBecause, undefined);
    assert.deepEqual(manifest.object, object);
    const diff = await bench.controlPlane.kubectl(['diff', '-f', '-'], {
      stdin: renderManifest(manifest.object),
    });
    assert.equal(diff.code, 0, diff.stdout + diff.stderr);
  });
}

test('what controllers have written is left out, and who has written it is told', async () => {
  const object: JsonObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'rolled', namespace: 'default', annotations: { 'example.dev/owner': 'ann' } },
    spec: {
      selector: { matchLabels: { app: 'rolled' } },
      template: {
        metadata: { labels: { app: 'rolled' } },
        spec: { containers: [{ name: 'app', image: 'registry.example/web:1' }] },
      },
    },
  };
  assert.equal((await kubectl(['apply', '-f', '-'], object)).code, 0);
  const manager = '--field-manager=kube-controller-manager';
  const revision = 'deployment.kubernetes.io/revision';
  const annotated = await kubectl(['annotate', 'deployment', 'rolled', `${revision}=7`, manager]);
  assert.equal(annotated.code, 0, annotated.stderr);
  const status = ['--subresource=status', '--type=merge', '-p', '{"status":{"observedGeneration":1}}'];
  const patched = await kubectl(['patch', 'deployment', 'rolled', manager, ...status]);
  assert.equal(patched.code, 0, patched.stderr);
  const manifest = await manifestOf(object);
  assert.deepEqual(manifest.object, object);
  const path = ['metadata', 'annotations', revision];
  assert.deepEqual(manifest.controllerFields, [{ path, manager: 'kube-controller-manager' }]);
});

test('who may not write an object gets it whole, and is told why; who may update it needs no right to create', async () => {
  const object: JsonObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'fixed-values', namespace: 'default' },
    data: { mode: 'fast' },
  };
  assert.equal((await kubectl(['create', '-f', '-'], object)).code, 0);
  const { limited, none } = bench.controlPlane.kubeconfigs;
  for (const [user, verbs] of [
    ['none', 'get'],
    ['limited', 'get,update'],
  ] as const) {
    const role = [`may-${user}`, `--verb=${verbs}`, '--resource=configmaps,namespaces'];
    assert.equal((await kubectl(['create', 'clusterrole', ...role])).code, 0);
    const binding = [`may-${user}`, `--clusterrole=may-${user}`, `--user=${user}`];
    assert.equal((await kubectl(['create', 'clusterrolebinding', ...binding])).code, 0);
    // It takes a moment until the API server knows it.
    const mayRead = ['auth', 'can-i', 'get', 'configmaps', `--as=${user}`];
    for (let attempt = 0; (await kubectl(mayRead)).code !== 0; attempt += 1) assert.ok(attempt < 60);
  }
  for (const [context, kubeconfig, kept] of [
    ['test-none', none, 'status'],
    ['test-limited', limited, undefined],
  ] as const) {
    const others = makeClusters(kubeconfig);
    try {
      const document = await documentOf(object);
      const theirs = { ...document, ref: { ...document.ref, context } };
      const asking = { clusters: others, random: Math.random, signal: noSignal() };
      const manifest = valueOf(await makeLiveManifest(theirs, asking));
      assert.deepEqual(manifest.object, object);
      assert.equal(manifest.keptBecause?.kind, kept);
    } finally {
      await others.dispose();
    }
  }
});
