import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Choice,
  chooseRequest,
  decideOwnershipRequest,
  type FileChoice,
  fileChoiceRequest,
  fileObjectAtRequest,
  type FileWrite,
  type FileWriteSummary,
  type OwnershipDecision,
  type Review,
  reviewRequest,
  shownFilesNotification,
  writeFileRequest,
} from '../../../server/src/protocol/files';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, patience } from '../session/workbench';

/** What the user of an editor has been asked about manifest files, oldest first, and what they answer. */
export interface FileUser {
  readonly reviews: Review[];
  readonly choices: Choice[];
  /** Where they have said that files go, by URI. */
  readonly destinations: Map<string, FileChoice>;
  /** Yes unless a test says otherwise. */
  review: (review: Review) => boolean | Promise<boolean>;
  /** The first way unless a test says otherwise. */
  choose: (choice: Choice) => string | null | Promise<string | null>;
}

/** Answers what is asked about manifest files in this editor. */
export function actAsUser({ connection }: Editor): FileUser {
  const user: FileUser = {
    reviews: [],
    choices: [],
    destinations: new Map(),
    review: () => true,
    choose: ({ ways }) => ways[0]?.id ?? null,
  };
  connection.onRequest(fileChoiceRequest, ({ uri }) => user.destinations.get(uri) ?? null);
  connection.onRequest(reviewRequest, (review) => {
    user.reviews.push(review);
    return user.review(review);
  });
  connection.onRequest(chooseRequest, (choice) => {
    user.choices.push(choice);
    return user.choose(choice);
  });
  return user;
}

/** Opens a file in the folder /work without showing it. The name has its extension. */
export function openFile(editor: Editor, name: string, text: string): EditorDocument {
  return editor.restore(uriOf(name), text);
}

/** Opens a file and shows it, and no other. */
export async function showFile(editor: Editor, name: string, text: string): Promise<EditorDocument> {
  const document = openFile(editor, name, text);
  await show(editor, document);
  return document;
}

/** Just these documents are on the screen. */
export async function show(editor: Editor, ...documents: EditorDocument[]): Promise<void> {
  const uris = documents.map(({ uri }) => uri);
  await editor.connection.sendNotification(shownFilesNotification, { uris });
}

export function uriOf(name: string): string {
  return `file:///work/${name}`;
}

/** Waits until a lens above the first line with these words says this. */
export async function untilLens(document: EditorDocument, words: string, said: RegExp): Promise<void> {
  let lenses: string[] = [];
  const holds = async (): Promise<boolean> => {
    lenses = await document.lensesAt(lineOf(document, words));
    return lenses.some((title) => said.test(title.replaceAll('\u00a0', ' ')));
  };
  await until(holds, () => `above ${words} stands ${lenses.join(' | ')}, and not ${String(said)}`);
}

/** Waits until the first line with these words is marked with this. */
export async function untilMark(document: EditorDocument, words: string, said: RegExp): Promise<void> {
  const marks = (): string[] => messagesOn(document, lineOf(document, words));
  await until(
    () => marks().some((message) => said.test(message)),
    () => `${words} is marked with ${marks().join(' | ')}, and not with ${String(said)}`,
  );
}

/** Waits until this holds, and fails with these words where it does not come about. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  describe: () => string = () => 'it did not come about',
): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, describe());
    await wait(30);
  }
}

/** Writes the objects that the first lines with these words are of, or all; rejects with what the user would see. */
export async function writeObjects(
  editor: Editor,
  { uri, ...document }: EditorDocument,
  { how = 'apply', of = [] }: { how?: FileWrite; of?: readonly string[] } = {},
): Promise<FileWriteSummary> {
  const keys = await Promise.all(of.map((words) => keyAt(editor, { uri, ...document }, words)));
  return editor.ask(writeFileRequest, { uri, how, ...(keys.length > 0 && { keys }) });
}

/** The key of the object that the first line with these words is of. */
export async function keyAt(editor: Editor, document: EditorDocument, words: string): Promise<string> {
  const place = { uri: document.uri, line: lineOf(document, words) };
  return (await editor.ask(fileObjectAtRequest, place)).key;
}

/** Decides about a field (a JSON pointer) of the object that these words are of, or about all that others hold. */
export async function decide(
  editor: Editor,
  document: EditorDocument,
  { of, decision, path }: { of: string; decision: OwnershipDecision; path?: string },
): Promise<FileWriteSummary> {
  const key = await keyAt(editor, document, of);
  const { uri } = document;
  return editor.ask(decideOwnershipRequest, { uri, key, decision, ...(path !== undefined && { path }) });
}

/** A ConfigMap as a file states it, its values quoted. */
export function configMapText(name: string, data: Record<string, string>, namespace?: string): string {
  return [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: ${name}`,
    ...(namespace === undefined ? [] : [`  namespace: ${namespace}`]),
    'data:',
    ...Object.entries(data).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    '',
  ].join('\n');
}
