import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import type { ListTopology } from '../../../server/src/merge/topology';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { readManifest } from '../../../server/src/manifest/read';

/** The text after it was made to say the target; it is read back, and made to say it once more, without an edit. */
export function edit(text: string, target: JsonValue, topology?: ListTopology): string {
  const edits = editToValue(readManifest(text), target, topology);
  assert.ok(edits, 'no edits');
  const edited = applyEdits(text, edits);
  assert.deepEqual(readManifest(edited).value, target);
  assert.deepEqual(editToValue(readManifest(edited), target, topology), []);
  return edited;
}

/** Rows of a name, a text, the value that it shall say, and the text that says it. */
export function table(rows: [name: string, before: string, target: JsonValue, after: string][]): void {
  for (const [name, before, target, after] of rows)
    test(name, () => assert.equal(edit(before, target), after));
}
