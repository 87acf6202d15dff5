import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../../e2e/waits';
import {
  closeEditors,
  createTestNamespace,
  pause,
  retype,
  runCommand,
  waitForDiagnostic,
  withSettings,
} from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';
import {
  closeReviews,
  lineOf,
  isReviewing,
  pressLensAt,
  showFile,
  waitForLensAt,
  waitForReview,
  waitForReviewOfSeveral,
} from '../manifestFiles';

const namespace = 'host-files-apply';

function configMap(name: string, mode: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\ndata:\n  mode: ${mode}\n`;
}

suite('applying manifest files', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace(namespace);
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', namespace, '--wait=false');
  });
  setup(closeEditors);

  /** Our writes to a ConfigMap that were no dry runs. */
  const realWritesTo = async (name: string) =>
    (await cluster.writesTo(name)).filter(({ query }) => !query.has('dryRun'));

  async function answer(command: 'acceptReview' | 'declineReview', write: Thenable<unknown>): Promise<void> {
    await runCommand(command);
    await write;
    await waitUntil('no review', () => Promise.resolve(!isReviewing()));
  }

  test('Apply This Object shows what would change without noise, and writes it by server-side apply without force', async () => {
    const text = `${configMap('first', 'fast')}---\n${configMap('second', 'slow')}`;
    const editor = await showFile('two.yaml', text);
    await waitForLensAt(editor.document.uri, 8, /^not in the cluster/);
    editor.selection = new vscode.Selection(10, 3, 10, 3);
    const write = runCommand('applyObject');
    const { label, before, after } = await waitForReview();
    assert.match(label, / › host-files-apply › ConfigMap second: in the cluster ↔ as it would be$/);
    assert.equal(before, '');
    assert.match(after, /^apiVersion: v1\nkind: ConfigMap\nmetadata:\n {2}name: second\n/);
    assert.doesNotMatch(after, /managedFields|uid|creationTimestamp|resourceVersion/);
    assert.deepEqual(await realWritesTo('second'), []);
    await answer('acceptReview', write);
    assert.equal(await cluster.readValue('second', 'mode'), 'slow');
    const [applied, ...others] = await realWritesTo('second');
    assert.deepEqual(others, []);
    assert.equal(applied?.verb, 'patch');
    assert.equal(applied.query.get('fieldManager'), 'kubernetes-live-edit');
    assert.equal(applied.query.has('force') && applied.query.get('force') !== 'false', false);
    const managers = await cluster.run(
      ...['get', 'configmap', 'second', '--show-managed-fields'],
      '--output=jsonpath={.metadata.managedFields[*].manager} {.metadata.managedFields[*].operation}',
    );
    assert.equal(managers, 'kubernetes-live-edit Apply');
    await waitForLensAt(editor.document.uri, 8, /^as in the cluster$/);
    await assert.rejects(cluster.readValue('first', 'mode'), /not found/);

    await retype(await vscode.window.showTextDocument(editor.document), 'mode: slow', 'mode: slower');
    const again = pressLensAt(editor.document.uri, 8, /^Apply$/);
    const review = await waitForReview();
    assert.equal(review.before.replace('mode: slow', 'mode: slower'), review.after);
    await answer('acceptReview', again);
    assert.equal(await cluster.readValue('second', 'mode'), 'slower');
    assert.equal(editor.document.isDirty, true);
  });

  for (const how of ['declined', 'closed'] as const) {
    test(`nothing is written when the review is ${how}`, async () => {
      await showFile(`${how}.yaml`, configMap(how, 'fast'));
      const write = runCommand('applyObject');
      await waitForReview();
      if (how === 'declined') await answer('declineReview', write);
      else await Promise.all([closeReviews(), write]);
      assert.deepEqual(await realWritesTo(how), []);
      await assert.rejects(cluster.readValue(how, 'mode'), /not found/);
    });
  }

  test('R189 R194 Apply File brings namespaces first, and what is refused or unknown stops no other and is marked', async () => {
    const own = 'host-files-apply-own';
    const text = [
      '# Source: chart/empty.yaml\n',
      configMap('in-own', 'fast').replace(namespace, own),
      configMap('good', 'fast'),
      `apiVersion: v1\nkind: Nope\nmetadata:\n  name: b\n  namespace: ${namespace}\n`,
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: refused\n  namespace: ${namespace}\ndata:\n  mode: [not, a, text]\n`,
      `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${own}\n`,
      configMap('last', 'fast'),
      '\n',
    ].join('---\n');
    const editor = await showFile('several.yaml', text);
    const { uri } = editor.document;
    const write = runCommand('applyFile', uri);
    await waitForReviewOfSeveral(4, 'several.yaml');
    assert.deepEqual(await realWritesTo('good'), []);
    await answer('acceptReview', write);
    try {
      for (const name of ['good', 'last']) assert.equal(await cluster.readValue(name, 'mode'), 'fast');
      const inOwn = await cluster.run('get', 'configmap', 'in-own', '-n', own, '-o=jsonpath={.data.mode}');
      assert.equal(inOwn, 'fast');
      await assert.rejects(cluster.readValue('refused', 'mode'), /not found/);
      const { range } = await waitForDiagnostic(uri, /data\.mode/);
      assert.equal(range.start.line, lineOf(editor, 'mode: [not'));
      const unknown = await waitForDiagnostic(uri, /Nope/);
      assert.equal(unknown.range.start.line, lineOf(editor, 'kind: Nope') - 1);
      await waitForLensAt(uri, lineOf(editor, 'name: last') - 3, /^as in the cluster$/);
    } finally {
      await cluster.run('delete', 'namespace', own, '--wait=false');
    }
  });

  test('a save applies only where the setting says so, and only one made by hand', async () => {
    const editor = await showFile('saved.yaml', configMap('saved', 'fast'));
    const { document } = editor;
    await waitForLensAt(document.uri, 0, /^not in the cluster/);
    await retype(editor, 'mode: fast', 'mode: slow');
    assert.equal(await document.save(), true);
    await pause(1_000);
    assert.equal(isReviewing(), false);
    assert.deepEqual(await cluster.writesTo('saved'), []);

    await withSettings({ 'kubernetesLiveEdit.applyOnSave': true }, async () => {
      await withSettings({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 }, async () => {
        await retype(editor, 'mode: slow', 'mode: slower');
        await waitUntil('the auto save', () => Promise.resolve(!document.isDirty));
        await pause(1_000);
        assert.equal(isReviewing(), false);
      });
      await retype(editor, 'mode: slower', 'mode: slowest');
      assert.equal(await document.save(), true);
      const { after } = await waitForReview();
      assert.match(after, /mode: slowest/);
      assert.deepEqual(await realWritesTo('saved'), []);
      await runCommand('acceptReview');
      await waitForLensAt(document.uri, 0, /^as in the cluster$/);
    });
    assert.equal(await cluster.readValue('saved', 'mode'), 'slowest');
    assert.equal(document.isDirty, false);
  });
});
