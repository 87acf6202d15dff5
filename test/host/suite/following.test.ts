import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  closeEditors,
  createTestNamespace,
  openLive,
  pause,
  readLenses,
  retype,
  waitForDiagnostic,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';

suite('following a live object', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace('host-following');
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', 'host-following', '--wait=false');
  });
  setup(closeEditors);

  test('a clean document follows; cursor and scroll stay with their text', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => `key-${String(index).padStart(3, '0')}`);
    const uri = await cluster.createSettings('long', Object.fromEntries(keys.map((key) => [key, 'value'])));
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    const line = editor.document.getText().split('\n').indexOf('  key-100: value');
    editor.selection = new vscode.Selection(line, 5, line, 5);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.AtTop);
    await untilStill(editor);
    const above = line - editor.visibleRanges[0]!.start.line;

    const longer = 'first line\nsecond line\n';
    await cluster.setData('long', {
      'key-020': longer,
      'key-050': longer,
      'key-100': 'moved',
      'key-140': longer,
    });
    await waitForText(editor.document, /key-020: \|[^]*key-050: \|[^]*key-140: \|/);
    await untilStill(editor);
    const { active } = editor.selection;
    assert.equal(editor.document.lineAt(active.line).text, '  key-100: moved');
    assert.equal(active.character, 5);
    const moved = active.line - editor.visibleRanges[0]!.start.line - above;
    assert.ok(Math.abs(moved) <= 1, `the text has moved by ${moved} lines on the screen`);
    assert.equal(editor.document.isDirty, false);
  });

  test('R048 what is folded stays folded, and what is selected stays selected, where the live object changes beside it, also on both sides', async () => {
    const lines = 'one\ntwo\nthree\nfour\n';
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const uri = await cluster.createSettings('folded', {
      ...Object.fromEntries(keys.map((key) => [`key-${key}`, lines])),
      last: 'selected',
    });
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    const lineOf = (words: string): number => editor.document.getText().split('\n').indexOf(words);
    // The folding of a document is computed a moment after it is shown.
    await pause(1_500);
    for (const key of ['b', 'd']) {
      const line = lineOf(`  key-${key}: |`);
      await vscode.commands.executeCommand('editor.fold', { selectionLines: [line], levels: 1 });
    }
    const last = lineOf('  last: selected');
    editor.selection = new vscode.Selection(last, 8, last, 16);
    const folded = (): string[] => foldedLines(editor);
    assert.deepEqual(folded(), ['  key-b: |', '  key-d: |']);

    for (const [change, shown] of [
      [{ 'key-a': `zero\n${lines}` }, /key-a: \|\n {4}zero/],
      [{ 'key-c': `${lines}five\n` }, /four\n {4}five\n {2}key-d/],
      [
        { 'key-a': lines, 'key-c': lines, 'key-e': `${lines}last\n` },
        /key-a: \|\n {4}one[^]*four\n {2}key-d[^]*four\n {4}last/,
      ],
    ] as const) {
      await cluster.setData('folded', change);
      await waitForText(editor.document, shown);
      await pause(800);
      assert.deepEqual(folded(), ['  key-b: |', '  key-d: |'], JSON.stringify(change));
      assert.equal(editor.document.getText(editor.selection), 'selected');
    }
  });

  test('undoing what was followed shows the text of before as unsaved, and redoing is clean again', async () => {
    const uri = await cluster.createSettings('undone');
    const { document } = await openLive(uri);
    await waitUntilWatched(uri);
    const before = document.getText();
    await cluster.setData('undone', { mode: 'slow' });
    const after = await waitForText(document, /mode: slow/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand('redo');
    assert.equal(document.getText(), after);
    assert.equal(document.isDirty, false);
    assert.deepEqual(await cluster.writesTo('undone'), []);
  });

  test('a dirty document is not touched; a reverted one follows again', async () => {
    const uri = await cluster.createSettings('dirty');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: half a wor');
    const mine = editor.document.getText();
    const edits = countEdits(uri);
    await cluster.setData('dirty', { mode: 'slow' });
    await waitForDiagnostic(uri, /^data\.mode: live: "slow" · \S+ · .* · was "fast"$/);
    assert.ok(
      (await readLenses(uri)).some((title) => title.includes('1 change from live will be kept on save')),
    );
    await pause(300);
    assert.equal(editor.document.getText(), mine);
    assert.equal(editor.document.isDirty, true);
    assert.equal(edits.count(), 0);

    await vscode.commands.executeCommand('workbench.action.files.revert');
    await waitForText(editor.document, /mode: slow\n {2}other: one/);
    assert.equal(editor.document.isDirty, false);
    await cluster.setData('dirty', { mode: 'slower' });
    await waitForText(editor.document, /mode: slower/);
    edits.dispose();
  });

  test('typing back to the clean text makes a document follow again', async () => {
    const uri = await cluster.createSettings('typed-back');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    await cluster.setData('typed-back', { mode: 'slow' });
    await waitForDiagnostic(uri, /data\.mode/);
    await vscode.commands.executeCommand('undo');
    await waitForText(editor.document, /mode: slow\n {2}other: one/);
    assert.equal(editor.document.isDirty, false);
  });

  test('R209 a Lease that is renewed all the time: a dirty text is left alone, a clean one follows calmly', async () => {
    const uri = await createLease(cluster);
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'leaseDurationSeconds: 15', 'leaseDurationSeconds: 30');
    const mine = editor.document.getText();
    const { mtime } = await vscode.workspace.fs.stat(uri);
    const files = countFileChanges(uri);
    const edits = countEdits(uri);
    const before = await renewOften(cluster, 2_500);
    await waitForDiagnostic(uri, /renewTime/);
    assert.ok(before > 3, `${before} renewals are not many`);
    assert.equal(editor.document.getText(), mine);
    assert.equal((await vscode.workspace.fs.stat(uri)).mtime, mtime);
    assert.equal(edits.count(), 0);
    assert.equal(files.count(), 0);

    await vscode.commands.executeCommand('workbench.action.files.revert');
    await waitForText(editor.document, /leaseDurationSeconds: 15/);
    await pause(300);
    const [editsBefore, filesBefore] = [edits.count(), files.count()];
    const renewed = await renewOften(cluster, 2_500);
    await waitForText(editor.document, await lastRenewal(cluster));
    await pause(300);
    // One change of the file and one edit for each text: nothing is shown twice, and nothing half.
    assert.ok(files.count() - filesBefore <= renewed, `${files.count() - filesBefore} for ${renewed}`);
    assert.ok(edits.count() - editsBefore <= renewed, `${edits.count() - editsBefore} for ${renewed}`);
    assert.equal(edits.dirtyCount(), 0);
    assert.equal(editor.document.isDirty, false);
    files.dispose();
    edits.dispose();
  });

  test('what is hidden may change as often as it likes: no file change, no edit, and a save goes through', async () => {
    const uri = await cluster.createSettings('hidden');
    const editor = await openLive(uri);
    await waitUntilWatched(uri);
    await retype(editor, 'other: one', 'other: two');
    const files = countFileChanges(uri);
    const edits = countEdits(uri);
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
    for (const value of ['a', 'b', 'c'])
      await cluster.run('annotate', '--overwrite', 'configmap', 'hidden', `${annotation}=${value}`);
    await pause(300);
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    assert.deepEqual([files.count(), edits.count()], [0, 0]);
    assert.equal(await editor.document.save(), true);
    assert.equal(await cluster.readValue('hidden', 'other'), 'two');
    const annotations = await cluster.run(
      'get',
      'configmap',
      'hidden',
      '--output=jsonpath={.metadata.annotations}',
    );
    assert.deepEqual(JSON.parse(annotations), { [annotation]: 'c' });
    files.dispose();
    edits.dispose();
  });
});

/** Waits until what the editor shows has not moved for a while: a window that has just opened may still grow. */
async function untilStill(editor: vscode.TextEditor): Promise<void> {
  const top = (): number => editor.visibleRanges[0]?.start.line ?? 0;
  for (let last = top(), since = Date.now(); Date.now() - since < 600; await pause(50))
    if (top() !== last) [last, since] = [top(), Date.now()];
}

/** The lines below which something is folded away. */
function foldedLines({ document, visibleRanges }: vscode.TextEditor): string[] {
  return visibleRanges.slice(0, -1).map(({ end }) => document.lineAt(end.line).text);
}

/** How often the editor's text has changed since now, and how often that has left it unsaved. */
function countEdits(uri: vscode.Uri) {
  const dirty: boolean[] = [];
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.toString() === uri.toString() && contentChanges.length > 0) dirty.push(document.isDirty);
  });
  return {
    count: () => dirty.length,
    dirtyCount: () => dirty.filter(Boolean).length,
    dispose: () => void subscription.dispose(),
  };
}

/** How often VS Code has been told since now that the file has changed. */
function countFileChanges(uri: vscode.Uri) {
  let count = 0;
  const folder = vscode.Uri.joinPath(uri, '..');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  watcher.onDidChange((changed) => {
    if (changed.toString() === uri.toString()) count++;
  });
  return { count: () => count, dispose: () => void watcher.dispose() };
}

async function createLease(cluster: TestNamespace): Promise<vscode.Uri> {
  const spec = { holderIdentity: 'worker-a', leaseDurationSeconds: 15, renewTime: timeOf(0) };
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'lock' }, spec };
  await cluster.runWith(JSON.stringify(lease), 'create', '--filename=-');
  return cluster.uriOf({ group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }, 'lock');
}

/** Renews the Lease every 200 ms, or as fast as kubectl can, for some milliseconds; returns how often. */
async function renewOften(cluster: TestNamespace, milliseconds: number): Promise<number> {
  const end = Date.now() + milliseconds;
  let count = 0;
  while (Date.now() < end) {
    const next = Date.now() + 200;
    const patch = JSON.stringify({ spec: { renewTime: timeOf(Date.now()) } });
    await cluster.run('patch', 'lease', 'lock', '--type=merge', `--patch=${patch}`);
    count++;
    await pause(Math.max(0, next - Date.now()));
  }
  return count;
}

async function lastRenewal(cluster: TestNamespace): Promise<RegExp> {
  const time = await cluster.run('get', 'lease', 'lock', '--output=jsonpath={.spec.renewTime}');
  return new RegExp(`renewTime: "?${time.replaceAll('.', '\\.')}`);
}

/** A MicroTime of the Kubernetes API. */
function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
