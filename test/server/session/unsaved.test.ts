import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ShownVersion, showRequest } from '../../../server/src/protocol/versions';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { deployment, settingsMap } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

async function openDeployment(name: string): Promise<EditorDocument> {
  await bench.create(deployment(name));
  return openWatched(editor, `deployments.v1.apps/${name}`);
}

/** Somebody writes the status ten times; resolves when the document knows of the last. */
async function writeStatus(document: EditorDocument, name: string): Promise<void> {
  for (let ready = 1; ready <= 10; ready += 1) {
    const change = { status: { replicas: 10, readyReplicas: ready } };
    await bench.patch(`deployment/${name}`, change, { subresource: 'status' });
  }
  const version = await bench.valueIn(`deployment/${name}`, '.metadata.resourceVersion');
  const knows = (): boolean => document.status()?.summary.includes(`resourceVersion ${version} `) === true;
  await document.until(knows, patience);
}

test('R036: a half typed text is left alone while the status of its object is written', async () => {
  const document = await openDeployment('typing');
  document.type((text) => text.replace('replicas: 3', 'repl'));
  const typed = document.text();
  await writeStatus(document, 'typing');
  assert.equal(document.text(), typed);
  assert.equal(document.isDirty(), true);
  document.undo();
  assert.ok(document.text().includes('replicas: 3'));
});

test('R048: a clean text whose object gets another status is not shown anew', async () => {
  const document = await openDeployment('scrolled');
  const shown = document.text();
  await writeStatus(document, 'scrolled');
  assert.equal(document.text(), shown);
  document.undo();
  assert.equal(document.text(), shown, 'the text was replaced');
});

test('R049: a half typed list item is at most marked, and what others do is still seen', async () => {
  const document = await openDeployment('half');
  document.type((text) => text.replace(/( +)- name: web\n/, '$1-\n$&'));
  await document.lenses();
  await bench.patch('deployment/half', { spec: { replicas: 5 } });
  await document.until(
    ({ text, diagnostics }) =>
      diagnostics().some(
        ({ range, message }) =>
          /^live: 5 · .* · was 3$/.test(message) &&
          text().split('\n')[range.start.line]?.trim() === 'replicas: 3',
      ),
    patience,
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'problem', JSON.stringify(answer));
  document.type((text) => text.replace(/ +-\n/, '').replace('shop:1', 'shop:2'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.valueIn('deployment/half', '.spec.replicas'), '5');
  assert.deepEqual(
    editor.log.filter((line) => line.includes('internal error')),
    [],
  );
});

test('R046, R178: an empty or broken text is refused, nothing is sent, and the next save works', async () => {
  await bench.create(settingsMap('emptied'));
  const document = await openWatched(editor, 'configmaps.v1/emptied');
  const whole = document.text();
  for (const text of ['', '# nothing\n', '---\n', 'data: [unclosed', 'data:\n\tmode: fast\n', 'key: : x\n']) {
    document.type(() => text);
    const answer = await document.save();
    assert.equal(answer.kind, 'problem', text);
    assert.match(answer.problem.message, /^Not saved: /, text);
    assert.equal(document.text(), text);
    await document.until(({ diagnostics }) => diagnostics().length > 0, patience);
  }
  assert.deepEqual(await bench.writes(document), []);
  assert.equal(await bench.dataOf('emptied'), 'fast');
  document.type(() => whole.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.dataOf('emptied'), 'slow');
});

test('R050: an answer of success without the change is not said to have saved it', async () => {
  await bench.create(settingsMap('ignored'));
  const document = await openWatched(editor, 'configmaps.v1/ignored');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const body = await bench.kubectl('get', 'configmap/ignored', '-o=json');
  bench.proxy.inject(
    { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body },
    { when: ({ method }) => method === 'PUT' },
  );
  const answer = await document.save();
  assert.equal(await bench.dataOf('ignored'), 'fast');
  assert.ok(
    answer.kind === 'problem' || answer.message.includes('The API server changed: data.mode "slow" → "fast"'),
    JSON.stringify(answer),
  );
});

test('R053: all that was typed is saved while a controller writes', async () => {
  const document = await openDeployment('all');
  document.type((text) =>
    text
      .replace('replicas: 3', 'replicas: 4')
      .replace('value: "1"', 'value: "2"')
      .replace(/( +)image: .*\n/, '$&$1volumeMounts: [{name: data, mountPath: /data}]\n')
      .replace(/( +)restartPolicy: Always\n/, '$&$1volumes: [{name: data, emptyDir: {}}]\n'),
  );
  await writeStatus(document, 'all');
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const container = '.spec.template.spec.containers[0]';
  const paths = [
    '.spec.replicas',
    `${container}.env[0].value`,
    `${container}.volumeMounts[0].mountPath`,
    '.status.readyReplicas',
  ];
  assert.deepEqual(await Promise.all(paths.map((path) => bench.valueIn('deployment/all', path))), [
    '4',
    '2',
    '/data',
    '10',
  ]);
});

test('R097, R104: the form that the server gives a quantity is shown, without bookkeeping, and is no change', async () => {
  const document = await openDeployment('forms');
  document.type((text) =>
    text.replace('resources: {}', 'resources: {limits: {cpu: 1000m, memory: 134217728}}'),
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.doesNotMatch(answer.message, /managedFields|generation|resourceVersion/);
  await bench.patch('deployment/forms', { metadata: { labels: { team: 'shop' } } });
  await document.until(({ text }) => text().includes('team: shop'), patience);
  assert.ok(!document.isDirty() && document.status()?.staleness !== 'conflicting');
  assert.equal((await document.save()).kind, 'unchanged');
  assert.equal((await bench.writes(document)).length, 1);
});

test('R103: a comparison shows the one field that differs; the whole object shows everything', async () => {
  const document = await openDeployment('compared');
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  const show = async (version: ShownVersion): Promise<string[]> =>
    valueOf(await editor.connection.sendRequest(showRequest, { uri: document.uri, version })).text.split(
      '\n',
    );
  const yours = document.text().split('\n');
  const live = await show('live');
  assert.deepEqual(
    live.filter((line) => !yours.includes(line)),
    ['  replicas: 3'],
  );
  assert.deepEqual(
    yours.filter((line) => !live.includes(line)),
    ['  replicas: 4'],
  );
  assert.ok((await show('wholeLive')).some((line) => line.includes('managedFields')));
});
