import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStuckSave } from '../../../server/src/features/saveProgress';
import type { JsonObject } from '../../../server/src/merge/json';
import { advanceSaveProgress, beginSaveProgress } from '../../../server/src/session/saveProgress';
import type { Snapshot } from '../../../server/src/session/snapshot';
import {
  answer,
  begun,
  conditions,
  counts,
  lost,
  saved,
  savedAt,
  story,
  version,
  watching,
} from './saveStory';

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
    return describeStuckSave(following.step, 'Deployment web');
  });
  assert.deepEqual(sentences, [
    undefined,
    'Deployment web was saved, and is stuck now. ProgressDeadlineExceeded: timed out.',
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
