import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  clickOn,
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  retype,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

const { fs } = vscode.workspace;

suite('live objects as files, for other extensions', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-files');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-files', '--wait=false');
  });
  setup(closeEditors);

  test('an object that no editor shows can be read', async () => {
    const uri = await cluster.createSettings('unopened', { greeting: 'grüß dich' });
    const { type, size } = await fs.stat(uri);
    const bytes = await fs.readFile(uri);
    assert.equal(type, vscode.FileType.File);
    assert.equal(size, bytes.byteLength);
    assert.match(Buffer.from(bytes).toString('utf8'), /greeting: grüß dich/);
  });

  test('an object that is not there is missed in our words', async () => {
    const uri = await cluster.createSettings('missing');
    await cluster.run('delete', 'configmap', 'missing');
    const sentence = /Not found: the API server of context "demo" says: configmaps "missing" not found\./;
    await assert.rejects(async () => fs.stat(uri), sentence);
    await assert.rejects(async () => fs.readFile(uri), sentence);
  });

  test('what was read can be written without an editor, and not over what somebody else has written since', async () => {
    const uri = await cluster.createSettings('not-open');
    const text = Buffer.from(await fs.readFile(uri)).toString('utf8');
    const write = (to: string): Thenable<void> =>
      fs.writeFile(uri, Buffer.from(text.replace('mode: fast', `mode: ${to}`)));
    await write('slow');
    assert.equal(await cluster.readValue('not-open', 'mode'), 'slow');
    await cluster.setData('not-open', { mode: 'theirs' });
    await assert.rejects(
      async () => write('slower'),
      /Not saved: you and others have both changed data\.mode of configmaps "not-open"/,
    );
    assert.equal(await cluster.readValue('not-open', 'mode'), 'theirs');
  });

  test('what another extension writes under an open editor is shown in it', async () => {
    const uri = await cluster.createSettings('written');
    const { document } = await openLive(uri);
    await waitUntilWatched(uri);
    await fs.writeFile(uri, Buffer.from(document.getText().replace('mode: fast', 'mode: slow')));
    assert.equal(await cluster.readValue('written', 'mode'), 'slow');
    await waitForText(document, /mode: slow/);
    assert.equal(document.isDirty, false);
    await cluster.setData('written', { mode: 'slower' });
    await waitForText(document, /mode: slower/);
  });

  test('an object cannot be deleted, moved or made as a file', async () => {
    const uri = await cluster.createSettings('kept');
    const other = vscode.Uri.joinPath(uri, '../moved.yaml');
    const folder = vscode.Uri.joinPath(uri, '../..');
    const sentence = /is an object in a cluster: it cannot be made, moved or deleted/;
    await assert.rejects(async () => fs.delete(uri), sentence);
    await assert.rejects(async () => fs.rename(uri, other), sentence);
    assert.deepEqual(await fs.readDirectory(folder), []);
    assert.equal(await cluster.readValue('kept', 'mode'), 'fast');
  });

  test('another language leaves a dirty document what it is', async () => {
    const uri = await cluster.createSettings('language');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    const { mtime } = await fs.stat(uri);
    await vscode.languages.setTextDocumentLanguage(editor.document, 'plaintext');
    await pause(500);
    assert.equal((await fs.stat(uri)).mtime, mtime);
    assert.equal(editor.document.isDirty, true);
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('language', 'other'), 'two');
  });

  test('files and unsaved texts stay VS Code’s own', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: local\n';
    const file = vscode.Uri.joinPath(folder, 'local.yaml');
    await fs.writeFile(file, Buffer.from(manifest));
    const editor = await clickOn(file);
    await retype(editor, 'name: local', 'name: changed');
    assert.equal(await editor.document.save(), true);
    assert.match(Buffer.from(await fs.readFile(file)).toString('utf8'), /name: changed/);
    const untitled = await vscode.workspace.openTextDocument({ language: 'yaml', content: manifest });
    for (const document of [editor.document, untitled])
      assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    await fs.delete(file);
  });
});
