import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { reloadRequest } from '../../../server/src/protocol/messages';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type Editor, startEditor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';

let controlPlane: ControlPlane;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane({ name: 'prod' });
  editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
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

test('after a reload lists are still merged by their keys', async () => {
  await kubectl('create', 'deployment', 'web', '--image=web:1');
  await kubectl('set', 'env', 'deployment/web', 'FIRST=1');
  const document = await editor.open('k8slive:/prod/default/deployments.v1.apps/web.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  assert.equal((await document.save()).kind, 'unchanged'); // the schema is known now
  document.type((text) => text.replace('web:1', 'web:2'));
  const { text } = valueOf(await editor.connection.sendRequest(reloadRequest, { uri: document.uri }));
  await wait(300); // the schema was asked for again, and has come
  document.type(() => text);
  document.type((now) => now.replace('value: "1"', 'value: mine'));
  await kubectl('set', 'env', 'deployment/web', 'SECOND=2');
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(
    await kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.template.spec.containers[0].env[*].value}'),
    'mine 2',
  );
});
