import { formatFieldPath } from '../merge/fieldPath';
import type { Answer, SaveAnswer } from '../protocol/messages';
import { isSecret, nameObject, type ObjectRef, toUri } from '../protocol/objectRef';
import type { SessionResult } from '../session/contract';
import type { LiveChange } from '../session/merged';
import type { Saved, SaveOutcome } from '../session/outcome';
import type { ResolveFailure } from '../session/resolve';
import { type Action, describeFailure, describeResolveFailure } from './problems';
import { describeChange, describeKept } from './questions';
import {
  describeConflicted,
  describeDeclined,
  describeGone,
  describeRefusal,
  describeUnknown,
  withoutWords,
} from './saveProblems';

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
  const name = ref === undefined ? 'the object' : nameObject(ref);
  const secret = ref !== undefined && isSecret(ref);
  switch (outcome.kind) {
    case 'saved': {
      const warnings = secret ? outcome.warnings.map(() => wordsLeftOut) : outcome.warnings;
      const saved = `Saved ${name} to ${ref?.context ?? 'its cluster'}.`;
      const message = [
        saved,
        ignoredWords(outcome, ref),
        keptWords(outcome.kept, { secret }),
        completedWords(outcome, { secret }),
      ].join('');
      return { kind: 'saved', message, warnings, merged: !outcome.kept.every(isBookkeeping) };
    }
    case 'unchanged': {
      const ignored = outcome.ignored.map(formatFieldPath).join(', ');
      const owner = ref?.subresource === 'status' ? statusAlone : 'which the API server writes by itself';
      const why =
        ignored === ''
          ? 'the text changes nothing of what the cluster has'
          : `only ${ignored} differs, ${owner}`;
      const message = `Nothing was sent for ${name}: ${why}.${keptWords(outcome.kept, { secret })}`;
      return { kind: 'unchanged', message, merged: !outcome.kept.every(isBookkeeping) };
    }
    case 'conflicted':
      return { kind: 'problem', problem: describeConflicted(name, outcome) };
    case 'gone':
      return { kind: 'problem', problem: describeGone(name, outcome) };
    case 'rejected':
      switch (outcome.because) {
        case 'refusal':
          return { kind: 'problem', problem: describeRefusal(outcome.refusal) };
        case 'declined':
          return { kind: 'problem', problem: describeDeclined(name) };
        case 'failure': {
          const failure = secret ? withoutWords(outcome.failure) : outcome.failure;
          return { kind: 'problem', problem: describeFailure(failure, 'save') };
        }
      }
      break;
    case 'unknown':
      return { kind: 'problem', problem: describeUnknown(outcome.failure) };
  }
}

/** ` Kept from live: spec.replicas 2 → 5 (kubectl-scale at 14:03:22).`; the bookkeeping of controllers is only counted. */
function keptWords(kept: readonly LiveChange[], options: { secret: boolean }): string {
  const changed = kept.filter((one) => !isBookkeeping(one));
  const counted = kept.length - changed.length;
  const words = [
    ...(changed.length === 0
      ? []
      : [` Kept from live: ${some(changed.map((one) => describeKept(one, options)))}.`]),
    ...(counted === 0
      ? []
      : [
          ` ${counted === 1 ? '1 field' : `${counted} fields`} that a controller writes with the status moved along.`,
        ]),
  ];
  return words.join('');
}

/**
 * Whether a controller wrote this beside the status, through the same subresource, such as a Deployment's annotation
 * `deployment.kubernetes.io/revision`. The API server takes no change of a spec that way.
 */
function isBookkeeping({ change: { path }, writer }: LiveChange): boolean {
  return path[0] === 'metadata' && writer?.subresource === 'status' && writer.isGuessed !== true;
}

/** Fields of the text that a save does not write. */
function ignoredWords({ ignored }: Saved, ref: ObjectRef | undefined): string {
  if (ignored.length === 0) return '';
  const why = ref?.subresource === 'status' ? statusAlone : 'which only the API server writes';
  return ` Not written: ${some(ignored.map(formatFieldPath))}, ${why}.`;
}

/** What the API server changed of what was sent; defaults that it filled in are only counted. */
function completedWords({ completed }: Saved, options: { secret: boolean }): string {
  const filled = completed.filter(({ kind }) => kind === 'added').length;
  const changed = completed.filter(({ kind }) => kind !== 'added');
  const words = [
    ...(changed.length === 0
      ? []
      : [` The API server changed: ${some(changed.map((change) => describeChange(change, options)))}.`]),
    ...(filled === 0 ? [] : [` It filled in ${filled === 1 ? '1 field' : `${filled} fields`}.`]),
  ];
  return words.join('');
}

function some(all: string[]): string {
  const left = all.length - mostNamed;
  return left <= 0 ? all.join(', ') : `${all.slice(0, mostNamed).join(', ')} and ${left} more`;
}

const statusAlone = 'since a save of the status writes nothing else';
const mostNamed = 3;
const wordsLeftOut = 'The words are left out, since they may quote the Secret.';
