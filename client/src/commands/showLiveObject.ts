import * as vscode from 'vscode';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';
import { openDocument } from './openDocument';

/** *Show Live Object*: the whole live object, read-only and following, beside the document. */
export function showLiveObject({ uri }: CurrentObject): Promise<void> {
  return openDocument(toTwinUri(uri, 'wholeLive'), {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}
