import * as vscode from 'vscode';
import { closeTabs, findDocument, revert } from '../documents';
import { describeObject } from './currentObject';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import { reload } from './reload';
import type { CommandServices } from './services';

/** *Create Anew*: saves the text of an object that was deleted; the server asks before it makes a new one of it. */
export async function createAnew(services: CommandServices, { uri, ref }: CurrentObject): Promise<void> {
  if (services.status.stalenessOf(uri) !== 'deleted')
    return reportFailure(
      services.log,
      `Create Anew is for an object that was deleted from its cluster: ${describeObject(ref)} is not known to be.`,
    );
  if (ref.subresource !== undefined)
    return reportFailure(
      services.log,
      `Create Anew makes whole objects: ${describeObject(ref)} comes back with its object.`,
    );
  await services.liveFileSystem.createAnew(uri);
}

/** *Discard*: closes the document of an object that was deleted; of any other it shows the live object instead. */
export async function discard(services: CommandServices, object: CurrentObject): Promise<void> {
  const { uri, ref } = object;
  if (services.status.stalenessOf(uri) !== 'deleted') return reload(services, object);
  const document = findDocument(uri);
  if (document === undefined) return;
  if (document.isDirty) {
    if (!(await confirmClosing(describeObject(ref)))) return;
    await revert(document);
  }
  await closeTabs(uri);
}

async function confirmClosing(object: string): Promise<boolean> {
  const closing = 'Drop and Close';
  const chosen = await vscode.window.showWarningMessage(
    `Drop your unsaved changes to ${object}, and close it?`,
    { modal: true, detail: 'The object is not in the cluster any more: this text may be the last of it.' },
    closing,
  );
  return chosen === closing;
}
