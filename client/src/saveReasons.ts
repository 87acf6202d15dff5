import * as vscode from 'vscode';
import { liveScheme } from '../../server/src/protocol/objectRef';

/** Why documents are being saved: VS Code tells it before a save, and not with the write itself. */
export class SaveReasons implements vscode.Disposable {
  private readonly reasons = new Map<string, vscode.TextDocumentSaveReason>();
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === liveScheme) this.reasons.set(document.uri.toString(), reason);
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Why the write that has just begun must not reach a cluster, as a sentence; undefined where somebody asked for it. */
  refuse(uri: vscode.Uri): string | undefined {
    const key = uri.toString();
    const reason = this.reasons.get(key) ?? vscode.TextDocumentSaveReason.Manual;
    this.reasons.delete(key);
    return reason === vscode.TextDocumentSaveReason.Manual
      ? undefined
      : 'Auto save does not write to a cluster. Save this live object yourself when it is as you want it.';
  }
}
