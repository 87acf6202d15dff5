import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { settingsMap, widget, widgetDefinition } from './sampleObjects';
import { lineOf, messagesOn, openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  await bench.create(widgetDefinition);
  await bench.kubectl('wait', '--for=condition=Established', 'crd/widgets.example.dev');
  editor = await bench.edit();
});
after(() => bench.stop());

async function openWidget(name: string, spec: object = {}): Promise<EditorDocument> {
  await bench.create(widget(name, spec));
  return openWatched(editor, `widgets.v1.example.dev/${name}`);
}

test('a custom resource is merged by the keys of its list; a list that is one value is a conflict', async () => {
  const items = [{ id: 'a', weight: 1 }];
  const document = await openWidget('lists', { keyed: items, single: items });
  document.type((text) =>
    text.replace(/keyed:\n( +)- id: a\n/, 'keyed:\n$1- {id: mine, weight: 5}\n$1- id: a\n'),
  );
  await bench.patch('widget/lists', { spec: { keyed: [...items, { id: 'theirs', weight: 7 }] } });
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  assert.equal((await document.save()).kind, 'saved');
  const keyed = await bench.valueIn('widget/lists', '.spec.keyed[*].id');
  assert.deepEqual(keyed.split(' ').sort(), ['a', 'mine', 'theirs']);
  await document.until(({ text }) => text().includes('id: theirs'), patience);
  document.type((text) => text.replace(/single:\n( +)- id: a\n/, 'single:\n$1- id: mine\n'));
  await bench.patch('widget/lists', { spec: { single: [...items, { id: 'theirs', weight: 7 }] } });
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /both changed spec\.single of /);
  assert.equal(await bench.valueIn('widget/lists', '.spec.single[*].id'), 'a theirs');
});

test('R007: what a controller adds right after the creation is kept by the first save', async () => {
  const document = await openWidget('fresh');
  document.type((text) => text.replace('size: 3', 'size: 4'));
  await bench.patch('widget/fresh', { metadata: { finalizers: ['example.dev/hold'] } });
  await bench.patch('widget/fresh', { status: { ready: true } }, { subresource: 'status' });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.deepEqual(editor.questions, []);
  const paths = ['.spec.size', '.metadata.finalizers', '.status.ready'];
  const values = await Promise.all(paths.map((path) => bench.valueIn('widget/fresh', path)));
  assert.deepEqual(values, ['4', '["example.dev/hold"]', 'true']);
});

test('R012, R013: a version that the text leaves out, or has wrong, is sent as it was read, for every kind', async () => {
  await bench.create(settingsMap('versioned'));
  const shown = await bench.edit({ hiddenFields: ['metadata.managedFields'] });
  const documents = [await openWidget('versioned'), await openWatched(shown, 'configmaps.v1/versioned')];
  for (const document of documents) {
    document.type((text) =>
      text
        .replace(/ +resourceVersion: .*\n/, '')
        .replace('size: 3', 'size: 4')
        .replace('mode: fast', 'mode: slow'),
    );
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    document.type((text) =>
      text
        .replace(/ +resourceVersion: .*\n/, '')
        .replace(/( +)name: versioned\n/, '$&$1resourceVersion: "1"\n$1labels: {more: mine}\n'),
    );
    const again = await document.save();
    assert.equal(again.kind, 'saved', JSON.stringify(again));
    const writes = await bench.writes(document);
    assert.deepEqual(
      writes.map(({ verb, code, resourceVersion, uid }) => [
        ...[verb, code],
        /^\d{2,}$/.test(resourceVersion) && uid !== '',
      ]),
      [
        ['update', 200, true],
        ['update', 200, true],
      ],
    );
  }
  assert.equal(await bench.valueIn('widget/versioned', '.spec.size'), '4');
  assert.equal(await bench.valueIn('configmap/versioned', '.data.mode'), 'slow');
});

test('R012: keys that others add survive a save of a text without a version', async () => {
  await bench.create(settingsMap('unversioned'));
  const shown = await bench.edit({ hiddenFields: [] });
  const document = await openWatched(shown, 'configmaps.v1/unversioned');
  document.type((text) => text.replace(/ +resourceVersion: .*\n/, '').replace('mode: fast', 'mode: slow'));
  await bench.patch('configmap/unversioned', { data: { extra: 'yes-please' } });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.dataOf('unversioned'), 'slow yes-please');
});

test("R055, R056: a typed status is said to be the server's own, the rest is saved; alone nothing is sent", async () => {
  await bench.create(widget('reported'));
  await bench.patch('widget/reported', { status: { ready: 'yes' } }, { subresource: 'status' });
  const shown = await bench.edit({ hiddenFields: ['metadata.managedFields'] });
  const document = await openWatched(shown, 'widgets.v1.example.dev/reported');
  document.type((text) => text.replace('ready: "yes"', 'ready: "no"'));
  const line = lineOf(document, 'ready:');
  const isTold = (): boolean =>
    messagesOn(document, line).includes(
      'status is written by the API server alone; a save does not change it. Open Status of Live Object edits it.',
    );
  await document.until(isTold, patience);
  const alone = await document.save();
  assert.equal(alone.kind, 'unchanged');
  assert.match(alone.message, /only status differs, which the API server writes by itself/);
  assert.doesNotMatch(alone.message, /Kept from live/);
  await document.until(({ text, isDirty }) => text().includes('ready: "yes"') && !isDirty(), patience);
  assert.deepEqual(await bench.writes(document), []);
  document.type((text) => text.replace('ready: "yes"', 'ready: "no"').replace('size: 3', 'size: 4'));
  await document.until(isTold, patience);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /Not written: status, which only the API server writes/);
  assert.equal(await bench.valueIn('widget/reported', '.spec.size'), '4');
  assert.equal(await bench.valueIn('widget/reported', '.status.ready'), 'yes');
  await document.until(({ text }) => text().includes('ready: "yes"'), patience);
});

test("R115: a typed uid is said to be the server's own; another name or namespace is not sent at all", async () => {
  const document = await openWidget('named');
  const typed = document.text();
  document.type((text) => text.replace(/uid: .*/, 'uid: mine').replace('size: 3', 'size: 4'));
  await document.until(() => messagesOn(document, lineOf(document, 'uid: mine')).length > 0, patience);
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('widget/named', '.spec.size'), '4');
  for (const [from, to] of [
    ['name: named', 'name: other'],
    ['namespace: default', 'namespace: other'],
  ] as const) {
    document.type(() => typed.replace(from, to));
    const answer = await document.save();
    assert.equal(answer.kind, 'problem');
    assert.equal(answer.problem.reason, 'identityChanged');
    assert.match(answer.problem.message, /A save changes this object and cannot make another one/);
    await document.until(() => messagesOn(document, lineOf(document, to)).length > 0, patience);
  }
  assert.equal((await bench.writes(document)).length, 1);
});
