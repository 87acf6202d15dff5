import type { FileFailure, FileResult } from '../files/contract';
import type { FileView } from '../files/fileView';
import type { FileWriteOutcome, FileWriteResult } from '../files/outcome';
import { formatFieldPath } from '../merge/fieldPath';
import type { FileWriteSummary, OwnershipDecision } from '../protocol/files';
import type { Answer, Problem } from '../protocol/messages';
import { describeFailure, problem } from './problems';
import { withoutWords } from './saveProblems';
import { someNames } from './staleness';

/** A result as the client gets it: its value turned by `present`, or the failure as a sentence. */
export function fileAnswer<T, U>(result: FileResult<T>, present: (value: T) => U): Answer<U> {
  return result.kind === 'ok'
    ? { kind: 'ok', value: present(result.value) }
    : { kind: 'problem', problem: describeFileFailure(result.failure) };
}

/** Why an operation on a file failed, in a sentence that says what to do about it. */
export function describeFileFailure(failure: FileFailure): Problem {
  switch (failure.kind) {
    case 'notOpen':
      return problem(
        'badUri',
        'This file is not open as a manifest. Open it in an editor; the setting kubernetesLiveEdit.trackManifests must be on.',
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
  view: Pick<FileView, 'objects'> | undefined,
): FileWriteSummary {
  const details = outcomes.map((outcome) => {
    const object = view?.objects.find(({ key }) => key === outcome.key);
    return describeOutcome(outcome, { secret: object?.secret ?? true });
  });
  const level = outcomes.reduce<FileWriteSummary['level']>(
    (worst, outcome) => (levels.indexOf(levelOf(outcome)) > levels.indexOf(worst) ? levelOf(outcome) : worst),
    'info',
  );
  const [only = 'There is nothing to write in this file.', ...rest] = details;
  return { message: rest.length === 0 ? only : countOutcomes(outcomes), level, details };
}

/** What a decision about fields of others has made of the text. */
export function describeOwnershipEdit(decision: Exclude<OwnershipDecision, 'takeOver'>): FileWriteSummary {
  const message =
    decision === 'leave'
      ? 'Taken out of the file: it leaves these fields to those who hold them. Apply it again.'
      : 'The file states what is live there. Apply it again.';
  return { message, level: 'info', details: [] };
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
  switch (result.kind) {
    case 'written':
      return `${result.how}.`;
    case 'unchanged':
      return 'unchanged, the live object says all of it already.';
    case 'owned': {
      const fields = someNames(result.conflicts.map(({ path }) => formatFieldPath(path)));
      const managers = someNames([...new Set(result.conflicts.map(({ manager }) => manager))]);
      return `not applied, since ${fields} ${result.conflicts.length === 1 ? 'is' : 'are'} held by ${managers}. Choose Take Over, Leave to Them or Take Theirs into File at the marked fields.`;
    }
    case 'staleVersion':
      return 'not written, since the version or the uid in the file is not the live object’s any more. Remove Copied Fields takes it out.';
    case 'exists':
      return 'not created, since it exists already. Compare it with the live object, and apply it instead.';
    case 'declined':
      return 'not written, as you chose.';
    case 'skipped':
      return `not written: ${result.because}`;
    case 'refused': {
      const failure = secret ? withoutWords(result.failure) : result.failure;
      return `not written. ${describeFailure(failure, 'apply').message}`;
    }
    case 'unknown':
      return `it is not known whether it was written. ${describeFailure(result.failure, 'read').message}`;
  }
}

function levelOf({ result, warnings }: FileWriteOutcome): FileWriteSummary['level'] {
  switch (result.kind) {
    case 'refused':
    case 'unknown':
    case 'skipped':
    case 'exists':
    case 'staleVersion':
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
  exists: 'existing already',
  declined: 'declined',
  skipped: 'skipped',
  refused: 'refused',
  unknown: 'not known',
};
