import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import type { FilePart } from './fileParts';
import { parseJsonSyntax } from './jsonSyntax';
import { readDocument, readDocuments } from './read';
import type { ManifestProblem, ManifestReading } from './reading';

/** What one document of a file says, wherever it stands there. */
export interface PartReading {
  /** All of the part, with LF line ends, and how much of it stands before what is read. */
  readonly text: string;
  readonly skipped: number;
  readonly form: 'yaml' | 'json';
  /** Its positions are those in the text from `contentStart` on. */
  readonly reading: ManifestReading;
  readonly isEmpty: boolean;
  /** Where its content begins and where it ends, from where it begins. */
  readonly contentStart: Position;
  readonly end: Position;
}

/** Reads a part of a text with LF line ends as kubectl does. */
export function readPart(content: string, part: FilePart): PartReading {
  const { form, start, end, contentStart } = part;
  const text = content.slice(contentStart, end);
  const reading = readContent(text, content, part);
  const isRead = reading.problems.every(({ severity }) => severity !== 'error');
  return {
    text: content.slice(start, end),
    skipped: contentStart - start,
    form,
    reading,
    isEmpty: isRead && (reading.value ?? null) === null,
    contentStart: positionBehind(content.slice(start, contentStart)),
    end: positionBehind(content.slice(start, end)),
  };
}

function readContent(text: string, content: string, part: FilePart): ManifestReading {
  const { badMark, start, contentStart, form } = part;
  if (badMark !== undefined) {
    const { line } = positionBehind(content.slice(start, contentStart));
    const from = badMark.start - start;
    // The mark's line is the one before the content.
    const range = {
      start: { line: -line, character: from },
      end: { line: -line, character: badMark.end - start },
    };
    return brokenReading(text, { range, message: badMarkMessage });
  }
  const reading = form === 'json' ? readJson(text) : readYaml(text);
  return {
    ...reading,
    problems: reading.problems.map((problem) => keepInside(problem, reading.parsed.source)),
  };
}

/** What is missed at the end of a document is missed behind its last character, not where the next one begins. */
function keepInside(problem: ManifestProblem, source: TextDocument): ManifestProblem {
  const end = source.getText().trimEnd().length;
  if (source.offsetAt(problem.range.start) < end || end === 0) return problem;
  return { ...problem, range: { start: source.positionAt(end - 1), end: source.positionAt(end) } };
}

const badMarkMessage =
  'A line that begins with --- separates documents for kubectl; only a comment may stand behind it there.';
const notJsonMessage = 'This is no JSON; behind JSON objects nothing else can stand.';
const ignoredMessage =
  'kubectl reads nothing of a document behind its end; another object needs a line --- before it.';

function readJson(text: string): ManifestReading {
  const { root } = parseJsonSyntax(text, 0);
  if (root === undefined) {
    const line = /^[^\n]*/.exec(text)?.[0].length ?? 0;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: line } };
    return brokenReading(text, { range, message: notJsonMessage });
  }
  const source = TextDocument.create('', 'json', 0, text);
  const syntax = { root, problem: undefined, start: 0, end: text.length };
  return { text, ...readDocument(syntax, source, '\n', []) };
}

/** The first document of a text: kubectl stops at `...`, and reads a last line without an end as one with it. */
function readYaml(text: string): ManifestReading {
  const readings = readDocuments(text);
  const first = readings[0]?.parsed.start === 0 ? readings[0] : emptyReading(text);
  if (first.parsed.root === undefined && strayLine.test(text)) return strayReading(text);
  const ignored = readings.filter((reading) => reading !== first);
  const value =
    first.value !== undefined && !text.endsWith('\n') ? readDocuments(`${text}\n`)[0]?.value : first.value;
  if (ignored.length === 0) return { ...first, value };
  return { ...first, value, problems: [...first.problems, ...ignored.map(toIgnored)] };
}

/** Behind comments, a directive or the end of a document. */
const strayLine = /^\ufeff?(?:[ \t]*(?:#.*)?\n)*(?:%|\.\.\.(?=[ \t\n]|$(?!\n)))/;

/** kubectl ends a document at the `---` behind its directives, and then finds nothing but them. */
function strayReading(text: string): ManifestReading {
  const before = strayLine.exec(text)?.[0] ?? '';
  const { line, character } = positionBehind(before);
  const isDirective = before.endsWith('%');
  const start = { line, character: character - (isDirective ? 1 : 3) };
  const end = { line, character: character + (/^.*/.exec(text.slice(before.length))?.[0].length ?? 0) };
  return brokenReading(text, {
    range: { start, end },
    message: isDirective
      ? 'kubectl reads no directives; remove this line that begins with %.'
      : 'A document cannot end before it begins; remove this line.',
  });
}

function toIgnored({ parsed, problems }: ManifestReading): ManifestProblem {
  const { source, root, start } = parsed;
  const [from, to] = root === undefined ? [start, start] : [root.contentStart, root.end];
  const range = problems[0]?.range ?? { start: source.positionAt(from), end: source.positionAt(to) };
  return { kind: 'multipleDocuments', severity: 'warning', message: ignoredMessage, range };
}

function emptyReading(text: string): ManifestReading {
  const source = TextDocument.create('', 'yaml', 0, text);
  const syntax = { root: undefined, problem: undefined, start: 0, end: text.length };
  return { text, ...readDocument(syntax, source, '\n', []) };
}

function brokenReading(text: string, { range, message }: { range: Range; message: string }): ManifestReading {
  return { ...emptyReading(text), problems: [{ kind: 'syntax', severity: 'error', message, range }] };
}

/** The position behind a text, from where it begins; what ends a line is what does so for an editor. */
function positionBehind(text: string): Position {
  let line = 0;
  let lineStart = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = index + lineEnd.length;
  }
  return { line, character: text.length - lineStart };
}
