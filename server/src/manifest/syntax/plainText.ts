import type { Fail } from './tokens';

/** A plain scalar. `next` is behind the blanks and line ends that follow it. */
export interface PlainText {
  text: string;
  end: number;
  next: number;
}

/**
 * Reads the plain scalar at an offset. Outside of flow collections its further lines must reach column `indent`; up to
 * there a tab must not stand.
 */
export function readPlain(
  source: string,
  { start, indent, isInFlow }: { start: number; indent: number; isInFlow: boolean },
  fail: Fail,
): PlainText {
  let text = '';
  let gap = '';
  let next = start;
  for (;;) {
    const end = endOfPiece(source, next, isInFlow);
    text += gap + source.slice(next, end);
    let lineEnds = 0;
    let lineStart = 0;
    for (next = end; isBlankOrLineEnd(source.charCodeAt(next)); next += 1) {
      if (source[next] === '\n') {
        lineEnds += 1;
        lineStart = next + 1;
      } else if (source[next] === '\t' && lineEnds > 0 && next - lineStart < indent) {
        fail('A tab must not stand in the indentation.', next);
        return { text, end, next };
      }
    }
    const isIndented = lineEnds === 0 || isInFlow || next - lineStart >= indent;
    const isDocumentMark = lineEnds > 0 && next === lineStart && isDocumentMarkAt(source, next);
    const endsHere = source[next] === '#' || endOfPiece(source, next, isInFlow) === next;
    if (!isIndented || isDocumentMark || endsHere) return { text, end, next };
    if (lineEnds === 0) gap = source.slice(end, next);
    else gap = lineEnds === 1 ? ' ' : '\n'.repeat(lineEnds - 1);
  }
}

/** Whether `---` or `...` stands at an offset, with nothing directly behind it. */
export function isDocumentMarkAt(source: string, offset: number): boolean {
  const mark = source.slice(offset, offset + 3);
  return (mark === '---' || mark === '...') && isBlankOrEnd(source.charCodeAt(offset + 3));
}

/** Whether a UTF-16 code is that of a blank or a line end, or NaN as behind the end of a text. */
export function isBlankOrEnd(code: number): boolean {
  return isBlankOrLineEnd(code) || Number.isNaN(code);
}

function isBlankOrLineEnd(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

/** Behind the characters that are neither blanks nor the end of the scalar. */
function endOfPiece(source: string, start: number, isInFlow: boolean): number {
  for (let at = start; ; at += 1) {
    const code = source.charCodeAt(at);
    if (isBlankOrEnd(code)) return at;
    if (code === 0x3a) {
      if (isBlankOrEnd(source.charCodeAt(at + 1))) return at;
    } else if (isInFlow && isFlowIndicator(code)) return at;
  }
}

/** `,` `?` `[` `]` `{` `}` */
function isFlowIndicator(code: number): boolean {
  return code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}
