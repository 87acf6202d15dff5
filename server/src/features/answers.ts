import { formatFieldPath } from '../merge/fieldPath';
import type { Answer, SaveAnswer } from '../protocol/messages';
import { type ObjectRef, toUri } from '../protocol/objectRef';
import type { ResolveFailure } from '../session/resolve';
import type { SaveOutcome } from '../session/save';
import type { SessionFailure } from '../session/sessions';
import {
  type Action,
  describeFailure,
  describeMoved,
  describeRefusal,
  describeResolveFailure,
} from './problems';

type SessionResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: SessionFailure };

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

/** What became of a save, in one sentence. */
export function answerSave(
  result: SessionResult<SaveOutcome>,
  object: { ref: ObjectRef; uid: string } | undefined,
): SaveAnswer {
  if (result.kind === 'failed') return { kind: 'problem', problem: describeFailure(result.failure, 'save') };
  const outcome = result.value;
  const name = object === undefined ? 'the object' : `${object.ref.resource} "${object.ref.name}"`;
  switch (outcome.kind) {
    case 'saved':
      return {
        kind: 'saved',
        message: `Saved ${name} to ${object?.ref.context ?? 'its cluster'}.`,
        warnings: outcome.warnings,
      };
    case 'unchanged': {
      const ignored = outcome.ignored.map(formatFieldPath).join(', ');
      const why =
        ignored === ''
          ? 'the text means what the live object says'
          : `only ${ignored} differs, which the API server writes by itself`;
      return { kind: 'unchanged', message: `Nothing was sent for ${name}: ${why}.` };
    }
    case 'refused':
      return { kind: 'problem', problem: describeRefusal(outcome.refusal) };
    case 'conflicted':
      return {
        kind: 'problem',
        problem: describeMoved(name, outcome.live.uid === object?.uid ? 'moved' : 'replaced'),
      };
    case 'gone':
      return { kind: 'problem', problem: describeMoved(name, 'gone') };
    case 'rejected':
    case 'unknown':
      return { kind: 'problem', problem: describeFailure(outcome.failure, 'save') };
  }
}
