import * as vscode from 'vscode';
import type { CurrentObject } from './currentObject';
import { toReadOnlyUri } from './liveObjectProvider';
import { openDocument } from './openDocument';

/** *Show Live Object*: the whole live object, read-only and following, beside the document. */
export function showLiveObject({ uri }: CurrentObject): Promise<void> {
  return openDocument(toReadOnlyUri(uri), {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}
