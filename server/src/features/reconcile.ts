import type { Condition } from '../reconcile/conditions';
import type { GenerationState } from '../reconcile/generation';
import type { NotTracked, RolloutState, WaitingFor } from '../reconcile/rollout';
import { describeAgo, describeDuration, describeSince, unlikeClocks } from './durations';
import { describeParts, shorten } from './rolloutParts';
import { clockTime } from './values';

/**
 * `generation 7, observed`; `not yet observed: generation 7, controller has seen 6, for 12 s`, where it is known since
 * when (milliseconds). Nothing where the object has no generation.
 */
export function describeGeneration(
  state: GenerationState,
  lag?: { readonly since: number; readonly now: number },
): string | undefined {
  switch (state.kind) {
    case 'noGeneration':
      return undefined;
    case 'observed':
      return `generation ${state.generation}, observed`;
    case 'notReported':
      return `generation ${state.generation}, observedGeneration not reported`;
    case 'notYetObserved': {
      const seen = state.observed > 0 ? String(state.observed) : 'none';
      const words = `not yet observed: generation ${state.generation}, controller has seen ${seen}`;
      return lag === undefined ? words : `${words}, ${describeSince(lag.since, lag.now)}`;
    }
    case 'ahead':
      return `generation ${state.generation}, but observedGeneration ${state.observed}: a status of another history`;
  }
}

/**
 * `Ready=False · MinimumReplicasUnavailable · for 3 m`, or `Ready (of generation 6) was True · …`. One line; the
 * message is left to `describeMessage`.
 */
export function describeCondition(condition: Condition, now: number): string {
  const { reason, since } = condition;
  return [
    describeStatus(condition),
    ...(reason === undefined ? [] : [shorten(reason)]),
    ...(since === undefined ? [] : [describeSince(since, now)]),
  ].join(' · ');
}

function describeStatus({ type, status, age }: Condition): string {
  const name = shorten(type);
  const word = status === undefined ? undefined : shorten(status);
  const says = word === undefined ? `${name} (no status)` : `${name}=${word}`;
  switch (age.kind) {
    case 'ahead':
      return `${says} (of generation ${age.generation})`;
    case 'older':
      return `${name} (of generation ${age.generation}) was ${word ?? 'without status'}`;
    case 'writtenBefore':
      return `${says} (status not written since the last change)`;
    case 'unknown':
      return `${says} (generation not reported)`;
    case 'current':
      return says;
  }
}

/**
 * `rolled out · 5 of 5 updated, 5 available`, `3 of 5 updated, 4 available · deadline in 8 m`, `stuck: …`. One line;
 * nothing where nothing can be said.
 */
export function describeRollout(rollout: RolloutState, now: number): string | undefined {
  const parts = describeParts(rollout.parts, now);
  switch (rollout.kind) {
    case 'done':
      return join(rollout.as === 'rolledOut' ? 'rolled out' : undefined, parts);
    case 'progressing':
      return join(waiting[rollout.waitingFor], parts, describeDeadline(rollout, now));
    case 'stuck': {
      const { reason, message, since } = rollout;
      const why = message === undefined ? shorten(reason) : `${shorten(reason)}: ${shorten(message)}`;
      return join(`stuck: ${why}`, since === undefined ? undefined : describeSince(since, now), parts);
    }
    case 'paused':
      return join(rollout.as, parts);
    case 'notTracked':
      return join(untracked[rollout.because], parts);
  }
}

function describeDeadline(
  { deadline, limit = Infinity }: { deadline?: number; limit?: number },
  now: number,
): string | undefined {
  if (deadline === undefined) return undefined;
  // It cannot be farther away than it was at first: the cluster's clock is ahead of ours.
  if (deadline - now > limit + unlikeClocks) return `deadline at ${clockTime(deadline)} by another clock`;
  return deadline >= now
    ? `deadline in ${describeDuration(deadline - now)}`
    : `deadline was ${describeAgo(deadline, now)}`;
}

function join(...parts: (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}

/** Where the counts say it themselves there is no word for it. */
const waiting: Record<WaitingFor, string | undefined> = {
  observation: 'waiting to be observed',
  updated: undefined,
  old: undefined,
  available: undefined,
  ready: 'not ready yet',
  revision: 'waiting for the new revision',
  completion: undefined,
  scale: 'scaling',
  binding: 'waiting to be bound',
  resize: 'being resized',
  state: 'in progress',
  deletion: 'being deleted',
};

const untracked: Record<NotTracked, string | undefined> = {
  noRule: undefined,
  periodic: undefined,
  unknown: undefined,
  onDelete: 'OnDelete: pods are replaced when they are deleted',
  otherHistory: 'a status of another history',
  cannotTell: 'cannot tell whether the status is of this generation',
  malformed: 'a status that cannot be read',
};
