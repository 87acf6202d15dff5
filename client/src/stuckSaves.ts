import * as vscode from 'vscode';

/** Says once that what was saved is stuck in the cluster, with a way to the whole live object. Does not wait. */
export async function showStuckSave({ uri, message }: { uri: string; message: string }): Promise<void> {
  const showLiveObject = 'Show Live Object';
  if ((await vscode.window.showWarningMessage(message, showLiveObject)) === showLiveObject)
    await vscode.commands.executeCommand('kubernetesLiveEdit.showLiveObject', uri);
}
