import type { DocumentView } from '../session/view';
import type { FeatureContext } from './context';
import { stepOf, unlikeClocks } from './durations';
import { columnTimes } from './printerColumns';
import { placedConditions } from './statusHints';
import type { StatusView } from './statusView';
import { hasReconcileWords, mattering, reconcileTime } from './statusLens';
import { writeTime } from './values';

/**
 * When what is said of a document changes next though nothing else does; milliseconds since 1970, after `now`.
 * Undefined where no word depends on the time.
 */
export function nextChange(view: DocumentView, context: FeatureContext): number | undefined {
  const { now } = context;
  const changes = [
    ...(reconcileTime(view, now) === now
      ? [...reconcileTimes(view), ...columnTimes(view)].map((at) => nextStep(at, now))
      : []),
    ...view.moved.flatMap(({ writer, seenAt }) => {
      const at = seenAt ?? writeTime(writer);
      return at === undefined ? [] : [nextStep(at, now, coarse)];
    }),
    ...(view.arrivesBy === undefined ? [] : [view.arrivesBy]),
    ...(view.foughtOver === undefined ? [] : [now + coarse]),
  ];
  return changes.length === 0 ? undefined : Math.min(...changes);
}

/** The times that are counted from, or to, in the lens and the hints. */
export function reconcileTimes(view: StatusView): number[] {
  if (!hasReconcileWords(view)) return [];
  const { rollout } = view.reconcile;
  const conditions = [...mattering(view), ...placedConditions(view).map(({ condition }) => condition)];
  const times = [
    view.unobservedSince,
    view.termination?.since,
    rollout.kind === 'progressing' ? rollout.deadline : undefined,
    rollout.kind === 'stuck' ? rollout.since : undefined,
    ...rollout.parts.map((part) => (part.kind === 'time' ? part.at : undefined)),
    ...conditions.map(({ since }) => since),
  ];
  return times.filter((time) => time !== undefined);
}

/** When the words for the time between `at` and now change next, in steps of at least `finest` milliseconds. */
export function nextStep(at: number, now: number, finest = 0): number {
  if (at > now) {
    // Counted down to; far ahead it may also be another clock's time that is said as it is for so long.
    const left = at - now;
    const next = now + (left % stepOf(left)) + 1;
    return left > unlikeClocks ? Math.min(next, at - unlikeClocks + 1) : next;
  }
  const gone = now - at;
  const step = Math.max(finest, stepOf(gone));
  return now + step - (gone % step);
}

/** What is said in longer steps, in milliseconds. */
export const coarse = 10_000;
