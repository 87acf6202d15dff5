import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { Snapshot } from '../../../server/src/session/snapshot';
import { answer, counts, story, version, watching } from './saveStory';

/** What ends a progress at once, two seconds after the save. */
const endings: [name: string, document: LiveDocument | Snapshot, words: string][] = [
  [
    "somebody else's newer generation",
    version({ generation: 9, more: { managedFields: [specWriter('kubectl-scale')] } }),
    'superseded: superseded by generation 9 of kubectl-scale',
  ],
  [
    'a newer generation of which only our own write is recorded',
    version({ generation: 8, more: { managedFields: [specWriter('kubernetes-live-edit')] } }),
    'superseded: superseded by generation 8',
  ],
  ['a newer generation of nobody', version({ generation: 8 }), 'superseded: superseded by generation 8'],
  [
    'a generation beyond 2^53',
    version({ generation: 9_007_199_254_740_993n }),
    'superseded: superseded by generation 9007199254740993',
  ],
  ['deleted', watching(answer, { live: { kind: 'deleted', since: 0 } }), 'gone: deleted from the cluster'],
  ['replaced', version({ uid: 'uid-2' }), 'gone: deleted from the cluster'],
  [
    'being deleted',
    version({ status: counts(1, 1), generation: 8, more: { deletionTimestamp: '2026-01-02T03:04:05Z' } }),
    'terminating: being deleted',
  ],
  [
    'paused',
    version({ spec: { replicas: 3, paused: true }, status: counts(1, 3) }),
    'paused: paused · 1 of 3 updated, 3 available, 2 old pending termination',
  ],
  ['a status of another history', version({ status: { observedGeneration: 12 } }), 'nothing: nothing'],
  ['a status that is no map', version({ status: 'broken' as never }), 'nothing: nothing'],
  [
    'a Job, which takes as long as it takes',
    version({ kind: 'Job', apiVersion: 'batch/v1', spec: { completions: 3 }, status: { active: 1 } }),
    'nothing: nothing',
  ],
  [
    'a custom resource that reports what it has seen and nothing else',
    version({ kind: 'Widget', apiVersion: 'example.dev/v1', status: { observedGeneration: 7 } }),
    'done: observed',
  ],
  [
    'a custom resource without a status: observed is not claimed',
    version({ kind: 'Widget', apiVersion: 'example.dev/v1' }),
    'nothing: nothing',
  ],
];

for (const [name, document, words] of endings)
  test(`ended by ${name}`, () => assert.deepEqual(story([[2, document]]), [words]));

function specWriter(manager: string): JsonObject {
  return {
    manager,
    operation: 'Update',
    time: '2026-01-02T12:00:01Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  };
}
