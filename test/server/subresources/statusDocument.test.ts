import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { deployment } from '../session/sampleObjects';
import {
  lineOf,
  messagesOn,
  openWatched,
  patience,
  startWorkbench,
  type Workbench,
} from '../session/workbench';
import { writeAgainAndAgain } from '../session/writers';
import { defineGadgets, gadget, managersOf, partsOf } from './parts';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  await defineGadgets(bench);
  editor = await bench.edit();
});
after(() => bench.stop());

/** Another writer of a status. */
function report(object: string, status: object, manager = 'ann'): Promise<void> {
  return bench.patch(object, { status }, { manager, subresource: 'status' });
}

async function openGadget(name: string, status: object): Promise<EditorDocument> {
  await bench.create(gadget(name));
  await report(`gadget/${name}`, status);
  return openWatched(editor, `gadgets:status.v1.example.dev/${name}`);
}

test('R055: the document of a status shows the status alone, and is saved where kubectl ends', async () => {
  await bench.create(deployment('ours'), deployment('theirs'));
  for (const name of ['ours', 'theirs'])
    await report(`deployment/${name}`, { replicas: 1, readyReplicas: 1 });
  const document = await openWatched(editor, 'deployments:status.v1.apps/ours');
  assert.match(document.text(), /^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n/);
  assert.match(document.text(), /\nstatus:\n {2}replicas: 1\n {2}readyReplicas: 1\n$/);
  assert.doesNotMatch(document.text(), /spec:|managedFields/);
  assert.deepEqual(document.status()?.subresources, ['scale']);
  const lenses = await document.lensesAt(0);
  assert.ok(lenses.includes('prod › default › deployments/status ours'), lenses.join('\n'));
  const hidden = lenses.find((title) => title.startsWith('hidden: '));
  assert.equal(hidden, 'hidden: managedFields, resourceVersion, generation');
  document.type((text) => text.replace('readyReplicas: 1', 'readyReplicas: 0'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  await report('deployment/theirs', { readyReplicas: 0 }, 'kubectl');
  const [write, ...more] = await bench.writes(document);
  assert.ok(write);
  assert.ok(write.path.endsWith('/deployments/ours/status'), write.path);
  assert.deepEqual([write.verb, write.code, more.length], ['update', 200, 0]);
  assert.ok(/^\d+$/.test(write.resourceVersion) && write.uid !== '', JSON.stringify(write));
  const ours = await partsOf(bench, 'deployment/ours');
  const theirs = await partsOf(bench, 'deployment/theirs');
  assert.deepEqual([ours.status, ours.generation], [theirs.status, theirs.generation]);
  const byUs = await managersOf(bench, 'deployment/ours', { from: 'kubernetes-live-edit', as: 'editor' });
  const byKubectl = await managersOf(bench, 'deployment/theirs', { from: 'kubectl', as: 'editor' });
  assert.deepEqual(
    byUs.filter(({ subresource }) => subresource === 'status'),
    byKubectl.filter(({ subresource }) => subresource === 'status'),
  );
});

test('a clean status follows the object; a change of the spec moves only its version', async () => {
  const document = await openGadget('followed', { count: 1 });
  await report('gadget/followed', { count: 2 });
  await document.until(({ text }) => text().includes('count: 2'), patience);
  const before = document.text();
  await bench.patch('gadget/followed', { spec: { size: 9 } });
  const version = await bench.valueIn('gadget/followed', '.metadata.resourceVersion');
  const isAt = ({ status }: EditorDocument): boolean =>
    status()?.summary.includes(`resourceVersion ${version}`) === true;
  await document.until(isAt, patience);
  assert.equal(document.text(), before);
  assert.equal(document.status()?.staleness, 'current');
});

test('conditions are merged by their type; a field that both have changed is a conflict', async () => {
  const document = await openGadget('merged', {
    phase: 'a',
    conditions: [{ type: 'Ready', status: 'False' }],
  });
  document.type((text) => text.replace('status: "False"', 'status: "True"'));
  const conditions = [
    { type: 'Synced', status: 'True' },
    { type: 'Ready', status: 'False' },
  ];
  await report('gadget/merged', { count: 4, conditions });
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  const line = lineOf(document, 'status: "True"');
  assert.deepEqual(messagesOn(document, line), []);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /Kept from live: .*status\.count added \(4\) \(ann\/status at /);
  const merged = await bench.valueIn('gadget/merged', '.status.conditions');
  assert.deepEqual(JSON.parse(merged), [
    { type: 'Synced', status: 'True' },
    { type: 'Ready', status: 'True' },
  ]);
  await document.until(({ text, isDirty }) => text().includes('count: 4') && !isDirty(), patience);
  document.type((text) => text.replace('phase: a', 'phase: mine'));
  await report('gadget/merged', { phase: 'theirs' });
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  const refused = await document.save();
  assert.equal(refused.kind, 'problem');
  assert.match(refused.problem.message, /both changed status\.phase of gadgets\/status "merged"/);
  assert.equal(await bench.valueIn('gadget/merged', '.status.phase'), 'theirs');
  await document.decide('yours', '/status/phase');
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('gadget/merged', '.status.phase'), 'mine');
  assert.equal(await bench.valueIn('gadget/merged', '.spec.size'), '3');
});

test('who has taken a field out of a status is guessed among those who write it', async () => {
  const document = await openGadget('taken', { phase: 'a', count: 1 });
  document.type((text) => text.replace('count: 1', 'count: 2'));
  const conditions = [{ type: 'Ready', status: 'True' }];
  await report('gadget/taken', { phase: null, conditions }, 'controller');
  await bench.patch('gadget/taken', { spec: { color: 'red' } }, { manager: 'somebody' });
  const isTold = (): boolean =>
    document.diagnostics().some(({ message }) => message.includes('probably controller/status'));
  await document.until(isTold, patience);
});

test('what is not part of the status is said not to be written, and is not: labels, and the spec', async () => {
  const document = await openGadget('labelled', { phase: 'a' });
  const label = (text: string): string => text.replace(/( +)name: labelled\n/, '$&$1labels: {tier: gold}\n');
  document.type((text) => `${label(text)}spec:\n  size: 7\n`);
  const isTold = (words: string): boolean =>
    messagesOn(document, lineOf(document, words)).some((message) =>
      message.endsWith('is not part of the status; a save of the status does not change it.'),
    );
  await document.until(() => isTold('tier: gold') && isTold('size: 7'), patience);
  const alone = await document.save();
  assert.equal(alone.kind, 'unchanged', JSON.stringify(alone));
  assert.match(alone.message, /^Nothing was sent for gadgets\/status "labelled": only .*metadata\.labels/);
  assert.match(alone.message, /differs?, since a save of the status writes nothing else\./);
  assert.deepEqual(await bench.writes(document), []);
  await document.until(({ text }) => !text().includes('tier: gold') && !text().includes('spec:'), patience);
  document.type((text) => label(text).replace('phase: a', 'phase: b'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(
    answer.message,
    /Not written: metadata\.labels, since a save of the status writes nothing else\./,
  );
  assert.equal(await bench.valueIn('gadget/labelled', '.status.phase'), 'b');
  assert.equal(await bench.valueIn('gadget/labelled', '.metadata.labels'), '');
});

test('the first status of an object is written; one that is taken out is gone', async () => {
  await bench.create(gadget('first'));
  const document = await openWatched(editor, 'gadgets:status.v1.example.dev/first');
  document.type((text) => `${text}status:\n  phase: begun\n`);
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('gadget/first', '.status.phase'), 'begun');
  document.type((text) => text.replace(/status:\n {2}phase: begun\n/, ''));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('gadget/first', '.status'), '');
});

test('R001: a status is saved while another field of it is written fifty times a second', async () => {
  await bench.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } });
  const document = await editor.open('k8slive:/prod/_/nodes:status.v1/node-a.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  const beats = writeAgainAndAgain(bench, '/api/v1/nodes/node-a/status', {
    milliseconds: 20,
    change: (number) => ({ status: { nodeInfo: { bootID: String(number) } } }),
  });
  await document.until(({ text }) => /bootID: "\d+"/.test(text()), patience);
  document.type((text) => text.replace(/kubeletVersion: ""/, 'kubeletVersion: mine'));
  const answer = await document.save();
  const count = await beats.stop();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.valueIn('node/node-a', '.status.nodeInfo.kubeletVersion'), 'mine');
  assert.equal(await bench.valueIn('node/node-a', '.status.nodeInfo.bootID'), String(count));
  const paths = (await bench.writes(document)).map(({ path }) => path);
  assert.ok(paths.length > 0 && paths.every((path) => path === '/api/v1/nodes/node-a/status'));
});
