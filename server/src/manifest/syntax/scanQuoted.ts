import { isBlank, isBlankOrEnd, lineFeed, type Cursor } from './cursor';
import type { Token } from './tokens';

const quoteCode = { single: 0x27, double: 0x22 };
const backslash = 0x5c;

/** Scans a quoted scalar at its opening quote. Lines are folded; their indentation does not matter. */
export function scanQuoted(cursor: Cursor, style: 'single' | 'double'): Token {
  const start = cursor.position;
  const quote = quoteCode[style];
  cursor.position += 1;
  let text = '';
  for (;;) {
    if (cursor.isAtDocumentMark()) {
      cursor.fail('A document mark must not stand inside quotes.', cursor.position, cursor.position + 3);
      break;
    }
    if (Number.isNaN(cursor.code())) {
      cursor.fail('This quote is never closed.', start);
      break;
    }
    const piece = scanPiece(cursor, style, quote);
    text += piece.text;
    if (cursor.code() === quote) break;
    text += scanGap(cursor, piece.endsWithEscapedLineEnd);
  }
  cursor.position = Math.min(cursor.position + 1, cursor.text.length);
  return { kind: 'scalar', start, end: cursor.position, style, text };
}

/** Characters up to a blank, a line end or the closing quote. */
function scanPiece(
  cursor: Cursor,
  style: 'single' | 'double',
  quote: number,
): { text: string; endsWithEscapedLineEnd: boolean } {
  let text = '';
  let from = cursor.position;
  const take = (): void => {
    text += cursor.text.slice(from, cursor.position);
  };
  for (;;) {
    const code = cursor.code();
    if (isBlankOrEnd(code)) break;
    if (code === quote) {
      if (style === 'double' || cursor.code(1) !== quote) break;
      cursor.position += 1; // of two single quotes the first is dropped
      text += cursor.text.slice(from, cursor.position);
      from = cursor.position + 1;
    } else if (style === 'double' && code === backslash) {
      take();
      if (cursor.code(1) === lineFeed) {
        cursor.position += 1;
        cursor.stepOverLineEnd();
        return { text, endsWithEscapedLineEnd: true };
      }
      text += scanEscape(cursor);
      from = cursor.position;
      continue;
    }
    cursor.position += 1;
  }
  take();
  return { text, endsWithEscapedLineEnd: false };
}

/** Blanks and line ends: one line end is a space, more are one less; blanks around line ends do not count. */
function scanGap(cursor: Cursor, followsEscapedLineEnd: boolean): string {
  const start = cursor.position;
  let lineEnds = 0;
  while (isBlank(cursor.code()) || cursor.code() === lineFeed) {
    if (isBlank(cursor.code())) cursor.position += 1;
    else {
      cursor.stepOverLineEnd();
      lineEnds += 1;
    }
  }
  if (followsEscapedLineEnd) return '\n'.repeat(lineEnds);
  if (lineEnds === 0) return cursor.text.slice(start, cursor.position);
  return lineEnds === 1 ? ' ' : '\n'.repeat(lineEnds - 1);
}

const escapes = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

const codeLengths = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function scanEscape(cursor: Cursor): string {
  const start = cursor.position;
  const letter = cursor.text.charAt(start + 1);
  const character = escapes.get(letter);
  if (character !== undefined) {
    cursor.position += 2;
    return character;
  }
  const length = codeLengths.get(letter);
  if (length === undefined) {
    cursor.fail(`YAML knows no escape \\${letter}; write \\\\ for a backslash.`, start, start + 2);
    return '';
  }
  const digits = cursor.text.slice(start + 2, start + 2 + length);
  const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? parseInt(digits, 16) : NaN;
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    cursor.fail(`\\${letter} needs ${length} hexadecimal digits of a character.`, start, start + 2 + length);
    return '';
  }
  cursor.position += 2 + length;
  return String.fromCodePoint(code);
}
