import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settingsMap } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;

before(async () => {
  bench = await startWorkbench();
});
after(() => bench.stop());

test('confirmBeforeSave: what would be written is shown first, and without a yes nothing is sent', async () => {
  const editor = await bench.edit({ confirmBeforeSave: true });
  await bench.create(settingsMap('confirmed'));
  const document = await openWatched(editor, 'configmaps.v1/confirmed');
  document.type((text) => text.replace('mode: fast', 'mode: slow\n  more: "1"'));
  const declined = await document.save();
  assert.equal(declined.kind, 'problem');
  assert.equal(declined.problem.reason, 'declined');
  assert.deepEqual(await bench.writes(document), []);
  assert.ok(document.isDirty());
  const [question] = editor.questions;
  assert.equal(question?.message, 'Write configmaps "confirmed" to prod?');
  assert.deepEqual(question.detail.split('\n').sort(), [
    'data.mode "fast" → "slow"',
    'data.more added ("1")',
  ]);
  editor.answersYes = true;
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.dataOf('confirmed'), '1 slow');
  // Nothing to write is nothing to ask.
  document.type((text) => `# a comment\n${text}`);
  assert.equal((await document.save()).kind, 'unchanged');
  assert.equal(editor.questions.length, 2);
});

test('confirmBeforeSave shows no value of a Secret', async () => {
  const editor = await bench.edit({ confirmBeforeSave: true });
  await bench.kubectl('create', 'secret', 'generic', 'pass', '--from-literal=password=hunter2');
  const document = await openWatched(editor, 'secrets.v1/pass');
  const value = Buffer.from('hunter3').toString('base64');
  document.type((text) => text.replace(/password: .*/, `password: ${value}`));
  assert.equal((await document.save()).kind, 'problem');
  assert.equal(editor.questions[0]?.detail, 'data.password');
});

test('mergeOnSave ask: what would be kept of others is shown first; a save without such changes asks nothing', async () => {
  const editor = await bench.edit({ mergeOnSave: 'ask' });
  await bench.create(settingsMap('merged'));
  const document = await openWatched(editor, 'configmaps.v1/merged');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(editor.questions.length, 0);
  await document.until(({ isDirty }) => !isDirty(), patience);
  document.type((text) => text.replace('mode: slow', 'mode: slower'));
  await bench.patch('configmap/merged', { data: { more: 'theirs' } });
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  const declined = await document.save();
  assert.equal(declined.kind, 'problem');
  assert.equal(declined.problem.reason, 'declined');
  const [question] = editor.questions;
  assert.match(question?.detail ?? '', /^data\.more added \("theirs"\) \(ann at \d\d:\d\d:\d\d\)$/);
  assert.equal((await bench.writes(document)).length, 1);
  assert.ok(document.isDirty());
  editor.answersYes = true;
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.dataOf('merged'), 'slower theirs');
  assert.equal(editor.questions.length, 2);
});

test('mergeOnSave ask: a change that comes between the write and its answer 409 is asked about, too', async () => {
  const editor = await bench.edit({ mergeOnSave: 'ask' });
  await bench.create(settingsMap('between'));
  const document = await openWatched(editor, 'configmaps.v1/between');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: ({ method }) => method === 'PUT' });
  const seen = bench.proxy.requests.length;
  const saving = document.save();
  await document.until(
    () => bench.proxy.requests.slice(seen).some(({ method }) => method === 'PUT'),
    patience,
  );
  await bench.patch('configmap/between', { data: { more: 'theirs' } });
  gate.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'declined');
  assert.equal(editor.questions.length, 1);
  assert.equal(await bench.dataOf('between'), 'fast theirs');
});
