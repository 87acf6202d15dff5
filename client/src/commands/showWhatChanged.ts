import * as vscode from 'vscode';
import { nameObject } from '../../../server/src/protocol/objectRef';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';
import type { CommandServices } from './services';
import { readVersions } from './showHistory';

/**
 * *Show What Changed*: the object as opened against the live one, which is followed. As opened is what the text was
 * derived from; where the text has followed the live object, the version that was opened first.
 */
export async function showWhatChanged(services: CommandServices, object: CurrentObject): Promise<void> {
  const { uri, ref } = object;
  const seen = await readVersions(services, object);
  const opened = seen?.versions.at(-1);
  if (seen === undefined || opened === undefined) return;
  const { moved, versions } = seen;
  if (!moved && versions.length === 1)
    return void vscode.window.showInformationMessage(
      `Nothing that the text of ${nameObject(ref)} shows has changed since it was opened.`,
    );
  await vscode.commands.executeCommand(
    'vscode.diff',
    toTwinUri(uri, moved ? 'asOpened' : { resourceVersion: opened.resourceVersion }),
    toTwinUri(uri, 'live'),
    `${ref.name}: ${moved ? 'as opened' : opened.name} ↔ live`,
  );
}
