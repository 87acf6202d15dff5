import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { toUri } from '../../../server/src/protocol/objectRef';
import { waitFor } from '../../e2e/waits';
import { kubectl } from '../kubectl';
import { acceptUntilDone } from '../liveDocuments';

const namespace = 'host-commands';
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const clusterRoles = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
const role = 'system:host:commands';

suite('commands', () => {
  let context = '';

  suiteSetup(async () => {
    context = (await kubectl(['config', 'current-context'])).trim();
    await kubectl(['create', 'namespace', namespace]);
    await kubectl(['-n', namespace, 'create', 'configmap', 'settings', '--from-literal=greeting=grüß dich']);
    await kubectl(['create', 'clusterrole', role, '--verb=get', '--resource=pods']);
  });

  suiteTeardown(async () => {
    await closeEditors();
    await kubectl(['delete', 'clusterrole', role]);
    await kubectl(['delete', 'namespace', namespace, '--wait=false']);
  });

  setup(closeEditors);

  const link = (name: string): string => toUri({ ...configMaps, context, namespace, name });
  const roleLink = (): string => toUri({ ...clusterRoles, context, name: role });

  test('Open from Link: takes a selected link, whatever files.encoding is', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'utf16le', vscode.ConfigurationTarget.Global);
    try {
      await openLink(link('settings'));
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
    const { document } = activeEditor();
    assert.equal(document.uri.toString(), vscode.Uri.parse(link('settings')).toString());
    assert.equal(document.encoding, 'utf8');
    assert.match(document.getText(), /greeting: grüß dich/);
  });

  test('Open from Link: an object that is not there opens no editor', async () => {
    await openLink(link('missing'));
    assert.deepEqual(listTabs(), ['untitled:Untitled-1']);
  });

  test('R139 R140 Open Live Object: the object opened last comes first, a name with colons too', async () => {
    await openLink(roleLink());
    await closeEditors();
    await acceptUntilDone(vscode.commands.executeCommand('kubernetesLiveEdit.openLiveObject'));
    const { document } = activeEditor();
    assert.equal(document.uri.path.split('/').at(-1), `${role}.yaml`);
    assert.match(document.getText(), new RegExp(`name: ${role}`));
  });

  test('Show Live Object: shows hidden fields, read-only, and follows', async () => {
    await openLink(link('settings'));
    const { document } = activeEditor();
    assert.doesNotMatch(document.getText(), /managedFields/);
    await vscode.commands.executeCommand('kubernetesLiveEdit.showLiveObject', document.uri);
    const twin = findTwin(document);
    assert.match(twin.getText(), /managedFields:/);
    assert.match(twin.getText(), /resourceVersion:/);
    assert.equal(twin.languageId, 'yaml');
    await annotate('host.test/followed=yes');
    await waitUntilText(twin, /host\.test\/followed: "?yes/);
  });

  test('Show Live Object: says so where the object is gone', async () => {
    await kubectl(['-n', namespace, 'create', 'configmap', 'short-lived']);
    await openLink(link('short-lived'));
    const { document } = activeEditor();
    await vscode.commands.executeCommand('kubernetesLiveEdit.showLiveObject');
    const twin = findTwin(document);
    await kubectl(['-n', namespace, 'delete', 'configmap', 'short-lived']);
    await waitUntilText(twin, /^# .*not found.*\n$/is);
  });

  test('Reload from Cluster: a dirty document keeps its changes unless the user says otherwise', async () => {
    await openLink(link('settings'));
    const editor = activeEditor();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# mine\n'));
    // While tests run, VS Code refuses to show a modal question: nobody has agreed.
    await vscode.commands.executeCommand('kubernetesLiveEdit.reload', editor.document.uri);
    assert.equal(editor.document.isDirty, true);
    assert.match(editor.document.getText(), /^# mine\n/);
  });

  test('the commands for a live object do nothing in another editor, and do not fail', async () => {
    const text = 'not: live\n';
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text }));
    const before = listTabs();
    for (const command of ['showLiveObject', 'reload', 'copyKubectlCommand']) {
      await vscode.commands.executeCommand(`kubernetesLiveEdit.${command}`);
    }
    assert.equal(activeEditor().document.getText(), text);
    assert.deepEqual(listTabs(), before);
  });
});

/** Opens a link as somebody does who has it selected in an editor. */
async function openLink(uri: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: uri });
  const editor = await vscode.window.showTextDocument(document);
  editor.selection = new vscode.Selection(0, 0, 0, uri.length);
  await acceptUntilDone(vscode.commands.executeCommand('kubernetesLiveEdit.openFromName'));
}

async function annotate(annotation: string): Promise<void> {
  await kubectl(['-n', namespace, 'annotate', 'configmap', 'settings', annotation, '--overwrite']);
}

async function waitUntilText(document: vscode.TextDocument, pattern: RegExp): Promise<void> {
  await waitFor(`${document.uri.toString()} to match ${String(pattern)}`, () =>
    Promise.resolve(pattern.test(document.getText()) ? true : undefined),
  );
}

function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'no editor is active');
  return editor;
}

/** The document of an object's read-only twin, which must be shown. */
function findTwin({ uri }: vscode.TextDocument): vscode.TextDocument {
  const twins = vscode.window.visibleTextEditors.map(({ document }) => document);
  const twin = twins.find(
    (it) => it.uri.scheme === 'k8sliveRo' && it.uri.path === uri.path.replace('.yaml', ' (live).yaml'),
  );
  assert.ok(twin, `${uri.toString()} has no visible twin`);
  return twin;
}

/** The URIs of the text editors' tabs. */
function listTabs(): string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
}

/** Closes every editor without saving and without a question. */
async function closeEditors(): Promise<void> {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
