import type { TextEdit } from 'vscode-languageserver-types';
import type { FileReading } from '../manifest/documents';
import { readFile } from '../manifest/documents';
import { editObject } from '../manifest/editObject';
import { textAt } from '../manifest/fileObjects';
import { recognizeFile, type RecognizedObject } from '../manifest/recognize';
import { renderManifest } from '../manifest/render';
import { groupOf } from '../merge/drift';
import type { JsonObject } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import { untypedTopology } from '../merge/topology';
import type { ManifestFile } from '../protocol/liveManifest';
import type { LiveManifest } from '../session/liveManifest';
import { type StatedOptions, statedManifest } from './statedManifest';

/** What makes a file state an object; ranges are 0-based lines, UTF-16. */
export type FileEdits =
  | { kind: 'edited'; how: 'new' | 'appended' | 'changed'; edits: TextEdit[] }
  /** It cannot be stated there: a file that is one JSON value, a template, or a text that is not understood. */
  | { kind: 'refused'; because: 'json' | 'template' | 'broken' };

/**
 * The edits after which a file states an object: in the document that states it already, whose comments and layout
 * stay, else as a document of its own at the end. The same object is one of the same group, kind and name, and of the
 * same namespace or of none that is stated.
 */
export function editIntoFile(
  { path, text }: ManifestFile,
  manifest: Pick<LiveManifest, 'object' | 'whole'>,
  options: StatedOptions,
): FileEdits {
  const rendered = renderManifest(manifest.object);
  if (text === '') return { kind: 'edited', how: 'new', edits: [insertAt(text, rendered)] };
  const reading = readFile(text);
  const { entries } = recognizeFile(reading, { path, isNextToChart: false });
  if (entries.some(({ recognized: { kind } }) => kind === 'template'))
    return { kind: 'refused', because: 'template' };
  const found = entries.flatMap(({ document, recognized }) =>
    recognized.kind === 'object' && isSameObject(recognized, manifest.object)
      ? [{ document, recognized }]
      : [],
  );
  const exact = found.find(({ recognized }) => recognized.identity.namespace !== undefined) ?? found[0];
  if (exact !== undefined) {
    const { document, recognized } = exact;
    const file = valueAt(document.reading.value, recognized.path, untypedTopology) ?? null;
    const target = statedManifest(file, manifest, options);
    const edits = editObject({ document, path: recognized.path, topology: options.topology }, target);
    return edits === undefined
      ? { kind: 'refused', because: 'broken' }
      : { kind: 'edited', how: 'changed', edits };
  }
  if (reading.documents.some(({ form, isEmpty }) => form === 'json' && !isEmpty))
    return { kind: 'refused', because: 'json' };
  return { kind: 'edited', how: 'appended', edits: [append(reading, rendered)] };
}

function append({ text, documents }: FileReading, rendered: string): TextEdit {
  const needsMark = documents.some(({ isEmpty }) => !isEmpty) && !/(?:^|\n)---[ \t]*\r?\n?$/.test(text);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const before = `${text.endsWith('\n') ? '' : '\n'}${needsMark ? '---\n' : ''}`;
  return insertAt(text, `${before}${rendered}`.replaceAll('\n', lineEnd));
}

/** An insertion at the end of a text. */
function insertAt(text: string, newText: string): TextEdit {
  const lines = text.split(/\r\n|\n|\r/);
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { range: { start: end, end }, newText };
}

function isSameObject({ identity }: RecognizedObject, object: JsonObject): boolean {
  const namespace = textAt(object, ['metadata', 'namespace']);
  return (
    groupOf({ apiVersion: identity.apiVersion }) === groupOf(object) &&
    identity.kind === textAt(object, ['kind']) &&
    identity.name === textAt(object, ['metadata', 'name']) &&
    (identity.namespace === undefined || identity.namespace === namespace)
  );
}
