import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '../../server/src/merge/json';
import type { EditorDocument } from '../server/editor/document';
import type { Editor } from '../server/editor/editor';
import { setRound } from './benchObjects';
import { timeOf } from './interleave';

/** Opens an object and waits until it is watched. */
export async function openWatched(editor: Editor, uri: string): Promise<EditorDocument> {
  const document = await editor.open(uri);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  return document;
}

/** Types another value into the annotation `example.dev/round`, and waits as long as a person does at the least. */
export async function typeRound(document: EditorDocument, round: number): Promise<void> {
  document.type((text) => setRound(text, round));
  await wait(typingMilliseconds);
}

/** From the request of the client to the answer that the document is saved. Milliseconds; rejects where it is not. */
export async function timeSave(document: EditorDocument): Promise<number> {
  const saving = await timeOf(() => document.save());
  assert.equal(saving.value.kind, 'saved', JSON.stringify(saving.value));
  return saving.milliseconds;
}

/** Rejects where an object has not this round. */
export function assertRound(path: string, json: string, round: number): void {
  assert.ok(json.includes(`round ${round}"`), `${path} has not the value that was written last`);
}

/** The resourceVersion of an object in JSON. */
export function versionOf(json: string): unknown {
  return ((JSON.parse(json) as JsonObject)['metadata'] as JsonObject)['resourceVersion'];
}

/** The server has the typed text long before a person saves it. Longer than it gathers changes before publishing. */
export const typingMilliseconds = 25;

/** What the product asks for, so that the API server does the same work. */
export const sameQuery = 'fieldManager=kubernetes-live-edit&fieldValidation=Strict';
