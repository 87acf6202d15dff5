import type { TextEdit } from 'vscode-languageserver-types';
import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from '../merge/json';
import { untypedTopology, type ListTopology } from '../merge/topology';
import type { FileDocument } from './documents';
import { applyEdits, editToText, editToValue } from './edit';
import { editJson } from './editJson';
import { isSameJson } from './equal';
import { splitFile } from './fileParts';
import { readDocuments } from './read';
import type { ManifestReading } from './reading';
import { shiftRange } from './shifted';

/** An object of a document: all of it, or at a path of `items` and indexes. */
export interface EditedObject {
  readonly document: FileDocument;
  readonly path: FieldPath;
  readonly topology: ListTopology;
}

/**
 * The smallest edits of a file after which one of its objects says `target`; all other bytes stay. Ranges are those of
 * the file. Undefined where the document cannot be read, has no such object, or would not be one document that says
 * the target; none where it says the target already.
 */
export function editObject(
  { document, path, topology }: EditedObject,
  target: JsonValue,
): TextEdit[] | undefined {
  const { reading, form } = document;
  if (reading.value === undefined) return undefined;
  const whole = withItem(reading.value, path, target);
  if (whole === undefined) return undefined;
  const around = listTopology(topology, path);
  const edits = form === 'json' ? editJson(reading, whole, around) : editYaml(reading, whole, around);
  return edits && keepsDocuments(reading.text, edits) ? edits : undefined;
}

/** kubectl reads a file that does not end with a line end as if it did; a block text at its end has it then. */
function editYaml(
  reading: ManifestReading,
  target: JsonValue,
  topology: ListTopology,
): TextEdit[] | undefined {
  const { source, lineEnd } = reading.parsed;
  const text = source.getText();
  if (text.endsWith('\n') || isSameJson(readDocuments(text)[0]?.value, reading.value))
    return editToValue(reading, target, topology);
  const [ended] = readDocuments(`${text}\n`);
  const edits = ended && editToValue(ended, target, topology);
  if (edits === undefined) return undefined;
  const edited = applyEdits(`${text}\n`, edits).replace(/\n$/, '');
  return editToText(text, edited).map(({ range, newText }) => ({
    range: shiftRange(range, source.positionAt(0)),
    newText: newText.replaceAll('\n', lineEnd),
  }));
}

/** The value with another one at a path of keys and indexes; undefined where it has nothing there. */
function withItem(value: JsonValue, path: FieldPath, target: JsonValue): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return target;
  const child = isJsonObject(value) && typeof step === 'string' ? getField(value, step) : undefined;
  const item = Array.isArray(value) && typeof step === 'number' ? value[step] : child;
  const inner = item === undefined ? undefined : withItem(item, rest, target);
  if (inner === undefined) return undefined;
  if (Array.isArray(value)) return value.map((other, index) => (index === step ? inner : other));
  const result: JsonObject = {};
  for (const [key, other] of Object.entries(value as JsonObject))
    setField(result, key, key === step ? inner : other);
  return result;
}

/** What is known of an object, as what is known of each item of a list of objects. */
function listTopology(topology: ListTopology, path: FieldPath): ListTopology {
  if (path.length === 0) return topology;
  const inner = listTopology(topology, path.slice(2));
  const items: ListTopology = { ...untypedTopology, list: { kind: 'atomic' }, element: () => inner };
  return { ...untypedTopology, field: (key) => (key === 'items' ? items : untypedTopology) };
}

/** Whether kubectl would still find the same documents in the file; it finds one wherever a line begins with `---`. */
function keepsDocuments(text: string, edits: TextEdit[]): boolean {
  const [before, after] = [text, applyEdits(text, edits)].map((file) =>
    splitFile(file.replaceAll('\r\n', '\n')).map(({ form }) => form),
  );
  return isSameJson(before, after);
}
