import * as vscode from 'vscode';
import { findDocument } from '../documents';
import { describeObject } from './currentObject';
import type { CurrentObject } from './currentObject';
import type { CommandServices } from './services';

/** *Reload from Cluster*: the object's text as it is now. Unsaved changes are dropped only when the user says so. */
export async function reload(services: CommandServices, { uri, ref }: CurrentObject): Promise<void> {
  if (findDocument(uri)?.isDirty === true && !(await confirmLoss(describeObject(ref)))) return;
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
