import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';

let controlPlane: ControlPlane;
let drafts: { folder: string; key: string };

before(async () => {
  controlPlane = await startControlPlane({ name: 'prod' });
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'));
  drafts = { folder, key: randomBytes(32).toString('base64') };
});

after(async () => {
  await controlPlane.stop();
  await rm(drafts.folder, { recursive: true });
});

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

const start = (): Promise<Editor> => startEditor({ kubeconfig: controlPlane.kubeconfigs.admin, drafts });

async function patch(name: string, data: object): Promise<void> {
  await kubectl('patch', 'configmap', name, '-p', JSON.stringify({ data }));
}

function dataOf(name: string): Promise<string> {
  return kubectl('get', 'configmap', name, '-o=jsonpath={.data}');
}

/** Types into a ConfigMap in one editor, ends that, and comes back with the unsaved text in another. */
async function comeBack(
  name: string,
  {
    type,
    meanwhile,
  }: { type: (document: EditorDocument) => Promise<void> | void; meanwhile: () => Promise<void> },
): Promise<{ editor: Editor; document: EditorDocument }> {
  await kubectl('create', 'configmap', name, '--from-literal=mode=fast', '--from-literal=color=red');
  const uri = `k8slive:/prod/default/configmaps.v1/${name}.yaml`;
  const first = await start();
  const opened = await first.open(uri);
  await opened.until(({ status }) => status()?.health.kind === 'watching');
  const kept = (await readdir(drafts.folder)).length;
  await type(opened);
  const deadline = Date.now() + 10_000;
  while ((await readdir(drafts.folder)).length === kept && Date.now() < deadline) await wait(5);
  const text = opened.text();
  await first.close();
  await meanwhile();
  const editor = await start();
  const document = editor.restore(uri, text);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  assert.equal(document.status()?.restored, false);
  return { editor, document };
}

test('an unsaved text merges from the object that it was edited from, not from the one of now', async () => {
  const { editor, document } = await comeBack('restart', {
    type: (opened) => opened.type((text) => text.replace('mode: fast', 'mode: slow # mine')),
    meanwhile: () => patch('restart', { color: 'blue' }),
  });
  assert.equal(document.isDirty(), true);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.deepEqual(JSON.parse(await dataOf('restart')), { color: 'blue', mode: 'slow' });
  await document.until(({ text }) => text().includes('color: blue') && text().includes('# mine'));
  await editor.close();
});

test('a field that both have changed is a conflict after the restart, too', async () => {
  const { editor, document } = await comeBack('both', {
    type: (opened) => opened.type((text) => text.replace('mode: fast', 'mode: slow')),
    meanwhile: () => patch('both', { mode: 'medium' }),
  });
  await document.until(({ status }) => status()?.staleness === 'conflicting');
  assert.equal((await document.save()).kind, 'problem');
  await document.decide('yours');
  assert.equal((await document.save()).kind, 'saved');
  assert.deepEqual(JSON.parse(await dataOf('both')), { color: 'red', mode: 'slow' });
  await editor.close();
});

test('a decision that was taken before the restart holds after it', async () => {
  const { editor, document } = await comeBack('decided', {
    async type(opened) {
      opened.type((text) => text.replace('mode: fast', 'mode: slow'));
      await patch('decided', { mode: 'medium' });
      await opened.until(({ status }) => status()?.staleness === 'conflicting');
      await opened.decide('yours');
      await wait(500); // until the decision is kept, which nothing tells
    },
    meanwhile: () => patch('decided', { color: 'blue' }),
  });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.deepEqual(JSON.parse(await dataOf('decided')), { color: 'blue', mode: 'slow' });
  await editor.close();
});

test('dropping the unsaved text leads to the live object', async () => {
  const { editor, document } = await comeBack('dropped', {
    type: (opened) => opened.type((text) => text.replace('mode: fast', 'mode: slow')),
    meanwhile: () => patch('dropped', { mode: 'medium' }),
  });
  document.type((text) => text.replace('mode: slow', 'mode: medium'));
  await document.until(({ status }) => status()?.staleness === 'current');
  await editor.close();
});

test('with another key, or without a record, the text is kept and not written', async () => {
  const { editor, document } = await comeBack('foreign', {
    type: (opened) => opened.type((text) => text.replace('mode: fast', 'mode: slow')),
    meanwhile: () => Promise.resolve(),
  });
  const text = document.text();
  await editor.close();
  const other = await startEditor({
    kubeconfig: controlPlane.kubeconfigs.admin,
    drafts: { folder: drafts.folder, key: randomBytes(32).toString('base64') },
  });
  const again = other.restore('k8slive:/prod/default/configmaps.v1/foreign.yaml', text);
  await again.until(({ status }) => status()?.restored === true);
  const answer = await again.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(again.text(), text);
  assert.deepEqual(JSON.parse(await dataOf('foreign')), { color: 'red', mode: 'fast' });
  await other.close();
});

test('R088: opening, saving and choosing by context writes nothing into the kubeconfig', async () => {
  const file = controlPlane.kubeconfigs.admin;
  const kubeconfig = await readFile(file);
  await kubectl('create', 'configmap', 'chosen', '--from-literal=mode=fast');
  const editor = await start();
  await editor.contexts();
  const [uri = ''] = await editor.resolve('prod/default/configmaps/chosen');
  const document = await editor.open(uri);
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  await editor.close();
  assert.deepEqual(await readFile(file), kubeconfig);
});
