import * as vscode from 'vscode';
import { type ConflictDecision, decideRequest } from '../../../server/src/protocol/messages';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

/**
 * *Keep Yours* and *Take Live*: at one conflict, named by the JSON pointer that a lens or a quick fix passes, or at
 * all. The server edits the text.
 */
export async function decide(
  services: CommandServices,
  { uri }: CurrentObject,
  { keep, path }: Pick<ConflictDecision, 'keep'> & { path?: unknown },
): Promise<void> {
  const client = await services.client();
  const decision: ConflictDecision = { uri: client.code2ProtocolConverter.asUri(uri), keep };
  const answer = await client.sendRequest(
    decideRequest,
    typeof path === 'string' ? { ...decision, path } : decision,
  );
  if (answer.kind === 'problem') return reportFailure(services.log, answer.problem.message);
  sayDecided(answer.value);
}

/** Says in the status bar when nothing is left to be decided. */
export function sayDecided({ conflictsLeft }: { conflictsLeft: number }): void {
  if (conflictsLeft === 0)
    vscode.window.setStatusBarMessage('No conflict left: save to write it.', millisecondsShown);
}

const millisecondsShown = 8_000;
