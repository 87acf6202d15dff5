import * as vscode from 'vscode';
import type { Choice } from '../../server/src/protocol/files';
import type { SaveQuestion } from '../../server/src/protocol/messages';

/** Asks in a modal dialog; resolves to whether the user said yes. */
export async function ask({ message, detail, yes }: SaveQuestion): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

/** Asks in a modal dialog which way to go on; resolves to the `id` of one, or null. */
export async function choose({ message, detail, ways }: Choice): Promise<string | null> {
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...ways);
  return chosen?.id ?? null;
}
