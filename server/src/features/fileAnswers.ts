import type { FileFailure, FileResult } from '../files/contract';
import type { FileView, OwnershipConflict } from '../files/fileView';
import type { FileWriteOutcome, FileWriteResult } from '../files/outcome';
import { formatFieldPath } from '../merge/fieldPath';
import type { FileObjectPlace, FileWriteSummary, OwnershipDecision } from '../protocol/files';
import type { Answer, Problem } from '../protocol/messages';
import type { Failure } from '../session/ports';
import { describeFailure, problem } from './problems';
import { describeTooLong } from './fileState';
import { withoutWords } from './saveProblems';
import { someNames } from './staleness';

/** A result as the client gets it: its value turned by `present`, or the failure as a sentence. */
export function fileAnswer<T, U>(result: FileResult<T>, present: (value: T) => U): Answer<U> {
  return result.kind === 'ok'
    ? { kind: 'ok', value: present(result.value) }
    : { kind: 'problem', problem: describeFileFailure(result.failure) };
}

/** Why an operation on a file failed, in a sentence that says what to do about it. */
export function describeFileFailure(failure: FileFailure, view?: Pick<FileView, 'tooLong'>): Problem {
  switch (failure.kind) {
    case 'notOpen':
      return problem('badUri', 'This file is not open as a manifest. Open it in an editor.');
    case 'noObjects':
      return problem(
        'notFound',
        describeTooLong(view) ??
          'This file states no object that could be written: each needs an apiVersion, a kind and a name.',
      );
    case 'notTracked':
      return problem(
        'badUri',
        failure.because === 'off'
          ? 'What is live there is not known, since manifest files are not compared: the setting kubernetesLiveEdit.trackManifests is off.'
          : 'What is live there is not known yet, or cannot be found out now. The lens above the object says how it stands.',
      );
    case 'noObject':
      return problem('notFound', 'The file has been edited since, and this object is not in it any more.');
    case 'nothingToDo':
      return problem(
        'noConflict',
        'There is nothing left to do here: the file or the cluster has changed since.',
      );
    case 'notEditable':
      return problem(
        'unparsable',
        'The text cannot be changed in place so that it says that, or it was changed meanwhile. Nothing was edited; change it by hand.',
      );
    default:
      return describeFailure(failure, 'apply');
  }
}

/**
 * What became of a write of objects of a file: a sentence for one, counts for several, and the sentence of each. Words
 * of the server about Secrets, and about objects that the file has no more, are left out.
 */
export function summarizeWrites(
  outcomes: readonly FileWriteOutcome[],
  view: Pick<FileView, 'uri' | 'objects' | 'tooLong'> | undefined,
): FileWriteSummary {
  const details = outcomes.map((outcome) => {
    const object = view?.objects.find(({ key }) => key === outcome.key);
    return describeOutcome(outcome, { secret: object?.secret ?? true });
  });
  const level = outcomes.reduce<FileWriteSummary['level']>(
    (worst, outcome) => (levels.indexOf(levelOf(outcome)) > levels.indexOf(worst) ? levelOf(outcome) : worst),
    'info',
  );
  const [only = describeTooLong(view) ?? 'There is nothing to write in this file.', ...rest] = details;
  const [first] = outcomes;
  const way = rest.length === 0 && first !== undefined && view && wayOutOf(first, view.uri);
  return {
    message: rest.length === 0 ? only : countOutcomes(outcomes),
    level,
    details,
    ...(way && { wayOut: way }),
  };
}

/** What can be done about an object that was not written, where there is one thing. */
function wayOutOf({ key, result }: FileWriteOutcome, uri: string): FileWriteSummary['wayOut'] {
  if (result.kind === 'exists') return wayOut('Compare and Apply', 'applyObject', { uri, key });
  const isCopied = result.kind === 'staleVersion' || result.kind === 'copiedVersion';
  return isCopied ? wayOut('Remove Copied Fields', 'removeCopiedFields', { uri, key }) : undefined;
}

function wayOut(
  title: string,
  command: string,
  { uri, key }: Pick<FileObjectPlace, 'uri' | 'key'>,
): NonNullable<FileWriteSummary['wayOut']> {
  return { title, command: `kubernetesLiveEdit.${command}`, arguments: [uri, key] };
}

/** What a decision about fields of others has made of the text. */
export function describeOwnershipEdit(
  decision: Exclude<OwnershipDecision, 'takeOver'>,
  place: Pick<FileObjectPlace, 'uri' | 'key'>,
): FileWriteSummary {
  const message =
    decision === 'leave'
      ? 'Taken out of the file: it leaves these fields to those who hold them.'
      : 'The file states what is live there.';
  return { message, level: 'info', details: [], wayOut: wayOut('Apply', 'applyObject', place) };
}

/** `5 objects: 2 created, 1 configured, 2 unchanged.` In the order in which they came. */
function countOutcomes(outcomes: readonly FileWriteOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { result } of outcomes) {
    const word = result.kind === 'written' ? result.how : shortWords[result.kind];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const said = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  return `${outcomes.length} objects: ${said}.`;
}

function describeOutcome(
  { title, result, warnings }: FileWriteOutcome,
  { secret }: { secret: boolean },
): string {
  const warned = secret
    ? warnings.map(() => 'its words are left out, since they may quote a Secret')
    : warnings;
  return [
    `${title}: ${describeResult(result, { secret })}`,
    ...(warned.length === 0 ? [] : [`The API server warns: ${warned.join(' ')}`]),
  ].join(' ');
}

function describeResult(result: FileWriteResult, { secret }: { secret: boolean }): string {
  const quotable = (failure: Failure): Failure => (secret ? withoutWords(failure) : failure);
  switch (result.kind) {
    case 'written':
      return `${result.how}.`;
    case 'unchanged':
      return 'unchanged, the live object says all of it already.';
    case 'owned': {
      const { conflicts, confirmed } = result;
      const open = conflicts.filter((conflict) => !confirmed.includes(conflict));
      const managers = someNames([...new Set(open.map(({ manager }) => manager))]);
      const held = `${fieldsOf(open)} ${open.length === 1 ? 'is' : 'are'} held by ${managers}. Choose Take Over, Leave to Them or Take Theirs into File at the marked fields`;
      return confirmed.length === 0
        ? `not applied, since ${held}.`
        : `not applied yet: ${fieldsOf(confirmed)} will be taken over, but ${held} as well.`;
    }
    case 'staleVersion':
      return 'not written, since the version or the uid in the file is not the live object’s any more. Remove Copied Fields takes it out.';
    case 'copiedVersion':
      return 'not created, since the file names the version or the uid of a live object, and there is none. Remove Copied Fields takes it out.';
    case 'moved':
      return 'not written, since it has changed since it was shown to you. Do it again to see how it is now.';
    case 'gone':
      return 'not in the cluster, so there is nothing to delete.';
    case 'exists':
      return 'not created, since it exists already. It can be compared with the live object, and applied instead.';
    case 'declined':
      return 'not written, as you chose.';
    case 'skipped':
      return `not written: ${result.because}`;
    case 'refused': {
      return `not written. ${describeFailure(quotable(result.failure), 'apply').message}`;
    }
    case 'unknown':
      return `it is not known whether it was written. ${describeFailure(quotable(result.failure), 'read').message}`;
  }
}

function fieldsOf(conflicts: readonly OwnershipConflict[]): string {
  return someNames(conflicts.map(({ path }) => formatFieldPath(path)));
}

function levelOf({ result, warnings }: FileWriteOutcome): FileWriteSummary['level'] {
  switch (result.kind) {
    case 'refused':
    case 'unknown':
    case 'skipped':
    case 'exists':
    case 'staleVersion':
    case 'copiedVersion':
    case 'moved':
      return 'error';
    case 'owned':
      return 'warning';
    default:
      return warnings.length > 0 ? 'warning' : 'info';
  }
}

const levels: readonly FileWriteSummary['level'][] = ['info', 'warning', 'error'];

const shortWords: Record<Exclude<FileWriteResult['kind'], 'written'>, string> = {
  unchanged: 'unchanged',
  owned: 'held by others',
  staleVersion: 'of a stale version',
  copiedVersion: 'with a copied version',
  moved: 'changed meanwhile',
  gone: 'not there',
  exists: 'existing already',
  declined: 'declined',
  skipped: 'skipped',
  refused: 'refused',
  unknown: 'not known',
};
