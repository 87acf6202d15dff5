import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, afterEach, before, test } from 'node:test';
import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  InlayHintRefreshRequest,
} from 'vscode-languageserver-protocol';
import { defaultSettings, type Settings } from '../../../server/src/protocol/settings';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { requestsOf } from '../editor/witness';
import { patience } from '../session/workbench';
import { nodes, workload } from './workloads';

let controlPlane: ControlPlane;
let editor: Editor;
/** What the editor is to be told of the settings when it asks. */
let settings: Settings = defaultSettings;
/** How often the server has said that lenses, or hints, are others now. */
const calls = { lenses: 0, hints: 0 };

before(async () => {
  controlPlane = await startControlPlane({ controllers: true, kwok: true, namespace: 'default' });
  await apply(...nodes, workload('Deployment', 'web'), workload('Deployment', 'hot'), widgetDefinition);
  await kubectl('wait', '--for=condition=Established', 'crd/widgets.example.dev', '--timeout=30s');
  await kubectl('rollout', 'status', 'deployment/web', 'deployment/hot', '--timeout=60s');
  editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  editor.connection.onRequest('workspace/configuration', () => [settings]);
  editor.connection.onRequest(CodeLensRefreshRequest.type, () => void (calls.lenses += 1));
  editor.connection.onRequest(InlayHintRefreshRequest.type, () => void (calls.hints += 1));
});

afterEach(() => {
  controlPlane.resume('kube-controller-manager');
  controlPlane.resume('kwok');
});

after(async () => {
  await editor.close();
  await controlPlane.stop();
});

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function apply(...objects: object[]): Promise<void> {
  const stdin = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { code, stderr } = await controlPlane.kubectl(['apply', '-f', '-'], { stdin });
  assert.equal(code, 0, stderr);
}

const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};

async function open(object: string): Promise<EditorDocument> {
  const [resource = '', name = ''] = object.split('/');
  const document = await editor.open(`k8slive:/${await context()}/default/${resource}/${name}.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  return document;
}

async function context(): Promise<string> {
  return (await editor.contexts())[0]?.name ?? '';
}

/** The lens that says whether the cluster has acted on the object. */
async function reconcileLens(document: EditorDocument): Promise<string> {
  const lenses = await document.lensesAt(0);
  return lenses.find((title) => /generation|observed/.test(title)) ?? '';
}

/** Asks, as an editor does, until the lens matches; resolves to all of its words on the way, each once. */
async function untilLens(document: EditorDocument, pattern: RegExp): Promise<string[]> {
  const seen: string[] = [];
  const deadline = Date.now() + patience;
  for (;;) {
    const lens = await reconcileLens(document);
    if (seen.at(-1) !== lens) seen.push(lens);
    if (pattern.test(lens)) return seen;
    assert.ok(Date.now() < deadline, `no lens ${pattern}: ${seen.join('\n')}`);
    await wait(20);
  }
}

test('R166: a change is shown as not observed, counted up while the controller sleeps, and then as a rollout', async () => {
  const document = await open('deployments.v1.apps/web');
  await untilLens(document, /^rolled out · 3 of 3 updated, 3 available · generation \d+, observed$/);
  controlPlane.suspend('kube-controller-manager');
  await kubectl('set', 'image', 'deployment/web', 'app=registry.example/app:2');
  await untilLens(document, /^not yet observed: generation \d+, controller has seen \d+, for \d s$/);
  // Nothing happens in the cluster, and the editor is told all the same.
  const before = calls.lenses;
  await untilLens(document, /for 3 s$/);
  assert.ok(calls.lenses > before, 'the editor was not told that the words have changed');
  assert.deepEqual(await document.hints(), ['replicas: 3 ← waiting to be observed']);
  assert.match(document.status()?.summary ?? '', / · not yet observed: /);
  controlPlane.suspend('kwok');
  controlPlane.resume('kube-controller-manager');
  await untilLens(
    document,
    /^1 of 3 updated, 3 available, .* · deadline in \d+ m · generation \d+, observed$/,
  );
  const hints = await document.hints();
  assert.equal(hints[0], 'replicas: 3 ← 1 of 3 updated, 3 available');
  assert.match(hints[1] ?? '', /^progressDeadlineSeconds: 600 ← deadline in \d+ m$/);
  assert.match((await document.hoverOn(1)) ?? '', /Progressing\\=True/);
  controlPlane.resume('kwok');
  await untilLens(document, /^rolled out · 3 of 3 updated, 3 available · generation \d+, observed$/);
  assert.equal(document.isDirty(), false);
  document.close();
});

test('nothing is sent where nothing depends on the time and nothing changes', async () => {
  const document = await open('deployments.v1.apps/web');
  await untilLens(document, /rolled out/);
  await document.hints();
  await wait(500);
  const before = { ...calls };
  await wait(2_500);
  assert.deepEqual(calls, before);
  document.close();
});

test('a rollout that stays behind is stuck, with its reason', async () => {
  const document = await open('deployments.v1.apps/web');
  controlPlane.suspend('kwok');
  await kubectl('patch', 'deployment', 'web', '-p', '{"spec":{"progressDeadlineSeconds":2}}');
  await kubectl('set', 'image', 'deployment/web', 'app=registry.example/app:3');
  await untilLens(
    document,
    /^\$\(warning\)\u00a0stuck: ProgressDeadlineExceeded · for \d+ s · 1 of 3 updated.* · generation \d+, observed$/,
  );
  const line = document
    .text()
    .split('\n')
    .findIndex((text) => text.includes('replicas: 3'));
  assert.match((await document.hoverOn(line)) ?? '', /has timed out progressing/);
  controlPlane.resume('kwok');
  await kubectl('patch', 'deployment', 'web', '-p', '{"spec":{"progressDeadlineSeconds":600}}');
  await untilLens(document, /rolled out/);
  document.close();
});

/** A Widget whose status says this, with as many generations as are wanted. */
async function makeWidget(name: string, status: object, sizes: number[]): Promise<EditorDocument> {
  for (const size of sizes)
    await apply({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name }, spec: { size } });
  await writeStatus(name, status);
  return open(`widgets.v1.example.dev/${name}`);
}

async function writeStatus(name: string, status: object): Promise<void> {
  await kubectl(
    'patch',
    'widget',
    name,
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({ status }),
  );
}

const ready = { conditions: [{ type: 'Ready', status: 'True' }] };

test('R162: a controller that stays one behind is shown so, with its age, and is no failure', async () => {
  const status = {
    observedGeneration: 5,
    conditions: [{ type: 'Ready', status: 'True', observedGeneration: 5 }],
  };
  const document = await makeWidget('behind', status, [1, 2, 3, 4, 5, 6]);
  assert.match(
    await reconcileLens(document),
    /^not yet observed: generation 6, controller has seen 5, for \d+ s · Ready \(of generation 5\) was True$/,
  );
  assert.deepEqual(document.diagnostics(), []);
  document.close();
});

test('R165: Ready of before an edit is not shown as ready, and then the real one is', async () => {
  const document = await makeWidget('edited', { observedGeneration: 2, ...ready }, [1, 3]);
  await untilLens(document, /^Ready · generation 2, observed$/);
  document.type((text) => text.replace('size: 3', 'size: 5'));
  await document.save();
  await untilLens(document, /^not yet observed: generation 3, .* · Ready \(of generation 2\) was True$/);
  await writeStatus('edited', {
    observedGeneration: 3,
    conditions: [{ type: 'Ready', status: 'False', reason: 'Down' }],
  });
  await untilLens(document, /^in progress · Ready=False · Down · generation 3, observed$/);
  document.close();
});

test('R168: a StatefulSet whose controller sleeps is shown as two behind, with the time, and nothing is asked for', async () => {
  await apply(workload('StatefulSet', 'db'));
  await kubectl('rollout', 'status', 'statefulset/db', '--timeout=60s');
  const document = await open('statefulsets.v1.apps/db');
  await untilLens(document, /rolled out/);
  controlPlane.suspend('kube-controller-manager');
  for (const tag of [2, 3])
    await kubectl('set', 'image', 'statefulset/db', `app=registry.example/app:${tag}`);
  await untilLens(document, /^not yet observed: generation 3, controller has seen 1, for 2 s$/);
  const asked = (await requestsOf(controlPlane, '/statefulsets/db')).length;
  await untilLens(document, /for 4 s$/);
  assert.equal((await requestsOf(controlPlane, '/statefulsets/db')).length, asked);
  document.close();
});

test('R169: a status of another history is no lag', async () => {
  const document = await makeWidget('restored', { observedGeneration: 5, ...ready }, [1, 2]);
  assert.equal(
    await reconcileLens(document),
    '$(warning)\u00a0generation 2, but observedGeneration 5: a status of another history · Ready=True (of generation 5)',
  );
  document.close();
});

test('R172: a status that was not written since the last change is not believed', async () => {
  const document = await makeWidget('unreported', ready, [1]);
  await untilLens(document, /^Ready · generation 1, observedGeneration not reported$/);
  await wait(1_100); // managedFields count whole seconds
  document.type((text) => text.replace('size: 1', 'size: 2'));
  await document.save();
  await untilLens(
    document,
    /cannot tell .* · Ready=True \(status not written since the last change\) · generation 2$/,
  );
  document.close();
});

test('R171: of ConfigMaps and Secrets nothing is claimed', async () => {
  await apply(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain' }, data: { a: 'b' } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'plain' }, stringData: { a: 'b' } },
  );
  for (const object of ['configmaps.v1/plain', 'secrets.v1/plain']) {
    const document = await open(object);
    assert.equal(await reconcileLens(document), '');
    assert.deepEqual(await document.hints(), []);
    assert.equal(await document.hoverOn(0), undefined);
    document.close();
  }
});

test('a status written fifty times a second moves no text, and calls the editor a few times a second at most', async () => {
  const document = await open('deployments.v1.apps/hot');
  await untilLens(document, /rolled out/);
  await document.hints();
  const text = document.text();
  const marks = JSON.stringify(document.diagnostics());
  let [texts, statuses, isOver, writes] = [0, 0, false, 0];
  const before = { ...calls };
  const begun = Date.now();
  const asking = (async () => {
    while (!isOver) {
      await Promise.all([document.lenses(), document.hints()]);
      await wait(250);
    }
  })();
  let last = document.status()?.summary;
  const watching = (async () => {
    while (!isOver) {
      if (document.text() !== text) texts += 1;
      if (document.status()?.summary !== last) {
        statuses += 1;
        last = document.status()?.summary;
      }
      await wait(5);
    }
  })();
  while (Date.now() - begun < 5_000) {
    const at = Date.now();
    const { status, body } = await controlPlane.request({
      method: 'PATCH',
      path: '/apis/apps/v1/namespaces/default/deployments/hot/status',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status: { collisionCount: writes } }),
    });
    assert.equal(status, 200, body);
    writes += 1;
    await wait(Math.max(0, at + 20 - Date.now()));
  }
  const seconds = (Date.now() - begun) / 1_000;
  isOver = true;
  await Promise.all([asking, watching]);
  assert.ok(writes > 5 * seconds, `only ${writes} writes in ${seconds} s`);
  assert.equal(texts, 0);
  assert.equal(JSON.stringify(document.diagnostics()), marks);
  assert.ok(
    calls.lenses - before.lenses <= 2 * seconds + 2,
    `${calls.lenses - before.lenses} calls for lenses`,
  );
  assert.ok(
    calls.hints - before.hints <= 2,
    `${calls.hints - before.hints} calls for hints that did not change`,
  );
  assert.ok(statuses <= 4 * seconds + 2, `${statuses} statuses in ${seconds} s`);
  assert.ok(statuses > 1);
  document.close();
});

test('each of lenses, hints and hovers can be switched off, at once', async () => {
  const document = await open('deployments.v1.apps/web');
  await untilLens(document, /rolled out/);
  assert.ok((await document.hints()).length > 0);
  assert.ok(await document.hoverOn(0));
  const before = { ...calls };
  settings = { ...defaultSettings, codeLens: false, inlayHints: false, hovers: false };
  await editor.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  await document.until(() => calls.lenses > before.lenses && calls.hints > before.hints, patience);
  assert.deepEqual(await document.lenses(), []);
  assert.deepEqual(await document.hints(), []);
  assert.equal(await document.hoverOn(0), undefined);
  settings = defaultSettings;
  await editor.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  await untilLens(document, /rolled out/);
  document.close();
});
