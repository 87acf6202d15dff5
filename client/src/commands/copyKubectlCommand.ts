import * as vscode from 'vscode';
import { kubectlCommandRequest } from '../../../server/src/protocol/messages';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import type { CommandServices } from './services';

const millisecondsShown = 5000;

/** *Copy kubectl Command*: the command that reads the object, to the clipboard. */
export async function copyKubectlCommand(services: CommandServices, { uri }: CurrentObject): Promise<void> {
  const client = await services.client();
  const answer = await client.sendRequest(kubectlCommandRequest, {
    uri: client.code2ProtocolConverter.asUri(uri),
  });
  if (answer.kind === 'problem') return reportFailure(services.log, answer.problem.message);
  await vscode.env.clipboard.writeText(answer.value.command);
  vscode.window.setStatusBarMessage(`Copied: ${answer.value.command}`, millisecondsShown);
}
