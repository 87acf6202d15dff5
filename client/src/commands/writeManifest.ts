import * as vscode from 'vscode';
import type { WorkDoneProgressParams } from 'vscode-languageclient/node';
import {
  type FileWrite,
  type FileWriteSummary,
  type OwnershipDecision,
  decideOwnershipRequest,
  writeFileRequest,
  writeProgress,
} from '../../../server/src/protocol/files';
import type { Answer } from '../../../server/src/protocol/messages';
import { reportFailure, showWithLog } from './failure';
import { findManifest, findManifestObject } from './manifestPlace';
import type { CommandServices } from './services';

/** *Apply This Object*, *Replace with Precondition*, *Create*, *Delete from Cluster*: of one object of a file. */
export async function writeObject(
  services: CommandServices,
  how: FileWrite,
  args: readonly unknown[],
): Promise<void> {
  const place = await findManifestObject(services, args);
  if (place === undefined) return;
  const { uri, key } = place;
  const client = await services.client();
  await showWrite(services, { uri, words: titles[how] }, (progress, token) =>
    client.sendRequest(writeFileRequest, { uri, keys: [key], how, ...progress }, token),
  );
}

/** *Apply File*: all objects of a file, in the order that they need each other. */
export async function applyFile(services: CommandServices, argument: unknown): Promise<void> {
  const file = findManifest(services, argument);
  if (file === undefined) return;
  const client = await services.client();
  const uri = client.code2ProtocolConverter.asUri(file);
  await showWrite(services, { uri, words: titles.apply }, (progress, token) =>
    client.sendRequest(writeFileRequest, { uri, how: 'apply', ...progress }, token),
  );
}

/** *Take Over*, *Leave to Them*, *Take Theirs into File*: a field that others hold, or all of them. */
export async function decideOwnership(
  services: CommandServices,
  decision: OwnershipDecision,
  args: readonly unknown[],
): Promise<void> {
  const place = await findManifestObject(services, args);
  if (place === undefined) return;
  const client = await services.client();
  if (decision !== 'takeOver')
    return report(services, await client.sendRequest(decideOwnershipRequest, { ...place, decision }));
  await showWrite(services, { uri: place.uri, words: titles.apply }, (progress, token) =>
    client.sendRequest(decideOwnershipRequest, { ...place, decision, ...progress }, token),
  );
}

type SendWrite = (
  progress: WorkDoneProgressParams,
  token: vscode.CancellationToken,
) => Promise<Answer<FileWriteSummary>>;

/** Shows a write while it goes on and how far it has come, with a way to cancel it, and what became of it. */
async function showWrite(
  services: CommandServices,
  { uri, words }: { uri: string; words: string },
  send: SendWrite,
): Promise<void> {
  const client = await services.client();
  const name = vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
  const workDoneToken = crypto.randomUUID();
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: `${words} ${name}`,
  };
  const answer = await vscode.window.withProgress(options, async (progress, token) => {
    const subscription = client.onProgress(writeProgress, workDoneToken, (reported) => {
      if (reported.kind !== 'end' && reported.message !== undefined)
        progress.report({ message: reported.message });
    });
    try {
      return await send({ workDoneToken }, token);
    } finally {
      subscription.dispose();
    }
  });
  report(services, answer);
}

function report({ log }: CommandServices, answer: Answer<FileWriteSummary>): void {
  if (answer.kind === 'problem') return reportFailure(log, answer.problem.message);
  const { message, level, details, wayOut } = answer.value;
  for (const detail of details) log.info(detail);
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  const isAllSaid = level === 'info' && details.length < 2;
  if (wayOut === undefined) return isAllSaid ? void show(message) : showWithLog(log, show, message);
  void show(message, wayOut.title).then((chosen) => {
    if (chosen !== undefined) void vscode.commands.executeCommand(wayOut.command, ...wayOut.arguments);
  });
}

const titles: Record<FileWrite, string> = {
  apply: 'Applying',
  replace: 'Replacing',
  create: 'Creating',
  delete: 'Deleting',
};
