import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver-types';
import { findRange } from '../manifest/ranges';
import type { Change } from '../merge/changes';
import { type FieldPath, formatFieldPath } from '../merge/fieldPath';
import type { JsonValue } from '../merge/json';
import type { DocumentView } from '../session/view';
import { describeFailure } from './problems';
import { describeRefusal } from './saveProblems';

/** What is wrong with a document's text or has moved beneath it, each on its field. */
export function diagnostics(view: DocumentView): Diagnostic[] {
  return [
    ...textProblems(view),
    ...stateProblems(view),
    ...view.moved.map((change) => movedField(view, change)),
  ];
}

function textProblems(view: DocumentView): Diagnostic[] {
  const { reading, ignored, identityChange } = view;
  const problems = reading.problems.map(({ range, message, severity }) =>
    diagnostic(range, message, severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning),
  );
  if (identityChange !== undefined) {
    const { message } = describeRefusal(identityChange);
    problems.push(diagnostic(rangeOf(view, identityChange.path), message, DiagnosticSeverity.Error));
  }
  for (const path of ignored) {
    const message = `${formatFieldPath(path)} is written by the API server alone; a save does not change it.`;
    problems.push(diagnostic(rangeOf(view, path), message, DiagnosticSeverity.Warning));
  }
  return problems;
}

function stateProblems({ staleness, health, ref, restored }: DocumentView): Diagnostic[] {
  const object = `${ref.resource} "${ref.name}"`;
  if (staleness === 'deleted') {
    return [onFirstLine(`${object} was deleted from the cluster. Your text is kept.`)];
  }
  if (staleness === 'replaced') {
    return [
      onFirstLine(
        `${object} was deleted and created anew; this text belongs to the object that was deleted.`,
      ),
    ];
  }
  if (health.kind !== 'unknown') {
    return restored ? [onFirstLine(describeRefusal({ kind: 'restored' }).message)] : [];
  }
  const { message } = describeFailure(health.because, 'watch');
  return [onFirstLine(`It is not known whether ${object} has moved. ${message}`)];
}

function movedField(view: DocumentView, { path, before, after }: Change): Diagnostic {
  const name = formatFieldPath(path);
  const message = view.secret
    ? `The live object has moved: ${name} has another value than when this text was opened.`
    : `The live object has moved: ${name} is ${inWords(after)}; as opened it was ${inWords(before)}.`;
  return diagnostic(rangeOf(view, path), message, DiagnosticSeverity.Warning);
}

/** A value of one line is marked itself; of a longer or missing one the nearest key is. */
function rangeOf({ reading }: DocumentView, path: FieldPath): Range {
  const { isFound, key, value } = findRange(reading, path);
  return isFound && value.start.line === value.end.line && !isEmpty(value) ? value : key;
}

function isEmpty({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}

function onFirstLine(message: string): Diagnostic {
  return diagnostic(firstLine, message, DiagnosticSeverity.Warning);
}

function diagnostic(range: Range, message: string, severity: DiagnosticSeverity): Diagnostic {
  return { range, message, severity, source: 'Kubernetes Live Edit' };
}

/** A value in a sentence: short ones as they are, others by what they are. */
function inWords(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'not there';
  if (Array.isArray(value))
    return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1_000 } };
const longestValue = 80;
