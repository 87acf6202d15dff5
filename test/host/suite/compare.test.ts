import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitFor, waitUntil } from '../../e2e/waits';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  retype,
  runCommand,
  waitForConflict,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
  withSettings,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('comparing, and what to do about an object that is gone', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-compare');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-compare', '--wait=false');
  });
  setup(closeEditors);

  test('Compare: what the text would show of the live object on the left, following; the document on the right', async () => {
    const uri = await cluster.createSettings('compared');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    await cluster.setData('compared', { mode: 'theirs' });
    await waitForDiagnostic(uri, /data\.mode/);
    await runCommand('compare', uri);
    const { label, original, modified } = await waitForDiff();
    assert.equal(label, 'compared: live ↔ yours');
    assert.equal(modified.toString(), uri.toString());
    const left = await vscode.workspace.openTextDocument(original);
    assert.match(left.getText(), /mode: theirs\n {2}other: one\n/);
    assert.doesNotMatch(left.getText(), /managedFields/);
    await cluster.setData('compared', { mode: 'theirs again' });
    await waitForText(left, /mode: theirs again/);

    await closeDiffs();
    await runCommand('compareWithOpened', uri);
    const opened = await waitForDiff();
    assert.equal(opened.label, 'compared: as opened ↔ yours');
    const asOpened = await vscode.workspace.openTextDocument(opened.original);
    assert.match(asOpened.getText(), /mode: fast\n {2}other: one\n/);
  });

  test('conflicts are decided in the comparison: one by a quick fix, all by a command, wherever the cursor is', async () => {
    const uri = await cluster.createSettings('disputed', { key: 'value', mode: 'fast', other: 'one' });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: mine');
    await retype(editor, 'key: value', 'key: mine');
    await cluster.setData('disputed', { mode: 'theirs', key: 'theirs' });
    await waitForConflict(uri, 'data.mode');
    await waitForConflict(uri, 'data.key');
    await runCommand('compare', uri);
    await waitForDiff();
    await waitForActiveDocument((active) => active.toString() === uri.toString());

    const { document } = editor;
    const line = document.getText().split('\n').indexOf('  mode: mine');
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      document.lineAt(line).range,
    );
    const fix = fixes.find(({ title }) => title.startsWith('Take Live'))?.command;
    assert.ok(fix, fixes.map(({ title }) => title).join());
    await vscode.commands.executeCommand(fix.command, ...(fix.arguments as unknown[]));
    await waitForText(document, /key: mine\n {2}mode: theirs/);
    assert.equal(listDiffs().length, 1);

    await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    await waitForActiveDocument(({ scheme }) => scheme === 'k8sliveRo');
    await runCommand('keepAllYours');
    await waitUntil('no conflict', () =>
      Promise.resolve(
        vscode.languages.getDiagnostics(uri).every(({ message }) => !message.startsWith('Conflict:')),
      ),
    );
    assert.equal(await document.save(), true);
    assert.equal(await cluster.readValue('disputed', 'key'), 'mine');
    assert.equal(await cluster.readValue('disputed', 'mode'), 'theirs');
  });

  test('R043: a file of the workspace with the same object is never written', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'compared.yaml');
    const text = '# my notes stay here\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: compared}\n';
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const local = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(local);
    const uri = await cluster.createSettings('local');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    await runCommand('compare', uri);
    await waitForDiff();
    await editor.document.save();
    assert.equal(local.isDirty, false);
    assert.equal(local.getText(), text);
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file)).toString(), text);
    await vscode.workspace.fs.delete(file);
  });

  test('Show Diff: the text as it was saved against what was merged in', async () => {
    const uri = await cluster.createSettings('merged');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: mine');
    await cluster.setData('merged', { other: 'theirs' });
    await waitForDiagnostic(uri, /data\.other/);
    assert.equal(await editor.document.save(), true);
    await waitForText(editor.document, /mode: mine\n {2}other: theirs/);
    await runCommand('showDiff', uri);
    const { original, modified } = await waitForDiff();
    const [saved, merged] = [
      await vscode.workspace.openTextDocument(original),
      await vscode.workspace.openTextDocument(modified),
    ];
    assert.match(saved.getText(), /mode: mine\n {2}other: one/);
    assert.equal(merged.getText(), editor.document.getText());
  });

  test('an object that was deleted: Create Anew asks first, also for a clean text, and Discard closes it', async () => {
    const uri = await cluster.createSettings('gone');
    const { document } = await openLive(uri);
    await waitUntilWatched(uri);
    await cluster.run('delete', 'configmap', 'gone');
    await waitForDiagnostic(uri, /configmaps "gone" was deleted/);
    // While tests run, VS Code refuses to show a modal question: nobody has agreed.
    await runCommand('createAnew', uri);
    assert.equal(document.isDirty, false);
    await assert.rejects(cluster.readValue('gone', 'mode'), /not found/);
    await runCommand('discard', uri);
    await waitUntil('no tab', () =>
      Promise.resolve(vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0)),
    );
  });

  test('Create Anew writes nothing for an object that is there', async () => {
    const uri = await cluster.createSettings('there');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: half a wor');
    await runCommand('createAnew', uri);
    assert.equal(editor.document.isDirty, true);
    assert.deepEqual(await cluster.writesTo('there'), []);
  });

  test('a question that nobody answers with yes leaves text and object as they were', async () => {
    const uri = await cluster.createSettings('asked');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: slow');
    await withSettings({ 'kubernetesLiveEdit.confirmBeforeSave': true }, async () => {
      await pause(500); // until the server has the setting
      await assert.rejects(async () => {
        assert.equal(await editor.document.save(), true);
      });
    });
    assert.equal(editor.document.isDirty, true);
    assert.deepEqual(await cluster.writesTo('asked'), []);
    await pause(500);
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('asked', 'mode'), 'slow');
  });
});

interface Diff {
  label: string;
  original: vscode.Uri;
  modified: vscode.Uri;
}

async function waitForActiveDocument(isWanted: (uri: vscode.Uri) => boolean): Promise<void> {
  await waitUntil('the editor with the cursor', () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return Promise.resolve(uri !== undefined && isWanted(uri));
  });
}

async function waitForDiff(): Promise<Diff> {
  return await waitFor('a diff editor', () => Promise.resolve(listDiffs()[0]));
}

function listDiffs(): Diff[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ label, input }) =>
      input instanceof vscode.TabInputTextDiff
        ? [{ label, original: input.original, modified: input.modified }]
        : [],
    );
}

async function closeDiffs(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff));
}
