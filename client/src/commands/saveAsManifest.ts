import * as vscode from 'vscode';
import { liveManifestRequest } from '../../../server/src/protocol/liveManifest';
import type { CurrentObject } from './currentObject';
import { reportFailure, showWithLog } from './failure';
import type { CommandServices } from './services';

/**
 * *Save Live Object as Manifest…*: states the object in a new file, or in one that the user chooses, as an edit that can
 * be undone. Nothing is saved but by the user.
 */
export async function saveAsManifest(services: CommandServices, object: CurrentObject): Promise<void> {
  const file = await chooseFile(object);
  if (file === undefined) return;
  const document = file.scheme === 'untitled' ? undefined : await vscode.workspace.openTextDocument(file);
  const { log } = services;
  const client = await services.client();
  const text = document?.getText() ?? '';
  const uri = client.code2ProtocolConverter.asUri(object.uri);
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: `Making a manifest of ${object.ref.name}`,
  };
  const answer = await vscode.window.withProgress(options, (_, token) =>
    client.sendRequest(liveManifestRequest, { uri, file: { path: file.path, text } }, token),
  );
  if (answer.kind === 'problem') return reportFailure(log, answer.problem.message);
  const { edits, message, details } = answer.value;
  if (document === undefined) {
    const [only] = edits;
    const created = await vscode.workspace.openTextDocument({
      language: 'yaml',
      content: only?.newText ?? '',
    });
    await vscode.window.showTextDocument(created, { preview: false });
  } else {
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const isSame = document.getText() === text;
    const isMade =
      isSame &&
      (await editor.edit((builder) => {
        for (const { range, newText } of edits)
          builder.replace(client.protocol2CodeConverter.asRange(range), newText);
      }));
    if (!isMade) return reportFailure(log, 'The file was changed meanwhile. Save the object into it again.');
  }
  for (const detail of details) log.info(detail);
  if (details.length === 0) void vscode.window.showInformationMessage(message);
  else showWithLog(log, vscode.window.showInformationMessage, message);
}

interface FileItem extends vscode.QuickPickItem {
  uri?: vscode.Uri;
  isChosenByDialog?: true;
}

/** A file that is open, one that the user finds, or a new one, which has no name until it is saved. */
async function chooseFile({ ref }: CurrentObject): Promise<vscode.Uri | undefined> {
  const opened = vscode.workspace.textDocuments.filter(
    ({ uri, languageId }) => uri.scheme === 'file' && /^(?:yaml|json)/.test(languageId),
  );
  const items: FileItem[] = [
    { label: '$(new-file) New File', uri: vscode.Uri.from({ scheme: 'untitled', path: `${ref.name}.yaml` }) },
    { label: '$(folder-opened) Choose a File…', isChosenByDialog: true },
    ...opened.map(({ uri }) => ({
      label: `$(file) ${uri.path.split('/').at(-1) ?? ''}`,
      description: vscode.workspace.asRelativePath(uri),
      uri,
    })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: `Save ${ref.resource} "${ref.name}" as a Manifest`,
    placeHolder: 'Where shall the manifest stand? Comments of a file are kept.',
  });
  if (chosen?.isChosenByDialog !== true) return chosen?.uri;
  const found = await vscode.window.showOpenDialog({
    title: 'The File That Is to State the Object',
    openLabel: 'Choose',
    filters: { Manifests: ['yaml', 'yml', 'json'] },
  });
  return found?.[0];
}
