import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findChangedFields } from '../../../server/src/files/changedFields';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveChange } from '../../../server/src/session/merged';
import { type Snapshot, takeSnapshot } from '../../../server/src/session/snapshot';
import { topologyOfKind } from '../merge/fixtureTopology';

const topology = topologyOfKind('apps/v1', 'Deployment');

function deployment(resourceVersion: string, spec: JsonObject, metadata: JsonObject = {}): Snapshot {
  return takeSnapshot({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', uid: 'u', resourceVersion, ...metadata },
    spec,
  });
}

const containers = (image: string): JsonObject => ({
  template: {
    spec: {
      containers: [
        { name: 'web', image },
        { name: 'side', image },
      ],
    },
  },
});
const opened = deployment('1', { replicas: 3, paused: false, ...containers('1') });
const stated: JsonObject = {
  metadata: { labels: { a: 'b' } },
  spec: { replicas: 3, template: { spec: { containers: [{ name: 'web', image: '1' }] } } },
};

function changed(live: Snapshot, before: readonly LiveChange[] = [], arrivedAt = 5): LiveChange[] {
  return findChangedFields({ stated, opened, live, topology, arrivedAt, before });
}

const paths = (changes: readonly LiveChange[]): string[] =>
  changes.map(({ change }) => formatFieldPath(change.path));

suite('What has changed in the cluster since a file was opened', () => {
  test('is what the file states; other fields, elements and the bookkeeping are nothing to it', () => {
    const live = deployment('2', { replicas: 4, paused: true, ...containers('2') }, { labels: { x: 'y' } });
    assert.deepEqual(paths(changed(live)), [
      'spec.replicas',
      'spec.template.spec.containers[name=web].image',
    ]);
    assert.deepEqual(
      changed(deployment('2', { ...(opened.object['spec'] as JsonObject), paused: true })),
      [],
    );
    assert.deepEqual(changed(opened), []);
  });

  test('is also what was taken away', () => {
    assert.deepEqual(paths(changed(deployment('2', { paused: false, ...containers('1') }))), [
      'spec.replicas',
    ]);
  });

  test('has its writer and time from the record, else the time at which it was seen first', () => {
    const entry = {
      ...{ manager: 'kubectl', operation: 'Update', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' },
      time: '2026-01-01T00:00:00Z',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    };
    const recorded = changed(
      deployment('2', { replicas: 4, ...containers('1') }, { managedFields: [entry] }),
    );
    assert.equal(recorded[0]?.writer?.manager, 'kubectl');
    assert.equal(recorded[0].seenAt, undefined);
    const first = changed(deployment('2', { replicas: 4, ...containers('1') }), [], 5);
    assert.equal(first[0]?.seenAt, 5);
    const later = changed(deployment('3', { replicas: 5, ...containers('1') }), first, 9);
    assert.equal(later[0]?.seenAt, 5);
  });
});
