import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import { type FieldOwnership, fieldOwnership, hideFields } from '../../../server/src/session/hiddenFields';
import { type LiveDocument, openDocument } from '../../../server/src/session/liveDocument';
import { type Snapshot, takeSnapshot } from '../../../server/src/session/snapshot';
import { defaultSettings } from '../../../server/src/protocol/settings';

export const ownership: FieldOwnership = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true });

/** A ConfigMap of this version with these data; `more` goes into its metadata. */
export function settings(resourceVersion: string, data: JsonObject, more: JsonObject = {}): Snapshot {
  return takeSnapshot({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'demo', uid: 'uid-1', resourceVersion, ...more },
    data,
  });
}

/** The text that shows a snapshot. */
export function textOf(snapshot: Snapshot): string {
  return renderManifest(hideFields(snapshot.object, ownership));
}

/** A document just opened on a snapshot. */
export function open(base: Snapshot): LiveDocument {
  return openDocument({
    uri: 'k8slive:/prod/demo/configmaps.v1/settings.yaml',
    ref: {
      context: 'prod',
      namespace: 'demo',
      group: '',
      version: 'v1',
      resource: 'configmaps',
      name: 'settings',
    },
    address: { server: 'https://prod.example', certificateAuthority: 'a' },
    clusterUid: 'cluster-1',
    subresources: [],
    ownership,
    topology: builtinTopology,
    read: readManifest,
    base,
    text: textOf(base),
  });
}
