import * as vscode from 'vscode';

/**
 * Opens a document by its URI and shows it. Always read as UTF-8, which is what the server sends: the user's
 * `files.encoding` would garble it. Rejects where it cannot be opened.
 */
export async function openDocument(
  uri: string | vscode.Uri,
  showOptions: vscode.TextDocumentShowOptions = { preview: false },
): Promise<void> {
  const parsed = typeof uri === 'string' ? vscode.Uri.parse(uri, true) : uri;
  const document = await vscode.workspace.openTextDocument(parsed, { encoding: 'utf8' });
  await vscode.window.showTextDocument(document, showOptions);
}
