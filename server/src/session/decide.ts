import { applyEdits, editToText, keepRange } from '../manifest/edit';
import { isolatedTexts } from '../manifest/isolatedTexts';
import { findRange } from '../manifest/ranges';
import { formatPointer } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { isolateObjectConflicts } from '../merge/mergeObject';
import { keepOurs, takeTheirs } from '../merge/resolve';
import type { MergeInputs } from '../protocol/messages';
import type { LiveDocument } from './liveDocument';
import { mergeWithLive, versionsOf } from './merged';
import { readOurs } from './ours';
import type { Snapshot } from './snapshot';
import { editsTo, inTextOf, type TextEdits } from './text';

/** What a user can decide about conflicts. `path` is a JSON pointer with selectors; without it all are meant. */
export type Decision =
  | { kind: 'keepYours' | 'takeLive'; path: string | undefined }
  /** The text that a three-way view ended with, and the live object that it was opened on. */
  | { kind: 'merged'; text: string; live: Snapshot };

/** An edit of the user's text, and the object that the edited text is derived from. */
export interface DecidedEdit {
  edits: TextEdits;
  text: string;
  base: JsonObject;
}

/** The edit that carries a decision out; undefined where there is no such conflict (any more). */
export function decide(document: LiveDocument, decision: Decision): DecidedEdit | undefined {
  if (decision.kind === 'merged') {
    const { text, live } = decision;
    return { edits: editToText(document.text, text), text, base: live.object };
  }
  const conflicting = findConflicts(document);
  const chosen = conflicting?.conflicts.filter(
    ({ path }) => decision.path === undefined || decision.path === formatPointer(path),
  );
  if (conflicting === undefined || chosen === undefined || chosen.length === 0) return undefined;
  const { reading, versions } = conflicting;
  const { topology } = document;
  let { base, ours } = versions;
  for (const conflict of chosen) {
    const now = { ...versions, base, ours };
    if (decision.kind === 'keepYours') base = keepOurs(now, conflict, topology);
    else ({ base, ours } = takeTheirs(now, conflict, topology));
  }
  if (!isJsonObject(base) || !isJsonObject(ours)) return undefined;
  // An edit that changes nothing gives an undo something to take back, and with it the decision.
  const edits =
    decision.kind === 'takeLive'
      ? editsTo(reading, ours, topology)
      : chosen.slice(0, 1).flatMap(({ path }) => keepRange(reading, findRange(reading, path).key));
  return edits && { edits, text: applyEdits(document.text, edits), base };
}

/** The three texts of a merge view: alike everywhere but at the conflicts. Undefined where there are none. */
export function mergeInputs(document: LiveDocument): MergeInputs | undefined {
  const conflicting = findConflicts(document);
  if (conflicting === undefined) return undefined;
  const { reading, versions } = conflicting;
  const isolated = isolateObjectConflicts(versions);
  const shown = {
    base: inTextOf(reading, isolated.base),
    ours: inTextOf(reading, isolated.ours),
    theirs: inTextOf(reading, isolated.theirs),
  };
  const { base, ours: yours, theirs: live } = isolatedTexts(reading, shown, document.topology);
  return { base, yours, live };
}

function findConflicts(document: LiveDocument) {
  const ours = readOurs(document, document.text);
  if (ours.kind === 'refused' || document.live.kind === 'deleted') return undefined;
  const { snapshot } = document.live;
  const merged = mergeWithLive(document, ours.visible, snapshot);
  if (merged.kind !== 'conflicting') return undefined;
  const versions = versionsOf(document, ours.visible, snapshot);
  return { reading: ours.reading, versions, conflicts: merged.conflicts };
}
