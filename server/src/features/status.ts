import type { DocumentStatus } from '../protocol/messages';
import type { Subresource } from '../protocol/objectRef';
import type { DocumentView } from '../session/view';
import type { FeatureContext } from './context';
import { describeReconcile } from './statusLens';
import { describeHealth, describeIdentity, describeState } from './summary';

/** What the client shows of a document outside its text. */
export function documentStatus(view: DocumentView, context: FeatureContext): DocumentStatus {
  return {
    uri: view.uri,
    ref: view.ref,
    objectKind: view.objectKind,
    subresources: subresources.filter(
      (one) => one !== view.ref.subresource && view.subresources.includes(one),
    ),
    health: describeHealth(view.health),
    staleness: view.staleness,
    restored: view.restored,
    identity: describeIdentity(view),
    summary: [describeState(view), describeReconcile(view, context)]
      .filter((words) => words !== undefined)
      .join(' · '),
  };
}

const subresources: readonly Subresource[] = ['scale', 'status'];
