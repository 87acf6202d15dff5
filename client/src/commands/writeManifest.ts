import * as vscode from 'vscode';
import {
  type FileWrite,
  type FileWriteSummary,
  type OwnershipDecision,
  decideOwnershipRequest,
  writeFileRequest,
} from '../../../server/src/protocol/files';
import type { Answer } from '../../../server/src/protocol/messages';
import { reportFailure } from './failure';
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
  await showWrite(services, { uri, words: titles[how] }, (token) =>
    client.sendRequest(writeFileRequest, { uri, keys: [key], how }, token),
  );
}

/** *Apply File*: all objects of a file, in the order that they need each other. */
export async function applyFile(services: CommandServices, argument: unknown): Promise<void> {
  const file = findManifest(services, argument);
  if (file === undefined) return;
  const client = await services.client();
  const uri = client.code2ProtocolConverter.asUri(file);
  await showWrite(services, { uri, words: titles.apply }, (token) =>
    client.sendRequest(writeFileRequest, { uri, how: 'apply' }, token),
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
  const send = (token?: vscode.CancellationToken): Promise<Answer<FileWriteSummary>> =>
    client.sendRequest(decideOwnershipRequest, { ...place, decision }, token);
  if (decision === 'takeOver') return showWrite(services, { uri: place.uri, words: titles.apply }, send);
  report(services, await send());
}

/** Shows a write while it goes on, with a way to cancel it, and what became of it. */
async function showWrite(
  services: CommandServices,
  { uri, words }: { uri: string; words: string },
  send: (token: vscode.CancellationToken) => Promise<Answer<FileWriteSummary>>,
): Promise<void> {
  const name = vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: `${words} ${name}`,
  };
  report(services, await vscode.window.withProgress(options, (_, token) => send(token)));
}

function report({ log }: CommandServices, answer: Answer<FileWriteSummary>): void {
  if (answer.kind === 'problem') return reportFailure(log, answer.problem.message);
  const { message, level, details } = answer.value;
  for (const detail of details) log.info(detail);
  const show = {
    info: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[level];
  void show(message, 'Show Log').then((chosen) => {
    if (chosen !== undefined) log.show();
  });
}

const titles: Record<FileWrite, string> = {
  apply: 'Applying',
  replace: 'Replacing',
  create: 'Creating',
  delete: 'Deleting',
};
