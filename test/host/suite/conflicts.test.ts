import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../../e2e/waits';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  readLenses,
  retype,
  runCommand,
  trySave,
  waitForConflict,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('saving an object that has moved', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-conflicts');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-conflicts', '--wait=false');
  });
  setup(closeEditors);

  /** A document whose `mode` is `mine` in the text and `theirs` in the cluster, and whose save was refused. */
  async function openConflict(name: string): Promise<vscode.TextEditor> {
    const uri = await cluster.createSettings(name, { key: 'value', mode: 'fast', other: 'one' });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: mine');
    await cluster.setData(name, { mode: 'theirs' });
    await waitForConflict(uri, 'data.mode');
    assert.equal(await trySave(editor.document), false);
    assert.equal(editor.document.isDirty, true);
    assert.match(editor.document.getText(), /mode: mine/);
    return editor;
  }

  test('R001 a change of another field is merged in: both are in the text and in the cluster, and the cursor stays', async () => {
    const uri = await cluster.createSettings('merged', { above: 'short', mode: 'fast', other: 'one' });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'mode: fast', 'mode: slow # a remark');
    await cluster.setData('merged', { above: 'first line\nsecond line\n' });
    await waitForDiagnostic(uri, /data\.above/);
    const line = editor.document.getText().split('\n').indexOf('  other: one');
    editor.selection = new vscode.Selection(line, 5, line, 5);

    assert.equal(await editor.document.save(), true);
    await waitForText(
      editor.document,
      /above: \|\n {4}first line\n {4}second line\n {2}mode: slow # a remark/,
    );
    assert.equal(editor.document.isDirty, false);
    const { active } = editor.selection;
    assert.equal(editor.document.lineAt(active.line).text, '  other: one');
    assert.equal(active.character, 5);
    assert.equal(await cluster.readValue('merged', 'mode'), 'slow');
    assert.equal(await cluster.readValue('merged', 'above'), 'first line\nsecond line\n');
    assert.equal((await cluster.writesTo('merged')).filter(({ code }) => code === 200).length, 1);
  });

  test('R002 the same field: nothing is written; Keep Yours on the field, and the next save writes it', async () => {
    const { document } = await openConflict('keep-yours');
    assert.deepEqual(await cluster.writesTo('keep-yours'), []);
    await runConflictLens(document.uri, /^Keep Yours/);
    assert.match(document.getText(), /mode: mine/);
    await waitForNoConflict(document.uri);
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.equal(await cluster.readValue('keep-yours', 'mode'), 'mine');
  });

  test('R003 the same field: Take Live edits the text, keeps the rest of it, and the save leaves the field alone', async () => {
    const editor = await openConflict('take-live');
    const { document } = editor;
    await retype(editor, 'other: one', 'other: two');
    await runConflictLens(document.uri, /^Take Live/);
    await waitForText(document, /mode: theirs\n {2}other: two/);
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.equal(await cluster.readValue('take-live', 'mode'), 'theirs');
    assert.equal(await cluster.readValue('take-live', 'other'), 'two');
  });

  for (const [command, ours, theirs] of [
    ['keepAllYours', 'mine', 'mine too'],
    ['takeAllLive', 'theirs', 'theirs too'],
  ] as const) {
    test(`several fields at once: ${command}`, async () => {
      const name = command.toLowerCase();
      const editor = await openConflict(name);
      await retype(editor, 'key: value', 'key: mine too');
      await cluster.setData(name, { key: 'theirs too' });
      await waitForConflict(editor.document.uri, 'data.key');
      await runCommand(command, editor.document.uri);
      await waitForText(editor.document, new RegExp(`key: ${theirs}\n {2}mode: ${ours}`));
      assert.equal(await editor.document.save(), true);
      assert.equal(await cluster.readValue(name, 'mode'), ours);
      assert.equal(await cluster.readValue(name, 'key'), theirs);
    });
  }

  for (const command of ['keepYours', 'takeLive'] as const) {
    test(`undo takes ${command} back, conflict and all, and redo makes it again`, async () => {
      const name = `undo-${command.toLowerCase()}`;
      const { document } = await openConflict(name);
      await runCommand(command, document.uri, '/data/mode');
      await waitForNoConflict(document.uri);
      await vscode.commands.executeCommand('undo');
      await waitForConflict(document.uri, 'data.mode');
      assert.match(document.getText(), /mode: mine/);
      assert.equal(await trySave(document), false);
      assert.equal(await cluster.readValue(name, 'mode'), 'theirs');
      await vscode.commands.executeCommand('redo');
      await waitForNoConflict(document.uri);
      assert.equal(await document.save(), true);
      assert.equal(await cluster.readValue(name, 'mode'), command === 'takeLive' ? 'theirs' : 'mine');
    });
  }
});

/** Presses a lens, as a click on it does. */
async function runConflictLens(uri: vscode.Uri, title: RegExp): Promise<void> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    20,
  );
  const command = lenses
    .map((lens) => lens.command)
    .find((one) => one !== undefined && title.test(one.title));
  assert.ok(command, `no lens ${String(title)} among ${(await readLenses(uri)).join(' | ')}`);
  await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
}

async function waitForNoConflict(uri: vscode.Uri): Promise<void> {
  await waitUntil('no conflict', () =>
    Promise.resolve(
      vscode.languages.getDiagnostics(uri).every(({ message }) => !message.startsWith('Conflict:')),
    ),
  );
}
