import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver-types';
import { isJsonObject, type JsonValue } from '../merge/json';
import { linkAliases } from './anchors';
import { findForbiddenCharacters } from './characters';
import type { ManifestProblem, ManifestReading } from './reading';
import { parseSyntax, type SyntaxDocument } from './syntax/documents';
import type { AliasNode, YamlNode } from './syntax/nodes';
import { toValue, type Finding } from './toValue';

/**
 * What a text of one object says, as kubectl and the API server read it. A text of none or several documents, or of
 * something that is no map, is a problem. Never throws; linear in the length of the text.
 */
export function readManifest(text: string): ManifestReading {
  const readings = readDocuments(text);
  const [reading = readNothing(text), second] = readings;
  const isBroken = reading.problems.some(({ severity }) => severity === 'error');
  if (second !== undefined && !isBroken)
    return withProblem(reading, {
      kind: 'multipleDocuments',
      message: `There are ${readings.length} documents here; there must be one object.`,
      span: [second.parsed.start, second.parsed.start + 1],
    });
  if (reading.parsed.root === undefined && reading.problems.length === 0)
    return withProblem(reading, { kind: 'empty', message: 'There is no object here.', span: [0, 0] });
  if (reading.value !== undefined && !isJsonObject(reading.value))
    return withProblem(reading, {
      kind: 'notAnObject',
      message: 'There must be an object here: lines of the form "key: value".',
      span: [reading.parsed.start, reading.parsed.end],
    });
  return reading;
}

/**
 * What each document of a text says, in order; documents without content are left out, as kubectl does.
 * A broken document does not keep the others from being read.
 */
export function readDocuments(text: string): ManifestReading[] {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const content = lineEnd === '\n' ? text : text.replaceAll('\r\n', '\n');
  const source = TextDocument.create('', 'yaml', 0, content);
  const characters = findForbiddenCharacters(content);
  const documents = parseSyntax(content);
  if (documents.length === 0)
    documents.push({ root: undefined, problem: undefined, start: 0, end: content.length });
  return documents
    .map((document, index) => {
      const isLast = index === documents.length - 1;
      const findings = characters.filter(
        ({ span: [at] }) => (index === 0 || at >= document.start) && (isLast || at < document.end),
      );
      return { text, ...readDocument(document, source, lineEnd, findings) };
    })
    .filter(({ parsed, problems }) => parsed.root !== undefined || problems.length > 0);
}

/** What one parsed document says; `source` has LF line ends. `findings` are what is known to be wrong with it already. */
export function readDocument(
  { root, problem, start, end }: SyntaxDocument,
  source: TextDocument,
  lineEnd: '\n' | '\r\n',
  findings: Finding[],
): Omit<ManifestReading, 'text'> {
  const { targets, unknown } = root === undefined ? noAliases : linkAliases(root);
  if (problem !== undefined) {
    const { kind, message } = problem;
    findings.push({ kind, severity: 'error', message, span: [problem.start, problem.end] });
  }
  findings.push(...unknown.map(reportUnknownAlias));
  let value: JsonValue | undefined;
  // A text that is broken anyway need not be expanded; what is wrong beside that is shown once it is whole.
  if (root !== undefined && findings.length === 0) {
    const result = toValue(root, targets);
    findings.push(...result.findings);
    if (result.findings.every(({ severity }) => severity !== 'error')) ({ value } = result);
  }
  return {
    value,
    problems: findings.map((finding) => toProblem(finding, source)),
    parsed: { source, lineEnd, root, aliases: targets, start, end },
  };
}

const noAliases = { targets: new Map<YamlNode, YamlNode>(), unknown: [] };

/** The name is left out: it may be a password that begins with an asterisk. */
function reportUnknownAlias({ contentStart, end }: AliasNode): Finding {
  const message =
    'Nothing above carries the anchor that this alias names; a text that begins with * needs quotes.';
  return { kind: 'alias', severity: 'error', message, span: [contentStart, end] };
}

function toProblem(
  { kind, severity, message, span, related }: Finding,
  source: TextDocument,
): ManifestProblem {
  const toRange = ([start, end]: [number, number]): Range => ({
    start: source.positionAt(start),
    end: source.positionAt(end),
  });
  return { kind, severity, message, range: toRange(span), ...(related && { related: toRange(related) }) };
}

function withProblem(reading: ManifestReading, finding: Omit<Finding, 'severity'>): ManifestReading {
  const problem = toProblem({ ...finding, severity: 'error' }, reading.parsed.source);
  return { ...reading, value: undefined, problems: [...reading.problems, problem] };
}

function readNothing(text: string): ManifestReading {
  const source = TextDocument.create('', 'yaml', 0, text);
  const nothing: SyntaxDocument = { root: undefined, problem: undefined, start: 0, end: text.length };
  return { text, ...readDocument(nothing, source, '\n', []) };
}
