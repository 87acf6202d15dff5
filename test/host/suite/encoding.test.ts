import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  clickOn,
  closeEditors,
  createTestNamespace,
  openLive,
  retype,
  trySave,
  waitForText,
  waitUntilWatched,
  withSettings,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('encodings and line ends', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-encoding');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-encoding', '--wait=false');
  });
  setup(closeEditors);

  test('files.encoding does not reach what our commands open: other letters are shown and written right', async () => {
    const uri = await cluster.createSettings('letters', { greeting: 'grüß dich' });
    await withSettings({ 'files.encoding': 'windows1252' }, async () => {
      const editor = await openLive(uri);
      assert.match(editor.document.getText(), /greeting: grüß dich/);
      await retype(editor, 'grüß dich', 'žluťoučký kůň 🐎');
      assert.equal(await editor.document.save(), true);
    });
    assert.equal(await cluster.readValue('letters', 'greeting'), 'žluťoučký kůň 🐎');
  });

  test('what was opened in another encoding is not written, and is saved once it is UTF-8', async () => {
    const uri = await cluster.createSettings('garbled', { greeting: 'grüß dich', mode: 'fast' });
    await withSettings({ 'files.encoding': 'windows1252' }, async () => {
      const editor = await clickOn(uri);
      assert.equal(editor.document.encoding, 'windows1252');
      await retype(editor, 'mode: fast', 'mode: slow');
      assert.equal(await trySave(editor.document), false);
      assert.equal(editor.document.isDirty, true);
      assert.deepEqual(await cluster.writesTo('garbled'), []);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await openLive(uri);
      await waitForText(editor.document, /greeting: grüß dich/);
      await retype(vscode.window.activeTextEditor!, 'mode: fast', 'mode: slow');
      assert.equal(await editor.document.save(), true);
    });
    assert.equal(await cluster.readValue('garbled', 'greeting'), 'grüß dich');
    assert.equal(await cluster.readValue('garbled', 'mode'), 'slow');
  });

  test('a byte order mark is no part of an object', async () => {
    const uri = await cluster.createSettings('marked');
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'utf8bom' });
    const editor = await vscode.window.showTextDocument(document);
    await retype(editor, 'mode: fast', 'mode: slow');
    assert.equal(await document.save(), true);
    assert.equal(await cluster.readValue('marked', 'mode'), 'slow');
    await cluster.setData('marked', { mode: 'slower' });
    await waitForText(document, /mode: slower/);
    assert.equal(document.isDirty, false);
  });

  test('line ends of Windows change no value, and stay while the document follows', async () => {
    const script = 'first\nsecond\n';
    const uri = await cluster.createSettings('windows', { mode: 'fast', script });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await editor.edit((edit) => edit.setEndOfLine(vscode.EndOfLine.CRLF));
    assert.equal(await editor.document.save(), true);
    assert.deepEqual(await cluster.writesTo('windows'), []);
    await retype(editor, 'mode: fast', 'mode: slow');
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('windows', 'mode'), 'slow');
    assert.equal(await cluster.readValue('windows', 'script'), script);
    await cluster.setData('windows', { mode: 'slower' });
    await waitForText(editor.document, /mode: slower\r\n/);
    assert.equal(editor.document.isDirty, false);
  });
});
