import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileActions } from '../../../server/src/features/fileActions';
import { describeOwnershipEdit, summarizeWrites } from '../../../server/src/features/fileAnswers';
import { fileDiagnostics } from '../../../server/src/features/fileDiagnostics';
import { fileHints } from '../../../server/src/features/fileHints';
import { fileHover } from '../../../server/src/features/fileHover';
import { fileLenses } from '../../../server/src/features/fileLenses';
import { nextFileChange } from '../../../server/src/features/fileNextChange';
import { nearestObject } from '../../../server/src/features/fileObject';
import type { FileView } from '../../../server/src/files/fileView';
import type { FileWriteResult } from '../../../server/src/files/outcome';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';
import { fileView, present } from './fileViews';
import { context } from './views';

const text = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
---
apiVersion: v1
kind: Secret
metadata:
  name: key
  resourceVersion: "5"
  creationTimestamp: null
data:
  password: aHVudGVyMg==
`;

const writer = {
  manager: 'kubectl',
  subresource: 'scale',
  operation: 'Update',
  time: new Date(context.now - 12_000).toISOString(),
} as const;
const drift = { kind: 'changed', path: ['spec', 'replicas'], file: 3, live: 5, isSecret: false } as const;
const secretDrift = {
  kind: 'changed',
  path: ['data', 'password'],
  file: 'aHVudGVyMg==',
  live: 'b3RoZXI=',
  isSecret: true,
} as const;
const held = { path: drift.path, manager: 'hpa', writer: undefined };

function titles(view: FileView): string[] {
  return fileLenses(view, context).map(
    ({ range, command }) => `${range.start.line} ${command?.title.replaceAll('\u00a0', ' ') ?? ''}`,
  );
}

function messages(view: FileView): string[] {
  return fileDiagnostics(view, context).map(
    ({ range, severity, message }) =>
      `${range.start.line} ${severity} ${typeof message === 'string' ? message : message.value}`,
  );
}

test('R187 each object has its lenses at its own first line; as in the cluster there is nothing else', () => {
  const view = fileView(text.replace(/ {2}(resource|creation).*\n/g, ''));
  assert.deepEqual(titles(view), [
    '0 demo › shop › Deployment web',
    '0 as in the cluster',
    '0 Apply',
    '0 Open Live Object',
    '7 demo › shop › Secret key',
    '7 as in the cluster',
    '7 Apply',
    '7 Open Live Object',
  ]);
  assert.deepEqual(messages(view), []);
  assert.equal(nextFileChange(view, context), undefined);
});

test('where the current context has decided, the lens says so; cluster-scoped objects and unnamed ones too', () => {
  const binding = { kind: 'bound', context: 'demo', namespace: 'shop', by: 'currentContext' } as const;
  const ref = { context: 'demo', group: 'apps', version: 'v1', resource: 'deployments', name: 'web' };
  assert.equal(
    titles(fileView(text, { web: { ref } }, { binding }))[0],
    '0 demo (current when opened) › (cluster-scoped) › Deployment web',
  );
  const generated = fileView(text.replace('name: web', 'generateName: web-'), {
    '': { ref: undefined, state: { kind: 'generated' } },
  });
  assert.deepEqual(titles(generated).slice(0, 3), [
    '0 demo › shop › Deployment web-…',
    '0 generateName: each create makes another object',
    '0 Create',
  ]);
});

test('drift is marked on its field with both values, who and when, and can be taken into the file', () => {
  const view = fileView(text, { web: { state: present({ drifts: [{ drift, writer }] }) } });
  assert.deepEqual(titles(view).slice(1, 4), [
    '0 1 field is otherwise in the cluster',
    '0 Apply',
    '0 Take Live into File',
  ]);
  const message = 'live: 5 · kubectl/scale · 10 s ago · file: 3';
  assert.equal(messages(view)[0], `5 3 ${message}`);
  const range = { start: { line: 5, character: 12 }, end: { line: 5, character: 12 } };
  const actions = fileActions(view, range);
  assert.deepEqual(
    actions.map(({ title }) => title),
    ['Take Live into File: spec.replicas', 'Apply This Object', 'Open Live Object'],
  );
  assert.deepEqual(actions[0]?.command?.arguments, [view.uri, 'Deployment/web', '/spec/replicas']);
  assert.match(JSON.stringify(fileHover(view, { line: 5, character: 5 }, context)), /kubectl/);
  assert.equal(nextFileChange(view, context), context.now + 8_000);
});

test('what others have to do with an object stands behind what can be done about it', () => {
  const owned = [{ path: drift.path, writers: [writer] }];
  const changed = [{ change: { kind: 'changed', path: drift.path, before: 3, after: 5 }, writer } as const];
  const view = fileView(text, { web: { state: present({ drifts: [{ drift, writer }], owned, changed }) } });
  assert.deepEqual(titles(view).slice(1, 6), [
    '0 1 field is otherwise in the cluster',
    '0 Apply',
    '0 Take Live into File',
    '0 Open Live Object',
    '0 changed in the cluster since opened · 1 field held by others (kubectl)',
  ]);
});

test('R185 a field that others hold has the three ways out above it and as quick fixes, and is marked once', () => {
  const state = present({ drifts: [{ drift, writer }] });
  const view = fileView(text, { web: { state, ownershipConflicts: [held] } });
  assert.deepEqual(
    titles(view).filter((title) => title.startsWith('5')),
    ['5 Take Over from hpa', '5 Leave to Them', '5 Take Theirs into File (5)'],
  );
  assert.equal(
    titles(view)[1],
    '0 $(warning) not applied: 1 field held by hpa · 1 field is otherwise in the cluster',
  );
  assert.deepEqual(
    messages(view).filter((message) => message.startsWith('5')),
    [
      '5 2 Not applied: spec.replicas is held by hpa (live: 5, file: 3). Take it over, leave it to them, or take theirs into the file.',
    ],
  );
  const range = { start: { line: 5, character: 12 }, end: { line: 5, character: 12 } };
  assert.deepEqual(
    fileActions(view, range)
      .slice(0, 3)
      .map(({ title }) => title),
    [
      'Take Over from hpa: spec.replicas',
      'Leave to Them: spec.replicas',
      'Take Theirs into File: spec.replicas',
    ],
  );
});

test('R199 of a Secret no value is said anywhere', () => {
  const state = present({ drifts: [{ drift: secretDrift, writer }] });
  const notes = [{ path: undefined, kind: 'refused', message: 'invalid: hunter2' }] as const;
  const view = fileView(text, {
    key: { state, notes, ownershipConflicts: [{ ...held, path: secretDrift.path }] },
  });
  const place = { line: 14, character: 4 };
  const said = JSON.stringify([
    fileLenses(view, context),
    fileDiagnostics(view, context),
    fileActions(view, { start: place, end: place }),
    fileHover(view, place, context),
    fileHints(view, context),
  ]);
  assert.doesNotMatch(said, /hunter2|aHVu|b3Ro|other"/);
  assert.match(said, /another value/);
});

test('fields that were copied from the cluster are marked by what they do, with one fix for all', () => {
  const view = fileView(text);
  const [version, time] = messages(view);
  assert.match(version ?? '', /^11 2 metadata.resourceVersion was copied .* every apply fails\.$/);
  assert.match(time ?? '', /^12 3 metadata.creationTimestamp is written by the cluster alone/);
  const place = { line: 11, character: 4 };
  assert.deepEqual(
    fileActions(view, { start: place, end: place }).map(({ title }) => title),
    ['Remove 2 Copied Fields'],
  );
});

test('what is not known is said with its reason, once for all objects with the same', () => {
  const failure = {
    kind: 'timeout',
    context: 'demo',
    server: 'https://demo',
    milliseconds: 30_000,
    sent: 'no',
  } as const;
  const state = { kind: 'unknown', failure, since: context.now } as const;
  const view = fileView(text, { web: { state }, key: { state, copied: [] } });
  assert.equal(messages(view).length, 1);
  assert.match(titles(view)[1] ?? '', /not known since/);
  const lost = fileView(text, { key: { copied: [] } }, { binding: { kind: 'unbound', failure } });
  assert.deepEqual(titles(lost).length, 3);
  assert.match(messages(lost)[0] ?? '', /^0 3 https:\/\/demo .*did not answer/);
});

test('a broken document beside good ones has its own problems; templates and other YAML say nothing', () => {
  const broken = fileView(`${text}---\napiVersion: v1\nkind: [\n`, { key: { copied: [] } });
  assert.match(messages(broken).join('\n'), /^1[67] 1 /);
  assert.deepEqual(messages(fileView('a: [\n')), []);
  assert.deepEqual(messages(fileView('a: 1\n')), []);
  const template = fileView('apiVersion: v1\nkind: {{ .Kind }}\nmetadata: {name: x}\n');
  assert.deepEqual(messages(template), []);
  assert.match(titles(template).join('\n'), /^0 Not compared\. This is a template/);
});

test('the state of an object in a list is told at its own fields', () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata:\n    name: web\n  spec:\n    replicas: 5\n`;
  const reconcile = reconcileState({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', generation: 4 },
    spec: { replicas: 5 },
    status: { observedGeneration: 4, replicas: 5, updatedReplicas: 3, availableReplicas: 3 },
  });
  const view = fileView(list, { web: { state: present({ reconcile }) } });
  assert.match(titles(view).join('\n'), /3 3 of 5 updated/);
  assert.deepEqual(
    fileHints(view, context).map(({ position }) => position.line),
    [8],
  );
  assert.equal(nearestObject(view, 8)?.key, 'Deployment/web');
});

test('without lenses, hints and hovers there are none', () => {
  const settings = { ...context.settings, codeLens: false, inlayHints: false, hovers: false };
  const off = { ...context, settings };
  const view = fileView(text);
  assert.deepEqual(fileLenses(view, off), []);
  assert.deepEqual(fileHints(view, off), []);
  assert.equal(fileHover(view, { line: 0, character: 0 }, off), undefined);
});

test('a file that is too long to be read says so above its first line', () => {
  assert.deepEqual(titles(fileView('', {}, { tooLong: { mostCharacters: 10_000_000 } })), [
    '0 The file has more than 10 million characters, which are too many to be compared or applied. Split it into several files.',
  ]);
});

test('R182 what exists already can be compared and applied; a copied version can be taken out', () => {
  const view = fileView(text);
  const wayOutOf = (...results: FileWriteResult[]) =>
    summarizeWrites(
      results.map((result) => ({ key: 'Secret/key', title: 'key', result, warnings: [] })),
      view,
    ).wayOut;
  assert.deepEqual(wayOutOf({ kind: 'exists' }), {
    title: 'Compare and Apply',
    command: 'kubernetesLiveEdit.applyObject',
    arguments: [view.uri, 'Secret/key'],
  });
  assert.equal(wayOutOf({ kind: 'staleVersion' })?.title, 'Remove Copied Fields');
  assert.equal(wayOutOf({ kind: 'exists' }, { kind: 'exists' }), undefined);
  assert.equal(wayOutOf({ kind: 'declined' }), undefined);
  const place = { uri: view.uri, key: 'Secret/key' };
  assert.deepEqual(describeOwnershipEdit('leave', place).wayOut?.arguments, [view.uri, 'Secret/key']);
});

test('writes are counted, and each is said in a sentence that quotes no Secret', () => {
  const view = fileView(text);
  const outcome = (key: string, result: FileWriteResult, warnings: string[] = []) => ({
    key,
    title: key,
    result,
    warnings,
  });
  const one = summarizeWrites([outcome('Deployment/web', { kind: 'written', how: 'created' })], view);
  assert.deepEqual(one, {
    message: 'Deployment/web: created.',
    level: 'info',
    details: ['Deployment/web: created.'],
  });
  const status = { code: 422, reason: 'Invalid', message: 'bad value hunter2' };
  const failure = { kind: 'status', context: 'demo', status } as const;
  const two = summarizeWrites(
    [
      outcome('Deployment/web', { kind: 'owned', conflicts: [held], confirmed: [] }),
      outcome('Secret/key', { kind: 'refused', failure, notes: [] }, ['hunter2']),
    ],
    view,
  );
  assert.equal(two.message, '2 objects: 1 held by others, 1 refused.');
  assert.equal(two.level, 'error');
  assert.doesNotMatch(JSON.stringify(two), /hunter2/);
});
