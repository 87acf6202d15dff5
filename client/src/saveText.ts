import * as vscode from 'vscode';

/**
 * The text that an editor writes. Throws a sentence where the document is in another encoding: it would say other
 * characters than the editor shows.
 */
export function decodeText(content: Uint8Array, document: vscode.TextDocument | undefined): string {
  if (document !== undefined && !document.encoding.startsWith('utf8')) {
    throw vscode.FileSystemError.Unavailable(
      `Not saved: this document is in the encoding ${document.encoding}, and live objects are UTF-8. Reopen it with the encoding UTF-8.`,
    );
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
}

/**
 * Throws a sentence unless the user has asked for this save. `reason` is undefined where the editor has told nothing
 * of one: another extension may write under a clean editor.
 */
export function refuseUnasked(
  reason: vscode.TextDocumentSaveReason | undefined,
  document: vscode.TextDocument | undefined,
): void {
  if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual)
    throw vscode.FileSystemError.Unavailable(refusal);
  // Programs save so, and an auto save that some extension has held up.
  if (reason === undefined && document?.isDirty === true)
    throw vscode.FileSystemError.Unavailable(refusalOfPrograms);
}

const refusal =
  'Auto save does not write to a cluster. Save this live object yourself when it is as you want it. ' +
  'With the setting files.autoSaveWorkspaceFilesOnly, auto save leaves live objects alone.';
const refusalOfPrograms =
  'Not saved: this save was not asked for in the editor. Look at the changes and save this live object yourself, with Ctrl+S.';
