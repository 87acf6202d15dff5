import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { requestsOf, type WitnessedRequest } from '../editor/witness';
import type { SeenRequest } from '../faultProxy';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;
let names: string[];
let documents: EditorDocument[];
let rounds = 0;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
beforeEach(async () => {
  rounds += 1;
  names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}${rounds}`);
  await bench.create(...names.map(makeConfigMap));
  documents = await Promise.all(names.map((name) => openWatched(editor, `configmaps.v1/${name}`)));
  await until(() => bench.proxy.requests.some(isSharedWatch));
});
afterEach(() => {
  bench.proxy.clear();
  documents.forEach((document) => document.close());
});
after(() => bench.stop());

function makeConfigMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { mode: 'fast', color: 'red' } };
}

function isSharedWatch({ url }: SeenRequest): boolean {
  return url.includes('/configmaps?watch=1') && !url.includes('fieldSelector');
}

function isWatched({ status }: EditorDocument): boolean {
  return status()?.health.kind === 'watching' && status()?.staleness !== 'unknown';
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function untilAll(holds: (document: EditorDocument) => boolean): Promise<void> {
  for (const document of documents) await document.until(holds, 2 * patience);
}

function change(name: string | undefined, data: object): Promise<void> {
  return bench.patch(`configmap/${name}`, { data });
}

test('R157 five open objects are followed by one watch, and nothing of another resource is', async () => {
  const [a, b] = documents;
  assert.ok(a && b);
  await change(names[0], { mode: 'slow' });
  b.type((text) => text.replace('color: red', 'color: blue'));
  await change(names[1], { mode: 'slow' });
  await a.until(({ text }) => text().includes('mode: slow'), patience);
  await b.until(({ diagnostics }) => diagnostics().some(({ message }) => message.includes('slow')), patience);
  documents.forEach((document) => document.close());
  // A watch is recorded when it has ended.
  const watches = async (): Promise<WitnessedRequest[]> =>
    (await requestsOf(bench.controlPlane, '')).filter(({ verb }) => verb === 'watch');
  await until(async () => (await watches()).some(({ query }) => !query.has('fieldSelector')));
  const seen = await watches();
  assert.ok(seen.every(({ path }) => path === '/api/v1/namespaces/default/configmaps'));
  const single = seen.filter(({ query }) => query.has('fieldSelector'));
  assert.ok(single.length <= 3 * rounds, String(single.length));
});

test('R160 an own write is no news, also where its event comes before its answer; what follows is judged on its own', async () => {
  const [document] = documents;
  assert.ok(document);
  const said: string[] = [];
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  bench.proxy.inject(
    { kind: 'delayAnswer', milliseconds: 1_500 },
    { when: ({ method }) => method === 'PUT' },
  );
  const saving = document.save();
  const isSaved = saving.then(() => true);
  while (!(await Promise.race([isSaved, new Promise((resolve) => setTimeout(resolve, 20))])))
    said.push(...document.diagnostics().map(({ message }) => message));
  assert.equal((await saving).kind, 'saved');
  await document.until(({ status }) => status()?.staleness === 'current', patience);
  assert.deepEqual(said, []);
  assert.match(document.text(), /mode: slow/);
  await change(names[0], { color: 'green' });
  await document.until(({ text }) => text().includes('color: green'), patience);
  assert.match(document.text(), /mode: slow/);
});

test('R148 an answer that comes after a later change, or after the end of the object, does not bring back what was', async () => {
  const [document, other] = documents;
  assert.ok(document && other);
  const isPut = ({ method }: SeenRequest): boolean => method === 'PUT';
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  bench.proxy.inject({ kind: 'delayAnswer', milliseconds: 2_000 }, { when: isPut });
  const saving = document.save();
  await until(async () => (await bench.valueIn(`configmap/${names[0]}`, '.data.mode')) === 'slow');
  await change(names[0], { color: 'green' });
  assert.equal((await saving).kind, 'saved');
  await document.until(({ text }) => /color: green/.test(text()) && /mode: slow/.test(text()), patience);
  await document.until(({ status }) => status()?.staleness === 'current', patience);

  other.type((text) => text.replace('mode: fast', 'mode: slow'));
  bench.proxy.inject({ kind: 'delayAnswer', milliseconds: 2_000 }, { when: isPut });
  const last = other.save();
  await until(async () => (await bench.valueIn(`configmap/${names[1]}`, '.data.mode')) === 'slow');
  await bench.kubectl('delete', 'configmap', names[1] ?? '');
  await last;
  await other.until(({ status }) => status()?.staleness === 'deleted', patience);
});

test('a deletion and a creation anew are seen by the shared watch', async () => {
  const [, document] = documents;
  await bench.kubectl('delete', 'configmap', names[1] ?? '');
  await document?.until(({ status }) => status()?.staleness === 'deleted', patience);
  await bench.create(makeConfigMap(names[1] ?? ''));
  await document?.until(({ status }) => status()?.staleness === 'replaced', patience);
});

test('R143 a cut watch is begun anew after growing waits; meanwhile nothing is called current, and a save reads by itself', async () => {
  const [a, b] = documents;
  assert.ok(a && b);
  a.type((text) => text.replace('mode: fast', 'mode: slow'));
  const isFollowing = ({ url }: SeenRequest): boolean => url.includes('watch=1') || url.includes('limit=500');
  bench.proxy.inject({ kind: 'cutBefore' }, { when: isFollowing, times: 6 });
  bench.proxy.dropConnections();
  await untilAll(({ status }) => status()?.health.kind === 'unknown');
  assert.match(a.status()?.summary ?? '', /not known since \d\d:\d\d:\d\d/);
  await change(names[0], { color: 'blue' });
  await change(names[1], { color: 'blue' });
  assert.equal((await a.save()).kind, 'saved');
  assert.equal(await bench.dataOf(names[0] ?? ''), 'blue slow');
  await untilAll(isWatched);
  await b.until(({ text }) => text().includes('color: blue'), patience);
});

test('an API server that is stopped and started, and versions that are compacted away, leave nothing unseen', async () => {
  await bench.controlPlane.stopComponent('kube-apiserver');
  await untilAll(({ status }) => status()?.health.kind === 'unknown');
  await bench.controlPlane.startComponent('kube-apiserver');
  await untilAll(isWatched);
  await change(names[0], { mode: 'one' });
  await documents[0]?.until(({ text }) => text().includes('mode: one'), patience);

  await bench.proxy.refuse(); // so that the last versions of the documents are old ones
  await change(names[0], { mode: 'two' });
  await bench.kubectl('delete', 'configmap', names[2] ?? '');
  await bench.controlPlane.compact();
  await bench.proxy.resume();
  await documents[0]?.until(({ text }) => text().includes('mode: two'), 2 * patience);
  await documents[2]?.until(({ status }) => status()?.staleness === 'deleted', patience);
  const others = documents.filter((document) => document !== documents[2]);
  for (const document of others) await document.until(isWatched, 2 * patience);
});

test('when fewer than four stay open, each is followed alone again', async () => {
  const [a, b, ...closed] = documents;
  assert.ok(a && b);
  const before = bench.proxy.requests.length;
  closed.forEach((document) => document.close());
  const isAlone = ({ url }: SeenRequest): boolean =>
    url.includes(`fieldSelector=metadata.name%3D${names[0]}`);
  await until(() => bench.proxy.requests.slice(before).some(isAlone));
  await change(names[0], { mode: 'slow' });
  await a.until(({ text }) => text().includes('mode: slow'), patience);
  assert.ok(isWatched(a));
});
