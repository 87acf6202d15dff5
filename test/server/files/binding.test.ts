import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { fileChosenNotification } from '../../../server/src/protocol/files';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type Editor, startEditor } from '../editor/editor';
import { startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  type FileUser,
  show,
  showFile,
  uriOf,
  untilLens,
  untilMark,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let kubeconfig: string;
let editor: Editor;
let user: FileUser;

/** Contexts of one cluster that differ in their namespaces; `here` is the current one. */
before(async () => {
  workbench = await startWorkbench();
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', data: { mode: 'fast' } };
  await workbench.kubectl('create', 'namespace', 'there');
  await workbench.create({ ...configMap, metadata: { name: 'a' } });
  await workbench.create({
    ...configMap,
    metadata: { name: 'a', namespace: 'there' },
    data: { mode: 'slow' },
  });
  kubeconfig = join(workbench.controlPlane.folder, 'contexts.yaml');
});
after(() => workbench.stop());

beforeEach(async () => {
  const { contextOf } = workbench.controlPlane;
  await writeKubeconfig(kubeconfig, [
    contextOf('admin', { context: 'here', namespace: 'default' }),
    contextOf('admin', { context: 'there', namespace: 'there' }),
  ]);
  editor = await startEditor({ kubeconfig });
  user = actAsUser(editor);
});
afterEach(() => editor.close());

async function config(...args: string[]): Promise<void> {
  const { code, stderr } = await workbench.controlPlane.kubectl(['config', ...args], { kubeconfig });
  assert.equal(code, 0, stderr);
}

const text = configMapText('a', { mode: 'fast' });

suite('Where a file goes', () => {
  test('is the current context when it was opened, whatever kubectl makes the current one later', async () => {
    const document = await showFile(editor, 'first.yaml', text);
    await untilLens(document, 'apiVersion', /^here \(current when opened\) › default › ConfigMap a$/);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    await config('use-context', 'there');
    const other = await showFile(editor, 'second.yaml', text);
    await untilLens(other, 'apiVersion', /^there \(current when opened\) › there › ConfigMap a$/);
    await untilMark(other, 'mode', /live: "slow"/);
    await show(editor, document, other);
    // Another version of its object, another text, a write: all of it goes to where it was bound.
    document.type((before) => before.replace('fast', 'faster'));
    await untilMark(document, 'mode', /live: "fast"/);
    await untilLens(document, 'apiVersion', /^here \(current when opened\) › default › ConfigMap a$/);
    assert.match(
      (await writeObjects(editor, document)).message,
      /^here › default › ConfigMap a: not applied/,
    );
    document.close();
    const anew = await showFile(editor, 'first.yaml', text);
    await untilLens(anew, 'apiVersion', /^there \(current when opened\)/);
  });

  test('is what the user chooses, now and when it is opened again, and the choice can be taken back', async () => {
    const document = await showFile(editor, 'chosen.yaml', text);
    await untilLens(document, 'apiVersion', /^here \(current/);
    const { uri } = document;
    const choice = { context: 'here', namespace: 'there' };
    await editor.connection.sendNotification(fileChosenNotification, { uri, choice });
    await untilLens(document, 'apiVersion', /^here › there › ConfigMap a$/);
    await untilMark(document, 'mode', /live: "slow"/);
    await editor.connection.sendNotification(fileChosenNotification, { uri, choice: null });
    await untilLens(document, 'apiVersion', /^here \(current when opened\) › default/);
    user.destinations.set(uriOf('again.yaml'), { context: 'there' });
    const again = await showFile(editor, 'again.yaml', text);
    await untilLens(again, 'apiVersion', /^there › there › ConfigMap a$/);
  });

  test('is what its folder says, unless the user or the document says otherwise', async () => {
    const folder = { manifestContext: 'there', manifestNamespace: 'default' };
    await editor.changeSettings(folder);
    const second =
      '{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: there}, data: {mode: fast}}';
    const both = `${text}---\n${second}\n`;
    const document = await showFile(editor, 'folder.yaml', both);
    await untilLens(document, 'apiVersion', /^there › default › ConfigMap a$/);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    await untilLens(document, 'namespace: there', /^there › there › ConfigMap a$/);
    await untilLens(document, 'namespace: there', /^1 field is otherwise/);
    user.destinations.set(uriOf('own.yaml'), { context: 'here' });
    const own = await showFile(editor, 'own.yaml', text);
    await untilLens(own, 'apiVersion', /^here › default › ConfigMap a$/);
    const changed = { manifestContext: 'here', manifestNamespace: 'there' };
    await show(editor, document);
    await editor.changeSettings(changed);
    await untilLens(document, 'apiVersion', /^here › there › ConfigMap a$/);
    await untilMark(document, 'mode', /live: "slow"/);
  });

  test('that is gone, or was never there, is said in a sentence, and all else works', async () => {
    user.destinations.set(uriOf('lost.yaml'), { context: 'there' });
    user.destinations.set(uriOf('never.yaml'), { context: 'nowhere' });
    const lost = await showFile(editor, 'lost.yaml', text);
    await untilLens(lost, 'apiVersion', /^1 field is otherwise/);
    const kept = await readFile(kubeconfig, 'utf8');
    await config('delete-context', 'there');
    await untilLens(lost, 'apiVersion', /not known since .* last known: 1 field is otherwise/);
    await untilMark(lost, 'apiVersion', /The kubeconfig has no context "there"\. It has: here\./);
    await assert.rejects(writeObjects(editor, lost), /The kubeconfig has no context "there"/);
    const never = await showFile(editor, 'never.yaml', text);
    await untilLens(never, 'apiVersion', /The kubeconfig has no context "nowhere"/);
    await assert.rejects(writeObjects(editor, never), /no context "nowhere"/);
    const good = await showFile(editor, 'good.yaml', text);
    await untilLens(good, 'apiVersion', /^as in the cluster/);
    // It comes back as it was.
    await show(editor, lost);
    await writeFile(kubeconfig, kept);
    await untilLens(lost, 'apiVersion', /^1 field is otherwise/);
  });

  test('is the cluster that it was decided for: elsewhere nothing is read or written, by another way all is', async () => {
    user.destinations.set(uriOf('moved.yaml'), { context: 'there' });
    const document = await showFile(editor, 'moved.yaml', text);
    await untilLens(document, 'apiVersion', /^1 field is otherwise/);
    await config('set-cluster', 'there', '--server=https://127.0.0.1:1');
    await untilLens(document, 'apiVersion', /not known since .* last known: 1 field is otherwise/);
    await untilMark(document, 'apiVersion', /Cannot reach https:\/\/127\.0\.0\.1:1/);
    await assert.rejects(writeObjects(editor, document), /Cannot reach https:\/\/127\.0\.0\.1:1/);
    await config('set-cluster', 'there', `--server=${workbench.proxy.server}`);
    await untilLens(document, 'apiVersion', /^1 field is otherwise/);
    assert.match((await writeObjects(editor, document)).message, /^there › there › ConfigMap a: not applied/);
    assert.ok(workbench.proxy.requests.some(({ method }) => method === 'PATCH'));
  });

  test('is said where there is no current context, until there is one', async () => {
    await config('unset', 'current-context');
    const document = await showFile(editor, 'unset.yaml', text);
    await untilLens(document, 'apiVersion', /The kubeconfig has no current context\. Choose a context/);
    await config('use-context', 'there');
    await untilLens(document, 'apiVersion', /^there \(current when opened\) › there › ConfigMap a$/);
  });

  test('is nothing for a kind that is not served there; its neighbours are compared', async () => {
    const unknown = 'apiVersion: example.dev/v1\nkind: Widget\nmetadata:\n  name: w\n';
    const document = await showFile(editor, 'served.yaml', `${unknown}---\n${text}`);
    await untilLens(document, 'example.dev', /serves no example\.dev\/v1 Widget/);
    await untilMark(document, 'example.dev', /serves no Widget\.v1\.example\.dev/);
    await untilLens(document, 'apiVersion: v1', /^as in the cluster/);
    const { message, details } = await writeObjects(editor, document);
    assert.equal(message, '2 objects: 1 refused, 1 configured.');
    assert.match(details[0] ?? '', /not written\. .*Widget/);
  });
});
