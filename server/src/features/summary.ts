import type { WatchHealth } from '../protocol/messages';
import type { Health } from '../session/follow';
import type { DocumentView } from '../session/view';
import { describeFight } from './history';
import { describeFailure } from './problems';
import { describeStaleness } from './staleness';

/** `prod › shop › Deployment web`: which object of which cluster this is. */
export function describeIdentity({ ref, objectKind }: Pick<DocumentView, 'ref' | 'objectKind'>): string {
  return [ref.context, ref.namespace ?? '(cluster-scoped)', `${objectKind} ${ref.name}`].join(' › ');
}

/** `resourceVersion 812 · current`: how the text stands to the live object, in one line. */
export function describeState(view: DocumentView): string {
  return [
    `resourceVersion ${view.resourceVersion}`,
    describeStaleness(view),
    ...(view.foughtOver === undefined ? [] : [describeFight(view.foughtOver)]),
  ].join(' · ');
}

/** How the object is followed, with the reason as a sentence. */
export function describeHealth(health: Health): WatchHealth {
  return health.kind === 'polling' || health.kind === 'unknown'
    ? { ...health, because: describeFailure(health.because, 'watch').message }
    : health;
}
