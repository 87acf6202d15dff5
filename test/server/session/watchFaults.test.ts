import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { limitedNamespace } from '../../cluster/access';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { requestsOf } from '../editor/witness';
import type { SeenRequest } from '../faultProxy';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
});
beforeEach(async () => {
  editor = await bench.edit(); // with no other object open: each is followed by a watch of its own
});
afterEach(() => bench.proxy.clear());
after(() => bench.stop());

async function open(name: string): Promise<EditorDocument> {
  await create(name);
  return openWatched(editor, `configmaps.v1/${name}`);
}

function create(name: string, namespace = 'default'): Promise<void> {
  const metadata = { name, namespace };
  return bench.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { mode: 'fast' } });
}

function write(name: string, mode: string): Promise<void> {
  return bench.patch(`configmap/${name}`, { data: { mode } });
}

function isWatchOf(name: string): (request: SeenRequest) => boolean {
  return ({ url }) => url.includes('watch=1') && url.includes(`%3D${name}&`);
}

function isReadOf(name: string): (request: SeenRequest) => boolean {
  return ({ method, url }) => method === 'GET' && url.endsWith(`/configmaps/${name}`);
}

function count(which: (request: SeenRequest) => boolean): number {
  return bench.proxy.requests.filter(which).length;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + patience;
  while (!holds()) {
    assert.ok(Date.now() < deadline, 'it did not come about');
    await wait(20);
  }
}

test('R142 a watch that the server ends is resumed from the last version, without a reading and without a word', async () => {
  bench.proxy.inject({ kind: 'query', values: { timeoutSeconds: '5' } }, { when: isWatchOf('ends') });
  const document = await open('ends');
  document.type((text) => `${text}# mine\n`);
  const summaries = new Set<string>();
  const [reads, watches] = [count(isReadOf('ends')), count(isWatchOf('ends'))];
  await document.until(({ status }) => {
    summaries.add(status()?.staleness ?? '');
    return count(isWatchOf('ends')) > watches;
  }, patience);
  await write('ends', 'slow');
  await document.until(({ diagnostics }) => diagnostics().length > 0, patience);
  assert.deepEqual([...summaries], ['current']);
  assert.equal(count(isReadOf('ends')), reads);
});

test('R146 a server that ends each watch at once is asked less and less, and the object is read', async () => {
  const document = await open('closes');
  const ended = { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' } } as const;
  bench.proxy.inject(ended, { when: isWatchOf('closes'), times: 5 });
  const reads = count(isReadOf('closes'));
  const begun = Date.now();
  bench.proxy.dropConnections();
  await write('closes', 'slow');
  await document.until(({ text }) => text().includes('mode: slow'), patience);
  await until(() => count(isWatchOf('closes')) >= 6);
  assert.ok(Date.now() - begun > 4_000); // five ends, each with a wait of a second at the least
  assert.ok(count(isReadOf('closes')) > reads);
  await write('closes', 'slower');
  await document.until(({ text }) => text().includes('mode: slower'), 2 * patience);
});

test('R145 a request to watch that is never answered is not taken for a watch', async () => {
  const own = await bench.edit({ requestTimeoutSeconds: 3 });
  await create('silent');
  bench.proxy.inject({ kind: 'silence' }, { when: isWatchOf('silent') });
  const document = await own.open('k8slive:/prod/default/configmaps.v1/silent.yaml');
  await document.until(({ status }) => status()?.health.kind === 'connecting', patience);
  assert.equal(document.status()?.staleness, 'unknown');
  await write('silent', 'slow');
  await document.until(({ status }) => status()?.health.kind === 'unknown', patience);
  await document.until(({ text }) => text().includes('mode: slow'), patience);
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
});

test('R149 a document that is saved, closed and opened again at once shows what was saved, however late the watch is', async () => {
  const release = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'holdBody', until: release.promise }, { when: isWatchOf('again') });
  const document = await open('again');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  document.close();
  const opened = await openWatched(editor, 'configmaps.v1/again');
  assert.match(opened.text(), /mode: slow/);
  release.resolve(undefined);
  await wait(500);
  assert.match(opened.text(), /mode: slow/);
  assert.equal(opened.status()?.staleness, 'current');
});

test('R151 a reading that brings a version from before is repeated and brings no older text back', async () => {
  const document = await open('lags');
  const path = '/api/v1/namespaces/default/configmaps/lags';
  const { body } = await bench.controlPlane.request({ path });
  await write('lags', 'slow');
  await document.until(({ text }) => text().includes('mode: slow'), patience);
  const old = { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body } as const;
  bench.proxy.inject(old, { when: isReadOf('lags'), times: 2 });
  const reads = count(isReadOf('lags'));
  bench.proxy.dropConnections();
  const texts = new Set<string>();
  await document.until(({ text }) => {
    texts.add(text());
    return count(isReadOf('lags')) >= reads + 3;
  }, patience);
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  assert.equal(texts.size, 1);
  assert.match(document.text(), /mode: slow/);
  assert.equal(document.status()?.staleness, 'current');
});

test('R152 objects without a resourceVersion that cannot be watched are read at an interval', async () => {
  const own = await bench.edit({ pollIntervalSeconds: 1 });
  const document = await own.open('k8slive:/prod/_/componentstatuses.v1/etcd-0.yaml');
  await document.until(({ status }) => status()?.health.kind === 'polling', patience);
  assert.match(document.text(), /kind: ComponentStatus/);
  const reads = count(({ url }) => url.endsWith('/componentstatuses/etcd-0'));
  await until(() => count(({ url }) => url.endsWith('/componentstatuses/etcd-0')) >= reads + 2);
  assert.equal(document.status()?.health.kind, 'polling');
});

test('R154 who may not watch reads at an interval, asks for no watch again and again, and saves as ever', async () => {
  const own = await bench.edit({ pollIntervalSeconds: 1 }, 'limited');
  const names = ['poll-a', 'poll-b', 'poll-c', 'poll-d', 'poll-e'];
  for (const name of names) await create(name, limitedNamespace);
  const documents = await Promise.all(
    names.map((name) => own.open(`k8slive:/prod/${limitedNamespace}/configmaps.v1/${name}.yaml`)),
  );
  for (const document of documents)
    await document.until(({ status }) => status()?.health.kind === 'polling', patience);
  const [first] = documents;
  assert.ok(first);
  assert.match(first.status()?.summary ?? '', /current as of the last reading \(every 1 s\)/);
  const reads = count(isReadOf('poll-a'));
  await until(() => count(isReadOf('poll-a')) >= reads + 4);
  await bench.kubectl(
    '-n',
    limitedNamespace,
    'patch',
    'configmap',
    'poll-a',
    '-p',
    '{"data":{"color":"red"}}',
  );
  await first.until(({ text }) => text().includes('color: red'), patience);
  first.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await first.save()).kind, 'saved');
  const refused = (await requestsOf(bench.controlPlane, '')).filter(
    ({ verb, code, path }) => verb === 'watch' && code === 403 && path.includes(limitedNamespace),
  );
  assert.ok(refused.length <= names.length + 1, String(refused.length));
});
