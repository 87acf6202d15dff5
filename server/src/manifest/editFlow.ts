import type { Editing } from './editing';
import { blanksBefore, isRestOfLineFree, lineEndAt, lineStartAt } from './lines';

/** What becomes of the members of a flow collection; at least one of them stays. Offsets. */
export interface FlowPlan {
  members: { start: number; end: number }[];
  stays: boolean[];
  /** The texts that come behind a member that stays, by its index; −1 stands for before the first that stays. */
  inserts: ReadonlyMap<number, string[]>;
}

/** Removes and inserts members with their commas, on lines of their own where the others have them. */
export function editFlow({ members, stays, inserts }: FlowPlan, editing: Editing): void {
  const { text, edits } = editing;
  const last = stays.lastIndexOf(true);
  members.forEach((member, index) => {
    if (stays[index] === true || index > last) return;
    const next = members[index + 1] ?? member;
    edits.push({ start: member.start, end: endOfRemoval(text, member.end, next.start), text: '' });
  });
  const isRestInline = removeRest(members, last, editing);
  for (const [index, tokens] of inserts) {
    const member = members[Math.max(index, stays.indexOf(true))];
    if (member === undefined) continue;
    const indent = ownLineIndent(text, member.start);
    const separator = indent === undefined ? ', ' : `,\n${indent}`;
    if (index === -1)
      edits.push({
        start: member.start,
        end: member.start,
        text: tokens.map((token) => token + separator).join(''),
      });
    else insertBehind(member.end, tokens, indent, index === last && isRestInline, editing);
  }
}

/** Removes what follows the last member that stays; returns whether that was one piece, from that member's end. */
function removeRest(members: FlowPlan['members'], last: number, { text, edits }: Editing): boolean {
  const [from, to] = [members[last]?.end, members.at(-1)?.end];
  if (from === undefined || to === undefined || from === to) return false;
  const rest = members.slice(last + 1);
  const hasOwnLines = rest.every(
    ({ start, end }) =>
      ownLineIndent(text, start) !== undefined && isRestOfLineFree(text, behindComma(text, end)),
  );
  if (!hasOwnLines) {
    edits.push({ start: from, end: to, text: '' });
    return true;
  }
  // The comment on the line of the last member that stays is its own.
  edits.push({ start: from, end: behindComma(text, from), text: '' });
  for (const { start, end } of rest)
    edits.push({ start: lineStartAt(text, start) - 1, end: lineEndAt(text, end), text: '' });
  return false;
}

/** Behind the comma that follows a member, or where the member ends. */
function behindComma(text: string, end: number): number {
  const comma = /[ \t]*,/y;
  comma.lastIndex = end;
  return comma.test(text) ? comma.lastIndex : end;
}

/** Behind the comma and the line, but not behind comment lines that tell of the next member. */
function endOfRemoval(text: string, from: number, next: number): number {
  const comment = /,[ \t]*(?:#[^\n]*)?\n[ \t]*(?=#)/y;
  comment.lastIndex = text.indexOf(',', from);
  return comment.test(text) ? Math.min(comment.lastIndex, next) : next;
}

/** The blanks before a member, where nothing else stands before it on its line. */
function ownLineIndent(text: string, start: number): string | undefined {
  const lineStart = lineStartAt(text, start);
  return blanksBefore(text, start) === lineStart ? text.slice(lineStart, start) : undefined;
}

function insertBehind(
  end: number,
  tokens: string[],
  indent: string | undefined,
  isRestRemoved: boolean,
  { text, edits }: Editing,
): void {
  const inline = tokens.map((token) => `, ${token}`).join('');
  if (indent === undefined || isRestRemoved) {
    edits.push({ start: end, end, text: inline });
    return;
  }
  const behind = behindComma(text, end);
  if (!isRestOfLineFree(text, behind)) {
    edits.push({ start: end, end, text: inline });
    return;
  }
  // The comment on the line stays with its member; the new ones get lines of their own.
  const lineEnd = lineEndAt(text, end);
  const lines = tokens.map((token) => `\n${indent}${token}`);
  if (behind === end) edits.push({ start: end, end, text: ',' });
  const body = behind === end ? lines.join(',') : `${lines.join(',')},`;
  edits.push({ start: lineEnd, end: lineEnd, text: body });
}
