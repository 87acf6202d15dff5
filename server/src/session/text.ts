import { editToValue } from '../manifest/edit';
import { readManifest } from '../manifest/read';
import type { ManifestReading } from '../manifest/reading';
import { textThatSays } from '../manifest/textThatSays';
import { fieldAt } from '../merge/fieldAt';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';
import type { ListTopology } from '../merge/topology';

/** The text that says `target`: `text` edited in place, or a new one where that cannot be done or `text` is broken. */
export function rewriteText(text: string, target: JsonObject, topology: ListTopology): string {
  return textThatSays(readManifest(text), target, topology);
}

/** Edits of a text, in an editor's terms. */
export type TextEdits = NonNullable<ReturnType<typeof editToValue>>;

/** The edits in place after which a text that was read says `target`; undefined where no edit in place can say that. */
export function editsTo(
  reading: ManifestReading,
  target: JsonValue,
  topology: ListTopology,
): TextEdits | undefined {
  return editToValue(reading, inTextOf(reading, target), topology);
}

/** The text after these edits, or a new one where no edit in place can say `target`. */
export function editedText(reading: ManifestReading, target: JsonObject, topology: ListTopology): string {
  return textThatSays(reading, inTextOf(reading, target), topology);
}

/** What a text is to say of an object: a namespace that it leaves out it goes on leaving out. */
export function inTextOf({ value }: ManifestReading, object: JsonValue): JsonValue {
  const namespace = ['metadata', 'namespace'];
  const leavesOut = isJsonObject(value) && fieldAt(value, namespace) === undefined;
  return leavesOut ? withFieldAt(object, namespace, undefined) : object;
}
