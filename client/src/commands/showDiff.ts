import * as vscode from 'vscode';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

/** *Show Diff of the Last Merged Save*: the text as it was saved, and with what others had changed merged in. */
export async function showDiff(services: CommandServices, { uri, ref }: CurrentObject): Promise<void> {
  if (!services.twins.holds(uri, 'merged'))
    return reportFailure(services.log, 'No save has merged anything into this text since it was opened.');
  await vscode.commands.executeCommand(
    'vscode.diff',
    toTwinUri(uri, 'saved'),
    toTwinUri(uri, 'merged'),
    `${ref.name}: as saved ↔ merged`,
    { preview: false },
  );
}
