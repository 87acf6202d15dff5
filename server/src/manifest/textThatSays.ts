import { isJsonObject, type JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import { applyEdits, editToValue } from './edit';
import type { ManifestReading } from './reading';
import { renderManifest } from './render';

/** The text that says a value: the one that was read edited in place, or a new one where that cannot be done. */
export function textThatSays(
  reading: ManifestReading,
  value: JsonValue | undefined,
  topology: ListTopology,
): string {
  const edits = editToValue(reading, value ?? null, topology);
  if (edits !== undefined) return applyEdits(reading.text, edits);
  return renderManifest(isJsonObject(value) ? value : {});
}
