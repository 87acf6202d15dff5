import type { Fail } from './tokens';

/** A block scalar. `end` is behind its last line's text, `next` where the first line begins that is not part of it. */
export interface BlockText {
  style: 'literal' | 'folded';
  text: string;
  end: number;
  next: number;
}

/** Reads the block scalar at an offset. `parentIndent` is the column of the surrounding collection, or −1. */
export function readBlock(source: string, start: number, parentIndent: number, fail: Fail): BlockText {
  const style = source[start] === '|' ? 'literal' : 'folded';
  const header = /[|>](?:([-+])([1-9])?|([1-9])([-+])?)?(?![-+0-9])/y;
  header.lastIndex = start;
  const [signs = '|', firstSign, secondDigit, firstDigit, secondSign] = header.exec(source) ?? [];
  const restOfLine = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
  restOfLine.lastIndex = start + signs.length;
  if (header.lastIndex === 0 || !restOfLine.test(source))
    fail('Behind | or > only + or -, a digit from 1 to 9, and a comment may stand.', start + signs.length);
  const chomping = firstSign ?? secondSign;
  const increment = Number(secondDigit ?? firstDigit ?? 0);

  let lineStart = restOfLine.lastIndex;
  let position = lineStart;
  let widest = 0; // indentation so far
  /** Steps over empty lines, which it counts, and over the next line's indentation as far as column `upTo`. */
  const skipBreaks = (upTo: number): number => {
    for (let count = 0; ; count += 1) {
      while (position - lineStart < upTo && source[position] === ' ') position += 1;
      widest = Math.max(widest, position - lineStart);
      if (position - lineStart < upTo && source[position] === '\t')
        fail('A tab must not stand in the indentation of a block text.', position);
      if (source[position] !== '\n') return count;
      position += 1;
      lineStart = position;
    }
  };
  let breaks = skipBreaks(increment === 0 ? Infinity : Math.max(parentIndent, 0) + increment);
  const indent =
    increment === 0 ? Math.max(widest, parentIndent + 1, 1) : Math.max(parentIndent, 0) + increment;
  let text = '';
  let end = start + signs.length;
  let lineEnd = ''; // of the line before
  let wasIndented = false;
  while (position - lineStart === indent && position < source.length) {
    const isIndented = source[position] === ' ' || source[position] === '\t';
    const folds = style === 'folded' && !wasIndented && !isIndented && lineEnd !== '';
    if (!folds) text += lineEnd;
    else if (breaks === 0) text += ' ';
    wasIndented = isIndented;
    end = source.indexOf('\n', position);
    lineEnd = end === -1 ? '' : '\n';
    if (end === -1) end = source.length;
    text += '\n'.repeat(breaks) + source.slice(position, end);
    position = end + lineEnd.length;
    lineStart = position;
    breaks = skipBreaks(indent);
  }
  if (chomping !== '-') text += lineEnd;
  if (chomping === '+') text += '\n'.repeat(breaks);
  if (chomping === '+' && breaks > 0) end = lineStart - 1;
  return { style, text, end, next: lineStart };
}
