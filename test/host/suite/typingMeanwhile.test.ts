import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  trySave,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('typing while a change of others comes in', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-typing');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-typing', '--wait=false');
  });
  setup(closeEditors);

  test('whatever comes first, the save goes through and keeps both', async () => {
    const uri = await cluster.createSettings('typed', { mine: 'x' });
    const { document } = await openLive(uri);
    await waitUntilWatched(uri);
    const folder = vscode.Uri.joinPath(uri, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
    for (let round = 1; round <= 12; round++) {
      const mine = 'x'.repeat(round);
      await placeCursor(document, `  mine: ${mine}`);
      // From this moment on VS Code reads the new text, which takes it some milliseconds.
      const typed = new Promise<void>((resolve) => {
        const once = watcher.onDidChange(() => {
          once.dispose();
          setTimeout(() => void type('x').then(resolve), round);
        });
      });
      await cluster.setData('typed', { [`z-${round}`]: 'theirs '.repeat(round).trim() });
      await typed;
      await waitForText(document, new RegExp(`^ {2}mine: ${mine}x$`, 'm'));
      assert.ok(await trySave(document), `round ${round} was not saved`);
      assert.equal(await cluster.readValue('typed', 'mine'), `${mine}x`);
      assert.match(await cluster.readValue('typed', `z-${round}`), /^theirs/);
      await waitForText(document, new RegExp(`z-${round}: theirs`));
      assert.equal(document.isDirty, false);
    }
    watcher.dispose();
  });
});

async function placeCursor(document: vscode.TextDocument, line: string): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const end = new vscode.Position(document.getText().split('\n').indexOf(line), line.length);
  editor.selection = new vscode.Selection(end, end);
}

/** Types as the keyboard does: into the text that the editor shows at this moment. */
function type(text: string): Thenable<void> {
  return vscode.commands.executeCommand('type', { text });
}
