import { applyEdits, editToValue } from '../manifest/edit';
import { readManifest } from '../manifest/read';
import { renderManifest } from '../manifest/render';
import type { JsonObject } from '../merge/json';
import { builtinTopology } from '../merge/topology';

/** The text that says `target`: `text` edited in place, or a new one where that cannot be done or `text` is broken. */
export function rewriteText(text: string, target: JsonObject): string {
  const edits = editToValue(readManifest(text), target, builtinTopology);
  return edits === undefined ? renderManifest(target) : applyEdits(text, edits);
}
