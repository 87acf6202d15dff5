import * as vscode from 'vscode';
import { liveScheme, parseUri } from '../../../server/src/protocol/objectRef';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';

/** The live object that a command is about, and the URI of its document. */
export interface CurrentObject {
  uri: vscode.Uri;
  ref: ObjectRef;
}

/**
 * The object of the URI that the command was given (menus pass a Uri, lenses a text), else that of the active
 * editor; of a comparison that of its right side, wherever the cursor is. Undefined where that is no live object.
 */
export function findCurrentObject(argument: unknown): CurrentObject | undefined {
  const uri = toUri(argument) ?? findComparedUri() ?? vscode.window.activeTextEditor?.document.uri;
  const ref = uri?.scheme === liveScheme ? parseUri(uri.toString()) : undefined;
  return uri === undefined || ref === undefined ? undefined : { uri, ref };
}

/** The object for a sentence: `deployments/web in namespace shop of context prod`, `the scale of deployments/web …`. */
export function describeObject(ref: ObjectRef): string {
  const object = `${ref.resource}/${ref.name}`;
  const name = ref.subresource === undefined ? object : `the ${ref.subresource} of ${object}`;
  return ref.namespace === undefined
    ? `${name} of context ${ref.context}`
    : `${name} in namespace ${ref.namespace} of context ${ref.context}`;
}

function findComparedUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === liveScheme
    ? input.modified
    : undefined;
}

function toUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === 'string' ? vscode.Uri.parse(argument) : undefined;
}
