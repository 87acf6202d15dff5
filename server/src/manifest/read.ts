import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver-types';
import type { Alias, Node } from 'yaml';
import { isJsonObject, type JsonValue } from '../merge/json';
import { linkAliases } from './anchors';
import { findForbiddenCharacters } from './characters';
import { nodeSpan } from './nodeText';
import { parseDocuments, type ParsedDocument } from './parse';
import type { ManifestProblem, ManifestReading, ParsedManifest } from './reading';
import { toValue, type Finding } from './toValue';

/**
 * What a text of one object says, as kubectl and the API server read it. A text of none or several documents, or of
 * something that is no map, is a problem. Never throws; linear in the length of the text.
 */
export function readManifest(text: string): ManifestReading {
  const readings = readDocuments(text);
  const [first, second] = readings;
  const reading = first ?? readEmpty(text);
  if (second !== undefined)
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
  const documents = parseDocuments(content);
  return documents
    .map((document, index) => {
      const isLast = index === documents.length - 1;
      const own = characters.filter(
        ({ span: [at] }) => (index === 0 || at >= document.start) && (isLast || at < document.end),
      );
      return readDocument(text, source, lineEnd, { ...document, findings: [...own, ...document.findings] });
    })
    .filter(({ parsed, problems }) => parsed.root !== undefined || problems.length > 0);
}

function readDocument(
  text: string,
  source: TextDocument,
  lineEnd: '\n' | '\r\n',
  { root, start, end, findings }: ParsedDocument,
): ManifestReading {
  const { targets, unknown } =
    root === undefined ? { targets: new Map<Node, Node>(), unknown: [] } : linkAliases(root);
  const all = [...findings, ...unknown.map(reportUnknownAlias)];
  let value: JsonValue | undefined;
  // A text that is broken anyway need not be expanded; what is wrong beside that is shown once it is whole.
  if (root !== undefined && all.length === 0) {
    const result = toValue(root, targets);
    all.push(...result.findings);
    value = result.value;
  }
  const problems = all.map((finding) => toProblem(finding, source));
  const isReadable = problems.every(({ severity }) => severity !== 'error');
  return {
    text,
    value: isReadable ? value : undefined,
    problems,
    parsed: { source, lineEnd, root, aliases: targets, start, end },
  };
}

function reportUnknownAlias(alias: Alias): Finding {
  const message = `Nothing above carries the anchor &${alias.source}.`;
  return { kind: 'alias', severity: 'error', message, span: nodeSpan(alias) };
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

function readEmpty(text: string): ManifestReading {
  const source = TextDocument.create('', 'yaml', 0, text);
  const parsed: ParsedManifest = {
    source,
    lineEnd: '\n',
    root: undefined,
    aliases: new Map(),
    start: 0,
    end: text.length,
  };
  return { text, value: undefined, problems: [], parsed };
}
