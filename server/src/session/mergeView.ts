import { editToText } from '../manifest/edit';
import { isolatedTexts } from '../manifest/isolatedTexts';
import { isEqual } from '../merge/equality';
import { isJsonObject } from '../merge/json';
import { isolateObjectConflicts } from '../merge/mergeObject';
import { adoptConflict } from '../merge/resolve';
import { valueAt } from '../merge/resolvePath';
import { topologyAt } from '../merge/topology';
import type { MergeInputs } from '../protocol/messages';
import { type DecidedEdit, findConflicts, type FoundConflicts } from './decide';
import type { LiveDocument } from './liveDocument';
import { readOurs } from './ours';
import { editedText, inTextOf } from './text';

/** The conflicts that a three-way view was opened on. */
export type OpenedMerge = FoundConflicts;

/** The three texts of a view, and what it is opened on. Undefined where there are no conflicts. */
export function openMerge(document: LiveDocument): { opened: OpenedMerge; inputs: MergeInputs } | undefined {
  const opened = findConflicts(document);
  if (opened === undefined) return undefined;
  const { reading, versions } = opened;
  const isolated = isolateObjectConflicts(versions);
  const shown = {
    base: inTextOf(reading, isolated.base),
    ours: inTextOf(reading, isolated.ours),
    theirs: inTextOf(reading, isolated.theirs),
  };
  const { base, ours: yours, theirs: live } = isolatedTexts(reading, shown, document.topology);
  return { opened, inputs: { base, yours, live } };
}

/** Why the text of a view is not taken. */
export type MergeRefusal = 'textChanged' | 'unreadable';

/**
 * The edit that makes the text of a view the document's. What stands there as it was opened is not decided: the user's
 * value stays, and the conflict with it. The document must still have the text that the view was opened on.
 */
export function endMerge(
  document: LiveDocument,
  opened: OpenedMerge,
  text: string,
): DecidedEdit | MergeRefusal {
  if (document.text !== opened.reading.text) return 'textChanged';
  const merged = readOurs(document, text);
  if (merged.kind === 'refused') return 'unreadable';
  const { versions, conflicts, live } = opened;
  const { topology } = document;
  const asOpened = isolateObjectConflicts(versions).base;
  const undecided = conflicts.filter(({ path }) => {
    const [now, before] = [merged.visible, asOpened].map((value) => valueAt(value, path, topology));
    return isEqual(now, before, topologyAt(topology, path));
  });
  const adopt = (target: typeof versions.base, source: typeof versions.base): typeof versions.base =>
    undecided.reduce((value, conflict) => adoptConflict(value, source, conflict, topology), target);
  const base = adopt(live.object, versions.base);
  const ours = adopt(merged.visible, versions.ours);
  if (!isJsonObject(base) || !isJsonObject(ours)) return 'unreadable';
  const result = undecided.length === 0 ? text : editedText(merged.reading, ours, topology);
  return { edits: editToText(document.text, result), text: result, base };
}
