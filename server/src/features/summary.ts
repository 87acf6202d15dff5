import type { WatchHealth } from '../protocol/messages';
import type { Health } from '../session/follow';
import type { DocumentView } from '../session/view';
import type { FeatureContext } from './context';
import { describeFight } from './history';
import { describeFailure } from './problems';
import { describeGeneration, describeRollout } from './reconcile';
import { describeStaleness } from './staleness';

/** `prod › shop › Deployment web`: which object of which cluster this is. */
export function describeIdentity({ ref, objectKind }: DocumentView): string {
  return [ref.context, ref.namespace ?? '(cluster-scoped)', `${objectKind} ${ref.name}`].join(' › ');
}

/** `resourceVersion 812 · current · generation 5, observed`: what is known of the live object, in one line. */
export function describeState(view: DocumentView, { now }: FeatureContext): string {
  const parts = [`resourceVersion ${view.resourceVersion}`, describeStaleness(view)];
  if (view.foughtOver !== undefined) parts.push(describeFight(view.foughtOver));
  const generation = describeGeneration(view.reconcile.generation);
  // That it is being deleted, and by whom it is held, is said already.
  const isSaid = view.termination !== undefined && view.reconcile.rollout.kind === 'progressing';
  const rollout = isSaid ? undefined : describeRollout(view.reconcile.rollout, now);
  return [...parts, ...[generation, rollout].filter((words) => words !== undefined)].join(' · ');
}

/** How the object is followed, with the reason as a sentence. */
export function describeHealth(health: Health): WatchHealth {
  return health.kind === 'polling' || health.kind === 'unknown'
    ? { ...health, because: describeFailure(health.because, 'watch').message }
    : health;
}
