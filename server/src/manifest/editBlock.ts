import type { Editing, OffsetEdit } from './editing';
import { blanksBefore, columnAt, commentsBelow, type Unit } from './lines';

/** What becomes of the entries of a block map, or of the items of a block list; at least one of them stays. */
export interface BlockPlan {
  /** In the order of the text. */
  units: Unit[];
  stays: boolean[];
  /** The lines that come behind a unit that stays, by its index; −1 stands for before the first that stays. */
  inserts: ReadonlyMap<number, string[]>;
  /** The column of the keys or dashes. */
  column: number;
}

/** Removes units with their comments, and inserts lines. */
export function editBlock({ units, stays, inserts, column }: BlockPlan, editing: Editing): void {
  const { text, edits } = editing;
  const first = stays.indexOf(true);
  const firstUnit = units[first] as Unit;
  const front = inserts.get(-1) ?? [];
  const opening = units[0] as Unit;
  let at = firstUnit.from;
  let isMidLine = firstUnit.isMidLine;
  let removedFrom = 0;
  if (first > 0 && opening.isMidLine) {
    const joins = units.slice(0, first).every((unit, index) => unit.to === units[index + 1]?.from);
    if (joins && isAtLineStart(firstUnit, column)) {
      // The first unit that stays moves up behind the dash.
      edits.push({ start: opening.start, end: firstUnit.start, text: '' });
      at = firstUnit.start;
      isMidLine = true;
      removedFrom = first;
    } else {
      edits.push({ start: blanksBefore(text, opening.start), end: opening.to - 1, text: '' });
      removedFrom = 1;
    }
  }
  if (front.length > 0) edits.push(insertBefore(front, at, isMidLine, column));
  units.forEach((unit, index) => {
    if (stays[index] === true) insertBehind(unit, inserts.get(index), edits);
    else if (index >= removedFrom) removeUnit(unit, editing);
  });
}

function removeUnit({ from, to, start }: Unit, { text, mode, edits }: Editing): void {
  edits.push({ start: from, end: to, text: '' });
  // Empty lines below, and deeper comments below these, would become part of a block text above.
  const end = mode === 'coarse' ? behindBlankLines(text, to, columnAt(text, start)) : to;
  if (end > to) edits.push({ start: to, end, text: '' });
}

/** Behind the empty lines, and the comment lines that are indented deeper than a column. */
function behindBlankLines(text: string, lineStart: number, column: number): number {
  const emptyLines = /(?:[ \t]*\n)*/y;
  for (let to = lineStart; ;) {
    emptyLines.lastIndex = to;
    emptyLines.test(text);
    const end = commentsBelow(text, emptyLines.lastIndex, column);
    if (end === to) return end;
    to = end;
  }
}

function isAtLineStart(unit: Unit, column: number): boolean {
  return unit.from + column === unit.start;
}

function insertBefore(lines: string[], at: number, isMidLine: boolean, column: number): OffsetEdit {
  const text = lines.map((line) => `${line}\n`).join('');
  // Behind a dash, the first line's indentation is there already, and the old first unit needs its own.
  return { start: at, end: at, text: isMidLine ? text.slice(column) + ' '.repeat(column) : text };
}

function insertBehind(unit: Unit, lines: string[] | undefined, edits: OffsetEdit[]): void {
  if (lines === undefined) return;
  edits.push({ start: unit.to, end: unit.to, text: lines.map((line) => `${line}\n`).join('') });
}
