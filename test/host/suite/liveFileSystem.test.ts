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
  trySave,
  waitForConflict,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('saving a live object', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-saving');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-saving', '--wait=false');
  });
  setup(closeEditors);

  test('an edit is written by a save, and kubectl sees it', async () => {
    const editor = await openLive(await cluster.createSettings('plain'));
    await retype(editor, 'mode: fast', 'mode: "on" # typed');
    assert.equal(await cluster.readValue('plain', 'mode'), 'fast');
    assert.equal(await editor.document.save(), true);
    assert.equal(editor.document.isDirty, false);
    assert.equal(await cluster.readValue('plain', 'mode'), 'on');
    assert.match(editor.document.getText(), /mode: "on" # typed/);
    assert.equal((await cluster.writesTo('plain')).length, 1);
  });

  test('a text that means the same is saved without a request', async () => {
    const uri = await cluster.createSettings('same');
    const editor = await openLive(uri);
    const untouched = editor.document.getText();
    await retype(editor, 'mode: fast', 'mode: quick');
    await retype(editor, 'mode: quick', 'mode: fast');
    assert.equal(await editor.document.save(), true);
    await retype(editor, 'mode: fast', 'mode:   "fast"   # as it was');
    assert.equal(await editor.document.save(), true);
    assert.equal(editor.document.isDirty, false);
    assert.notEqual(editor.document.getText(), untouched);
    assert.deepEqual(await cluster.writesTo('same'), []);
  });

  for (const theirs of ['slow', 'slower than before']) {
    test(`R202 a change by somebody else to ${JSON.stringify(theirs)} is kept, whatever its length`, async () => {
      const name = theirs.replaceAll(' ', '-');
      const uri = await cluster.createSettings(name);
      const editor = await openLive(uri);
      await retype(editor, 'other: one', 'other: two');
      await cluster.setData(name, { mode: theirs });
      await waitForDiagnostic(uri, /data\.mode/);
      // VS Code compares lengths and would not even write: it must find the file as it has read it.
      assert.equal(await editor.document.save(), true);
      await waitForText(editor.document, new RegExp(`mode: ${theirs}\n {2}other: two`));
      assert.equal(editor.document.isDirty, false);
      assert.equal(await cluster.readValue(name, 'mode'), theirs);
      assert.equal(await cluster.readValue(name, 'other'), 'two');
    });

    test(`R202 the same field, changed by somebody else to ${JSON.stringify(theirs)}, is refused by us`, async () => {
      const name = `refused-${theirs.replaceAll(' ', '-')}`;
      const uri = await cluster.createSettings(name);
      const editor = await openLive(uri);
      const { mtime } = await vscode.workspace.fs.stat(uri);
      await retype(editor, 'mode: fast', 'mode: mine');
      const mine = editor.document.getText();
      await cluster.setData(name, { mode: theirs });
      await waitForConflict(uri, 'data.mode');
      assert.equal(await trySave(editor.document), false);
      assert.equal(editor.document.isDirty, true);
      assert.equal(editor.document.getText(), mine);
      assert.equal(await cluster.readValue(name, 'mode'), theirs);
      assert.deepEqual(await cluster.writesTo(name), []);
      assert.equal((await vscode.workspace.fs.stat(uri)).mtime, mtime);
    });
  }

  test('R203 a change and its way back do not stand in the way of a save', async () => {
    const uri = await cluster.createSettings('back-again');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    await cluster.setData('back-again', { mode: 'slow' });
    await waitForDiagnostic(uri, /data\.mode/);
    await cluster.setData('back-again', { mode: 'fast' });
    await waitUntilWatched(uri);
    assert.equal(await editor.document.save(), true);
    assert.equal(editor.document.isDirty, false);
    assert.equal(await cluster.readValue('back-again', 'other'), 'two');
    assert.deepEqual(
      (await cluster.writesTo('back-again')).map(({ code }) => code),
      [200],
    );
  });

  test('R205 many saves in a row, with and without a change of meaning, and time only counts up', async () => {
    const uri = await cluster.createSettings('often');
    const editor = await openLive(uri);
    const times = [(await vscode.workspace.fs.stat(uri)).mtime];
    const edits: [from: string, to: string][] = [
      ['mode: fast', 'mode: faster'],
      ['mode: faster', 'mode: faster '],
      ['mode: faster ', 'mode: faster'],
      ['mode: faster', 'mode: slow'],
      ['mode: slow', 'mode: slow # a remark'],
      ['mode: slow # a remark', 'mode: slow'],
      ['mode: slow', 'mode: fast'],
    ];
    for (const [from, to] of edits) {
      await retype(editor, from, to);
      const typed = editor.document.getText();
      assert.equal(await editor.document.save(), true, `saving ${JSON.stringify(to)}`);
      assert.equal(editor.document.isDirty, false);
      assert.equal(editor.document.getText(), typed);
      times.push((await vscode.workspace.fs.stat(uri)).mtime);
    }
    assert.deepEqual(
      times,
      [...times].sort((one, other) => one - other),
    );
    assert.deepEqual(
      (await cluster.writesTo('often')).map(({ code }) => code),
      [200, 200, 200],
    );
    assert.equal(await cluster.readValue('often', 'mode'), 'fast');
  });

  test('a second save while one is on its way writes what was typed since', async () => {
    const uri = await cluster.createSettings('queued');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: slow');
    const first = editor.document.save();
    await pause(50); // VS Code makes one save of two that are asked for before the first is written
    await retype(editor, 'other: one', 'other: two');
    const second = editor.document.save();
    await Promise.all([first, second]);
    assert.equal(editor.document.isDirty, false);
    assert.match(editor.document.getText(), /mode: slow\n {2}other: two/);
    assert.equal(await cluster.readValue('queued', 'mode'), 'slow');
    assert.equal(await cluster.readValue('queued', 'other'), 'two');
  });

  test('R206 asking for the state again and again changes nothing; a text that is shown does', async () => {
    const uri = await cluster.createSettings('asked');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    const states: vscode.FileStat[] = [];
    const ask = async (): Promise<void> => void states.push(await vscode.workspace.fs.stat(uri));
    for (let asked = 0; asked < 5; asked++) await ask();
    await retype(editor, 'other: one', 'other: two');
    await cluster.setData('asked', { mode: 'slow' });
    await waitForDiagnostic(uri, /data\.mode/);
    for (let asked = 0; asked < 5; asked++) await ask();
    assert.deepEqual(states, Array<vscode.FileStat>(10).fill(states[0]!));

    await vscode.commands.executeCommand('workbench.action.files.revert');
    await waitForText(editor.document, /mode: slow/);
    assert.ok((await vscode.workspace.fs.stat(uri)).mtime > states[0]!.mtime);
  });

  test('a deleted object is said on the document, the text stays, and a save does not make it anew', async () => {
    const uri = await cluster.createSettings('deleted');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    const text = editor.document.getText();
    await cluster.run('delete', 'configmap', 'deleted');
    await waitForDiagnostic(uri, /configmaps "deleted" was deleted from the cluster/);
    assert.equal(editor.document.getText(), text);
    await retype(editor, 'mode: fast', 'mode: slow');
    assert.equal(await trySave(editor.document), false);
    assert.equal(editor.document.isDirty, true);
    await assert.rejects(cluster.readValue('deleted', 'mode'), /not found/);
  });

  test('a document that is opened again has the text of now', async () => {
    const uri = await cluster.createSettings('again');
    await clickOn(uri);
    await closeEditors();
    await cluster.setData('again', { mode: 'slow' });
    const { document } = await clickOn(uri);
    assert.match(document.getText(), /mode: slow/);
  });

  test('unsaved changes that are thrown away with the tab do not come back', async () => {
    const uri = await cluster.createSettings('thrown-away');
    const editor = await clickOn(uri);
    await retype(editor, 'mode: fast', 'mode: mine');
    await cluster.setData('thrown-away', { other: 'theirs' });
    await waitForDiagnostic(uri, /data\.other/);
    await closeEditors();
    const { document } = await clickOn(uri);
    await waitForText(document, /mode: fast\n {2}other: theirs/);
    assert.equal(document.isDirty, false);
    assert.deepEqual(await cluster.writesTo('thrown-away'), []);
  });

  test('R139 R140 names with colons and values with percent signs: open, save, open again', async () => {
    const uris = ['system:host:reader', 'system:host:writer'].map((name) => roleUri(cluster, name));
    for (const uri of uris) {
      const name = uri.path.split('/').at(-1)!.replace('.yaml', '');
      await cluster.run('create', 'role', name, '--verb=get', '--resource=pods');
      await cluster.run('label', 'role', name, 'state=before');
      await cluster.run('annotate', 'role', name, 'of=100%3A');
    }
    const editors = [await clickOn(uris[0]!), await clickOn(uris[1]!)];
    for (const [index, uri] of uris.entries()) {
      const editor = await vscode.window.showTextDocument(editors[index]!.document);
      await retype(editor, 'state: before', 'state: after');
      assert.equal(await editor.document.save(), true);
      assert.match(editor.document.getText(), /of: 100%3A/);
      assert.doesNotMatch(editor.document.fileName, /%3A/i);
      assert.equal(uri.toString(), editor.document.uri.toString());
    }
    await closeEditors();
    for (const uri of uris) assert.match((await clickOn(uri)).document.getText(), /state: after/);
    const states = await cluster.run('get', 'roles', '--output=jsonpath={.items[*].metadata.labels.state}');
    assert.equal(states, 'after after');
  });
});

function roleUri(cluster: TestNamespace, name: string): vscode.Uri {
  return cluster.uriOf({ group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'roles' }, name);
}
