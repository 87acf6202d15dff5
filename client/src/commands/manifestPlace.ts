import * as vscode from 'vscode';
import { fileObjectAtRequest, type FileObjectPlace } from '../../../server/src/protocol/files';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

/** The manifest file that a command was given (menus pass a Uri, lenses a text), else that of the active editor. */
export function findManifest(services: CommandServices, argument: unknown): vscode.Uri | undefined {
  const uri =
    argument instanceof vscode.Uri
      ? argument
      : typeof argument === 'string'
        ? vscode.Uri.parse(argument)
        : vscode.window.activeTextEditor?.document.uri;
  if (uri !== undefined && services.manifests.has(uri)) return uri;
  reportFailure(
    services.log,
    'Open a manifest file first: this command is about the one in the active editor.',
  );
  return undefined;
}

/**
 * The object of a manifest file that a command was given by a lens or a quick fix, with the field that it was given,
 * else the one that the cursor is in. Undefined where there is none, which has been said then.
 */
export async function findManifestObject(
  services: CommandServices,
  [argument, key, path]: readonly unknown[],
): Promise<FileObjectPlace | undefined> {
  const file = findManifest(services, argument);
  if (file === undefined) return undefined;
  const client = await services.client();
  const uri = client.code2ProtocolConverter.asUri(file);
  if (typeof key === 'string') return { uri, key, ...(typeof path === 'string' ? { path } : {}) };
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === file.toString(),
  );
  const line = editor?.selection.active.line ?? 0;
  const answer = await client.sendRequest(fileObjectAtRequest, { uri, line });
  if (answer.kind === 'ok') return { uri, key: answer.value.key };
  reportFailure(services.log, answer.problem.message);
  return undefined;
}
