import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  retype,
  waitForText,
  waitUntilWatched,
  withSettings,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

const afterDelay = { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 };

suite('R208 nothing is written that nobody asked to be written', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-auto-save');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-auto-save', '--wait=false');
  });
  setup(closeEditors);

  test('auto save after a delay: a half-typed word stays unsaved, and a save of one’s own writes it', async () => {
    const editor = await openLive(await cluster.createSettings('half-typed'));
    const reasons = recordSaves(editor.document);
    await withSettings({ ...afterDelay, 'editor.formatOnSave': true }, async () => {
      await retype(editor, 'mode: fast', 'mode: slo');
      await pause(1_500);
      assert.equal(editor.document.isDirty, true);
      assert.ok(reasons.includes(vscode.TextDocumentSaveReason.AfterDelay));
      assert.deepEqual(await cluster.writesTo('half-typed'), []);
      await retype(editor, 'mode: slo', 'mode: slow');
      await pause(500);
      assert.equal(editor.document.isDirty, true);
      assert.equal(await editor.document.save(), true);
    });
    assert.equal(editor.document.isDirty, false);
    assert.equal(await cluster.readValue('half-typed', 'mode'), 'slow');
    assert.equal((await cluster.writesTo('half-typed')).length, 1);
  });

  test('auto save on a change of focus: another editor in front leaves the text unsaved', async () => {
    const name = 'focus';
    const { document } = await openLive(await cluster.createSettings(name));
    const other = await vscode.workspace.openTextDocument({ content: 'something else' });
    const reasons = recordSaves(document);
    await withSettings({ 'files.autoSave': 'onFocusChange' }, async () => {
      await retype(vscode.window.activeTextEditor!, 'mode: fast', 'mode: slow');
      await vscode.window.showTextDocument(other, { preview: false });
      await pause(500);
      assert.equal(document.isDirty, true);
      assert.deepEqual(reasons, [vscode.TextDocumentSaveReason.FocusOut]);
      assert.deepEqual(await cluster.writesTo(name), []);
      await vscode.window.showTextDocument(document);
      assert.equal(await document.save(), true);
    });
    assert.equal(await cluster.readValue(name, 'mode'), 'slow');
  });

  test('auto save for files of the workspace only does not even try', async () => {
    const editor = await openLive(await cluster.createSettings('left-alone'));
    const reasons = recordSaves(editor.document);
    await withSettings({ ...afterDelay, 'files.autoSaveWorkspaceFilesOnly': true }, async () => {
      await retype(editor, 'mode: fast', 'mode: slow');
      await pause(800);
    });
    assert.deepEqual(reasons, []);
    assert.equal(editor.document.isDirty, true);
  });

  test('Save All with three unsaved live objects writes each of them once', async () => {
    const names = ['all-1', 'all-2', 'all-3'];
    const documents: vscode.TextDocument[] = [];
    await withSettings(afterDelay, async () => {
      for (const name of names) {
        const editor = await openLive(await cluster.createSettings(name));
        await retype(editor, 'mode: fast', `mode: saved with the others`);
        documents.push(editor.document);
      }
      await pause(1_500); // VS Code makes an auto save that is on its way do for Save All, too
      assert.deepEqual(
        documents.map(({ isDirty }) => isDirty),
        [true, true, true],
      );
      await vscode.commands.executeCommand('workbench.action.files.saveAll');
    });
    assert.deepEqual(
      documents.map(({ isDirty }) => isDirty),
      [false, false, false],
    );
    for (const name of names) {
      assert.equal(await cluster.readValue(name, 'mode'), 'saved with the others');
      assert.deepEqual(
        (await cluster.writesTo(name)).map(({ code }) => code),
        [200],
      );
    }
  });

  test('Save All writes the others where one of them has moved', async () => {
    const [moved, still] = [await cluster.createSettings('moved'), await cluster.createSettings('still')];
    const documents: vscode.TextDocument[] = [];
    for (const uri of [moved, still]) {
      const editor = await openLive(uri);
      await retype(editor, 'mode: fast', 'mode: mine');
      documents.push(editor.document);
    }
    await cluster.setData('moved', { mode: 'theirs' });
    await vscode.commands.executeCommand('workbench.action.files.saveAll');
    await pause(300);
    assert.deepEqual(
      documents.map(({ isDirty }) => isDirty),
      [true, false],
    );
    assert.equal(await cluster.readValue('moved', 'mode'), 'theirs');
    assert.equal(await cluster.readValue('still', 'mode'), 'mine');
  });

  test('a formatter on save that moves white space alone sends nothing, and no value changes with a real edit', async () => {
    const uri = await cluster.createSettings('formatted', { mode: 'fast', script: 'first\n  second  \n' });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    const formatter = vscode.languages.registerDocumentFormattingEditProvider('yaml', {
      provideDocumentFormattingEdits: spaceColons,
    });
    try {
      await withSettings({ 'editor.formatOnSave': true, 'files.trimTrailingWhitespace': false }, async () => {
        await retype(editor, 'mode: fast', 'mode: fast # as it is');
        assert.equal(await editor.document.save(), true);
        assert.match(editor.document.getText(), /kind: {2}ConfigMap/);
        assert.equal(editor.document.isDirty, false);
        assert.deepEqual(await cluster.writesTo('formatted'), []);
        await retype(editor, 'fast # as it is', 'slow');
        assert.equal(await editor.document.save(), true);
      });
    } finally {
      formatter.dispose();
    }
    assert.equal(await cluster.readValue('formatted', 'mode'), 'slow');
    assert.equal(await cluster.readValue('formatted', 'script'), 'first\n  second  \n');
    await cluster.setData('formatted', { mode: 'slower' });
    await waitForText(
      editor.document,
      /kind: {2}ConfigMap[^]*mode: +slower|mode: +slower[^]*kind: {2}ConfigMap/,
    );
  });

  test('auto save after a delay does not stand in the way of following', async () => {
    const uri = await cluster.createSettings('followed');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await withSettings(afterDelay, async () => {
      await cluster.setData('followed', { mode: 'slow' });
      await waitForText(editor.document, /mode: slow/);
      await retype(editor, 'other: one', 'other: two');
      await cluster.setData('followed', { mode: 'slower' });
      await pause(700);
      assert.match(editor.document.getText(), /mode: slow\n {2}other: two/);
      assert.equal(editor.document.isDirty, true);
      assert.equal(await cluster.readValue('followed', 'other'), 'one');
      assert.equal(await editor.document.save(), true);
      await waitForText(editor.document, /mode: slower\n {2}other: two/);
    });
    assert.equal(await cluster.readValue('followed', 'other'), 'two');
  });
});

/** Why VS Code has begun to save a document since now. */
function recordSaves(recorded: vscode.TextDocument): vscode.TextDocumentSaveReason[] {
  const reasons: vscode.TextDocumentSaveReason[] = [];
  const subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
    if (document === recorded) reasons.push(reason);
  });
  vscode.workspace.onDidCloseTextDocument((document) => {
    if (document === recorded) subscription.dispose();
  });
  return reasons;
}

/** Puts a second space behind the colons of the first lines, which means nothing. */
function spaceColons(document: vscode.TextDocument): vscode.TextEdit[] {
  return [0, 1, 2].flatMap((line) => {
    const { text } = document.lineAt(line);
    const colon = text.indexOf(': ');
    return colon < 0 || text.charAt(colon + 2) === ' '
      ? []
      : [vscode.TextEdit.insert(new vscode.Position(line, colon + 1), ' ')];
  });
}
