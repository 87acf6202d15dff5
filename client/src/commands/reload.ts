import * as vscode from 'vscode';
import { reloadRequest } from '../../../server/src/protocol/messages';
import { describeObject } from './currentObject';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

/** *Reload from Cluster*: the object's text as it is now. Unsaved changes are dropped only when the user says so. */
export async function reload(services: CommandServices, { uri, ref }: CurrentObject): Promise<void> {
  const document = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri.toString());
  if (document?.isDirty === true && !(await confirmLoss(describeObject(ref)))) return;
  const client = await services.client();
  const answer = await client.sendRequest(reloadRequest, { uri: client.code2ProtocolConverter.asUri(uri) });
  if (answer.kind === 'problem') return reportFailure(services.log, answer.problem.message);
  await services.liveFileSystem.reload(uri);
}

async function confirmLoss(object: string): Promise<boolean> {
  const dropChanges = 'Drop My Changes';
  const chosen = await vscode.window.showWarningMessage(
    `Drop your unsaved changes to ${object}?`,
    {
      modal: true,
      detail: 'The text of the live object takes their place. Nothing is written to the cluster.',
    },
    dropChanges,
  );
  return chosen === dropChanges;
}
