import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

const extensionId = 'kubernetes-live-edit.kubernetes-live-edit';

suite('activation', () => {
  test('this is a real VS Code', () => {
    assert.match(vscode.version, /^1\.\d+\.\d+/);
  });

  test('the extension sleeps until one of its commands is called', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, `${extensionId} is not among the installed extensions`);
    assert.equal(extension.isActive, false);
    await vscode.commands.executeCommand('kubernetesLiveEdit.showLog');
    assert.equal(extension.isActive, true);
  });

  test('every command that the manifest declares is registered', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    const registered = await vscode.commands.getCommands(true);
    assert.ok(declared.length > 0);
    assert.deepEqual(
      declared.filter((command) => !registered.includes(command)),
      [],
    );
  });
});
