import { applyEdits, keepRange } from '../manifest/edit';
import { findRange } from '../manifest/ranges';
import type { ManifestReading } from '../manifest/reading';
import type { Conflict } from '../merge/conflicts';
import { formatPointer } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { mergeObject, type ObjectVersions } from '../merge/mergeObject';
import { keepOurs, takeTheirs } from '../merge/resolve';
import type { LiveDocument } from './liveDocument';
import { versionsOf } from './merged';
import { readOurs } from './ours';
import type { Snapshot } from './snapshot';
import { editsTo, type TextEdits } from './text';

/** What a user can decide about conflicts. `path` is a JSON pointer with selectors; without it all are meant. */
export interface Decision {
  kind: 'keepYours' | 'takeLive';
  path: string | undefined;
}

/** An edit of the user's text, and the object that the edited text is derived from. */
export interface DecidedEdit {
  edits: TextEdits;
  text: string;
  base: JsonObject;
}

/** The edit that carries a decision out; undefined where there is no such conflict (any more). */
export function decide(document: LiveDocument, decision: Decision): DecidedEdit | undefined {
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

export interface FoundConflicts {
  readonly reading: ManifestReading;
  readonly versions: ObjectVersions;
  readonly conflicts: readonly Conflict[];
  readonly live: Snapshot;
}

/** The conflicts of a document, with what they are between; undefined where there are none. */
export function findConflicts(document: LiveDocument): FoundConflicts | undefined {
  const ours = readOurs(document, document.text);
  if (ours.kind === 'refused' || document.live.kind === 'deleted') return undefined;
  const { snapshot } = document.live;
  const versions = versionsOf(document, ours.visible, snapshot);
  const merged = mergeObject(versions);
  if (merged.kind !== 'conflicting') return undefined;
  return { reading: ours.reading, versions, conflicts: merged.conflicts, live: snapshot };
}
