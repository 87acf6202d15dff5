import * as vscode from 'vscode';
import type { SaveAnswer } from '../../server/src/protocol/messages';

/** Says what became of saves: one in the status bar; several within a moment, as by Save All, where there is room. */
export class SaveMessages implements vscode.Disposable {
  private sentences: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  dispose(): void {
    clearTimeout(this.timer);
  }

  say(answer: Exclude<SaveAnswer, { kind: 'problem' }>): void {
    this.sentences.push(answer.message);
    vscode.window.setStatusBarMessage(answer.message, messageMilliseconds);
    if (answer.kind === 'saved' && answer.warnings.length > 0)
      void vscode.window.showWarningMessage(`Saved. The API server warns: ${answer.warnings.join(' ')}`);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sayTogether(), gatherMilliseconds);
  }

  private sayTogether(): void {
    const sentences = this.sentences.splice(0);
    if (sentences.length > 1) void showWhole(sentences.join(' '));
  }
}

/** VS Code shows a message without a button in one line, cut off at its end. */
async function showWhole(message: string): Promise<void> {
  const showLog = 'Show Log';
  const chosen = await vscode.window.showInformationMessage(message, showLog);
  if (chosen === showLog) await vscode.commands.executeCommand('kubernetesLiveEdit.showLog');
}

const gatherMilliseconds = 500;
const messageMilliseconds = 8_000;
