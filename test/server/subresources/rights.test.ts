import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { liveManifestRequest } from '../../../server/src/protocol/liveManifest';
import { kubectlCommandRequest } from '../../../server/src/protocol/messages';
import { deployment } from '../session/sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from '../session/workbench';
import { allowParts } from './parts';

let bench: Workbench;
let editor: Editor;

const watching = { resources: ['deployments'], verbs: ['get', 'list', 'watch'] };

before(async () => {
  bench = await startWorkbench();
  await bench.create(deployment('web'), deployment('api'));
  editor = await bench.edit({ pollIntervalSeconds: 1 }, 'none');
});
after(() => bench.stop());

async function verbsOf(document: EditorDocument): Promise<string[]> {
  return (await bench.writes(document)).map(({ verb, code }) => `${verb} ${code}`);
}

test('R154: without the right to read a scale the sentence names it, the verb and the user; with no other right it is read at an interval', async () => {
  const uri = 'k8slive:/prod/default/deployments:scale.v1.apps/api.yaml';
  await assert.rejects(
    editor.open(uri),
    /Not allowed: .*User "none" cannot get resource "deployments\/scale" in API group "apps"/,
  );
  await allowParts(bench, { name: 'getting', rules: [{ resources: ['deployments/scale'], verbs: ['get'] }] });
  const document = await editor.open(uri);
  await document.until(({ status }) => status()?.health.kind === 'polling', patience);
  await bench.kubectl('scale', 'deployment/api', '--replicas=6');
  await document.until(({ text }) => text().includes('replicas: 6'), patience);
});

test('R154: a save that is not allowed names the subresource; who may patch it alone saves by a patch of it', async () => {
  const resources = ['deployments/scale', 'deployments/status'];
  await allowParts(bench, { name: 'watching', rules: [watching, { resources, verbs: ['get'] }] });
  const scale = await openWatched(editor, 'deployments:scale.v1.apps/web');
  const status = await openWatched(editor, 'deployments:status.v1.apps/web');
  scale.type((text) => text.replace('replicas: 3', 'replicas: 5'));
  status.type((text) => text.replace('status: {}', 'status: {replicas: 2}'));
  for (const [document, name] of [
    [scale, 'scale'],
    [status, 'status'],
  ] as const) {
    const refused = await document.save();
    assert.equal(refused.kind, 'problem', JSON.stringify(refused));
    assert.equal(refused.problem.reason, 'forbidden');
    const words = `User "none" cannot update resource "deployments/${name}" in API group "apps"`;
    assert.ok(refused.problem.message.includes(words), refused.problem.message);
    assert.deepEqual(await verbsOf(document), ['update 403', 'patch 403']);
  }
  assert.equal(await bench.valueIn('deployment/web', '.spec.replicas'), '3');
  await allowParts(bench, { name: 'patching', rules: [{ resources, verbs: ['patch'] }] });
  for (const document of [scale, status]) {
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    assert.deepEqual((await verbsOf(document)).slice(2), ['update 403', 'patch 200']);
  }
  assert.equal(await bench.valueIn('deployment/web', '.spec.replicas'), '5');
  assert.equal(await bench.valueIn('deployment/web', '.status.replicas'), '2');
});

test('a subresource is no manifest; its kubectl command names it', async () => {
  const uri = 'k8slive:/prod/default/deployments:scale.v1.apps/api.yaml';
  await assert.rejects(
    editor.ask(liveManifestRequest, { uri, file: { path: '/new.yaml', text: '' } }),
    /deployments\/scale "api" is a part of an object, which no manifest states by itself\. Open deployments "api"/,
  );
  const { command } = await editor.ask(kubectlCommandRequest, { uri });
  assert.match(command, / get deployments\.v1\.apps api --subresource=scale --output=yaml$/);
  const printed = await bench.kubectl(...command.split(' ').slice(command.split(' ').indexOf('--namespace')));
  assert.match(printed, /kind: Scale/);
});
