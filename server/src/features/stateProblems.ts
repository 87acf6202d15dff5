import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver-types';
import { findRange } from '../manifest/ranges';
import type { FieldPath } from '../merge/fieldPath';
import { nameObject } from '../protocol/objectRef';
import type { Termination } from '../reconcile/termination';
import type { Failure } from '../session/ports';
import type { DocumentView } from '../session/view';
import { markedRange } from './conflicts';
import type { FeatureContext } from './context';
import { describeFailure } from './problems';
import { describeRefusal } from './saveProblems';
import { someNames } from './staleness';
import { clockTime } from './values';

/** What is to be said of a document's object as a whole: at most one sentence on what it stands for now. */
export function stateProblems(view: DocumentView, { settings }: FeatureContext): Diagnostic[] {
  const { staleness, health, restored, termination } = view;
  const object = nameObject(view.ref);
  if (staleness === 'deleted') {
    return [warning(firstLine, `${object} was deleted from the cluster. Your text is kept.`)];
  }
  if (staleness === 'replaced') {
    const message = `${object} was deleted and created anew; this text belongs to the object that was deleted.`;
    return [warning(firstLine, message)];
  }
  if (health.kind === 'unknown') {
    const message = describeLoss(object, health.because, settings.pollIntervalSeconds);
    return [warning(firstLine, message)];
  }
  return [
    ...(restored ? [warning(firstLine, describeRefusal({ kind: 'restored' }).message)] : []),
    ...(termination === undefined
      ? []
      : [warning(terminationRange(view), describeTermination(object, termination))]),
  ];
}

/** Why nothing is known of an object, and what comes next. */
function describeLoss(object: string, failure: Failure, pollSeconds: number): string {
  const { message, reason } = describeFailure(failure, 'watch');
  switch (reason) {
    case 'forbidden':
      return `You are no longer allowed to read ${object}. ${message} Your text is kept; it is tried again every ${pollSeconds} s.`;
    case 'otherCluster':
      return message;
    default:
      return `It is not known whether ${object} has moved. ${message}`;
  }
}

function describeTermination(object: string, { since, finalizers }: Termination): string {
  const deleted = `${object} is being deleted${since === undefined ? '' : ` since ${clockTime(since)}`}.`;
  if (finalizers.length === 0) return `${deleted} It will be gone in a moment.`;
  const noun = finalizers.length === 1 ? 'the finalizer' : 'the finalizers';
  return `${deleted} It is held by ${noun} ${someNames(finalizers)}.`;
}

/** Where the text says that the object is being deleted, or what holds it. */
function terminationRange(view: DocumentView): Range {
  const said = terminationFields.find((path) => findRange(view.reading, path).isFound);
  return said === undefined ? firstLine : markedRange(view, said);
}

const terminationFields: readonly FieldPath[] = [
  ['metadata', 'deletionTimestamp'],
  ['metadata', 'finalizers'],
];

function warning(range: Range, message: string): Diagnostic {
  return { range, message, severity: DiagnosticSeverity.Warning, source: 'Kubernetes Live Edit' };
}

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1_000 } };
