/** The part of a text that belongs to an entry of a block map or to an item of a block list. Offsets. */
export interface Unit {
  /** Where its line begins or, above that, the comment lines directly above it. */
  from: number;
  /** Behind the line end of its last line and of comment lines below that are indented deeper. */
  to: number;
  /** The entry or item itself. */
  start: number;
  end: number;
  /** Whether something else stands before it on its line: a dash, or `?`. */
  isMidLine: boolean;
}

/** Where the line of an offset begins. */
export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of an offset ends: its LF, or the end of the text. */
export function lineEndAt(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** How many characters stand before an offset on its line; a byte order mark has no width. */
export function columnAt(text: string, offset: number): number {
  const lineStart = lineStartAt(text, offset);
  return offset - lineStart - (lineStart === 0 && text.startsWith('\ufeff') && offset > 0 ? 1 : 0);
}

/** The unit of an entry or item that begins and ends at these offsets. */
export function unitAt(text: string, start: number, end: number): Unit {
  const lineStart = lineStartAt(text, start);
  const column = columnAt(text, start);
  const isMidLine = text.slice(start - column, start).trim() !== '';
  return {
    from: isMidLine ? start : commentsAbove(text, lineStart, column),
    to: commentsBelow(text, nextLine(text, end), column),
    start,
    end,
    isMidLine,
  };
}

/** Behind the line end of the offset's line. */
export function nextLine(text: string, offset: number): number {
  return Math.min(lineEndAt(text, offset) + 1, text.length);
}

function commentsAbove(text: string, lineStart: number, column: number): number {
  let from = lineStart;
  while (from > 0) {
    const above = lineStartAt(text, from - 1);
    if (commentColumn(text, above) !== column) break;
    from = above;
  }
  return from;
}

/** Behind the comment lines that begin at a line start and are indented deeper than a column. */
export function commentsBelow(text: string, lineStart: number, column: number): number {
  let to = lineStart;
  while (to < text.length && (commentColumn(text, to) ?? -1) > column) to = nextLine(text, to);
  return to;
}

/** Where the comment of a comment line begins; undefined for another line. */
function commentColumn(text: string, lineStart: number): number | undefined {
  let offset = lineStart;
  while (text[offset] === ' ') offset += 1;
  return text[offset] === '#' ? offset - lineStart : undefined;
}

/** Whether nothing but blanks and perhaps a comment stands between an offset and the end of its line. */
export function isRestOfLineFree(text: string, offset: number): boolean {
  const pattern = /[ \t]*(?:#|\n|$)/y;
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** Where the blanks directly before an offset begin, on its line. */
export function blanksBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return start;
}
