import * as vscode from 'vscode';

/** Why documents are being saved: VS Code tells it before a save, and not with the write itself. */
export class SaveReasons implements vscode.Disposable {
  private readonly reasons = new Map<string, vscode.TextDocumentSaveReason>();
  private readonly subscription: vscode.Disposable;

  /** Of the documents that are meant. */
  constructor(isMeant: (document: vscode.TextDocument) => boolean) {
    this.subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (isMeant(document)) this.reasons.set(document.uri.toString(), reason);
    });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Why the write that has just begun was begun; undefined where the editor has told nothing of a save. */
  take(uri: vscode.Uri): vscode.TextDocumentSaveReason | undefined {
    const key = uri.toString();
    const reason = this.reasons.get(key);
    this.reasons.delete(key);
    return reason;
  }
}
