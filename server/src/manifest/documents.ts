import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import { splitFile, type FilePart } from './fileParts';
import { readPart, type PartReading } from './readPart';
import type { ManifestReading } from './reading';
import { shiftDocument, shiftRange } from './shifted';

/** A file as the documents that kubectl finds in it. */
export interface FileReading {
  readonly text: string;
  readonly documents: readonly FileDocument[];
}

/** One document of a file. */
export interface FileDocument {
  readonly form: 'yaml' | 'json';
  /** From its `---`, or where the document before ends, to where the next one begins. 0-based lines, UTF-16. */
  readonly range: Range;
  /** What it says; its `text` is the whole file, and all ranges of it are those of the file. */
  readonly reading: ManifestReading;
  /** Whether kubectl skips it: nothing, comments or null. */
  readonly isEmpty: boolean;
  /** The same object in two readings where the document's text is the same: what is derived from it can be kept by it. */
  readonly content: PartReading;
}

/**
 * The documents of a file as kubectl reads them, also those behind one that kubectl would stop at. Those whose text the
 * previous reading has are not read again. Never throws; linear in the length of the text.
 */
export function readFile(text: string, previous?: FileReading): FileReading {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const content = lineEnd === '\n' ? text : text.replaceAll('\r\n', '\n');
  const parts = splitFile(content);
  const findKnown = createKnown(previous, parts.length);
  const documents: FileDocument[] = [];
  let start: Position = { line: 0, character: 0 };
  for (const [index, part] of parts.entries()) {
    const own = content.slice(part.start, part.end);
    const reading = findKnown(index, own, part) ?? readPart(content, part);
    const end = endOf(start, reading);
    documents.push(placeDocument(reading, { start, end }, { text, lineEnd }));
    start = end;
  }
  return { text, documents };
}

type FindKnown = (index: number, text: string, part: FilePart) => PartReading | undefined;

/**
 * Finds the reading of a part that the previous reading has as well. Most often it has the same place there, from the
 * beginning or from the end.
 */
function createKnown(previous: FileReading | undefined, count: number): FindKnown {
  const known = previous?.documents.map(({ content }) => content) ?? [];
  let byText: Map<string, PartReading> | undefined;
  return (index, text, { form, start, contentStart }) => {
    const isSame = (reading: PartReading | undefined): boolean =>
      reading?.form === form && reading.skipped === contentStart - start && reading.text === text;
    const near = [known[index], known[known.length - count + index]].find(isSame);
    if (near !== undefined || known.length === 0) return near;
    byText ??= new Map(known.map((reading) => [reading.text, reading]));
    const other = byText.get(text);
    return isSame(other) ? other : undefined;
  };
}

function endOf(start: Position, { end }: PartReading): Position {
  return { line: start.line + end.line, character: end.character + (end.line === 0 ? start.character : 0) };
}

function placeDocument(
  content: PartReading,
  range: Range,
  { text, lineEnd }: { text: string; lineEnd: '\n' | '\r\n' },
): FileDocument {
  const { form, reading, isEmpty, contentStart } = content;
  let placed: ManifestReading | undefined;
  return {
    form,
    range,
    isEmpty,
    content,
    /** Most documents of a file are not looked into at a keystroke. */
    get reading() {
      const origin = endOf(range.start, { ...content, end: contentStart });
      return (placed ??= placeReading(reading, origin, { text, lineEnd }));
    },
  };
}

/** The reading of a part that begins at `origin`, as one of its file. */
function placeReading(
  { value, problems, parsed }: ManifestReading,
  origin: Position,
  { text, lineEnd }: { text: string; lineEnd: '\n' | '\r\n' },
): ManifestReading {
  const source: TextDocument = shiftDocument(parsed.source, origin);
  return {
    text,
    value,
    problems: problems.map((problem) => ({
      ...problem,
      range: shiftRange(problem.range, origin),
      ...(problem.related && { related: shiftRange(problem.related, origin) }),
    })),
    parsed: { ...parsed, source, lineEnd },
  };
}
