import { Schema } from 'yaml';
import { resolvePlain } from './scalar';

/** Where a text is to stand: flow collections give more characters a meaning. */
export type Surroundings = 'block' | 'flow';

/**
 * The text as one YAML token on one line: plain where every YAML 1.1 and 1.2 reader sees this text, else in quotes
 * as kubectl sets them: double where it looks like another type or needs escapes, single otherwise.
 */
export function renderText(text: string, surroundings: Surroundings = 'block'): string {
  if (needsEscape.test(text)) return quoteDouble(text);
  if (looksLikeOtherType(text)) return quoteDouble(text);
  return isPlain(text, surroundings) ? text : quoteSingle(text);
}

/** The text in double quotes, with escapes that every YAML reader and JSON's own know, or `\x`. */
export function quoteDouble(text: string): string {
  const content = text
    .toWellFormed()
    .replace(/["\\]|[^ -~\u{A0}-\u{2027}\u{202A}-\u{FEFE}\u{FF00}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, escape);
  return `"${content}"`;
}

/** The text in single quotes; undefined where it needs escapes. */
export function quoteSingleIfPossible(text: string): string | undefined {
  return needsEscape.test(text) ? undefined : quoteSingle(text);
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const shortEscapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

function escape(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).toUpperCase();
  return (
    shortEscapes.get(character) ??
    (code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`)
  );
}

/** Anything but printable characters of one line. U+FEFF would be taken for a byte order mark. */
const needsEscape =
  /[^ -~\u{A0}-\u{2027}\u{202A}-\u{D7FF}\u{E000}-\u{FEFE}\u{FF00}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** Whether some YAML reader takes the plain text for a number, a boolean, null, a time, a merge key or a default. */
export function looksLikeOtherType(text: string): boolean {
  return resolvePlain(text).kind !== 'text' || text === '=' || otherTypes.some((form) => form.test(text));
}

/** What readers of YAML 1.1 and 1.2 in full take for other types than text. */
const otherTypes = [new Schema({ schema: 'yaml-1.1', merge: true }), new Schema({ schema: 'core' })].flatMap(
  ({ tags }) => tags.flatMap((tag) => ('test' in tag ? [tag.test] : [])),
);

function isPlain(text: string, surroundings: Surroundings): boolean {
  if (/^[,[\]{}#&*!|>'"%@`]|^[-?:](?: |$)|^(?:---|\.\.\.)|^ | $|: | #|:$/.test(text)) return false;
  return surroundings === 'block' || !/[,[\]{}?:]|^-/.test(text);
}

/**
 * The text as a literal block: the header that stands behind the key, and the lines with their indentation.
 * `step` is how far the lines are indented below the parent's column `column`. Undefined where the block would
 * not say exactly this text, or where one line is enough.
 */
export function renderBlockText(
  text: string,
  column: number,
  step: number,
): { header: string; lines: string[] } | undefined {
  if (!text.includes('\n') || step > 9) return undefined;
  const lines = text.split('\n');
  const startsBlank = /^[ \t\n]/.test(text);
  // Readers do not agree on a block that says its indentation and whose last line is nothing but blanks.
  if (startsBlank && /^[ \t]*$/.test(lines.findLast((line) => line !== '') ?? '')) return undefined;
  if (lines.some((line) => needsEscape.test(line.replaceAll('\t', ' ')))) return undefined;
  let end = 0;
  while (text[text.length - 1 - end] === '\n') end += 1;
  if (end > 0) lines.pop(); // what stands behind the last line end is no line
  const chomping = end === 0 ? '-' : end === 1 ? '' : '+';
  // The indentation of the first line would be taken for that of the block.
  const indicator = startsBlank ? String(step) : '';
  const spaces = ' '.repeat(column + step);
  return {
    header: `|${indicator}${chomping}`,
    lines: lines.map((line) => (line === '' ? '' : spaces + line)),
  };
}
