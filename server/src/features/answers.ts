import { formatFieldPath } from '../merge/fieldPath';
import type { Answer, SaveAnswer } from '../protocol/messages';
import { isSecret, type ObjectRef, toUri } from '../protocol/objectRef';
import type { ResolveFailure } from '../session/resolve';
import type { SaveOutcome } from '../session/save';
import type { SessionResult } from '../session/sessions';
import { type Action, describeFailure, describeResolveFailure } from './problems';
import { describeMoved, describeRefusal, describeUnknown, withoutWords } from './saveProblems';

/** A result as the client gets it: its value turned by `present`, or the failure as a sentence. */
export function answer<T, U>(result: SessionResult<T>, action: Action, present: (value: T) => U): Answer<U> {
  return result.kind === 'ok'
    ? { kind: 'ok', value: present(result.value) }
    : { kind: 'problem', problem: describeFailure(result.failure, action) };
}

/** The document URIs of what a link or a name means. */
export function answerResolved(
  result: { kind: 'ok'; value: ObjectRef[] } | { kind: 'failed'; failure: ResolveFailure },
): Answer<{ uris: string[] }> {
  return result.kind === 'ok'
    ? { kind: 'ok', value: { uris: result.value.map((ref) => toUri(ref)) } }
    : { kind: 'problem', problem: describeResolveFailure(result.failure) };
}

/** What became of a save of this object, in one sentence. */
export function answerSave(result: SessionResult<SaveOutcome>, ref: ObjectRef | undefined): SaveAnswer {
  if (result.kind === 'failed') return { kind: 'problem', problem: describeFailure(result.failure, 'save') };
  const outcome = result.value;
  const name = ref === undefined ? 'the object' : `${ref.resource} "${ref.name}"`;
  const secret = ref !== undefined && isSecret(ref);
  switch (outcome.kind) {
    case 'saved': {
      const warnings = secret ? outcome.warnings.map(() => wordsLeftOut) : outcome.warnings;
      return { kind: 'saved', message: `Saved ${name} to ${ref?.context ?? 'its cluster'}.`, warnings };
    }
    case 'unchanged': {
      const ignored = outcome.ignored.map(formatFieldPath).join(', ');
      const why =
        ignored === ''
          ? 'the text changes nothing of what was opened'
          : `only ${ignored} differs, which the API server writes by itself`;
      return { kind: 'unchanged', message: `Nothing was sent for ${name}: ${why}.` };
    }
    case 'refused':
      return { kind: 'problem', problem: describeRefusal(outcome.refusal) };
    case 'conflicted':
      return { kind: 'problem', problem: describeMoved(name, outcome.how) };
    case 'gone':
      return { kind: 'problem', problem: describeMoved(name, 'gone') };
    case 'rejected': {
      const failure = secret ? withoutWords(outcome.failure) : outcome.failure;
      return { kind: 'problem', problem: describeFailure(failure, 'save') };
    }
    case 'unknown':
      return { kind: 'problem', problem: describeUnknown(outcome.failure) };
  }
}

const wordsLeftOut = 'The words are left out, since they may quote the Secret.';
