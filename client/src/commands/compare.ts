import * as vscode from 'vscode';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';

/** *Compare with Live Object*: what the text would show of it on the left, the document itself on the right. */
export function compareWithLive(object: CurrentObject): Thenable<void> {
  return compare(object, toTwinUri(object.uri, 'live'), 'live ↔ yours');
}

/** *Compare with Object as Opened*: the same with the version that the text was derived from. */
export function compareWithOpened(object: CurrentObject): Thenable<void> {
  return compare(object, toTwinUri(object.uri, 'asOpened'), 'as opened ↔ yours');
}

function compare({ uri, ref }: CurrentObject, left: vscode.Uri, words: string): Thenable<void> {
  return vscode.commands.executeCommand('vscode.diff', left, uri, `${ref.name}: ${words}`);
}
