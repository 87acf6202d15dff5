import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver-types';
import type { ManifestReading } from '../manifest/reading';
import { type FieldPath, formatFieldPath } from '../merge/fieldPath';
import type { FieldNote } from '../session/liveDocument';
import type { LiveChange } from '../session/merged';
import type { DocumentView } from '../session/view';
import { describeConflict, markedRange } from './conflicts';
import type { FeatureContext } from './context';
import { describeFoughtField } from './history';
import { describeMovedField } from './movedFields';
import { describeRefusal } from './saveProblems';
import { stateProblems } from './stateProblems';

/** What is wrong with a document's text or has moved beneath it, each on its field. */
export function diagnostics(view: DocumentView, context: FeatureContext): Diagnostic[] {
  return [
    ...textProblems(view),
    ...stateProblems(view, context),
    ...view.conflicts.map((found) =>
      diagnostic(
        markedRange(view, found.conflict.path),
        describeConflict(found, view),
        DiagnosticSeverity.Warning,
      ),
    ),
    ...view.moved.map((change) => movedField(view, change, context)),
    ...foughtFields(view),
    ...view.notes.map((note) => savedNote(note, { ...view, whole: firstLine })),
  ];
}

function textProblems(view: DocumentView): Diagnostic[] {
  const { reading, ignored, identityChange } = view;
  const problems = readProblems(reading);
  if (identityChange !== undefined) {
    const { message } = describeRefusal(identityChange);
    problems.push(diagnostic(markedRange(view, identityChange.path), message, DiagnosticSeverity.Error));
  }
  for (const path of ignored) {
    const message = `${formatFieldPath(path)} ${whyIgnored(path, view)}`;
    problems.push(diagnostic(markedRange(view, path), message, DiagnosticSeverity.Warning));
  }
  return problems;
}

/** Why a save does not write a field, and what does. */
function whyIgnored([key]: FieldPath, { ref, subresources }: DocumentView): string {
  if (ref.subresource === 'status')
    return 'is not part of the status; a save of the status does not change it.';
  const hasDocument = key === 'status' && ref.subresource === undefined && subresources.includes('status');
  const instead = hasDocument ? ' Open Status of Live Object edits it.' : '';
  return `is written by the API server alone; a save does not change it.${instead}`;
}

/** What is wrong with the YAML or JSON of a text. */
export function readProblems({ problems }: Pick<ManifestReading, 'problems'>): Diagnostic[] {
  return problems.map(({ range, message, severity }) =>
    diagnostic(range, message, severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning),
  );
}

/** What somebody else has changed and a save keeps. The field is in its code: the list of problems shows no text. */
function movedField(view: DocumentView, moved: LiveChange, { now }: FeatureContext): Diagnostic {
  const { path } = moved.change;
  const message = describeMovedField(moved, { secret: view.secret, now });
  const { Information } = DiagnosticSeverity;
  return { ...diagnostic(markedRange(view, path), message, Information), code: formatFieldPath(path) };
}

/** Fields over which two managers fight. What is saved there may not last. */
function foughtFields(view: DocumentView): Diagnostic[] {
  const { foughtOver } = view;
  if (foughtOver === undefined) return [];
  return foughtOver.fields.map((field) =>
    diagnostic(
      markedRange(view, field.path),
      describeFoughtField(foughtOver, field),
      DiagnosticSeverity.Warning,
    ),
  );
}

/** What the API server said of a field at a write; without its words where they may quote a Secret. */
export function savedNote(
  note: FieldNote,
  { reading, secret, whole }: Pick<DocumentView, 'reading' | 'secret'> & { whole: Range },
): Diagnostic {
  const range = note.path === undefined ? whole : markedRange({ reading }, note.path);
  const severity = note.kind === 'refused' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
  return diagnostic(range, describeNote(note, { secret }), severity);
}

function describeNote({ kind, message }: FieldNote, { secret }: { secret: boolean }): string {
  const words = secret ? 'The words are left out, since they may quote the Secret.' : message;
  return kind === 'refused' ? `Refused by the API server: ${words}` : `The API server warns: ${words}`;
}

/** A problem that is one of ours. */
export function diagnostic(range: Range, message: string, severity: DiagnosticSeverity): Diagnostic {
  return { range, message, severity, source: 'Kubernetes Live Edit' };
}

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1_000 } };
