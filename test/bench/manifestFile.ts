import { setTimeout as wait } from 'node:timers/promises';
import { type CodeLens, CodeLensRequest } from 'vscode-languageserver-protocol';
import { fileChoiceRequest } from '../../server/src/protocol/files';
import type { EditorDocument } from '../server/editor/document';
import type { Editor } from '../server/editor/editor';
import { showFile } from '../server/files/manifestEditor';

/** What the product asks for when it applies, so that the API server does the same work. */
export const applyQuery = 'force=false&fieldManager=kubernetes-live-edit&fieldValidation=Strict';

/** Opens a manifest file on the screen, of which the user has not said where it goes. */
export function openManifest(
  editor: Editor,
  { name, text }: { name: string; text: string },
): Promise<EditorDocument> {
  editor.connection.onRequest(fileChoiceRequest, () => null);
  return showFile(editor, `${name}.yaml`, text);
}

/** The lenses of a file that say how an object stands to its live one. */
export interface StateLenses {
  /** Those that have been compared with it. */
  compared: number;
  /** Those of them that are known to be current. */
  watched: number;
}

/** Asks for the lenses once. */
export async function countLenses(editor: Editor, document: EditorDocument): Promise<StateLenses> {
  const titles = (await askLenses(editor, document)).map(({ command }) => command?.title ?? '');
  const compared = titles.filter((title) => /^as in the cluster|^\d+ fields? (is|are) otherwise/.test(title));
  return {
    compared: compared.length,
    watched: compared.filter((title) => !title.endsWith('connecting')).length,
  };
}

/** Waits until so many objects are compared and watched. Rejects after half a minute. */
export async function untilWatched(editor: Editor, document: EditorDocument, count: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { watched } = await countLenses(editor, document);
    if (watched === count) return;
    if (Date.now() > deadline) throw new Error(`${watched} of ${count} objects are watched`);
    await wait(pollMilliseconds);
  }
}

/** How commands name the objects of a file, in their order. */
export async function keysOf(editor: Editor, document: EditorDocument): Promise<string[]> {
  const lenses = await askLenses(editor, document);
  const keys = lenses.map(({ command }) => (command?.arguments as string[] | undefined)?.[1]);
  return [...new Set(keys.filter((key) => key !== undefined))];
}

async function askLenses({ connection }: Editor, { uri }: EditorDocument): Promise<CodeLens[]> {
  return (await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
}

const pollMilliseconds = 50;
