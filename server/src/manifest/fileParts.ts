import { parseJsonSyntax, skipJsonBlanks } from './jsonSyntax';

/** The part of a file that holds one document. Offsets in a text with LF line ends. */
export interface FilePart {
  form: 'yaml' | 'json';
  /** Where the document begins, its `---` included, and where the next one does. */
  start: number;
  end: number;
  /** From where on it is read: kubectl drops the `---` that ended the document before. */
  contentStart: number;
  /** What stands behind `---` on its line though only a comment may. */
  badMark?: { start: number; end: number };
}

/**
 * Cuts a file into documents as kubectl does (YAMLOrJSONDecoder of k8s.io/apimachinery): where a line begins with
 * `---`, whatever YAML says of it; a text that begins with `{` is a series of JSON values as far as it is JSON. A
 * document that kubectl would stop at does not keep the next ones from being found. Linear in the length of the text.
 */
export function splitFile(text: string): FilePart[] {
  const parts: FilePart[] = [];
  const start = text.startsWith('\ufeff') ? 1 : 0;
  let position = start;
  if (beginsWithBrace.test(text.slice(start, start + guessedLength))) {
    for (let next = readJson(text, position); next !== undefined; next = readJson(text, position)) {
      parts.push({ ...next, start: parts.length === 0 ? 0 : position });
      position = next.end;
    }
    const rest = skipJsonBlanks(text, position);
    if (rest === text.length) return extendLast(parts, text.length);
    // Behind a second value kubectl takes nothing but JSON any more.
    if (parts.length > 1) return [...parts, ...splitBrokenJson(text, position)];
    position = behindBlankLine(text, position);
  }
  splitYaml(text, position, parts);
  const [first] = parts;
  if (first !== undefined) first.start = 0;
  return parts;
}

/** How far kubectl looks for the brace. */
const guessedLength = 4096;
const goBlanks = '[\\t\\n\\v\\f\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const beginsWithBrace = new RegExp(`^${goBlanks}*\\{`);
const markLine = new RegExp(`---${goBlanks}*(?=([^]?))`, 'y');

function readJson(text: string, position: number): FilePart | undefined {
  const contentStart = skipJsonBlanks(text, position);
  const { root, end } = parseJsonSyntax(text, contentStart);
  return root && { form: 'json', start: position, end, contentStart };
}

/** What is no JSON ends where a line begins with `{`, as long as it does not cost too much to find out. */
function splitBrokenJson(text: string, position: number): FilePart[] {
  const parts: FilePart[] = [];
  let lost = 0;
  for (let start = position; skipJsonBlanks(text, start) < text.length;) {
    const contentStart = skipJsonBlanks(text, start);
    const { root, end: parsedEnd } = parseJsonSyntax(text, contentStart);
    lost += root === undefined ? parsedEnd - contentStart : 0;
    const lineEnd = lost > mostLost * text.length ? -1 : text.indexOf('\n{', contentStart);
    const brokenEnd = lineEnd === -1 ? text.length : lineEnd + 1;
    const end = root === undefined ? brokenEnd : parsedEnd;
    parts.push({ form: 'json', start, end, contentStart });
    start = end;
  }
  return extendLast(parts, text.length);
}

/** How many times the text may be read in vain. */
const mostLost = 4;

function extendLast(parts: FilePart[], end: number): FilePart[] {
  const last = parts.at(-1);
  if (last !== undefined) last.end = end;
  return parts;
}

/** kubectl eats the blanks between JSON and what is none, but no more than one line end. */
function behindBlankLine(text: string, position: number): number {
  const blanks = /[ \t\r\v\f]*\n?/y;
  blanks.lastIndex = position;
  blanks.test(text);
  return blanks.lastIndex;
}

function splitYaml(text: string, position: number, parts: FilePart[]): void {
  const begin = parts.at(-1)?.end ?? position;
  let part: FilePart = { form: 'yaml', start: begin, end: text.length, contentStart: position };
  const close = (end: number): void => {
    part.end = end;
    if (end > part.start) parts.push(part);
  };
  const firstMark = text.startsWith('---', position) ? position : nextMark(text, position);
  for (let mark = firstMark; mark !== -1; mark = nextMark(text, mark)) {
    const lineEnd = text.indexOf('\n', mark);
    const behind = lineEnd === -1 ? text.length : lineEnd + 1;
    const badMark = badMarkAt(text, mark, behind);
    // The first line of a document may be a mark; a mark behind other lines ends it and belongs to nothing.
    const isFirstLine = mark === part.contentStart && part.badMark === undefined;
    if (isFirstLine && badMark === undefined) continue;
    close(mark);
    part = { form: 'yaml', start: mark, end: text.length, contentStart: behind };
    if (badMark !== undefined) part.badMark = badMark;
  }
  close(text.length);
}

/** Where the next line begins that begins with `---`, or −1. */
function nextMark(text: string, offset: number): number {
  const lineEnd = text.indexOf('\n---', offset);
  return lineEnd === -1 ? -1 : lineEnd + 1;
}

function badMarkAt(text: string, mark: number, lineEnd: number): FilePart['badMark'] {
  markLine.lastIndex = mark;
  const next = markLine.exec(text)?.[1] ?? '';
  const start = markLine.lastIndex;
  if (start >= lineEnd || next === '#') return undefined;
  return { start, end: text[lineEnd - 1] === '\n' ? lineEnd - 1 : lineEnd };
}
