import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerSave } from '../../../server/src/features/answers';
import type { Change } from '../../../server/src/merge/changes';
import type { SaveAnswer } from '../../../server/src/protocol/messages';
import type { Saved } from '../../../server/src/session/outcome';
import { settings } from '../session/documents';

const ref = {
  context: 'prod',
  namespace: 'demo',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  name: 's',
};

function messageOf(change: Partial<Saved>): string {
  return answerOf(change).message;
}

function answerOf(change: Partial<Saved>): SaveAnswer & { kind: 'saved' } {
  const answer = settings('501', {});
  const value: Saved = {
    kind: 'saved',
    ours: answer.object,
    before: answer.object,
    answer,
    isNewVersion: true,
    kept: [],
    ignored: [],
    completed: [],
    warnings: [],
    ...change,
  };
  const said = answerSave({ kind: 'ok', value }, ref);
  assert.equal(said.kind, 'saved');
  return said;
}

const changed = (path: string[], before: Change['before'], after: Change['after']): Change =>
  ({ kind: 'changed', path, before, after }) as Change;

test('a plain save says what and where', () => assert.equal(messageOf({}), 'Saved configmaps "s" to prod.'));

test('what was kept from the cluster is said with who and when, three at most', () => {
  const writer = { manager: 'kubectl', operation: 'Update', subresource: 'scale' } as const;
  const kept = ['a', 'b', 'c', 'd'].map((name) => ({ change: changed(['spec', name], 2, 5), writer }));
  assert.equal(
    messageOf({ kept }),
    'Saved configmaps "s" to prod. Kept from live: spec.a 2 → 5 (kubectl/scale), spec.b 2 → 5 (kubectl/scale), spec.c 2 → 5 (kubectl/scale) and 1 more.',
  );
});

test('what a controller writes with the status is counted, and no merge to look at', () => {
  const writer = { manager: 'kube-controller-manager', operation: 'Update', subresource: 'status' } as const;
  const revision = { change: changed(['metadata', 'annotations', 'revision'], '1', '2'), writer };
  const image = { change: changed(['spec', 'image'], 'web:1', 'web:2'), writer: undefined };
  const counted = '1 field that a controller writes with the status moved along.';
  assert.equal(messageOf({ kept: [revision] }), `Saved configmaps "s" to prod. ${counted}`);
  assert.equal(answerOf({ kept: [revision] }).merged, false);
  assert.equal(
    messageOf({ kept: [revision, image] }),
    `Saved configmaps "s" to prod. Kept from live: spec.image "web:1" → "web:2" (unknown manager). ${counted}`,
  );
  assert.equal(answerOf({ kept: [revision, image] }).merged, true);
});

test('an annotation that is written beside the spec, or by a writer that is only concluded, is named', () => {
  const change = changed(['metadata', 'annotations', 'note'], 'a', 'b');
  for (const writer of [
    { manager: 'ann', operation: 'Update' },
    { manager: 'ann', operation: 'Update', subresource: 'scale' },
    { manager: 'ann', operation: 'Update', subresource: 'status', isGuessed: true },
  ] as const)
    assert.match(messageOf({ kept: [{ change, writer }] }), /Kept from live: metadata\.annotations\.note/);
});

test('R100: a number that the server turned into a text is named with both types', () =>
  assert.equal(
    messageOf({ completed: [changed(['spec', 'cpu'], 1, '1')] }),
    'Saved configmaps "s" to prod. The API server changed: spec.cpu 1 → "1".',
  ));

test('defaults that the server filled in are counted', () => {
  const added = {
    kind: 'added',
    path: ['spec', 'x'],
    before: undefined,
    after: 1,
    behind: undefined,
  } as const;
  assert.match(messageOf({ completed: [added] }), / It filled in 1 field\.$/);
});
