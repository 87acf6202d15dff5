import * as vscode from 'vscode';
import { liveScheme } from '../../../server/src/protocol/objectRef';

/**
 * Opens a document by its URI and shows it. A live object is read as UTF-8, which is what the server sends: the
 * user's `files.encoding` would garble it. Rejects where it cannot be opened, with the file system's own sentence.
 */
export async function openDocument(
  uri: string | vscode.Uri,
  showOptions: vscode.TextDocumentShowOptions = { preview: false },
): Promise<void> {
  const parsed = typeof uri === 'string' ? vscode.Uri.parse(uri, true) : uri;
  const document = await (parsed.scheme === liveScheme
    ? openLiveDocument(parsed)
    : vscode.workspace.openTextDocument(parsed)); // an encoding is for file systems alone
  await vscode.window.showTextDocument(document, showOptions);
}

async function openLiveDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  // VS Code wraps what stands in the way of opening into words of its own, but not what stands in the way of this.
  await vscode.workspace.fs.stat(uri);
  return vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
}
