import {
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Position,
  type Range,
} from 'vscode-languageserver-types';
import type { FileObjectView, FileView, PresentState } from '../files/fileView';
import type { CopiedField } from '../manifest/copiedFields';
import type { FileDocument } from '../manifest/documents';
import { formatFieldPath, formatPointer } from '../merge/fieldPath';
import { markedRange } from './conflicts';
import type { FeatureContext } from './context';
import { diagnostic, readProblems, savedNote } from './diagnostics';
import { describeCopied, describeDrift, describeOwnership } from './fileFields';
import { readingOf } from './fileObject';
import { describeFailure } from './problems';
import { reconcileTime } from './statusLens';

/**
 * What is wrong with the objects of a file, or otherwise in the cluster, each on its field. None for a file that is as
 * in the cluster, and none for what is left alone.
 */
export function fileDiagnostics(view: FileView, context: FeatureContext): Diagnostic[] {
  return [
    ...textProblems(view),
    ...unknownStates(view),
    ...view.objects.flatMap((object) => objectDiagnostics(object, context)),
  ];
}

function objectDiagnostics(object: FileObjectView, { now }: FeatureContext): Diagnostic[] {
  const { state, ownershipConflicts: conflicts, copied, notes, secret, recognized } = object;
  const drifts = state.kind === 'present' ? state.drifts : [];
  if ([conflicts, drifts, copied, notes].every(({ length }) => length === 0)) return [];
  const reading = readingOf(object);
  return [
    ...conflicts.map((conflict) => ({
      ...diagnostic(
        markedRange({ reading }, conflict.path),
        describeOwnership(object, conflict),
        DiagnosticSeverity.Warning,
      ),
      code: formatFieldPath(conflict.path),
    })),
    ...(state.kind === 'present' ? driftDiagnostics(object, state, now) : []),
    ...copied.map(copiedDiagnostic),
    ...notes.map((note) => savedNote(note, { reading, secret, whole: lineOf(recognized.range.start) })),
  ];
}

/** A field that others hold is marked for that. */
function driftDiagnostics(object: FileObjectView, state: PresentState, present: number): Diagnostic[] {
  const { secret, ownershipConflicts } = object;
  const held = new Set(ownershipConflicts.map(({ path }) => formatPointer(path)));
  const now = reconcileTime(state, present);
  const reading = readingOf(object);
  return state.drifts
    .filter(({ drift }) => !held.has(formatPointer(drift.path)))
    .map((found) => ({
      ...diagnostic(
        markedRange({ reading }, found.drift.path),
        describeDrift(found, { secret, now }),
        DiagnosticSeverity.Information,
      ),
      code: formatFieldPath(found.drift.path),
    }));
}

function copiedDiagnostic(field: CopiedField): Diagnostic {
  const { Warning, Information } = DiagnosticSeverity;
  const message = describeCopied(field);
  return field.effect === 'none' || field.effect === 'record'
    ? { ...diagnostic(field.key, message, Information), tags: [DiagnosticTag.Unnecessary] }
    : diagnostic(field.key, message, Warning);
}

/** What is wrong with the text of documents that are, or are to become, objects. */
function textProblems({ objects, leftAlone }: FileView): Diagnostic[] {
  const broken = leftAlone
    .filter(({ kind, document }) => kind === 'broken' && (objects.length > 0 || isMeant(document)))
    .map(({ document }) => document);
  const documents = new Set([...objects.map(({ document }) => document), ...broken]);
  return [...documents]
    .filter(({ content }) => content.reading.problems.length > 0)
    .flatMap(({ reading }) => readProblems(reading));
}

/** Whether a document that cannot be read was probably meant to be an object of Kubernetes. */
function isMeant({ content }: FileDocument): boolean {
  return /(?:^|\n)[ \t-]*"?apiVersion"?[ \t]*:/.test(content.text);
}

/** Why nothing is known of objects; what is the same for many is said once, at the first. */
function unknownStates({ binding, objects }: FileView): Diagnostic[] {
  const said = new Map<string, Diagnostic>();
  for (const { state, recognized } of objects) {
    const failure =
      binding.kind === 'unbound'
        ? binding.failure
        : state.kind === 'unknown'
          ? state.failure
          : 'health' in state && state.health.kind === 'unknown'
            ? state.health.because
            : undefined;
    if (failure === undefined) continue;
    const { message } = describeFailure(failure, binding.kind === 'unbound' ? 'connect' : 'read');
    const severity = binding.kind === 'unbound' ? DiagnosticSeverity.Information : DiagnosticSeverity.Warning;
    if (!said.has(message)) said.set(message, diagnostic(lineOf(recognized.range.start), message, severity));
  }
  return [...said.values()];
}

function lineOf(start: Position): Range {
  return { start, end: { line: start.line, character: 1_000 } };
}
