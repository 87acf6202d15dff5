import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { mergedRequest, mergeInputsRequest } from '../../server/src/protocol/messages';
import { sayDecided } from './commands/decide';
import { findDocument } from './documents';
import { type ScratchFiles, scratchScheme } from './scratchFiles';
import type { Twins } from './twins';
import { type HeldText, toTwinUri } from './twinUris';

export interface MergeViewParts {
  client: LanguageClient;
  scratchFiles: ScratchFiles;
  twins: Twins;
}

/**
 * Opens the three-way view of a live document's conflicts. What it is completed with becomes the document's text,
 * unsaved; closed in any other way it leaves everything as it was. Returns false where this VS Code has no such view.
 * Rejects with a sentence.
 */
export async function openMergeView(uri: vscode.Uri, parts: MergeViewParts): Promise<boolean> {
  if (!(await vscode.commands.getCommands(false)).includes(mergeEditorCommand)) return false;
  const output = uri.with({ scheme: scratchScheme });
  // One that somebody is at work in is brought to the front as it is.
  if (findDocument(output)?.isDirty !== true) await prepare(uri, output, parts);
  const side = (kind: HeldText, title: string, description: string) => ({
    uri: toTwinUri(uri, kind),
    title,
    description,
  });
  try {
    await vscode.commands.executeCommand(mergeEditorCommand, {
      base: toTwinUri(uri, 'mergeBase'),
      input1: side('mergeLive', 'Live', 'as the cluster has it'),
      input2: side('mergeYours', 'Yours', 'as you have it'),
      output,
    });
    return true;
  } catch {
    return false; // it is no public command: its arguments may be other ones by now
  }
}

async function prepare(
  uri: vscode.Uri,
  output: vscode.Uri,
  { client, scratchFiles, twins }: MergeViewParts,
): Promise<void> {
  const openedOn = findDocument(uri)?.getText();
  const answer = await client.sendRequest(mergeInputsRequest, { uri: uri.toString() });
  if (answer.kind === 'problem') throw new Error(answer.problem.message);
  const { base, yours, live } = answer.value;
  twins.hold(uri, 'mergeBase', base);
  twins.hold(uri, 'mergeYours', yours);
  twins.hold(uri, 'mergeLive', live);
  // Where the output is as the base, the merge editor has nothing decided yet.
  scratchFiles.put(output, base, (text) => complete(uri, text, { client, openedOn }));
}

/** Hands the text of a completed merge to the server, which makes it the document's. Rejects with a sentence. */
async function complete(
  uri: vscode.Uri,
  text: string,
  { client, openedOn }: { client: LanguageClient; openedOn: string | undefined },
): Promise<void> {
  const refuse = (sentence: string): never => {
    throw vscode.FileSystemError.Unavailable(sentence);
  };
  if (/^<{7}/m.test(text)) refuse(markersLeft);
  if (findDocument(uri)?.getText() !== openedOn) refuse(typedMeanwhile);
  // An edit of a document that is on the screen is one that an undo takes back, whatever it changes.
  await vscode.window.showTextDocument(uri, { preview: false });
  const answer = await client.sendRequest(mergedRequest, { uri: uri.toString(), text });
  if (answer.kind === 'problem') return refuse(answer.problem.message);
  sayDecided(answer.value);
}

const mergeEditorCommand = '_open.mergeEditor';
const markersLeft =
  'The text still has conflict markers (<<<<<<<), which no manifest may have. Decide on them and complete the merge again.';
const typedMeanwhile =
  'The live object’s document has been changed since this merge view was opened, so its text is not replaced. Close this view and open a new one.';
