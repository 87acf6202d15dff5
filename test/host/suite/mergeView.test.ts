import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitFor } from '../../e2e/waits';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  retype,
  runCommand,
  trySave,
  waitForConflict,
  waitForText,
  waitUntilWatched,
  withSettings,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('the three-way merge view', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-merge-view');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-merge-view', '--wait=false');
  });
  setup(closeEditors);

  /** A document with a conflict at `mode`, another change on each side, and the merge view opened on it. */
  async function openView(name: string) {
    const uri = await cluster.createSettings(name, { kept: 'a', mode: 'fast', other: 'one' });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: mine');
    await retype(editor, 'other: one', 'other: two # mine');
    await cluster.setData(name, { mode: 'theirs', kept: 'b' });
    await waitForConflict(uri, 'data.mode');
    const mine = editor.document.getText();
    await runCommand('openMergeView', uri);
    const output = await waitForDocument(uri.with({ scheme: 'k8sliveMerge' }));
    return { uri, document: editor.document, mine, output };
  }

  test('compares three texts that differ at the conflict alone, and begins with nothing decided', async () => {
    const { uri, document, mine, output } = await openView('texts');
    const [base, yours, live] = await Promise.all(
      ['as opened', 'yours', 'live'].map((words) => waitForDocument(twinOf(uri, `merge, ${words}`))),
    );
    assert.equal(output.getText(), base!.getText());
    assert.match(base!.getText(), /kept: b\n {2}mode: fast\n {2}other: two # mine/);
    assert.equal(yours!.getText(), base!.getText().replace('mode: fast', 'mode: mine'));
    assert.equal(live!.getText(), base!.getText().replace('mode: fast', 'mode: theirs'));
    await pause(500);
    assert.equal(output.isDirty, false);
    assert.equal(document.getText(), mine);
    assert.equal(document.isDirty, true);
  });

  test('completed, its text is the document’s, unsaved, and a save writes it', async () => {
    const { uri, document, mine, output } = await openView('completed');
    await edit(output, 'mode: fast', 'mode: agreed');
    assert.equal(await output.save(), true);
    await waitForText(document, /kept: b\n {2}mode: agreed\n {2}other: two # mine/);
    assert.equal(document.isDirty, true);
    assert.equal(await cluster.readValue('completed', 'mode'), 'theirs');
    await waitFor('the live document in front', () =>
      Promise.resolve(
        vscode.window.activeTextEditor?.document.uri.toString() === uri.toString() ? true : undefined,
      ),
    );
    await vscode.commands.executeCommand('undo');
    await waitForText(document, /mode: mine/);
    assert.equal(document.getText(), mine);
    await waitForConflict(uri, 'data.mode');
    await vscode.commands.executeCommand('redo');
    await waitForText(document, /mode: agreed/);
    assert.equal(await document.save(), true);
    assert.equal(await cluster.readValue('completed', 'mode'), 'agreed');
    assert.equal(await cluster.readValue('completed', 'kept'), 'b');
    assert.equal(await cluster.readValue('completed', 'other'), 'two');
  });

  test('closed without being completed, it leaves text and conflict as they were', async () => {
    const { uri, document, mine, output } = await openView('closed');
    await edit(output, 'mode: fast', 'mode: half a thought');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await pause(500);
    assert.equal(document.getText(), mine);
    assert.equal(document.isDirty, true);
    await waitForConflict(uri, 'data.mode');
    assert.equal(await trySave(document), false);
    assert.equal(await cluster.readValue('closed', 'mode'), 'theirs');
  });

  test('auto save does not complete it', async () => {
    await withSettings({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 }, async () => {
      const { document, mine, output } = await openView('auto-save');
      await edit(output, 'mode: fast', 'mode: half a thought');
      await pause(1_000);
      assert.equal(output.isDirty, true);
      assert.equal(document.getText(), mine);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });
  });

  test('a text with conflict markers is not taken, nor one for a document that has been typed in since', async () => {
    const { document, mine, output } = await openView('refused');
    await edit(output, '  mode: fast', '<<<<<<< Yours\n  mode: mine\n=======\n  mode: theirs\n>>>>>>> Live');
    assert.equal(await trySave(output), false);
    assert.equal(output.isDirty, true);
    assert.equal(document.getText(), mine);
    await edit(
      output,
      '<<<<<<< Yours\n  mode: mine\n=======\n  mode: theirs\n>>>>>>> Live',
      '  mode: agreed',
    );
    await edit(document, 'two # mine', 'three');
    assert.equal(await trySave(output), false);
    assert.match(document.getText(), /mode: mine\n {2}other: three/);
  });
});

function twinOf(uri: vscode.Uri, words: string): vscode.Uri {
  return uri.with({ scheme: 'k8sliveRo', path: uri.path.replace('.yaml', ` (${words}).yaml`) });
}

async function waitForDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return await waitFor(`the document ${uri.toString()}`, () =>
    Promise.resolve(
      vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString()),
    ),
  );
}

async function edit(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `${from} is not in\n${document.getText()}`);
  const changes = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  changes.replace(document.uri, range, to);
  assert.ok(await vscode.workspace.applyEdit(changes));
}
