import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSaveProgress, describeStuckSave } from '../../../server/src/features/saveProgress';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { Saved } from '../../../server/src/session/outcome';
import type { Failure } from '../../../server/src/session/ports';
import {
  advanceSaveProgress,
  beginSaveProgress,
  type SaveProgress,
} from '../../../server/src/session/saveProgress';
import { type Snapshot, takeSnapshot } from '../../../server/src/session/snapshot';
import { open } from './documents';

const savedAt = Date.UTC(2026, 0, 2, 12);

interface Version {
  kind?: string;
  apiVersion?: string;
  uid?: string;
  generation?: number | bigint | undefined;
  spec?: JsonObject;
  status?: JsonObject;
  more?: JsonObject;
}

let versions = 0;

/** A version of an object; a Deployment of three replicas and of generation 7 where nothing else is said. */
function version(parts: Version = {}): Snapshot {
  const { kind = 'Deployment', apiVersion = 'apps/v1', uid = 'uid-1', spec = { replicas: 3 } } = parts;
  versions += 1;
  return takeSnapshot({
    apiVersion,
    kind,
    metadata: {
      name: 'web',
      uid,
      resourceVersion: `rv-${versions}`,
      ...('generation' in parts ? {} : { generation: 7 }),
      ...(parts.generation === undefined ? {} : { generation: parts.generation }),
      ...parts.more,
    },
    spec,
    ...(parts.status === undefined ? {} : { status: parts.status }),
  });
}

function saved(answer: Snapshot, over?: Snapshot): Saved {
  const { object } = answer;
  const rest = { kept: [], ignored: [], completed: [], warnings: [], isNewVersion: true };
  return { kind: 'saved', ours: object, before: object, answer, ...(over && { over }), ...rest };
}

const answer = version({
  status: { observedGeneration: 6, replicas: 3, updatedReplicas: 3, availableReplicas: 3 },
});
const before = version({ generation: 6 });

function begun(): SaveProgress {
  const progress = beginSaveProgress(saved(answer, before), savedAt);
  assert.ok(progress);
  return progress;
}

function watching(snapshot: Snapshot, more: Partial<LiveDocument> = {}): LiveDocument {
  return { ...open(snapshot), health: { kind: 'watching' }, ...more };
}

/** The words for each version of an object that comes so many seconds after the save. */
function story(chapters: [seconds: number, LiveDocument | Snapshot][]): string[] {
  let progress = begun();
  return chapters.map(([seconds, is]) => {
    const now = savedAt + seconds * 1_000;
    progress = advanceSaveProgress(progress, 'uid' in is ? watching(is) : is, now);
    const { step } = progress;
    return `${step.kind === 'ended' ? `${step.as}: ` : ''}${describeSaveProgress(progress, now) ?? 'nothing'}`;
  });
}

const counts = (updated: number, available: number): JsonObject => ({
  observedGeneration: 7,
  replicas: 3,
  updatedReplicas: updated,
  availableReplicas: available,
});
const conditions = (...all: JsonObject[]): JsonObject => ({ conditions: all });
const lost: Failure = { kind: 'unreachable', context: 'prod', server: 'https://x', detail: '', sent: 'no' };

test('R166 from saved over observed to rolled out, with nothing said of what is over in a moment', () => {
  assert.deepEqual(
    story([
      [0, answer],
      [1.4, answer],
      [1.6, answer],
      [3, version({ status: counts(1, 3) })],
      [4, version({ status: counts(3, 2) })],
      [5, version({ status: counts(3, 3) })],
      [6, version({ status: counts(3, 1) })],
    ]),
    [
      'nothing',
      'nothing',
      'saved · not yet observed: generation 7, controller has seen 6',
      'observed · 1 of 3 updated, 3 available, 2 old pending termination',
      'observed · 3 of 3 updated, 2 available',
      'done: rolled out · 3 of 3 updated, 3 available',
      'done: rolled out · 3 of 3 updated, 3 available',
    ],
  );
  assert.deepEqual(story([[0.4, version({ status: counts(3, 3) })]]), ['done: nothing']);
});

test('stuck says why, once it has been so for a moment', () => {
  const progress = {
    type: 'Progressing',
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message: 'timed out',
  };
  const stuck = version({ status: { ...counts(1, 3), ...conditions(progress) } });
  assert.deepEqual(
    story([
      [5, stuck],
      [6, version({ status: { ...counts(1, 3), ...conditions(progress) } })],
      [7.5, stuck],
    ]),
    [
      'observed · stuck: ProgressDeadlineExceeded: timed out · 1 of 3 updated, 3 available, 2 old pending termination',
      'observed · stuck: ProgressDeadlineExceeded: timed out · 1 of 3 updated, 3 available, 2 old pending termination',
      'stuck: stuck: ProgressDeadlineExceeded: timed out · 1 of 3 updated, 3 available, 2 old pending termination',
    ],
  );
  let following = begun();
  const sentences = [5, 7.5].map((seconds) => {
    const now = savedAt + seconds * 1_000;
    following = advanceSaveProgress(following, watching(stuck), now);
    return describeStuckSave(following.step, { name: 'Deployment web', now });
  });
  assert.deepEqual(sentences, [
    undefined,
    'Deployment web was saved, and is now stuck: ProgressDeadlineExceeded: timed out · 1 of 3 updated, 3 available, 2 old pending termination.',
  ]);
});

test('a condition of before that goes in a moment is not called stuck', () => {
  const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota' };
  assert.deepEqual(
    story([
      [1, version({ status: { ...counts(1, 3), ...conditions(failure) } })],
      [2, version({ status: counts(2, 3) })],
      [4, version({ status: counts(3, 3) })],
    ]),
    [
      'nothing',
      'observed · 2 of 3 updated, 3 available, 1 old pending termination',
      'done: rolled out · 3 of 3 updated, 3 available',
    ],
  );
});

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
  ['deleted', watching(answer, { live: { kind: 'deleted', since: 0 } }), 'gone: deleted, or being deleted'],
  ['replaced', version({ uid: 'uid-2' }), 'gone: deleted, or being deleted'],
  [
    'being deleted',
    version({ status: counts(1, 1), more: { deletionTimestamp: '2026-01-02T03:04:05Z' } }),
    'gone: deleted, or being deleted',
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

test('observedGeneration not reported: observed is claimed at no step', () => {
  const hpa = (current: number): Snapshot =>
    version({
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v2',
      status: {
        currentReplicas: current,
        desiredReplicas: 3,
        ...conditions({ type: 'AbleToScale', status: 'True' }),
      },
    });
  const words = story([
    [2, hpa(1)],
    [3, hpa(3)],
  ]);
  assert.match(words[0] ?? '', /^saved · .*1 of 3 replicas/);
  assert.match(words[1] ?? '', /^done: /);
  assert.doesNotMatch(words.join(), /observed/);
});

test('R165 a status of which nobody can tell whose it is: nothing is said while it may still come', () => {
  const ready = (more: JsonObject): Snapshot =>
    version({
      kind: 'Widget',
      apiVersion: 'example.dev/v1',
      status: conditions({ type: 'Ready', status: 'True', ...more }),
    });
  assert.deepEqual(
    story([
      [2, ready({})],
      [59, ready({})],
      [61, ready({})],
    ]),
    ['nothing', 'nothing', 'nothing: nothing'],
  );
  assert.deepEqual(
    story([
      [2, ready({})],
      [3, ready({ observedGeneration: 7 })],
    ]),
    ['nothing', 'done: Ready'],
  );
});

test('a lost connection is said, and it goes on when it is back; after a while it is not looked any further', () => {
  const since = savedAt + 2_000;
  const away = watching(answer, { health: { kind: 'unknown', since, because: lost } });
  const at = new Date(since).toTimeString().slice(0, 8);
  assert.deepEqual(
    story([
      [2, away],
      [3, watching(version({ status: counts(1, 3) }), { health: { kind: 'connecting' } })],
      [4, away],
      [33, away],
      [35, away],
    ]),
    [
      `not known since ${at}`,
      'observed · 1 of 3 updated, 3 available, 2 old pending termination',
      `not known since ${at}`,
      `not known since ${at}`,
      `notKnown: stopped looking: not known since ${at}`,
    ],
  );
});

test('what stands still is looked at for a quarter of an hour, or until its own deadline', () => {
  const still = version({ status: counts(1, 3) });
  assert.deepEqual(
    story([
      [2, still],
      [800, version({ status: counts(2, 3) })],
      [1_690, version({ status: counts(2, 3) })],
      [1_701, version({ status: counts(2, 3) })],
    ]),
    [
      'observed · 1 of 3 updated, 3 available, 2 old pending termination',
      'observed · 2 of 3 updated, 3 available, 1 old pending termination',
      'observed · 2 of 3 updated, 3 available, 1 old pending termination',
      'givenUp: stopped looking: nothing went on for 15 m · observed · 2 of 3 updated, 3 available, 1 old pending termination',
    ],
  );
  const progress = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' };
  const slow = version({
    spec: { replicas: 3, progressDeadlineSeconds: 3_600 },
    status: {
      ...counts(1, 3),
      ...conditions({ ...progress, lastUpdateTime: new Date(savedAt).toISOString() }),
    },
  });
  const words = story([
    [2, slow],
    [3_000, slow],
    [3_700, slow],
  ]);
  assert.match(words[1] ?? '', /^observed · .*deadline in 10 m$/);
  assert.match(words[2] ?? '', /^givenUp: /);
});

test('nothing is followed of a save that no controller acts on', () => {
  const generation = undefined;
  assert.equal(
    beginSaveProgress(saved(version({ generation }), version({ generation })), savedAt),
    undefined,
  );
  assert.equal(beginSaveProgress(saved(version(), version()), savedAt), undefined);
  assert.notEqual(beginSaveProgress(saved(version()), savedAt), undefined);
  assert.notEqual(beginSaveProgress(saved(version({ uid: 'new' }), version()), savedAt), undefined);
});

test('a version from before the save ends nothing', () => {
  assert.deepEqual(story([[2, version({ generation: 6, status: { observedGeneration: 6 } })]]), ['nothing']);
});
