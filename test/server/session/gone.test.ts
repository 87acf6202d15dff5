import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { deployment, settingsMap } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

/** What the editor is asked during a save, with this answer to all of it. */
async function saveAnswering(document: EditorDocument, answersYes: boolean) {
  const before = editor.questions.length;
  editor.answersYes = answersYes;
  const answer = await document.save();
  editor.answersYes = false;
  return { answer, questions: editor.questions.slice(before) };
}

const isThere = async (object: string): Promise<boolean> =>
  (await bench.controlPlane.kubectl(['get', object])).code === 0;

const verbsOf = async (document: EditorDocument): Promise<string[]> =>
  (await bench.writes(document)).map(({ verb }) => verb);

test('R116: a deleted object is said to be deleted, and is created again only when that is wanted', async () => {
  await bench.create(deployment('shop'));
  const document = await openWatched(editor, 'deployments.v1.apps/shop');
  const before = await bench.valueIn('deployment/shop', '.metadata.uid');
  document.type((text) => text.replace('shop:1', 'shop:2'));
  const typed = document.text();
  await bench.kubectl('delete', 'deployment', 'shop');
  await document.until(({ status }) => status()?.staleness === 'deleted', patience);
  const lenses = await document.lensesAt(0);
  assert.ok(lenses.includes('Create Anew') && lenses.includes('Discard'), lenses.join());
  assert.ok(lenses.some((title) => title.includes('deleted from the cluster')));
  assert.equal(document.text(), typed);

  const declined = await saveAnswering(document, false);
  assert.equal(declined.answer.kind, 'problem');
  assert.match(
    declined.answer.problem.message,
    /was deleted from the cluster\. Your text is kept; nothing was written/,
  );
  assert.equal(declined.questions[0]?.yes, 'Create Anew');
  assert.equal(await isThere('deployment/shop'), false);
  assert.ok(document.isDirty());

  const wanted = await saveAnswering(document, true);
  assert.equal(wanted.answer.kind, 'saved', JSON.stringify(wanted.answer));
  assert.equal(wanted.questions.length, 1);
  const image = '.spec.template.spec.containers[0].image';
  assert.equal(await bench.valueIn('deployment/shop', image), 'registry.example/shop:2');
  const uid = await bench.valueIn('deployment/shop', '.metadata.uid');
  assert.notEqual(uid, before);
  const events = await bench.controlPlane.audit();
  const created = events.find(
    ({ verb, userAgent }) => verb === 'create' && userAgent?.startsWith('kubernetes-live-edit'),
  );
  assert.equal(created?.requestObject?.metadata?.uid, undefined);
  assert.equal(created?.requestObject?.metadata?.resourceVersion, undefined);

  await document.until(
    ({ text, status }) => text().includes(uid) && status()?.staleness === 'current',
    patience,
  );
  document.type((text) => text.replace('shop:2', 'shop:3'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('deployment/shop', image), 'registry.example/shop:3');
});

test('somebody else who creates the name first keeps their object', async () => {
  await bench.create(settingsMap('raced'));
  const document = await openWatched(editor, 'configmaps.v1/raced');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await bench.kubectl('delete', 'configmap', 'raced');
  await document.until(({ status }) => status()?.staleness === 'deleted', patience);
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: ({ method }) => method === 'POST' });
  const saving = saveAnswering(document, true);
  await document.until(
    () => bench.proxy.requests.some(({ method, url }) => method === 'POST' && url.includes('/configmaps')),
    patience,
  );
  await bench.create(settingsMap('raced', { mode: 'theirs' }));
  gate.resolve(undefined);
  const { answer } = await saving;
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /configmaps "raced" already exists/);
  assert.equal(await bench.valueIn('configmap/raced', '.data.mode'), 'theirs');
  await document.until(({ status }) => status()?.staleness === 'replaced', patience);
  assert.ok(document.isDirty() && document.text().includes('mode: slow'));
});

test('an object that has taken the name is changed only when that is wanted, and where both differ it is asked', async () => {
  await bench.create(settingsMap('anew', { mode: 'fast', level: 'info' }));
  const document = await openWatched(editor, 'configmaps.v1/anew');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await bench.kubectl('delete', 'configmap', 'anew');
  await bench.create(settingsMap('anew', { mode: 'fast', level: 'debug', more: 'theirs' }));
  const uid = await bench.valueIn('configmap/anew', '.metadata.uid');
  await document.until(({ status }) => status()?.staleness === 'replaced', patience);
  assert.ok((await document.lensesAt(0)).includes('Compare with the New Object'));

  const declined = await saveAnswering(document, false);
  assert.equal(declined.answer.kind, 'problem');
  assert.match(
    declined.answer.problem.message,
    /deleted and created anew; this text belongs to the object that was deleted/,
  );
  assert.deepEqual(await verbsOf(document), []);

  const wanted = await saveAnswering(document, true);
  assert.equal(wanted.answer.kind, 'saved', JSON.stringify(wanted.answer));
  assert.deepEqual(
    wanted.questions.map(({ yes }) => yes),
    ['Save to the New Object'],
  );
  assert.match(
    wanted.answer.message,
    /Kept from live: data\.level "info" → "debug" .*, data\.more added \("theirs"\)/,
  );
  assert.doesNotMatch(wanted.answer.message, /metadata|Not written/);
  assert.equal(await bench.dataOf('anew'), 'debug slow theirs');
  const [write] = await bench.writes(document);
  assert.equal(write?.uid, uid);
  await document.until(({ text }) => text().includes('more: theirs') && text().includes(uid), patience);

  document.type((text) => text.replace('mode: slow', 'mode: mine'));
  await bench.kubectl('delete', 'configmap', 'anew');
  await bench.create(settingsMap('anew', { mode: 'other' }));
  await document.until(({ status }) => status()?.staleness === 'replaced', patience);
  const disputed = await saveAnswering(document, true);
  assert.equal(disputed.answer.kind, 'problem');
  assert.equal(disputed.answer.problem.reason, 'conflict');
  assert.equal(await bench.dataOf('anew'), 'other');
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  await document.decide('yours', '/data/mode');
  await document.until(({ status }) => status()?.staleness !== 'conflicting', patience);
  const settled = await document.save();
  assert.equal(settled.kind, 'saved', JSON.stringify(settled));
  assert.doesNotMatch(settled.message, /metadata|Not written/);
  assert.equal(await bench.valueIn('configmap/anew', '.data.mode'), 'mine');
});

test('R118: an object that is being deleted is written only when that is wanted; without its last finalizer it is gone', async () => {
  const spec = { selector: { app: 'x' }, ports: [{ port: 80 }] };
  const metadata = { name: 'ending', finalizers: ['example.dev/lb'] };
  await bench.create({ apiVersion: 'v1', kind: 'Service', metadata, spec });
  await bench.kubectl('delete', 'service', 'ending', '--wait=false');
  const document = await openWatched(editor, 'services.v1/ending');
  await document.until(({ status }) => status()?.summary.includes('being deleted') === true, patience);
  document.type((text) => text.replace('app: x', 'app: other'));
  const declined = await saveAnswering(document, false);
  assert.equal(declined.answer.kind, 'problem');
  assert.equal(declined.answer.problem.reason, 'declined');
  assert.match(declined.questions[0]?.message ?? '', /is being deleted/);
  assert.match(declined.questions[0]?.detail ?? '', /It waits for: example\.dev\/lb\./);
  assert.deepEqual(await verbsOf(document), []);
  const wanted = await saveAnswering(document, true);
  assert.equal(wanted.answer.kind, 'saved', JSON.stringify(wanted.answer));
  assert.equal(await bench.valueIn('service/ending', '.spec.selector.app'), 'other');
  document.type((text) => text.replace(/ +finalizers:\n +- example\.dev\/lb\n/, ''));
  const last = await saveAnswering(document, true);
  assert.equal(last.answer.kind, 'saved', JSON.stringify(last.answer));
  assert.equal(await isThere('service/ending'), false);
  await document.until(({ status, isDirty }) => status()?.staleness === 'deleted' && !isDirty(), patience);
  assert.deepEqual(await verbsOf(document), ['update', 'update']);
});

test('R119: finalizers are a set: what each side takes off is off, and nothing is put on again', async () => {
  const metadata = { name: 'ends', finalizers: ['a.dev/x', 'b.dev/y', 'c.dev/z'] };
  await bench.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  await bench.kubectl('delete', 'configmap', 'ends', '--wait=false');
  const document = await openWatched(editor, 'configmaps.v1/ends');
  document.type((text) => text.replace(/ +- a\.dev\/x\n/, ''));
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: ({ method }) => method === 'PUT' });
  const seen = bench.proxy.requests.length;
  const saving = saveAnswering(document, true);
  await document.until(
    () => bench.proxy.requests.slice(seen).some(({ method }) => method === 'PUT'),
    patience,
  );
  await bench.patch('configmap/ends', { metadata: { finalizers: ['a.dev/x', 'c.dev/z'] } });
  gate.resolve(undefined);
  const { answer, questions } = await saving;
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(questions.length, 1);
  assert.equal(await bench.valueIn('configmap/ends', '.metadata.finalizers'), '["c.dev/z"]');
});
