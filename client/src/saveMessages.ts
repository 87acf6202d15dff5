import * as vscode from 'vscode';
import type { SaveAnswer } from '../../server/src/protocol/messages';

/** Says what became of saves. Several within a moment, as by Save All, are named together. */
export class SaveMessages implements vscode.Disposable {
  private sentences: string[] = [];
  private last = 0;
  private shown: vscode.Disposable | undefined;

  dispose(): void {
    this.shown?.dispose();
  }

  say(answer: Exclude<SaveAnswer, { kind: 'problem' }>): void {
    if (Date.now() - this.last > gatherMilliseconds) this.sentences = [];
    this.last = Date.now();
    this.sentences.push(answer.message);
    this.shown?.dispose();
    this.shown = vscode.window.setStatusBarMessage(this.sentences.join(' '), messageMilliseconds);
    if (answer.kind === 'saved' && answer.warnings.length > 0)
      void vscode.window.showWarningMessage(`Saved. The API server warns: ${answer.warnings.join(' ')}`);
  }
}

const gatherMilliseconds = 1_000;
const messageMilliseconds = 8_000;
