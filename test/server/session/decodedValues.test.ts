import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeDecodedRequest, decodedValuesRequest } from '../../../server/src/protocol/decodedValues';
import { showRequest } from '../../../server/src/protocol/versions';
import { openWatched, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;

before(async () => {
  bench = await startWorkbench();
});
after(() => bench.stop());

async function createSecret(name: string, values: object): Promise<void> {
  const metadata = { name, namespace: 'default' };
  await bench.create({ apiVersion: 'v1', kind: 'Secret', metadata, ...values });
}

/** `data` of a Secret as the cluster has it. */
async function dataOf(name: string): Promise<Record<string, string>> {
  return JSON.parse(await bench.kubectl('get', 'secret', name, '-o=jsonpath={.data}')) as Record<
    string,
    string
  >;
}

test('R198: bytes that are no text are shown as they are, and stay byte for byte when another value is changed', async () => {
  const store = 'MIIUvRGD/vv4AP8=';
  await createSecret('ks', { data: { 'store.p12': store, note: 'aGVsbG8=' } });
  const editor = await bench.edit();
  const document = await openWatched(editor, 'secrets.v1/ks');
  const { uri } = document;
  const shown = await editor.ask(showRequest, { uri, version: 'decoded' });
  assert.match(shown.text, /^# Not decoded, since it is no text in base64: "store\.p12"$/m);
  assert.match(shown.text, /^ {2}store\.p12: MIIUvRGD\/vv4AP8=$/m);
  assert.match(shown.text, /^ {2}note: hello$/m);
  const { values } = await editor.ask(decodedValuesRequest, { uri });
  assert.equal(values.find(({ key }) => key === 'store.p12')?.text, null);
  const bytes = { uri, field: 'data', key: 'store.p12', text: 'x' } as const;
  await assert.rejects(editor.ask(changeDecodedRequest, bytes), /no text in base64/);
  document.type((text) => text.replace('\ndata:\n', '\ndata:\n  extra: Zm9v\n'));
  await editor.ask(changeDecodedRequest, { uri, field: 'data', key: 'note', text: 'grüße 👋' });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved');
  const note = Buffer.from('grüße 👋').toString('base64');
  assert.deepEqual(await dataOf('ks'), { 'store.p12': store, note, extra: 'Zm9v' });
  assert.doesNotMatch(JSON.stringify([answer, editor.log, document.diagnostics()]), /grüße|hello|MIIUv/);
});

test('R200: a value is encoded just once, stringData stays text, wrapped base64 stays, and Ctrl+Z takes an edit back', async () => {
  await createSecret('enc', { data: { p: 'cGFzc3dvcmQy', w: 'bG9uZyB2YWx1ZQ==' } });
  const editor = await bench.edit();
  const document = await openWatched(editor, 'secrets.v1/enc');
  const { uri } = document;
  document.type((text) =>
    `${text}stringData:\n  q: plain\n`.replace('w: bG9uZyB2YWx1ZQ==', 'w: |\n    bG9uZyB2\n    YWx1ZQ=='),
  );
  const typed = document.text();
  assert.match(typed, /w: \|\n/);
  const { values } = await editor.ask(decodedValuesRequest, { uri });
  const texts = values.map(({ field, key, text }) => `${field}.${key}=${text}`);
  assert.deepEqual(texts, ['data.p=password2', 'data.w=long value', 'stringData.q=plain']);
  const same = await editor.ask(changeDecodedRequest, { uri, field: 'data', key: 'w', text: 'long value' });
  assert.deepEqual([same.changed, document.text()], [false, typed]);
  await editor.ask(changeDecodedRequest, { uri, field: 'stringData', key: 'q', text: 'plainer' });
  assert.equal(document.text(), typed.replace('q: plain', 'q: plainer'));
  await editor.ask(changeDecodedRequest, { uri, field: 'data', key: 'p', text: 'password3' });
  assert.match(document.text(), /^ {2}p: cGFzc3dvcmQz$/m);
  document.undo();
  assert.equal(document.text(), typed.replace('q: plain', 'q: plainer'));
  document.redo();
  assert.equal((await document.save()).kind, 'saved');
  const encoded = { p: 'password3', w: 'long value', q: 'plainer' };
  const inCluster = await dataOf('enc');
  for (const [key, text] of Object.entries(encoded))
    assert.equal(Buffer.from(inCluster[key] ?? '', 'base64').toString(), text);
  // A text under data is no base64: it is not taken for one.
  document.type((text) => text.replace('cGFzc3dvcmQz', 'just words!'));
  const plain = { uri, field: 'data', key: 'p', text: 'x' } as const;
  await assert.rejects(editor.ask(changeDecodedRequest, plain), /no text in base64/);
  assert.equal((await document.save()).kind, 'problem');
});

test('R201: quotes, backslashes, percent signs, line ends and a leading # come through as they are', async () => {
  const conf = '# comment first\nunit: "%"\npath: C:\\temp\n';
  await createSecret('qq', { stringData: { 'conf.yaml': conf } });
  const editor = await bench.edit();
  const document = await openWatched(editor, 'secrets.v1/qq');
  const { uri } = document;
  const shown = await editor.ask(showRequest, { uri, version: 'decoded' });
  assert.ok(shown.text.includes('    # comment first\n    unit: "%"\n    path: C:\\temp\n'));
  const text = conf.replace('comment first', `"it's" {{ another }}\t%25`);
  await editor.ask(changeDecodedRequest, { uri, field: 'data', key: 'conf.yaml', text });
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(Buffer.from((await dataOf('qq'))['conf.yaml'] ?? '', 'base64').toString(), text);
});

test('only Secrets are decoded', async () => {
  await bench.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'no' },
    data: { a: 'aGVsbG8=' },
  });
  const editor = await bench.edit();
  const { uri } = await openWatched(editor, 'configmaps.v1/no');
  await assert.rejects(editor.ask(decodedValuesRequest, { uri }), /no open live Secret/);
  await assert.rejects(editor.ask(showRequest, { uri, version: 'decoded' }));
});
