import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { waitFor, waitUntil } from '../../e2e/waits';
import { closeEditors, createTestNamespace, retype, waitForDiagnostic, waitForText } from '../liveDocuments';
import type { TestNamespace } from '../liveDocuments';
import { lineOf, pickQuickFixAt, pressLensAt, readLensesAt, showFile, waitForLensAt } from '../manifestFiles';

const namespace = 'host-files-shown';

suite('manifest files and their live objects', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace(namespace);
  });
  suiteTeardown(async () => {
    await closeEditors();
    await cluster.run('delete', 'namespace', namespace, '--wait=false');
  });
  setup(closeEditors);

  test('R187 R188 five objects of several kinds and namespaces have a lens each, at their own first lines', async () => {
    await cluster.createSettings('five');
    const text = [
      '# Nothing but a comment.\n',
      `# The settings.\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: five\n  namespace: ${namespace}\ndata:\n  mode: fast\n  other: one\n`,
      '\n',
      `kind: Service\napiVersion: v1\nmetadata: { name: web, namespace: shop }\nspec:\n  ports:\n    - port: 80\n      name: http\n      targetPort: http\n`,
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 7\n',
      'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: host-files-nowhere\n',
      'apiVersion: shop.example.com/v1\nkind: Promotion\nmetadata:\n  name: winter\nspec:\n  discountPercent: 5\n',
      '',
    ].join('---\n');
    const editor = await showFile('five.yaml', text);
    const { uri } = editor.document;
    const context = /^\S+ \(current when opened\) › /;
    for (const [first, name, state] of [
      ['# The settings.', `› ${namespace} › ConfigMap five`, /^as in the cluster/],
      ['kind: Service', '› shop › Service web', /^as in the cluster/],
      ['apiVersion: apps/v1', '› shop › Deployment web', /^1 field is otherwise in the cluster/],
      ['kind: Namespace', '› (cluster-scoped) › Namespace host-files-nowhere', /^not in the cluster$/],
      ['apiVersion: shop.example.com/v1', '› shop › Promotion winter', /^not in the cluster$/],
    ] as const) {
      const at = lineOf(editor, first);
      const line = first.startsWith('#') ? at + 1 : first === 'kind: Namespace' ? at - 1 : at;
      const titles = await waitForLensAt(uri, line, state);
      assert.match(titles[0] ?? '', context);
      assert.ok(titles[0]?.endsWith(name), `${titles[0]} does not end with ${name}`);
    }
    assert.equal(editor.document.isDirty, false);
  });

  test('R043 drift is marked on its field, and Take Live into File is one edit that one undo takes back', async () => {
    await cluster.createSettings('drifted', { mode: 'fast', other: 'one', third: 'same' });
    const text = `# Kept.\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: drifted # mine\n  namespace: ${namespace}\ndata:\n  mode: fast # a remark\n  other: 'one'\n  third: same\n`;
    const editor = await showFile('drifted.yaml', text);
    const { uri } = editor.document;
    await waitForLensAt(uri, 1, /^as in the cluster/);
    await cluster.setData('drifted', { mode: 'slow', other: 'two' });
    await waitForLensAt(uri, 1, /^2 fields are otherwise in the cluster/);
    const { range, severity } = await waitForDiagnostic(
      uri,
      /^data\.mode: live: "slow" · kubectl-patch · .*file: "fast"/,
    );
    assert.equal(editor.document.getText(range), 'fast');
    assert.equal(severity, vscode.DiagnosticSeverity.Information);

    await pickQuickFixAt(editor, lineOf(editor, 'mode:'), /^Take Live into File: data\.mode$/);
    await waitForText(editor.document, /mode: slow # a remark\n {2}other: 'one'/);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), text);

    await pressLensAt(uri, 1, /^Take Live into File$/);
    await waitForText(editor.document, /mode: slow # a remark\n {2}other: 'two'\n {2}third: same\n$/);
    await waitForLensAt(uri, 1, /^as in the cluster/);
    assert.equal(editor.document.isDirty, true);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), text);
    assert.deepEqual(await cluster.writesTo('drifted'), []);
  });

  test('a JSON manifest has its lenses, its marks, and edits in place', async () => {
    await cluster.createSettings('json');
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'json', namespace },
      data: { mode: 'fast', other: 'one' },
    };
    const text = `${JSON.stringify(object, undefined, 4)}\n`;
    const editor = await showFile('object.json', text);
    const { uri } = editor.document;
    const [identity] = await waitForLensAt(uri, 0, /^as in the cluster/);
    assert.ok(identity?.endsWith(`${namespace} › ConfigMap json`));
    await cluster.setData('json', { mode: 'slow' });
    const { range } = await waitForDiagnostic(uri, /^data\.mode: live: "slow"/);
    assert.equal(editor.document.getText(range), '"fast"');
    await pickQuickFixAt(editor, range.start.line, /^Take Live into File: data\.mode$/);
    await waitForText(editor.document, / {8}"mode": "slow",\n {8}"other": "one"/);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), text);
  });

  test('a document that does not parse leaves its neighbours working', async () => {
    await cluster.createSettings('good');
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: broken\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: good\n  namespace: ${namespace}\ndata:\n  mode: fast\n`;
    const editor = await showFile('broken.yaml', text);
    const { uri } = editor.document;
    await waitForLensAt(uri, 4, /^as in the cluster/);
    const problem = await waitFor('a mark on what does not parse', () =>
      Promise.resolve(
        vscode.languages
          .getDiagnostics(uri)
          .find(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
      ),
    );
    assert.ok(problem.range.start.line <= 3, `line ${problem.range.start.line}`);
    await retype(editor, '{name: broken', '{name: mended}');
    await waitForLensAt(uri, 0, /^not in the cluster$/);
  });

  test('a file that is too long says so, and that nothing is compared', async () => {
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: long\ndata:\n${`  # ${'x'.repeat(996)}\n`.repeat(10_000)}`;
    const editor = await showFile('long.yaml', text);
    const titles = await waitForLensAt(editor.document.uri, 0, /^The file has more/);
    assert.deepEqual(titles, [
      'The file has more than 10 million characters, which are too many to be compared or applied. Split it into several files.',
    ]);
  });

  test('trackManifests turns all of it off for one workspace, and on again', async () => {
    await cluster.createSettings('untracked', { mode: 'slow' });
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: untracked\n  namespace: ${namespace}\ndata:\n  mode: fast\n`;
    const { document } = await showFile('untracked.yaml', text);
    const { uri } = document;
    await waitForLensAt(uri, 0, /^1 field is otherwise in the cluster/);
    await waitForDiagnostic(uri, /^data\.mode/);
    const track = async (isTracking: false | undefined): Promise<void> =>
      vscode.workspace
        .getConfiguration('kubernetesLiveEdit')
        .update('trackManifests', isTracking, vscode.ConfigurationTarget.Workspace);
    await track(false);
    try {
      await waitUntil('no lens and no mark', async () => {
        const lenses = await readLensesAt(uri, 0);
        return lenses.length === 0 && vscode.languages.getDiagnostics(uri).length === 0;
      });
    } finally {
      await track(undefined);
    }
    await waitForLensAt(uri, 0, /^1 field is otherwise in the cluster/);
    await waitForDiagnostic(uri, /^data\.mode/);
  });
});
