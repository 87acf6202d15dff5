import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  judgeStated,
  type JudgingOptions,
  type StatedJudgement,
} from '../../../server/src/files/judgeStated';
import { createTracked, receiveObject, type Tracked } from '../../../server/src/files/tracked';
import { readFile } from '../../../server/src/manifest/documents';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject } from '../../../server/src/merge/json';
import { takeSnapshot } from '../../../server/src/session/snapshot';
import { topologyOfKind } from '../merge/fixtureTopology';

const topology = topologyOfKind('apps/v1', 'Deployment');
const resource = {
  ...{ group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', namespaced: true },
  ...{ shortNames: [], singularName: 'deployment', verbs: ['get'], subresources: ['status'] },
};
const ref = {
  context: 'demo',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  namespace: 'shop',
  name: 'web',
};

function entry(manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject {
  const time = '2026-01-01T00:00:00Z';
  return {
    manager,
    operation: 'Update',
    apiVersion: 'apps/v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...more,
  };
}

function deployment(
  resourceVersion: string,
  {
    replicas,
    status = {},
    managedFields = [],
  }: { replicas: number; status?: JsonObject; managedFields?: JsonObject[] },
): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion, generation: 2, managedFields },
    spec: { replicas, revisionHistoryLimit: 10 },
    status,
  };
}

/** An object that is followed, after these versions of it. */
function trackedAfter(...versions: JsonObject[]): Tracked {
  const tracked = createTracked({ kind: 'place', ref, resource, status: 'ignored' }, undefined);
  tracked.topology = topology;
  tracked.health = { kind: 'watching' };
  for (const [index, object] of versions.entries())
    receiveObject(tracked, takeSnapshot(object), { how: 'watched', now: 1_000 * index });
  return tracked;
}

const { documents } = readFile(
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, uid: copied}\nspec: {replicas: 3}\nstatus: {replicas: 1}\n',
);
const [document] = documents;

function judge(
  tracked: Tracked,
  { before, ...change }: Partial<JudgingOptions> & { before?: StatedJudgement } = {},
): StatedJudgement {
  const { finding } = tracked;
  const stated = document!.reading.value;
  assert.ok(finding.kind === 'present' && isJsonObject(stated));
  const { content } = document!;
  return judgeStated(
    { stated, content, live: finding, tracked, manager: 'ours', now: 5_000, ...change },
    before,
  );
}

suite('What is concluded of an object that a file states', () => {
  test('nothing where the live one says the same: not of defaults, nor of what only the cluster writes', () => {
    const { state } = judge(trackedAfter(deployment('1', { replicas: 3, status: { replicas: 3 } })));
    assert.deepEqual([state.drifts, state.owned, state.changed], [[], [], []]);
    assert.equal(state.resourceVersion, '1');
    assert.equal(state.appliedByUs, false);
  });

  test('drift with its writer, what others hold, and what has changed since it was opened', () => {
    const scale = entry('kubectl', { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' });
    const live = deployment('2', { replicas: 7, managedFields: [scale] });
    const { state } = judge(trackedAfter(deployment('1', { replicas: 3 }), live));
    assert.deepEqual(
      state.drifts.map(({ drift, writer }) => [formatFieldPath(drift.path), drift.live, writer?.subresource]),
      [['spec.replicas', 7, 'scale']],
    );
    assert.deepEqual(
      state.owned.map(({ path, writers }) => [formatFieldPath(path), writers.map(({ manager }) => manager)]),
      [['spec.replicas', ['kubectl']]],
    );
    assert.deepEqual(
      state.changed.map(({ change }) => formatFieldPath(change.path)),
      ['spec.replicas'],
    );
  });

  test('whether our manager has applied it, by its name', () => {
    const applied = entry('ours', { 'f:spec': { 'f:replicas': {} } }, { operation: 'Apply' });
    const tracked = trackedAfter(deployment('1', { replicas: 3, managedFields: [applied] }));
    assert.equal(judge(tracked).state.appliedByUs, true);
    assert.equal(judge(tracked, { manager: 'other' }).state.appliedByUs, false);
  });

  test('a generation that is not observed keeps the time since which it is not', () => {
    const pending = (version: string): JsonObject =>
      deployment(version, { replicas: 3, status: { observedGeneration: 1 } });
    const first = judge(trackedAfter(pending('1')), { now: 5_000 });
    assert.equal(typeof first.state.unobservedSince, 'number');
    const later = judge(trackedAfter(pending('1'), pending('2')), { now: 9_000, before: first });
    assert.equal(later.state.unobservedSince, first.state.unobservedSince);
    const observed = deployment('3', { replicas: 3, status: { observedGeneration: 2 } });
    assert.equal(judge(trackedAfter(observed), { before: later }).state.unobservedSince, undefined);
  });

  test('nothing anew where nothing is new', () => {
    const tracked = trackedAfter(deployment('1', { replicas: 3 }));
    const before = judge(tracked);
    assert.equal(judge(tracked, { before, now: 9_000 }), before);
    assert.notEqual(judge(tracked, { before, manager: 'other' }), before);
    const other = readFile('apiVersion: apps/v1\n').documents[0]!.content;
    assert.notEqual(judge(tracked, { before, content: other }), before);
    receiveObject(tracked, takeSnapshot(deployment('2', { replicas: 4 })), { how: 'watched', now: 9_000 });
    assert.notEqual(judge(tracked, { before }), before);
  });
});
