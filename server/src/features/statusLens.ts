import type { Condition } from '../reconcile/conditions';
import type { RolloutPart, RolloutState } from '../reconcile/rollout';
import type { StatusView } from './statusView';
import type { FeatureContext } from './context';
import { describeCondition, describeGeneration, describeRollout } from './reconcile';

/**
 * `3 of 5 updated, 4 available · deadline in 8 m · generation 7, observed`: whether the cluster has acted on what was
 * saved, in one line. Undefined where the object says nothing of it, or is not the text's any more.
 */
export function describeReconcile(view: StatusView, { now: present }: FeatureContext): string | undefined {
  if (!hasReconcileWords(view)) return undefined;
  const now = reconcileTime(view, present);
  const matter = mattering(view);
  const shown = matter.slice(0, mostConditions);
  const parts = [
    isObserved(view) ? undefined : generationWords(view, now),
    isSaid(view) ? undefined : describeRollout(brief(view.reconcile.rollout, shown), now),
    ...shown.map((condition) => describeCondition(condition, now)),
    matter.length > shown.length ? `${matter.length - shown.length} more` : undefined,
    // Good news comes last, since the end of a long line is off the screen.
    isObserved(view) ? generationWords(view, now) : undefined,
  ].filter((words) => words !== undefined);
  if (parts.length === 0) return undefined;
  const words = clip(parts.join(' · '), longestLine);
  return view.health.kind === 'unknown' ? `last known: ${words}` : words;
}

function isObserved({ reconcile: { generation } }: StatusView): boolean {
  return generation.kind === 'observed' || generation.kind === 'notReported';
}

/** That nobody can tell says already that no generation is reported. */
function generationWords({ reconcile, unobservedSince: since }: StatusView, now: number): string | undefined {
  const { generation, rollout } = reconcile;
  const isTold = rollout.kind === 'notTracked' && rollout.because === 'cannotTell';
  return generation.kind === 'notReported' && isTold
    ? `generation ${generation.generation}`
    : describeGeneration(generation, since === undefined ? undefined : { since, now });
}

/** The same as the title of a lens: what asks for attention has a sign before it, since lenses have no colors. */
export function reconcileTitle(view: StatusView, context: FeatureContext): string | undefined {
  const words = describeReconcile(view, context);
  if (words === undefined) return undefined;
  const { rollout, generation } = view.reconcile;
  const isOdd =
    rollout.kind === 'stuck' ||
    generation.kind === 'ahead' ||
    mattering(view).some((condition) => condition.tone === 'bad' && !isNotReachedYet(view, condition));
  return isOdd ? `$(warning)\u00a0${words}` : words;
}

/** Whether the state of the object is that of the text's object. */
export function hasReconcileWords({ staleness }: StatusView): boolean {
  return staleness !== 'deleted' && staleness !== 'replaced' && staleness !== 'otherCluster';
}

/** The time up to which the object is known: while it is not known, nothing is counted up. */
export function reconcileTime({ health }: Pick<StatusView, 'health'>, now: number): number {
  return health.kind === 'unknown' ? Math.min(now, health.since) : now;
}

/**
 * The conditions that are worth a word at the top: bad ones that are not said by the rollout already, `Ready` where it
 * speaks of another spec, and all of an object whose kind has no rule.
 */
export function mattering({ reconcile, secret }: StatusView): Condition[] {
  if (secret) return [];
  const { rollout, conditions } = reconcile;
  const isReason = ({ type, reason = type }: Condition): boolean =>
    rollout.kind === 'stuck' && rollout.reason === reason;
  return conditions.filter((condition) => {
    const { type, status, tone, age } = condition;
    if (rollout.kind === 'notTracked' && rollout.because === 'noRule') return status !== undefined;
    if (isReason(condition)) return false;
    if (rollout.kind === 'progressing' && rollout.waitingFor === 'state' && isConventional(condition))
      return true;
    if (type === 'Ready' && age.kind !== 'current' && age.kind !== 'unknown') return true;
    return tone === 'bad' && !isNotReachedYet({ reconcile }, condition);
  });
}

/** What is not there yet goes with a rollout that is under way, and needs no word or sign of its own. */
function isNotReachedYet(
  { reconcile: { rollout } }: Pick<StatusView, 'reconcile'>,
  { polarity }: Condition,
): boolean {
  return polarity === 'positive' && (rollout.kind === 'progressing' || rollout.kind === 'stuck');
}

/** What the conventions of custom resources (kstatus) say that something is under way by. */
function isConventional({ type, status }: Condition): boolean {
  return type === 'Ready' ? status !== 'True' : type === 'Reconciling' && status === 'True';
}

/** Whether the words for the generation, or for how the object ends, say what those for the rollout would. */
function isSaid({ reconcile: { generation, rollout }, termination }: StatusView): boolean {
  if (rollout.kind === 'notTracked') return rollout.because === 'otherHistory' && generation.kind === 'ahead';
  if (rollout.kind !== 'progressing') return false;
  return rollout.waitingFor === 'observation'
    ? generation.kind === 'notYetObserved'
    : rollout.waitingFor === 'deletion' && termination !== undefined && rollout.parts.every(isFinalizers);
}

function isFinalizers({ kind }: RolloutPart): boolean {
  return kind === 'finalizers';
}

/** A rollout without what stands in the hover, or in the conditions beside it. */
function brief(rollout: RolloutState, conditions: readonly Condition[]): RolloutState {
  const said = new Set(conditions.flatMap(({ reason, message }) => [reason, message]));
  const parts = rollout.parts
    .filter((part) => part.kind !== 'text' || !said.has(part.text))
    .map((part) => (part.kind === 'text' ? { ...part, text: clip(part.text, longestPart) } : part));
  if (rollout.kind !== 'stuck') return { ...rollout, parts };
  const { kind, reason, since } = rollout;
  return { kind, reason, ...(since === undefined ? {} : { since }), parts };
}

/** A text of at most so many characters. */
export function clip(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

const mostConditions = 2;
const longestLine = 140;
const longestPart = 60;
