import { ApplyWorkspaceEditRequest, type Connection, type TextEdit } from 'vscode-languageserver';

/** Has the editor edit one of its texts; resolves to whether it did. */
export type EditText = (uri: string, edits: TextEdit[]) => Promise<boolean>;

/** Edits of the texts that the editor has at that moment; of other ones they would be the wrong edits. */
export function createTextEdits(
  connection: Connection,
  versionOf: (uri: string) => number | undefined,
): EditText {
  return async (uri, edits) => {
    const textDocument = { uri, version: versionOf(uri) ?? null };
    const edit = { documentChanges: [{ textDocument, edits }] };
    const made = await connection
      .sendRequest(ApplyWorkspaceEditRequest.type, { edit })
      .catch(() => ({ applied: false }));
    return made.applied;
  };
}
