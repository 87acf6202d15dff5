import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../e2e/waits';
import {
  acceptUntilDone,
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  retype,
  runCommand,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('the versions seen since opening', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-history');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-history', '--wait=false');
  });
  setup(closeEditors);

  test('the newest one is chosen first, and compared with the text; its twin keeps its text', async () => {
    const uri = await cluster.createSettings('listed');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await cluster.setData('listed', { mode: 'slow' });
    await waitForText(editor.document, /mode: slow/);
    await retype(editor, 'other: one', 'other: mine');
    await acceptUntilDone(runCommand('showHistory', uri));
    const { label, original, modified } = await waitForDiff();
    assert.match(label, /^listed: kubectl-patch \d\d:\d\d:\d\d ↔ yours$/);
    assert.equal(modified.toString(), uri.toString());
    const left = await vscode.workspace.openTextDocument(original);
    assert.match(left.getText(), /mode: slow\n {2}other: one\n/);
    await cluster.setData('listed', { mode: 'slower' });
    await waitForDiagnostic(uri, /slower/);
    await pause(500);
    assert.match(left.getText(), /mode: slow\n/);
  });

  test('a version that is not kept any more says so instead of a text', async () => {
    const uri = await cluster.createSettings('forgotten');
    await openLive(uri);
    await waitUntilWatched(uri);
    const path = uri.path.replace('.yaml', ' (version 1).yaml');
    const twin = await vscode.workspace.openTextDocument(uri.with({ scheme: 'k8sliveRo', path }));
    assert.match(twin.getText(), /^# .*is not kept any more.*\n$/);
    assert.equal(twin.languageId, 'yaml');
  });

  test('Show What Changed: as opened against live where the text is not saved; the first opened one where it has followed', async () => {
    const uri = await cluster.createSettings('changed');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await cluster.setData('changed', { mode: 'slow' });
    await waitForText(editor.document, /mode: slow/);
    await runCommand('showWhatChanged', uri);
    const followed = await waitForDiff();
    assert.equal(followed.label, 'changed: as first opened ↔ live');
    const [before, live] = [
      await vscode.workspace.openTextDocument(followed.original),
      await vscode.workspace.openTextDocument(followed.modified),
    ];
    assert.match(before.getText(), /mode: fast/);
    assert.match(live.getText(), /mode: slow/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');

    await vscode.window.showTextDocument(editor.document);
    await retype(await openLive(uri), 'other: one', 'other: mine');
    await cluster.setData('changed', { mode: 'slower' });
    await waitForDiagnostic(uri, /slower/);
    await runCommand('showWhatChanged', uri);
    const moved = await waitForDiff();
    assert.equal(moved.label, 'changed: as opened ↔ live');
    const asOpened = await vscode.workspace.openTextDocument(moved.original);
    await waitForText(asOpened, /mode: slow\n {2}other: one/);
    await waitForText(
      await vscode.workspace.openTextDocument(moved.modified),
      /mode: slower\n {2}other: one/,
    );
    assert.match(editor.document.getText(), /mode: slow\n {2}other: mine/);
  });

  test('Show What Changed opens nothing where nothing has changed', async () => {
    const uri = await cluster.createSettings('unchanged');
    await openLive(uri);
    await waitUntilWatched(uri);
    await runCommand('showWhatChanged', uri);
    assert.deepEqual(listDiffs(), []);
  });
});

interface Diff {
  label: string;
  original: vscode.Uri;
  modified: vscode.Uri;
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
