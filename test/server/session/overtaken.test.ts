import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { reloadRequest } from '../../../server/src/protocol/messages';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type Editor, startEditor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { requestsOf } from '../editor/witness';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane();
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

/** How often the API server has answered a reading of a ConfigMap by the server under test. */
async function countReadings(name: string): Promise<number> {
  return (await requestsOf(controlPlane, `/configmaps/${name}`)).filter(({ verb }) => verb === 'get').length;
}

async function untilRead(name: string, before: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await countReadings(name)) <= before) {
    assert.ok(Date.now() < deadline, 'it was not read');
    await wait(50);
  }
}

test('a reload that was overtaken by a change of others brings no older text, and the next save takes nothing back', async () => {
  await kubectl('create', 'configmap', 'late', '--from-literal=mode=fast');
  const document = await editor.open('k8slive:/prod/default/configmaps.v1/late.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  // The object is read at once; what was read comes when others have changed it already.
  const changed = Promise.withResolvers<undefined>();
  const readings = await countReadings('late');
  proxy.inject(
    { kind: 'holdBody', until: changed.promise },
    { when: ({ method, url }) => method === 'GET' && url.endsWith('/configmaps/late') },
  );
  const reading = editor.connection.sendRequest(reloadRequest, { uri: document.uri });
  await untilRead('late', readings);
  await kubectl('patch', 'configmap', 'late', '-p', '{"data":{"mode":"theirs"}}');
  changed.resolve(undefined);
  const { text } = valueOf(await reading);
  assert.match(text, /mode: fast/);
  assert.doesNotMatch(document.text(), /theirs/); // the editor never goes back from a newer text to an older one
  document.type(() => `${text}# mine\n`);
  await document.save();
  assert.equal(await kubectl('get', 'configmap', 'late', '-o=jsonpath={.data.mode}'), 'theirs');
});

test('a lost write that is found by a read which the watch has overtaken moves nothing back, and the watch goes on', async () => {
  await kubectl('create', 'configmap', 'found', '--from-literal=mode=fast', '--from-literal=color=red');
  const patch = (color: string) =>
    kubectl('patch', 'configmap', 'found', '-p', `{"data":{"color":"${color}"}}`);
  const document = await editor.open('k8slive:/prod/default/configmaps.v1/found.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  const versionNow = () => kubectl('get', 'configmap', 'found', '-o=jsonpath={.metadata.resourceVersion}');
  const isRead = ({ method, url }: SeenRequest): boolean =>
    method === 'GET' && url.endsWith('/configmaps/found');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  proxy.inject({ kind: 'cutAfter' }, { when: ({ method }) => method === 'PUT' });
  proxy.inject({ kind: 'cutBefore' }, { when: isRead, times: 10 });
  const lost = await document.save();
  assert.ok(lost.kind === 'problem' && lost.problem.reason === 'unknownOutcome');
  proxy.clear();
  const written = await versionNow();
  await document.until(({ status }) => status()?.summary.includes(written) === true, 20_000);
  // The object is read at once; what was read comes when the watch has gone on.
  const goneOn = Promise.withResolvers<undefined>();
  const readings = await countReadings('found');
  proxy.inject({ kind: 'holdBody', until: goneOn.promise }, { when: isRead });
  const saving = document.save();
  await untilRead('found', readings);
  await patch('blue');
  await wait(1_000); // nothing tells of what the watch brings during a save
  goneOn.resolve(undefined);
  assert.equal((await saving).kind, 'saved');
  await document.until(({ text }) => text().includes('color: blue') && text().includes('mode: slow'), 20_000);
  await patch('green');
  await document.until(({ text }) => text().includes('color: green'), 20_000);
});

test('what has arrived of a lost write is taken back by an undo, also where others have changed a part of it since', async () => {
  await kubectl('create', 'configmap', 'part', '--from-literal=mode=fast', '--from-literal=color=red');
  const document = await editor.open('k8slive:/prod/default/configmaps.v1/part.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  document.type((text) => text.replace('mode: fast', 'mode: slow').replace('color: red', 'color: mine'));
  proxy.inject({ kind: 'cutAfter' }, { when: ({ method }) => method === 'PUT' });
  proxy.inject(
    { kind: 'cutBefore' },
    { when: ({ method, url }) => method === 'GET' && url.endsWith('/configmaps/part'), times: 10 },
  );
  const lost = await document.save();
  assert.ok(lost.kind === 'problem' && lost.problem.reason === 'unknownOutcome');
  proxy.clear();
  await kubectl('patch', 'configmap', 'part', '-p', '{"data":{"color":"theirs"}}');
  document.undo();
  assert.match(document.text(), /mode: fast/);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const data = JSON.parse(await kubectl('get', 'configmap', 'part', '-o=jsonpath={.data}')) as unknown;
  assert.deepEqual(data, { color: 'theirs', mode: 'fast' });
});
