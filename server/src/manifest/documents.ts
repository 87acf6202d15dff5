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
  const known = new Map(previous?.documents.map((document) => [document.content.key, document.content]));
  const documents: FileDocument[] = [];
  let start: Position = { line: 0, character: 0 };
  for (const part of splitFile(content)) {
    const key = keyOf(content, part);
    const reading = known.get(key) ?? readPart(key, content, part);
    known.set(key, reading);
    const end = endOf(start, reading);
    documents.push(placeDocument(reading, { start, end }, { text, lineEnd }));
    start = end;
  }
  return { text, documents };
}

/** Parts with the same key have the same reading. */
function keyOf(content: string, { form, start, end, contentStart }: FilePart): string {
  return `${form}${contentStart - start}\n${content.slice(start, end)}`;
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
  const origin = endOf(range.start, { ...content, end: contentStart });
  const source: TextDocument = shiftDocument(reading.parsed.source, origin);
  return {
    form,
    range,
    isEmpty,
    content,
    reading: {
      text,
      value: reading.value,
      problems: reading.problems.map((problem) => ({
        ...problem,
        range: shiftRange(problem.range, origin),
        ...(problem.related && { related: shiftRange(problem.related, origin) }),
      })),
      parsed: { ...reading.parsed, source, lineEnd },
    },
  };
}
