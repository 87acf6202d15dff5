import { findRange } from '../manifest/ranges';
import { fieldAt } from '../merge/fieldAt';
import { type FieldPath, formatPointer } from '../merge/fieldPath';
import type { Condition } from '../reconcile/conditions';
import type { RolloutState } from '../reconcile/rollout';
import type { StatusView } from './statusView';
import { describeSince } from './durations';
import { describeRollout } from './reconcile';
import { describeParts } from './rolloutParts';
import { rolloutPlaces, holdPlaces, places } from './statusPlaces';
import { clip, hasReconcileWords } from './statusLens';

/** A few words beside a field of the text. */
export interface StatusHint {
  readonly path: FieldPath;
  readonly words: string;
}

/** What the state of the object says of the fields that its text shows; `now` in milliseconds since 1970. */
export function statusHints(view: StatusView, now: number): StatusHint[] {
  if (view.secret || !hasReconcileWords(view)) return [];
  return [
    ...generationHints(view, now),
    ...terminationHints(view, now),
    ...rolloutHints(view, now),
    ...placedConditions(view).map(({ path, condition }) => ({ path, words: conditionWords(condition, now) })),
  ].flatMap(({ path, words }) =>
    words !== undefined && isShown(view, path) ? [{ path, words: clip(words, longest) }] : [],
  );
}

/** The conditions that the text shows, with where it shows their status. */
export function placedConditions(view: StatusView): { path: FieldPath; condition: Condition }[] {
  if (!isShown(view, places.conditions)) return [];
  return view.reconcile.conditions
    .map((condition) => ({ path: [...places.conditions, { type: condition.type }, 'status'], condition }))
    .filter(({ path }) => isShown(view, path));
}

/** The field at which a kind's rollout is told: the first of its places that the text has. */
export function rolloutPlace(view: StatusView): FieldPath | undefined {
  return rolloutPlaces(view).find((path) => isShown(view, path));
}

interface MaybeHint {
  path: FieldPath;
  words: string | undefined;
}

function generationHints(
  { reconcile: { generation }, unobservedSince }: StatusView,
  now: number,
): MaybeHint[] {
  const since = unobservedSince === undefined ? undefined : describeSince(unobservedSince, now);
  const own = (words: string): MaybeHint => ({ path: places.generation, words: join(words, since) });
  const observed = (words: string): MaybeHint => ({ path: places.observed, words: join(words, since) });
  switch (generation.kind) {
    case 'noGeneration':
      return [];
    case 'observed':
      return [own('observed')];
    case 'notReported':
      return [own('observedGeneration not reported')];
    case 'notYetObserved':
      return [
        own(`controller has seen ${generation.observed > 0 ? generation.observed : 'none'}`),
        observed(`generation is ${generation.generation}`),
      ];
    case 'ahead':
      return [
        own(`observedGeneration is ${generation.observed}`),
        observed(`generation is ${generation.generation}`),
      ];
  }
}

function terminationHints({ termination }: StatusView, now: number): MaybeHint[] {
  if (termination === undefined) return [];
  const { since } = termination;
  return [
    {
      path: places.deletion,
      words: join('being deleted', since === undefined ? undefined : describeSince(since, now)),
    },
    ...places.finalizers.map((path) => ({ path, words: 'hold the deletion' })),
  ];
}

function rolloutHints(view: StatusView, now: number): MaybeHint[] {
  const { reconcile, termination } = view;
  const { rollout } = reconcile;
  if (termination !== undefined) return [];
  const place = rolloutPlace(view);
  const heldBack = rollout.parts.find((part) => part.kind === 'count' && part.what === 'heldBack');
  return [
    ...(place === undefined ? [] : [{ path: place, words: shortRollout(rollout, now) }]),
    ...(rollout.kind === 'paused'
      ? [{ path: holdPlaces[rollout.as], words: rollout.done ? rollout.as : `${rollout.as} · it waits` }]
      : []),
    ...(heldBack?.kind === 'count' ? [{ path: places.partition, words: `${heldBack.count} held back` }] : []),
    ...(rollout.kind === 'notTracked' && rollout.because === 'onDelete'
      ? [{ path: places.strategy, words: 'pods are replaced when deleted' }]
      : []),
    { path: places.deadline, words: deadlineWords(rollout, now) },
  ];
}

function deadlineWords(rollout: RolloutState, now: number): string | undefined {
  if (rollout.kind === 'stuck' && rollout.reason === 'ProgressDeadlineExceeded') return 'exceeded';
  return rollout.kind === 'progressing' && rollout.deadline !== undefined
    ? describeRollout({ ...rollout, waitingFor: 'updated', parts: [] }, now)
    : undefined;
}

/** As many of a rollout's numbers as fit beside a field. */
function shortRollout(rollout: RolloutState, now: number): string | undefined {
  const { parts } = rollout;
  if (rollout.kind === 'progressing' && parts.length === 0)
    return describeRollout({ kind: 'progressing', waitingFor: rollout.waitingFor, parts }, now);
  const sign = rollout.kind === 'stuck' ? 'stuck' : undefined;
  const lengths = parts.map((_, index) => join(sign, describeParts(parts.slice(0, index + 1), now)));
  return lengths.findLast((words) => words !== undefined && words.length <= longest) ?? lengths[0] ?? sign;
}

function conditionWords({ age, tone, since }: Condition, now: number): string | undefined {
  const said = {
    current: tone === 'bad' ? 'needs attention' : undefined,
    older: age.kind === 'older' ? `of generation ${age.generation}` : undefined,
    ahead: age.kind === 'ahead' ? `of generation ${age.generation}` : undefined,
    writtenBefore: 'not written since the last change',
    unknown: 'generation not reported',
  }[age.kind];
  return join(said, since === undefined ? undefined : describeSince(since, now));
}

function isShown({ reading }: StatusView, path: FieldPath): boolean {
  return mayBeShown(reading, path) && findRange(reading, path).isFound;
}

/** A text says few of these fields, and its value tells that without a search. */
function mayBeShown({ value }: StatusView['reading'], path: FieldPath): boolean {
  const index = path.findIndex((step) => typeof step !== 'string');
  const keys = index === -1 ? path : path.slice(0, index);
  return value === undefined || fieldAt(value, keys) !== undefined;
}

function join(...parts: (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}

/** Whether two paths lead to the same field. */
export function isSamePath(one: FieldPath, other: FieldPath): boolean {
  return formatPointer(one) === formatPointer(other);
}

/** VS Code cuts hints off behind 43 characters (`editor.inlayHints.maximumLength`), an arrow before the words included. */
const longest = 43 - '← '.length;
