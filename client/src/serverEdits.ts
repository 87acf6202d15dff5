import * as vscode from 'vscode';
import {
  type ApplyWorkspaceEditParams,
  type ApplyWorkspaceEditResult,
  type LanguageClient,
  type TextDocumentEdit,
  TextEdit,
} from 'vscode-languageclient/node';

/**
 * Makes an edit of one document in an editor that shows it: there an undo has something to take back even where the
 * edit leaves the text as it is. Undefined where that cannot be done: as a workspace edit VS Code would make of it
 * only what changes the text.
 */
export async function editInEditor(
  client: LanguageClient,
  { edit }: ApplyWorkspaceEditParams,
): Promise<ApplyWorkspaceEditResult | undefined> {
  const change = findOnlyChange(edit);
  if (change === undefined) return undefined;
  const { uri, version } = change.textDocument;
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => client.code2ProtocolConverter.asUri(document.uri) === uri,
  );
  if (editor?.document.version !== version || !change.edits.every((one) => TextEdit.is(one)))
    return undefined;
  const replacements = change.edits.map(
    ({ range, newText }) => [client.protocol2CodeConverter.asRange(range), newText] as const,
  );
  const applied = await editor.edit((builder) => {
    for (const [range, newText] of replacements) builder.replace(range, newText);
  });
  return { applied };
}

function findOnlyChange({
  documentChanges = [],
}: ApplyWorkspaceEditParams['edit']): TextDocumentEdit | undefined {
  const [change] = documentChanges;
  return change !== undefined && documentChanges.length === 1 && 'textDocument' in change
    ? change
    : undefined;
}
