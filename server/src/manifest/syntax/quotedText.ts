import type { Fail } from './tokens';

/** Where the quoted scalar at an offset ends; undefined where it is never closed. */
export function findEndOfQuoted(source: string, start: number): number | undefined {
  const pattern = source[start] === "'" ? /''|'/g : /\\[^]|"/g;
  pattern.lastIndex = start + 1;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source))
    if (match[0].length === 1) return pattern.lastIndex;
  return undefined;
}

/** The text of a quoted scalar: lines folded, escapes resolved. `start` is where it stands, for problems. */
export function unquote(quoted: string, start: number, fail: Fail): string {
  const content = quoted.slice(1, -1);
  if (quoted.startsWith("'"))
    return content.replace(/''|[ \t\n]*\n[ \t\n]*|[ \t]+/g, (part) => (part === "''" ? "'" : foldGap(part)));
  return content.replace(
    /\\(?:\n[ \t\n]*|x[^]{0,2}|u[^]{0,4}|U[^]{0,8}|[^])|[ \t\n]+/g,
    (part: string, at: number) => {
      if (!part.startsWith('\\')) return foldGap(part);
      if (part[1] === '\n') return '\n'.repeat(countLineEnds(part) - 1);
      return escapes.get(part.charAt(1)) ?? readCode(part, start + 1 + at, fail);
    },
  );
}

/** Blanks and line ends: one line end is a space, more are one less; blanks around line ends do not count. */
function foldGap(gap: string): string {
  const count = countLineEnds(gap);
  if (count === 0) return gap;
  return count === 1 ? ' ' : '\n'.repeat(count - 1);
}

function countLineEnds(gap: string): number {
  let count = 0;
  for (let at = gap.indexOf('\n'); at !== -1; at = gap.indexOf('\n', at + 1)) count += 1;
  return count;
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

function readCode(escape: string, start: number, fail: Fail): string {
  const letter = escape.charAt(1);
  const length = codeLengths.get(letter);
  if (length === undefined) {
    fail(`YAML knows no escape \\${letter}; write \\\\ for a backslash.`, start, start + 2);
    return '';
  }
  const digits = escape.slice(2);
  const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? parseInt(digits, 16) : NaN;
  if (code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) return String.fromCodePoint(code);
  fail(`\\${letter} needs ${length} hexadecimal digits of a character.`, start, start + 2 + length);
  return '';
}
