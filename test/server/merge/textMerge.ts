import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import type { Conflict } from '../../../server/src/merge/conflicts';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { mergeObject } from '../../../server/src/merge/mergeObject';
import type { ListTopology } from '../../../server/src/merge/topology';
import { defaultSettings } from '../../../server/src/protocol/settings';
import { fieldOwnership, hideFields } from '../../../server/src/session/hiddenFields';
import type { Triple } from './triples';

const ownership = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true });

/** What the text of an object shows. */
export function visibleOf(object: JsonObject): JsonObject {
  return hideFields(object, ownership);
}

/** The texts of the three versions: that of base as it is shown, edited in place by ours; theirs rendered anew. */
export interface TripleTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Throws where the text of base cannot be edited to what ours is. */
export function writeTexts({ base, ours, theirs }: Triple, topology: ListTopology): TripleTexts {
  const text = renderManifest(visibleOf(base));
  return {
    base: text,
    ours: editText(text, visibleOf(ours), topology),
    theirs: renderManifest(visibleOf(theirs)),
  };
}

export interface TextMerge {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/** Reads the text of ours, merges it with base and theirs, and edits it to what that comes to; ours at conflicts. */
export function mergeText(
  { base, theirs }: Pick<Triple, 'base' | 'theirs'>,
  ours: string,
  topology: ListTopology,
): TextMerge {
  const reading = readManifest(ours);
  const { hidden } = ownership;
  const merged = mergeObject({ base, ours: reading.value, theirs, topology, hidden, status: 'ignored' });
  if (merged.kind === 'refused') throw new Error(`refused: ${merged.reason}`);
  const edits = editToValue(reading, merged.visible, topology);
  if (edits === undefined) throw new Error('the text cannot be edited to the merged object');
  return { text: applyEdits(ours, edits), conflicts: merged.kind === 'clean' ? [] : merged.conflicts };
}

function editText(text: string, target: JsonValue, topology: ListTopology): string {
  const edits = editToValue(readManifest(text), target, topology);
  if (edits === undefined) throw new Error('the text cannot be edited');
  return applyEdits(text, edits);
}
