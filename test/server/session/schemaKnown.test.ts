import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { reloadRequest } from '../../../server/src/protocol/messages';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane({ name: 'prod' });
  proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'proxy.yaml');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: 'prod', server: proxy.server }),
  ]);
  editor = await startEditor({ kubeconfig });
});

after(async () => {
  await editor.close();
  await proxy.close();
  await controlPlane.stop();
});

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A Deployment with one environment variable, in an editor that follows it. */
async function open(name: string) {
  await kubectl('create', 'deployment', name, '--image=web:1');
  await kubectl('set', 'env', `deployment/${name}`, 'FIRST=1');
  const document = await editor.open(`k8slive:/prod/default/deployments.v1.apps/${name}.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  return document;
}

/** Two people change the variables, each another one: only a merge by keys takes both without a question. */
async function changeVariables(name: string, document: EditorDocument): Promise<void> {
  document.type((text) => text.replace('value: "1"', 'value: mine'));
  await kubectl('set', 'env', `deployment/${name}`, 'SECOND=2');
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const values = '-o=jsonpath={.spec.template.spec.containers[0].env[*].value}';
  assert.equal(await kubectl('get', 'deployment', name, values), 'mine 2');
}

const isForSchema = ({ url }: SeenRequest): boolean => url.startsWith('/openapi/v3/apis/apps');

test('where the schema could not be read with the object, a save asks for it again', async () => {
  proxy.inject({ kind: 'cutBefore' }, { times: 1_000, when: isForSchema });
  const document = await open('early');
  await document.until(() => proxy.requests.some(isForSchema));
  await wait(300); // the answer is known to be lost
  proxy.clear();
  await changeVariables('early', document);
});

test('after a reload lists are still merged by their keys', async () => {
  const document = await open('web');
  assert.equal((await document.save()).kind, 'unchanged'); // the schema is known now
  document.type((text) => text.replace('web:1', 'web:2'));
  const { text } = valueOf(await editor.connection.sendRequest(reloadRequest, { uri: document.uri }));
  await wait(300); // the schema was asked for again, and has come
  document.type(() => text);
  await changeVariables('web', document);
});
