import { isBlank, isDigit, isLineEnd, lineFeed, space, tab, type Cursor } from './cursor';
import type { Token } from './tokens';

/** Scans a block scalar at its `|` or `>`. `parentIndent` is the column of the surrounding collection, or −1. */
export function scanBlock(cursor: Cursor, style: 'literal' | 'folded', parentIndent: number): Token {
  const start = cursor.position;
  const { chomping, increment } = scanHeader(cursor);
  let end = cursor.position;
  cursor.stepOverBlanks();
  if (cursor.text[cursor.position] === '#') cursor.stepToLineEnd();
  if (!isLineEnd(cursor.code()))
    cursor.fail('Behind | or > only its signs and a comment may stand on the line.');
  if (cursor.code() === lineFeed) cursor.stepOverLineEnd();

  let indent = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment;
  let breaks = scanBreaks(cursor, indent);
  if (indent === 0) indent = Math.max(breaks.widest, parentIndent + 1, 1);
  let text = '';
  let lineEnd = ''; // of the line before
  let wasIndented = false;
  while (cursor.column === indent && !Number.isNaN(cursor.code())) {
    const isIndented = isBlank(cursor.code());
    const folds = style === 'folded' && !wasIndented && !isIndented && lineEnd !== '';
    if (!folds) text += lineEnd;
    else if (breaks.count === 0) text += ' ';
    text += '\n'.repeat(breaks.count);
    wasIndented = isIndented;
    const from = cursor.position;
    cursor.stepToLineEnd();
    end = cursor.position;
    text += cursor.text.slice(from, end);
    lineEnd = '';
    if (cursor.code() === lineFeed) {
      lineEnd = '\n';
      cursor.stepOverLineEnd();
    }
    breaks = scanBreaks(cursor, indent);
  }
  if (chomping !== 'strip') text += lineEnd;
  if (chomping === 'keep') {
    text += '\n'.repeat(breaks.count);
    if (breaks.count > 0) end = breaks.end - 1;
  }
  return { kind: 'scalar', start, end, style, text };
}

/** The signs behind `|` or `>`, in either order. */
function scanHeader(cursor: Cursor): { chomping: 'clip' | 'strip' | 'keep'; increment: number } {
  cursor.position += 1;
  let chomping: 'clip' | 'strip' | 'keep' = 'clip';
  let increment = 0;
  const scanChomping = (): boolean => {
    const sign = cursor.text[cursor.position];
    if (sign !== '+' && sign !== '-') return false;
    chomping = sign === '+' ? 'keep' : 'strip';
    cursor.position += 1;
    return true;
  };
  const hasChomping = scanChomping();
  if (isDigit(cursor.code())) {
    increment = cursor.code() - 0x30;
    if (increment === 0) cursor.fail('The indentation of a block text must be at least 1.');
    else cursor.position += 1;
    if (!hasChomping) scanChomping();
  }
  return { chomping, increment };
}

/**
 * Steps over empty lines and the indentation of the next line, up to column `indent`, or all of it where that is 0.
 * Returns the number of empty lines, the widest indentation and where the last empty line ends.
 */
function scanBreaks(cursor: Cursor, indent: number): { count: number; widest: number; end: number } {
  let count = 0;
  let widest = 0;
  let end = cursor.position;
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.code() === space) cursor.position += 1;
    widest = Math.max(widest, cursor.column);
    if ((indent === 0 || cursor.column < indent) && cursor.code() === tab)
      cursor.fail('A tab must not stand in the indentation of a block text.');
    if (cursor.code() !== lineFeed) return { count, widest, end };
    cursor.stepOverLineEnd();
    count += 1;
    end = cursor.position;
  }
}
