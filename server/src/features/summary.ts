import type { WatchHealth } from '../protocol/messages';
import type { Health } from '../session/follow';
import type { DocumentView } from '../session/view';
import { describeFight } from './history';
import { describeFailure } from './problems';
import { describeStaleness } from './staleness';

/** `prod › shop › Deployment web`, or `prod › shop › deployments/scale web`: which object of which cluster this is. */
export function describeIdentity(view: Pick<DocumentView, 'ref' | 'objectKind'>): string {
  const { context, namespace = '(cluster-scoped)' } = view.ref;
  return [context, namespace, describeObject(view)].join(' › ');
}

/** `Deployment web`; of a subresource `deployments/scale web`, as roles name it, since its kind tells less. */
export function describeObject({ ref, objectKind }: Pick<DocumentView, 'ref' | 'objectKind'>): string {
  const { resource, subresource, name } = ref;
  return `${subresource === undefined ? objectKind : `${resource}/${subresource}`} ${name}`;
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
