import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import { defaultSettings } from '../../../server/src/protocol/settings';
import {
  type FieldOwnership,
  fieldOwnership,
  hideFields,
  parseFieldPath,
} from '../../../server/src/session/hiddenFields';
import { wholeObject } from '../../../server/src/session/merged';
import { takeSnapshot } from '../../../server/src/session/snapshot';

const withStatus = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true });
const withoutStatus = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: false });
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

const live: JsonObject = {
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: {
    name: 'w1',
    namespace: 'demo',
    uid: 'u1',
    resourceVersion: '60',
    generation: 2,
    annotations: { [lastApplied]: '{}' },
    managedFields: [{ manager: 'kubectl' }],
  },
  spec: { size: 3 },
  status: { observedGeneration: 2 },
};

const visible: JsonObject = {
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name: 'w1', namespace: 'demo', uid: 'u1' },
  spec: { size: 3 },
};

function restoreFields(text: JsonObject, whole: JsonObject, ownership: FieldOwnership): JsonObject {
  const base = takeSnapshot(whole);
  return wholeObject({ base, ownership, topology: builtinTopology }, text, base);
}

test('the text shows neither what only the server writes nor maps that hold nothing else', () => {
  assert.deepEqual(hideFields(live, withStatus), visible);
});

test('status is hidden only where the kind has a status subresource', () => {
  assert.deepEqual(hideFields(live, withoutStatus)['status'], { observedGeneration: 2 });
});

test('the document of a status shows what names the object, and the status, whatever else the object has', () => {
  const edited = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true, subresource: 'status' });
  const named = hideFields(visible, edited);
  const status = { observedGeneration: 2 };
  assert.deepEqual(Object.keys(named), ['apiVersion', 'kind', 'metadata']);
  assert.deepEqual(hideFields({ ...live, extra: 1 }, edited), { ...named, status });
  const text = { ...named, metadata: { name: 'w1', namespace: 'demo', labels: { mine: '1' } }, status: {} };
  assert.deepEqual(restoreFields({ ...text, spec: { size: 9 } }, live, edited), { ...live, status: {} });
});

test('a scale shows its status, which a save does not change', () => {
  const ownership = fieldOwnership(defaultSettings.hiddenFields, { hasStatus: true, subresource: 'scale' });
  const scale = { ...live, kind: 'Scale', spec: { replicas: 3 }, status: { replicas: 2 } };
  assert.deepEqual(hideFields(scale, ownership)['status'], { replicas: 2 });
  const shown = fieldOwnership([], { hasStatus: true, subresource: 'scale' });
  assert.equal(Object.hasOwn(hideFields(scale, shown)['metadata'] as JsonObject, 'managedFields'), false);
  const text = { ...scale, spec: { replicas: 5 }, status: { replicas: 5 } };
  assert.deepEqual(restoreFields(text, scale, ownership), { ...scale, spec: { replicas: 5 } });
});

test('hidden is never deleted: restoring what is hidden gives the object back', () => {
  assert.deepEqual(restoreFields(visible, live, withStatus), live);
});

test('R012, R015: the version and the uid that are written are the tracked ones, whatever the text says', () => {
  const text = {
    ...visible,
    metadata: { name: 'w1', namespace: 'demo', uid: 'other', resourceVersion: '1' },
  };
  assert.deepEqual(restoreFields(text, live, withStatus), live);
});

test('R122: a deleted namespace line comes back from the opened object', () => {
  const text = { ...visible, metadata: { name: 'w1', uid: 'u1' } };
  assert.deepEqual((restoreFields(text, live, withStatus)['metadata'] as JsonObject)['namespace'], 'demo');
});

test('a hidden annotation comes back beside those of the text', () => {
  const text = { ...visible, metadata: { name: 'w1', uid: 'u1', annotations: { mine: '1' } } };
  const { annotations } = restoreFields(text, live, withStatus)['metadata'] as JsonObject;
  assert.deepEqual(annotations, { mine: '1', [lastApplied]: '{}' });
});

test('what the live object does not have is not invented from the text', () => {
  const bare = { ...live, metadata: visible['metadata'] ?? {} };
  const text = { ...visible, status: { ready: true } };
  assert.equal('status' in restoreFields(text, { ...bare, status: null }, withoutStatus), true);
  const { status, ...noStatus } = live;
  assert.ok(status);
  assert.equal('status' in restoreFields(text, noStatus, withStatus), false);
});

test('paths are read as Kubernetes writes them', () => {
  assert.deepEqual(parseFieldPath('metadata.annotations[example.dev/a.b]'), [
    'metadata',
    'annotations',
    'example.dev/a.b',
  ]);
  assert.deepEqual(parseFieldPath('status'), ['status']);
  assert.deepEqual(parseFieldPath(''), []);
});
