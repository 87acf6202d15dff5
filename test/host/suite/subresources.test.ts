import * as assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { toUri } from '../../../server/src/protocol/objectRef';
import { kubectl } from '../kubectl';
import {
  acceptUntilDone,
  closeEditors,
  createTestNamespace,
  openLive,
  retype,
  runCommand,
  type TestNamespace,
  trySave,
  waitForText,
  waitUntilWatched,
} from '../liveDocuments';

const namespace = 'host-subresources';
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

suite('subresources', () => {
  let cluster: TestNamespace;

  suiteSetup(async () => {
    cluster = await createTestNamespace(namespace);
  });
  setup(closeEditors);
  suiteTeardown(async () => {
    await closeEditors();
    await kubectl(['delete', 'namespace', namespace, '--wait=false']);
  });

  const createDeployment = async (name: string): Promise<vscode.Uri> => {
    await cluster.run('create', 'deployment', name, '--image=registry.example/shop:1', '--replicas=2');
    return cluster.uriOf(deployments, name);
  };
  const valueAt = (name: string, path: string): Promise<string> =>
    cluster.run('get', 'deployment', name, `--output=jsonpath={${path}}`);

  test('Open Scale of Live Object: a document beside the object, whose save scales it', async () => {
    const whole = await openLive(await createDeployment('scaled'));
    await waitUntilWatched(whole.document.uri);
    await runCommand('openScale');
    const scale = activeEditor();
    assert.ok(scale.document.uri.path.endsWith(`/${namespace}/deployments:scale.v1.apps/scaled.yaml`));
    assert.notEqual(scale.viewColumn, whole.viewColumn);
    assert.equal(scale.document.languageId, 'yaml');
    assert.match(scale.document.getText(), /^apiVersion: autoscaling\/v1\nkind: Scale\n/);
    await waitUntilWatched(scale.document.uri);
    await retype(scale, 'replicas: 2\nstatus', 'replicas: 4\nstatus');
    assert.ok(await trySave(scale.document));
    assert.equal(await valueAt('scaled', '.spec.replicas'), '4');
    await waitForText(whole.document, /replicas: 4\n/);
    await cluster.run('scale', 'deployment/scaled', '--replicas=3');
    await waitForText(scale.document, /replicas: 3\n/);
    assert.equal(scale.document.isDirty, false);
  });

  test('Open Status of Live Object: a document of the status alone, whose save writes nothing else', async () => {
    const uri = await createDeployment('reported');
    const whole = await openLive(uri);
    await waitUntilWatched(uri);
    assert.doesNotMatch(whole.document.getText(), /^status:/m);
    await runCommand('openStatus', uri);
    const status = activeEditor();
    assert.ok(status.document.uri.path.endsWith('/deployments:status.v1.apps/reported.yaml'));
    assert.match(status.document.getText(), /^status:/m);
    assert.doesNotMatch(status.document.getText(), /^spec:/m);
    const patch = JSON.stringify({ status: { collisionCount: 7 } });
    await cluster.run('patch', 'deployment', 'reported', '--subresource=status', '--type=merge', '-p', patch);
    await waitForText(status.document, /collisionCount: 7/);
    await retype(status, 'collisionCount: 7', 'collisionCount: 8');
    assert.ok(await trySave(status.document));
    assert.equal(await valueAt('reported', '.status.collisionCount'), '8');
    assert.equal(await valueAt('reported', '.spec.replicas'), '2');
  });

  test('Open Scale of Live Object, away from live objects: asks for one, the last one first', async () => {
    const uri = await createDeployment('picked');
    const link = await vscode.workspace.openTextDocument({ content: uri.toString() });
    const editor = await vscode.window.showTextDocument(link);
    editor.selection = new vscode.Selection(0, 0, 0, link.getText().length);
    await acceptUntilDone(vscode.commands.executeCommand('kubernetesLiveEdit.openFromName'));
    assert.equal(activeEditor().document.uri.toString(), uri.toString());
    await closeEditors();
    await acceptUntilDone(vscode.commands.executeCommand('kubernetesLiveEdit.openScale'));
    assert.ok(activeEditor().document.uri.path.endsWith('/deployments:scale.v1.apps/picked.yaml'));
    assert.match(activeEditor().document.getText(), /kind: Scale/);
  });

  test('the URI of a subresource comes back from VS Code as it was', () => {
    const uri = toUri({
      ...deployments,
      context: 'prod',
      namespace: 'shop',
      name: 'web',
      subresource: 'scale',
    });
    assert.equal(vscode.Uri.parse(uri).toString(), uri);
  });
});

function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'no editor is active');
  return editor;
}
