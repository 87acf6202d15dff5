import * as vscode from 'vscode';
import {
  liveObjectOfFileRequest,
  removeCopiedFieldsRequest,
  takeLiveIntoFileRequest,
} from '../../../server/src/protocol/files';
import type { Answer } from '../../../server/src/protocol/messages';
import { reportFailure } from './failure';
import { findManifestObject } from './manifestPlace';
import { openDocument } from './openDocument';
import type { CommandServices } from './services';

/** *Take Live into File*: the live value of a field, or of all that are otherwise in the cluster. */
export async function takeLiveIntoFile(services: CommandServices, args: readonly unknown[]): Promise<void> {
  const place = await findManifestObject(services, args);
  if (place === undefined) return;
  const client = await services.client();
  say(services, await client.sendRequest(takeLiveIntoFileRequest, place), 'taken from the live object');
}

/** *Remove Copied Fields*: what was copied from the cluster and only it writes. */
export async function removeCopiedFields(services: CommandServices, args: readonly unknown[]): Promise<void> {
  const place = await findManifestObject(services, args);
  if (place === undefined) return;
  const client = await services.client();
  say(services, await client.sendRequest(removeCopiedFieldsRequest, place), 'removed');
}

/** *Open Live Object* of an object of a file, beside it. */
export async function openLiveObjectOfFile(
  services: CommandServices,
  args: readonly unknown[],
): Promise<void> {
  const place = await findManifestObject(services, args);
  if (place === undefined) return;
  const client = await services.client();
  const answer = await client.sendRequest(liveObjectOfFileRequest, place);
  if (answer.kind === 'problem') return reportFailure(services.log, answer.problem.message);
  await openDocument(answer.value.uri, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

function say({ log }: CommandServices, answer: Answer<{ fields: number }>, what: string): void {
  if (answer.kind === 'problem') return reportFailure(log, answer.problem.message);
  const { fields } = answer.value;
  vscode.window.setStatusBarMessage(
    `${fields === 1 ? '1 field' : `${fields} fields`} ${what}. The file is not saved yet.`,
    millisecondsShown,
  );
}

const millisecondsShown = 8_000;
