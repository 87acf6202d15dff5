import * as vscode from 'vscode';

/** Says that what was saved is stuck in the cluster: no more than one notification a document until it is answered. */
export class StuckSaves {
  private readonly unanswered = new Set<string>();

  /** Shows the sentence, with a way to the whole live object. Does not wait for the user. */
  show(stuck: { uri: string; message: string }): void {
    if (this.unanswered.has(stuck.uri)) return;
    this.unanswered.add(stuck.uri);
    void this.ask(stuck).finally(() => this.unanswered.delete(stuck.uri));
  }

  private async ask({ uri, message }: { uri: string; message: string }): Promise<void> {
    const showLiveObject = 'Show Live Object';
    if ((await vscode.window.showWarningMessage(message, showLiveObject)) === showLiveObject)
      await vscode.commands.executeCommand('kubernetesLiveEdit.showLiveObject', uri);
  }
}
