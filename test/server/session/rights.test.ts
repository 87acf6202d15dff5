import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { requestsOf } from '../editor/witness';
import { patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit({ pollIntervalSeconds: 1 }, 'none');
});
after(() => bench.stop());

/** A namespace with a ConfigMap, and what the user may do with ConfigMaps there; resolves when it is allowed. */
async function allow(namespace: string, verbs: string[]): Promise<void> {
  const inNamespace = { name: 'own', namespace };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'none' }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'own' };
  await bench.create(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: inNamespace,
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: inNamespace,
      roleRef,
      subjects,
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace },
      data: { mode: 'fast', color: 'red' },
    },
  );
  const verb = verbs.at(-1) ?? '';
  while (!(await bench.kubectl('-n', namespace, 'auth', 'can-i', verb, 'cm', '--as=none')).includes('yes'))
    await wait(100);
}

function uriIn(namespace: string): string {
  return `k8slive:/prod/${namespace}/configmaps.v1/settings.yaml`;
}

async function openWatched(namespace: string): Promise<EditorDocument> {
  const document = await editor.open(uriIn(namespace));
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  return document;
}

/** The verbs and codes of the requests for the ConfigMap of a namespace, watches aside. */
async function requestsIn(namespace: string): Promise<string[]> {
  const path = `/api/v1/namespaces/${namespace}/configmaps/settings`;
  return (await requestsOf(bench.controlPlane, path)).map(({ verb, code }) => `${verb} ${code}`);
}

async function dataIn(namespace: string): Promise<Record<string, string>> {
  const text = await bench.kubectl('-n', namespace, 'get', 'cm', 'settings', '-o=jsonpath={.data}');
  return JSON.parse(text) as Record<string, string>;
}

test('R154 who may patch but not update saves by a patch of what was changed; what others have changed is kept', async () => {
  await allow('patched', ['get', 'list', 'watch', 'patch']);
  const document = await openWatched('patched');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  assert.deepEqual(await dataIn('patched'), { mode: 'slow', color: 'red' });
  document.type((text) => text.replace('mode: slow', 'mode: mine'));
  await bench.kubectl('-n', 'patched', 'patch', 'cm', 'settings', '-p', '{"data":{"color":"blue"}}');
  assert.equal((await document.save()).kind, 'saved');
  assert.deepEqual(await dataIn('patched'), { mode: 'mine', color: 'blue' });
  document.type((text) => text.replace('mode: mine', 'mode: last'));
  await bench.kubectl('-n', 'patched', 'patch', 'cm', 'settings', '-p', '{"data":{"mode":"theirs"}}');
  assert.equal((await document.save()).kind, 'problem');
  assert.equal((await dataIn('patched')).mode, 'theirs');
  assert.match(document.text(), /mode: last/);
});

test('R154 who may neither update nor patch is told so by the verb, after one attempt of each; the text stays', async () => {
  await allow('readable', ['get', 'list', 'watch']);
  const document = await openWatched('readable');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const answer = await document.save();
  assert.ok(answer.kind === 'problem');
  assert.equal(answer.problem.reason, 'forbidden');
  assert.match(answer.problem.message, /cannot update resource "configmaps"/);
  assert.deepEqual(await requestsIn('readable'), ['get 200', 'update 403', 'patch 403']);
  assert.match(document.text(), /mode: slow/);
});

test('R154 who may list but not get is told so in one sentence, and nothing is asked again and again', async () => {
  await allow('listed', ['list']);
  await assert.rejects(
    editor.open(uriIn('listed')),
    /^Error: forbidden: Not allowed: .* cannot get resource/,
  );
  await wait(2_500);
  assert.deepEqual(await requestsIn('listed'), ['get 403']);
});
