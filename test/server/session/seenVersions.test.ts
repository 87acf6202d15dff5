import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type SeenVersionList,
  showRequest,
  type ShownVersion,
  versionsRequest,
} from '../../../server/src/protocol/versions';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

async function listVersions({ uri }: EditorDocument): Promise<SeenVersionList> {
  return valueOf(await editor.connection.sendRequest(versionsRequest, { uri }));
}

async function show({ uri }: EditorDocument, version: ShownVersion): Promise<string> {
  return valueOf(await editor.connection.sendRequest(showRequest, { uri, version })).text;
}

/** `ann: data.mode "fast" → "slow"`, newest first. */
async function linesOf(document: EditorDocument): Promise<string[]> {
  return (await listVersions(document)).versions.map(({ title, detail }) => `${title}: ${detail}`);
}

/** Waits until the newest version that was seen says this. */
async function untilNewest(document: EditorDocument, words: RegExp): Promise<string[]> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lines = await linesOf(document);
    if (words.test(lines[0] ?? '')) return lines;
    assert.ok(Date.now() < deadline, lines.join('\n'));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function createSettings(name: string, data: object, more: object = {}): Promise<void> {
  await bench.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data, ...more });
}

test('each version says who has written it and what it changes, and can be shown; our own saves say that they are', async () => {
  await createSettings('told', { mode: 'fast', color: 'red' });
  const document = await openWatched(editor, 'configmaps.v1/told');
  await bench.patch('configmap/told', { data: { mode: 'slow' } }, { manager: 'ann' });
  await document.until(({ text }) => text().includes('slow'), patience);
  await bench.patch('configmap/told', { data: { mode: 'slower', size: 'big' } }, { manager: 'bob' });
  await document.until(({ text }) => text().includes('slower'), patience);
  document.type((text) => text.replace('color: red', 'color: blue'));
  await document.save();
  const lines = await untilNewest(document, /^you/);
  assert.deepEqual(
    lines.map((line) => line.replace(/resourceVersion \d+/, 'resourceVersion …')),
    [
      'you: data.color "red" → "blue"',
      'bob: data.mode "slow" → "slower", data.size added ("big")',
      'ann: data.mode "fast" → "slow"',
      'as first opened: resourceVersion …',
    ],
  );
  const { versions, dropped, moved } = await listVersions(document);
  const texts = await Promise.all(versions.map((version) => show(document, version)));
  assert.deepEqual(
    texts.map((text) => text.split('\n').filter((line) => /mode|color|size/.test(line))),
    [
      ['  color: blue', '  mode: slower', '  size: big'],
      ['  color: red', '  mode: slower', '  size: big'],
      ['  color: red', '  mode: slow'],
      ['  color: red', '  mode: fast'],
    ],
  );
  assert.equal(texts[0], document.text());
  assert.deepEqual({ dropped, moved }, { dropped: 0, moved: false });
});

test('a text that is not saved is shown none of it, and its document says that the object has moved', async () => {
  await createSettings('moved', { mode: 'fast', color: 'red' });
  const document = await openWatched(editor, 'configmaps.v1/moved');
  document.type((text) => text.replace('color: red', 'color: blue'));
  await bench.patch('configmap/moved', { data: { mode: 'slow' } });
  await untilNewest(document, /^ann: data\.mode/);
  const { versions, moved } = await listVersions(document);
  assert.equal(moved, true);
  assert.match(await show(document, versions[0]!), /color: red\n {2}mode: slow/);
  assert.match(document.text(), /color: blue\n {2}mode: fast/);
});

test('R001: status that is written again and again pushes no version out', async () => {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a', labels: { pool: 'blue' } } };
  await bench.create(node);
  const document = await editor.open('k8slive:/prod/_/nodes.v1/node-a.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  await bench.patch('node/node-a', { metadata: { labels: { pool: 'red' } } });
  for (let beat = 1; beat <= 80; beat += 1) {
    const answer = await bench.controlPlane.request({
      method: 'PATCH',
      path: '/api/v1/nodes/node-a/status?fieldManager=beat',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status: { nodeInfo: { bootID: String(beat) } } }),
    });
    assert.equal(answer.status, 200, answer.body);
  }
  const lines = await untilNewest(document, /80 versions of hidden fields only/);
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^ann: metadata\.labels\.pool "blue" → "red"/);
  assert.match(await show(document, (await listVersions(document)).versions[1]!), /pool: blue/);
});

test('more versions than the setting says are dropped, but for the one that was opened; a dropped one says so', async () => {
  const few = await bench.edit({ historyLimit: 3 });
  await createSettings('few', { mode: 'mode-0' });
  const document = await openWatched(few, 'configmaps.v1/few');
  const list = async (): Promise<SeenVersionList> =>
    valueOf(await few.connection.sendRequest(versionsRequest, { uri: document.uri }));
  const change = async (mode: string): Promise<void> => {
    await bench.patch('configmap/few', { data: { mode } });
    await document.until(({ text }) => text().includes(mode), patience);
  };
  await change('mode-1');
  const early = (await list()).versions[0]!;
  for (const mode of ['mode-2', 'mode-3', 'mode-4']) await change(mode);
  const { versions, dropped } = await list();
  assert.equal(dropped, 2);
  assert.deepEqual(
    versions.map(({ detail }) => detail.replace(/\d{2,}/, '…')),
    ['data.mode "mode-3" → "mode-4"', 'data.mode "mode-2" → "mode-3"', 'resourceVersion …'],
  );
  const gone = await few.connection.sendRequest(showRequest, { uri: document.uri, version: early });
  assert.equal(gone.kind, 'problem');
  assert.match(gone.problem.message, /is not kept any more/);
});

test('a document that is not open has no versions, and says so', async () => {
  const uri = 'k8slive:/prod/default/configmaps.v1/never.yaml';
  const answer = await editor.connection.sendRequest(versionsRequest, { uri });
  assert.equal(answer.kind, 'problem');
  const shown = await editor.connection.sendRequest(showRequest, { uri, version: { resourceVersion: '1' } });
  assert.equal(shown.kind, 'problem');
});

test('a Secret is listed with the names of its fields, and with no value', async () => {
  const metadata = { name: 'password' };
  await bench.create({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { word: 'hunter2' } });
  const document = await openWatched(editor, 'secrets.v1/password');
  await bench.patch('secret/password', { stringData: { word: 'hunter3', other: 'hunter4' } });
  const lines = await untilNewest(document, /data/);
  assert.equal(lines[0], 'ann: data.word, data.other added');
  assert.doesNotMatch(lines.join('\n'), /hunter|aHVudGVy/);
});

test('what others have written before a save of ours stands before it, though the watch brings it later', async () => {
  await createSettings('between', { mode: 'fast', color: 'red' });
  // The watch tells of nothing until then: the save finds out by a 409.
  const told = Promise.withResolvers<undefined>();
  bench.proxy.inject(
    { kind: 'holdBody', until: told.promise },
    { when: ({ url }) => url.includes('watch=') && url.includes('between') },
  );
  const document = await openWatched(editor, 'configmaps.v1/between');
  await bench.patch('configmap/between', { data: { mode: 'slow' } }, { manager: 'ann' });
  await bench.patch('configmap/between', { data: { mode: 'slower' } }, { manager: 'bob' });
  document.type((text) => text.replace('color: red', 'color: blue'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal((await linesOf(document)).length, 2);
  told.resolve(undefined);
  const deadline = Date.now() + patience;
  while ((await linesOf(document)).length < 4 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual((await linesOf(document)).slice(0, 3), [
    'you: data.color "red" → "blue"',
    'bob: data.mode "slow" → "slower"',
    'ann: data.mode "fast" → "slow"',
  ]);
});
