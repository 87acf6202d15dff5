import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../../e2e/waits';
import {
  closeEditors,
  createTestNamespace,
  runCommand,
  waitForDiagnostic,
  waitForText,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';
import {
  isReviewing,
  pressLensAt,
  readLensesAt,
  showFile,
  waitForLensAt,
  waitForReview,
} from '../manifestFiles';

const namespace = 'host-files-writes';

suite('other writes of manifest files, and fields that others hold', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace(namespace);
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', namespace, '--wait=false');
  });
  setup(closeEditors);

  async function accept(write: Thenable<unknown>): Promise<void> {
    await runCommand('acceptReview');
    await write;
    await waitUntil('no review', () => Promise.resolve(!isReviewing()));
  }

  function configMap(name: string, data: string): string {
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n${data}`;
  }

  test('R015 Replace with Precondition shows what goes, and writes over the version that was compared', async () => {
    await cluster.createSettings('replaced');
    const version = await cluster.run('get', 'cm', 'replaced', '-o=jsonpath={.metadata.resourceVersion}');
    await showFile('replaced.yaml', configMap('replaced', '  mode: slow\n'));
    const write = runCommand('replaceObject');
    const { before, after } = await waitForReview();
    assert.match(before, /mode: fast\n {2}other: one/);
    assert.match(after, /mode: slow\n/);
    assert.doesNotMatch(after, /other/);
    await accept(write);
    assert.equal(await cluster.readValue('replaced', 'other'), '');
    assert.equal(await cluster.readValue('replaced', 'mode'), 'slow');
    const update = (await cluster.writesTo('replaced')).find(({ query }) => !query.has('dryRun'));
    assert.equal(update?.verb, 'update');
    assert.equal(update.resourceVersion, version);
    assert.notEqual(update.uid, '');
  });

  test('R182 Create makes nothing of what exists; with a generateName another object each time', async () => {
    await cluster.createSettings('there');
    await showFile('there.yaml', configMap('there', '  mode: slow\n'));
    await runCommand('createObject');
    assert.equal(await cluster.readValue('there', 'mode'), 'fast');
    await closeEditors();
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  generateName: made-\n  namespace: ${namespace}\n  labels:\n    made: 'yes'\ndata:\n  mode: fast\n`;
    const { document } = await showFile('made.yaml', text);
    await waitForLensAt(document.uri, 0, /^generateName: each create makes another object$/);
    for (const count of [1, 2]) {
      const write = pressLensAt(document.uri, 0, /^Create$/);
      const { label, before, after } = await waitForReview();
      assert.match(label, /ConfigMap made-…: /);
      assert.equal(before, '');
      assert.match(after, /mode: fast/);
      await accept(write);
      const names = (await cluster.run('get', 'configmap', '-l', 'made=yes', '-o=name')).trim().split('\n');
      assert.equal(new Set(names).size, count);
    }
    assert.equal(document.getText(), text);
  });

  test('a Delete that nobody has agreed to deletes nothing', async () => {
    await cluster.createSettings('kept');
    await showFile('kept.yaml', configMap('kept', '  mode: fast\n'));
    // While tests run, VS Code refuses to show a modal question.
    await runCommand('deleteObject');
    assert.equal(await cluster.readValue('kept', 'mode'), 'fast');
    assert.deepEqual(await cluster.writesTo('kept'), []);
  });

  test('copied fields are marked, and Remove Copied Fields takes them out in one edit', async () => {
    await cluster.createSettings('copied');
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: copied\n  namespace: ${namespace}\n  resourceVersion: '1'\n  uid: 0b5e\ndata:\n  mode: fast # kept\n`;
    const { document } = await showFile('copied.yaml', text);
    const { range } = await waitForDiagnostic(document.uri, /metadata\.resourceVersion was copied/);
    assert.equal(range.start.line, 5);
    await runCommand('removeCopiedFields');
    await waitForText(document, new RegExp(`  namespace: ${namespace}\ndata:\n  mode: fast # kept\n$`));
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });

  /** A file whose `mode` and `other` Flux has applied otherwise, after an apply that was refused for them. */
  async function showHeld(name: string): Promise<vscode.TextEditor> {
    const theirs = configMap(name, '  mode: theirs\n  other: theirs\n');
    await cluster.runWith(theirs, 'apply', '--server-side', '--field-manager=flux', '-f', '-');
    const editor = await showFile(
      `${name}.yaml`,
      configMap(name, '  mode: mine # a remark\n  other: mine\n  own: mine\n'),
    );
    const { uri } = editor.document;
    await waitForLensAt(uri, 0, /^2 fields held by others \(flux\)$/);
    await runCommand('applyObject', uri);
    assert.equal(isReviewing(), false);
    const { severity, range } = await waitForDiagnostic(
      uri,
      /^data\.mode: Not applied: data\.mode is held by flux .*live: "theirs", file: "mine"/,
    );
    assert.equal(severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(range.start.line, 6);
    const titles = await waitForLensAt(uri, 6, /^Take Over from flux$/);
    assert.deepEqual(titles, ['Take Over from flux', 'Leave to Them', 'Take Theirs into File ("theirs")']);
    assert.equal(await cluster.readValue(name, 'own'), '');
    return editor;
  }

  test('R181 Leave to Them takes a field out of the file, one undo brings it back with the ways out', async () => {
    const { document } = await showHeld('left');
    const { uri } = document;
    const text = document.getText();
    await pressLensAt(uri, 6, /^Leave to Them$/);
    await waitForText(document, /data:\n {2}other: mine\n {2}own: mine\n$/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
    await waitForLensAt(uri, 6, /^Take Over from flux$/);
    await pressLensAt(uri, 0, /^Leave All to Them$/);
    await waitForText(document, /data:\n {2}own: mine\n$/);
    const write = runCommand('applyObject', uri);
    await waitForReview();
    await accept(write);
    assert.equal(await cluster.readValue('left', 'own'), 'mine');
    assert.equal(await cluster.readValue('left', 'mode'), 'theirs');
  });

  test('R181 Take Theirs into File states what is live, and one undo takes it back', async () => {
    const { document } = await showHeld('theirs');
    const { uri } = document;
    const text = document.getText();
    await pressLensAt(uri, 0, /^Take All Theirs into File$/);
    await waitForText(document, /data:\n {2}mode: theirs # a remark\n {2}other: theirs\n {2}own: mine\n$/);
    await waitForLensAt(uri, 0, /^1 field is otherwise in the cluster/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
    await waitForLensAt(uri, 6, /^Take Theirs into File \("theirs"\)$/);
  });

  test('R181 Take Over shows the fields first, and takes those alone, by force for this apply', async () => {
    const { document } = await showHeld('taken');
    const { uri } = document;
    const declined = pressLensAt(uri, 0, /^Take Over All$/);
    const { before, after } = await waitForReview();
    assert.match(before, /mode: theirs\n {2}other: theirs\n/);
    assert.match(after, /mode: mine\n {2}other: mine\n {2}own: mine\n/);
    await runCommand('declineReview');
    await declined;
    assert.equal(await cluster.readValue('taken', 'mode'), 'theirs');
    await waitForLensAt(uri, 6, /^Take Over from flux$/);
    const taken = pressLensAt(uri, 0, /^Take Over All$/);
    await waitForReview();
    await accept(taken);
    assert.equal(await cluster.readValue('taken', 'mode'), 'mine');
    assert.equal(await cluster.readValue('taken', 'other'), 'mine');
    await waitForLensAt(uri, 0, /^as in the cluster/);
    await waitUntil('no ways out', async () => (await readLensesAt(uri, 6)).length === 0);
    const writes = (await cluster.writesTo('taken')).filter(({ query }) => !query.has('dryRun'));
    assert.deepEqual(
      writes.map(({ query }) => query.get('force')),
      ['true'],
    );
  });
});
