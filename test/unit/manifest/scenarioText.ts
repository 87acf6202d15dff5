import assert from 'node:assert/strict';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { mergeObject } from '../../../server/src/merge/mergeObject';
import { builtinTopology } from '../../../server/src/merge/topology';
import { topologies } from '../merge/scenarioMerge';

/** The object that a text says; fails the test where it says none. */
export function read(text: string): JsonObject {
  const { value, problems } = readManifest(text);
  assert.ok(isJsonObject(value), problems.map(({ message }) => message).join(' '));
  return value;
}

/** An object in the cluster, given as the scenario has it, and the text that is shown of it. */
export function open(start: string): { live: JsonObject; text: string } {
  const live = read(start);
  return { live, text: renderManifest(live) };
}

/** What a save writes, and the text after it. */
export interface Saved {
  object: JsonValue;
  text: string;
  conflicts: string[];
}

/** Saves the text of what was opened as `base` over what is in the cluster now. */
export function save(base: JsonObject, text: string, theirs: JsonObject = base): Saved {
  const topology = topologies[base['kind'] as string] ?? builtinTopology;
  const reading = readManifest(text);
  assert.ok(reading.value !== undefined, reading.problems[0]?.message);
  const merged = mergeObject({ base, ours: reading.value, theirs, topology, hidden: [], status: 'ignored' });
  assert.ok(merged.kind !== 'refused');
  const edits = editToValue(reading, merged.visible, topology);
  assert.ok(edits);
  const conflicts = merged.kind === 'conflicting' ? merged.conflicts : [];
  return {
    object: merged.object,
    text: applyEdits(text, edits),
    conflicts: conflicts.map(({ path }) => formatFieldPath(path)),
  };
}

/** The text with a part replaced that stands there once. */
export function type(text: string, from: string, to: string): string {
  assert.equal(text.split(from).length, 2, `${from} in ${text}`);
  return text.replace(from, () => to);
}

/** The lines of a text that are other lines in the other one, which has as many. */
export function changedLines(before: string, after: string): [before: string, after: string][] {
  const [older, newer] = [before.split('\n'), after.split('\n')];
  assert.equal(older.length, newer.length);
  return older.flatMap((line, index) => (line === newer[index] ? [] : [[line, newer[index]!]]));
}

/** The object with other fields at its root; those of metadata are added to it. */
export function changed(object: JsonObject, { metadata, ...fields }: JsonObject): JsonObject {
  return {
    ...object,
    ...fields,
    metadata: { ...(object['metadata'] as JsonObject), ...(metadata as JsonObject) },
  };
}
