import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range, TextEdit } from 'vscode-languageserver-types';
import type { JsonValue } from '../merge/json';
import { untypedTopology, type ListTopology } from '../merge/topology';
import { arrangeEdits, shrinkEdit } from './applyEdits';
import type { Editing, OffsetEdit } from './editing';
import { editTree } from './editNode';
import { isSameJson } from './equal';
import { detectLayout } from './layout';
import { readDocuments } from './read';
import type { ManifestReading, ParsedManifest } from './reading';

/**
 * The smallest edits after which a text says `target`: comments, styles, anchors, indentation and line ends stay, and
 * so does every byte of what does not change. Items of lists are followed by the identity that the topology gives
 * them, else by what is usual. Undefined where the text cannot be read, or where the edited text would not say the
 * target when read again; none where it says the target already.
 */
export function editToValue(
  reading: ManifestReading,
  target: JsonValue,
  topology: ListTopology = untypedTopology,
): TextEdit[] | undefined {
  if (reading.value === undefined || reading.parsed.root === undefined) return undefined;
  for (const way of ways) {
    if (way.addsLineEnd && reading.text.endsWith('\n')) continue;
    const edits = gatherEdits(reading.parsed, reading.value, target, topology, way);
    const textEdits = edits && toTextEdits(edits, reading.parsed);
    if (textEdits && says(reading, textEdits, target)) return textEdits;
  }
  return undefined;
}

/** How to go about it. */
interface Way {
  mode: 'fine' | 'coarse';
  texts: 'block' | 'quoted';
  /** Ends the last line of a text that does not; a block text at its end may need that. */
  addsLineEnd: boolean;
}

/** The gentlest way first. The others are for rare texts, in which that would not say the target. */
const ways: Way[] = [
  { mode: 'fine', texts: 'block', addsLineEnd: false },
  { mode: 'fine', texts: 'block', addsLineEnd: true },
  { mode: 'fine', texts: 'quoted', addsLineEnd: false },
  { mode: 'coarse', texts: 'quoted', addsLineEnd: false },
  { mode: 'coarse', texts: 'quoted', addsLineEnd: true },
];

/** The text after edits that do not overlap. */
export function applyEdits(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('', 'yaml', 0, text), edits);
}

/** The smallest single edit after which a text is another one; none where it is that already. */
export function editToText(text: string, target: string): TextEdit[] {
  const source = TextDocument.create('', 'yaml', 0, text);
  const edit = shrinkEdit({ start: 0, end: text.length, text: target }, text);
  if (edit === undefined) return [];
  const range = { start: source.positionAt(edit.start), end: source.positionAt(edit.end) };
  return [{ range, newText: edit.text }];
}

/** An edit of a range that leaves the text as it is. */
export function keepRange({ text }: ManifestReading, range: Range): TextEdit[] {
  return [{ range, newText: TextDocument.create('', 'yaml', 0, text).getText(range) }];
}

function says(reading: ManifestReading, edits: TextEdit[], target: JsonValue): boolean {
  if (edits.length === 0) return isSameJson(reading.value, target);
  // The edits fit the source as well, whose line ends are read alike and whose lines have been found already.
  const { source, start } = reading.parsed; // documents before it are as they were
  const edited = readDocuments(TextDocument.applyEdits(source, edits)).find(
    ({ parsed }) => parsed.start === start,
  );
  return edited?.value !== undefined && isSameJson(edited.value, target);
}

function gatherEdits(
  { source, root, aliases }: ParsedManifest,
  value: JsonValue,
  target: JsonValue,
  topology: ListTopology,
  { mode, texts, addsLineEnd }: Way,
): OffsetEdit[] | undefined {
  if (root === undefined) return undefined;
  const original = source.getText();
  const text = original.endsWith('\n') ? original : `${original}\n`;
  const edits: OffsetEdit[] = [];
  const editing: Editing = {
    text,
    aliases,
    layout: { ...detectLayout(text, root), texts },
    mode,
    addsLineEndAt: addsLineEnd ? original.length : undefined,
    edits,
    anchored: new Map(),
  };
  editTree({ node: root, value, target, place: { kind: 'root' }, topology }, editing);
  const arranged = arrangeEdits(edits);
  if (arranged === undefined || text === original) return arranged;
  return addsLineEnd
    ? addLineEnd(arranged, original.length)
    : arranged.map((edit) => dropLineEnd(edit, original.length));
}

/** The edits of a text without a line end at its end, from those of the text with one, which it gets. */
function addLineEnd(edits: OffsetEdit[], length: number): OffsetEdit[] {
  if (edits.every(({ end }) => end < length)) return [...edits, { start: length, end: length, text: '\n' }];
  return edits.map(({ start, end, text }) => {
    if (start > length) return { start: length, end: length, text: `\n${text}` };
    if (end > length) return { start, end: length, text };
    return { start, end, text: end === length ? `${text}\n` : text };
  });
}

/** The edit of a text without a line end at its end, from that of the text with one. */
function dropLineEnd({ start, end, text }: OffsetEdit, length: number): OffsetEdit {
  if (end <= length) return { start, end, text };
  if (start > length) return { start: length, end: length, text: `\n${text.replace(/\n$/, '')}` };
  if (text !== '') return { start, end: length, text: text.replace(/\n$/, '') };
  // What is removed at the end takes the line end before it along.
  return { start: Math.max(start - 1, 0), end: length, text };
}

function toTextEdits(edits: OffsetEdit[], { source, lineEnd }: ParsedManifest): TextEdit[] {
  const text = source.getText();
  return edits
    .map((edit) => shrinkEdit(edit, text))
    .filter((edit) => edit !== undefined)
    .map(({ start, end, text: newText }) => ({
      range: { start: source.positionAt(start), end: source.positionAt(end) },
      newText: lineEnd === '\n' ? newText : newText.replaceAll('\n', lineEnd),
    }));
}
