import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';

/** A part of a file as a text document whose positions are those in the file; its text and offsets stay its own. */
export function shiftDocument(part: TextDocument, origin: Position): TextDocument {
  if (origin.line === 0 && origin.character === 0) return part;
  return {
    uri: part.uri,
    languageId: part.languageId,
    version: part.version,
    lineCount: part.lineCount,
    getText: (range) => part.getText(range && { start: toPart(range.start), end: toPart(range.end) }),
    positionAt: (offset) => shiftPosition(part.positionAt(offset), origin),
    offsetAt: (position) => part.offsetAt(toPart(position)),
    getLineRange: (line) => shiftRange(part.getLineRange(line - origin.line), origin),
    getEOLCharacters: (line) => part.getEOLCharacters(line - origin.line),
  };

  function toPart({ line, character }: Position): Position {
    if (line < origin.line) return { line: 0, character: 0 };
    const own = line - origin.line;
    return { line: own, character: own === 0 ? Math.max(character - origin.character, 0) : character };
  }
}

/** Where a position of a part is in the file that the part begins in at `origin`. */
export function shiftPosition({ line, character }: Position, origin: Position): Position {
  return { line: line + origin.line, character: line === 0 ? character + origin.character : character };
}

/** Where a range of a part is in the file that the part begins in at `origin`. */
export function shiftRange({ start, end }: Range, origin: Position): Range {
  return { start: shiftPosition(start, origin), end: shiftPosition(end, origin) };
}
