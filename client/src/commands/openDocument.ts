import * as vscode from 'vscode';
import { liveScheme } from '../../../server/src/protocol/objectRef';

/**
 * Opens a document by its URI and shows it. Always read as UTF-8, which is what the server sends: the user's
 * `files.encoding` would garble it. Rejects where it cannot be opened, with the file system's own sentence.
 */
export async function openDocument(
  uri: string | vscode.Uri,
  showOptions: vscode.TextDocumentShowOptions = { preview: false },
): Promise<void> {
  const parsed = typeof uri === 'string' ? vscode.Uri.parse(uri, true) : uri;
  // VS Code wraps what stands in the way of opening into words of its own, but not what stands in the way of this.
  if (parsed.scheme === liveScheme) await vscode.workspace.fs.stat(parsed);
  const document = await vscode.workspace.openTextDocument(parsed, { encoding: 'utf8' });
  await vscode.window.showTextDocument(document, showOptions);
}
