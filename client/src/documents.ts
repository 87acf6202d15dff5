import * as vscode from 'vscode';

/** The open document of this URI. */
export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

/** Shows a document and drops its unsaved changes. Rejects with a sentence where another editor came in front. */
export async function revert(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  // The command is about the active editor, which may be another one by now.
  if (vscode.window.activeTextEditor?.document !== document)
    throw new Error('Another editor was opened meanwhile: nothing was dropped. Try once more.');
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** Closes the text editors of a document, which must hold nothing unsaved. */
export async function closeTabs(uri: vscode.Uri): Promise<void> {
  const key = uri.toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key);
  await vscode.window.tabGroups.close(tabs);
}
