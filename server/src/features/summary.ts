import type { WatchHealth } from '../protocol/messages';
import type { Health } from '../session/follow';
import type { DocumentView } from '../session/view';
import type { FeatureContext } from './context';
import { describeFailure } from './problems';
import { describeGeneration, describeRollout } from './reconcile';
import { clockTime } from './values';

/** `prod › shop › Deployment web`: which object of which cluster this is. */
export function describeIdentity({ ref, objectKind }: DocumentView): string {
  return [ref.context, ref.namespace ?? '(cluster-scoped)', `${objectKind} ${ref.name}`].join(' › ');
}

/** `resourceVersion 812 · current · generation 5, observed`: what is known of the live object, in one line. */
export function describeState(view: DocumentView, { now }: FeatureContext): string {
  const parts = [`resourceVersion ${view.resourceVersion}`, describeStaleness(view)];
  if (view.terminating && view.staleness !== 'deleted') parts.push('being deleted');
  const generation = describeGeneration(view.reconcile.generation);
  const rollout = describeRollout(view.reconcile.rollout, now);
  return [...parts, ...[generation, rollout].filter((words) => words !== undefined)].join(' · ');
}

/** The staleness in words. */
export function describeStaleness(view: DocumentView): string {
  const { staleness, health, restored, conflicts, moved } = view;
  switch (staleness) {
    case 'current':
      return health.kind === 'polling'
        ? `current as of the last reading (every ${health.everyMilliseconds / 1_000} s)`
        : 'current';
    case 'stale':
      return moved.length === 0
        ? 'the live object has the same changes'
        : `${count(moved.length, 'change')} from live will be kept on save`;
    case 'conflicting':
      return `${count(conflicts.length, 'conflict')} with the live object`;
    case 'deleted':
      return 'deleted from the cluster';
    case 'replaced':
      return 'deleted and created anew';
    case 'unknown':
      if (health.kind === 'unknown') return `not known since ${clockTime(health.since)}`;
      return restored ? 'this text is of an earlier session' : 'connecting';
  }
}

/** How the object is followed, with the reason as a sentence. */
export function describeHealth(health: Health): WatchHealth {
  return health.kind === 'polling' || health.kind === 'unknown'
    ? { ...health, because: describeFailure(health.because, 'watch').message }
    : health;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
