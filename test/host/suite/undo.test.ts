import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  retype,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('undo, and what the text is then a change of', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-undo');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-undo', '--wait=false');
  });
  setup(closeEditors);

  test('an undo past a change that was followed, and a save, leave that change in the cluster', async () => {
    const uri = await cluster.createSettings('followed');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await cluster.setData('followed', { mode: 'theirs' });
    await waitForText(editor.document, /mode: theirs/);
    await vscode.commands.executeCommand('undo');
    await waitForText(editor.document, /mode: fast/);
    await waitForDiagnostic(uri, /data\.mode/);
    await retype(editor, 'other: one', 'other: two');
    assert.equal(await editor.document.save(), true);
    await waitForText(editor.document, /mode: theirs\n {2}other: two/);
    assert.equal(editor.document.isDirty, false);
    assert.equal(await cluster.readValue('followed', 'mode'), 'theirs');
    assert.equal(await cluster.readValue('followed', 'other'), 'two');
  });

  test('an undo of a change of one’s own that was saved, and a save, take it back', async () => {
    const uri = await cluster.createSettings('own');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: slow');
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('own', 'mode'), 'slow');
    await waitUntilWatched(uri);
    await vscode.commands.executeCommand('undo');
    await waitForText(editor.document, /mode: fast/);
    assert.equal(editor.document.isDirty, true);
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('own', 'mode'), 'fast');
  });

  test('an undo past a merged save takes back one’s own change and nothing of the others', async () => {
    const uri = await cluster.createSettings('merged');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: slow');
    await cluster.setData('merged', { other: 'theirs' });
    await waitForDiagnostic(uri, /data\.other/);
    assert.equal(await editor.document.save(), true);
    await waitForText(editor.document, /mode: slow\n {2}other: theirs/);
    await waitUntilWatched(uri);
    for (let undone = 0; undone < 2; undone++) await vscode.commands.executeCommand('undo');
    await waitForText(editor.document, /mode: fast\n {2}other: one/);
    assert.equal(await editor.document.save(), true);
    await waitForText(editor.document, /mode: fast\n {2}other: theirs/);
    assert.equal(await cluster.readValue('merged', 'mode'), 'fast');
    assert.equal(await cluster.readValue('merged', 'other'), 'theirs');
  });
});
