import * as vscode from 'vscode';
import type { SaveQuestion } from '../../server/src/protocol/messages';

/** Asks in a modal dialog; resolves to whether the user said yes. */
export async function ask({ message, detail, yes }: SaveQuestion): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}
