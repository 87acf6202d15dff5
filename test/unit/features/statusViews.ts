import { renderManifest } from '../../../server/src/manifest/render';
import { fieldOwnership, hideFields } from '../../../server/src/session/hiddenFields';
import { judgeDocument } from '../../../server/src/session/judged';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { takeSnapshot } from '../../../server/src/session/snapshot';
import { type DocumentView, viewDocument } from '../../../server/src/session/view';
import { make, type Sketch } from '../reconcile/objects';
import { open, ownership } from '../session/documents';
import { context } from './views';

export interface Shown {
  /** Whether the text shows the status and all metadata. */
  status?: boolean;
  /** What is known of the document besides. */
  more?: Partial<LiveDocument>;
}

/** A view of a watched document on an object of this type, as `apps/v1 Deployment`; its lag was seen for 12 seconds. */
export function statusView(
  type: string,
  sketch: Sketch,
  { status = false, more = {} }: Shown = {},
): DocumentView {
  const object = make(type, sketch);
  const [apiVersion = '', kind = ''] = type.split(' ');
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const snapshot = takeSnapshot(object);
  const shown = status ? fieldOwnership([], { hasStatus: true }) : ownership;
  const text = renderManifest(hideFields(object, shown));
  const document: LiveDocument = {
    ...open(snapshot),
    ref: {
      context: 'prod',
      namespace: 'demo',
      group,
      version,
      resource: `${kind.toLowerCase()}s`,
      name: 'it',
    },
    ownership: shown,
    text,
    cleanText: text,
    health: { kind: 'watching' },
  };
  return viewDocument({ ...judgeDocument(document, context.now - 12_000), ...more }, context.now);
}

/** The counts of a Deployment of 5 whose generation 4 is observed. */
export function deployment(updated: number, available: number, more: Sketch = {}): Sketch {
  const { spec, status, ...rest } = more;
  return {
    generation: 4,
    observed: 4,
    ...rest,
    spec: { replicas: 5, progressDeadlineSeconds: 600, ...(spec as object) },
    status: { updatedReplicas: updated, availableReplicas: available, replicas: 5, ...(status as object) },
  };
}

/** A time so many seconds before the one that words are made with. */
export function ago(seconds: number): string {
  return new Date(context.now - seconds * 1_000).toISOString();
}
