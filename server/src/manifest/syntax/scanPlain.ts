import { isBlank, isBlankOrEnd, lineFeed, tab, type Cursor } from './cursor';
import type { Token } from './tokens';

const hash = 0x23;
const colon = 0x3a;

/**
 * Scans a plain scalar. `indent` is the column that its further lines must reach outside of flow collections.
 * `endsLine` says that a line end stands behind it, so that a key may come next.
 */
export function scanPlain(
  cursor: Cursor,
  indent: number,
  isInFlow: boolean,
): { token: Token; endsLine: boolean } {
  const start = cursor.position;
  let end = start;
  let text = '';
  let gap = '';
  let hasLineEnd = false;
  for (;;) {
    if (cursor.isAtDocumentMark() || cursor.code() === hash) break;
    const from = cursor.position;
    while (!endsPiece(cursor, isInFlow)) cursor.position += 1;
    if (cursor.position > from) {
      text += gap + cursor.text.slice(from, cursor.position);
      hasLineEnd = false;
      end = cursor.position;
    }
    const code = cursor.code();
    if (!isBlank(code) && code !== lineFeed) break;
    const lineEnds = stepOverGap(cursor, indent);
    if (lineEnds === undefined) break;
    hasLineEnd = lineEnds > 0;
    if (lineEnds === 0) gap = cursor.text.slice(end, cursor.position);
    else gap = lineEnds === 1 ? ' ' : '\n'.repeat(lineEnds - 1);
    if (!isInFlow && cursor.column < indent) break;
  }
  return { token: { kind: 'scalar', start, end, style: 'plain', text }, endsLine: hasLineEnd };
}

function endsPiece(cursor: Cursor, isInFlow: boolean): boolean {
  const code = cursor.code();
  if (isBlankOrEnd(code)) return true;
  if (code === colon) return isBlankOrEnd(cursor.code(1));
  return isInFlow && isFlowIndicator(code);
}

/** `,` `?` `[` `]` `{` `}` */
function isFlowIndicator(code: number): boolean {
  return code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

/** Steps over blanks and line ends and counts the latter. Undefined where a tab stands in the indentation. */
function stepOverGap(cursor: Cursor, indent: number): number | undefined {
  let lineEnds = 0;
  for (;;) {
    const code = cursor.code();
    if (code === lineFeed) {
      cursor.stepOverLineEnd();
      lineEnds += 1;
    } else if (isBlank(code)) {
      if (lineEnds > 0 && code === tab && cursor.column < indent) {
        cursor.fail('A tab must not stand in the indentation.');
        return undefined;
      }
      cursor.position += 1;
    } else return lineEnds;
  }
}
