import assert from 'node:assert/strict';
import test from 'node:test';
import { stringifyJson } from '../../../server/src/cluster/json';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { isEqual } from '../../../server/src/merge/equality';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { lease } from '../merge/scenarioObjects';
import { topologies } from '../merge/scenarioMerge';
import { changed, changedLines, open, read, save, type } from './scenarioText';

const head = (kind: string, name: string): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: demo, resourceVersion: "2"}\n`;

const widget =
  'apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: w1, namespace: demo, resourceVersion: "60", generation: 2}\n';

/** A live object one version further, with other fields. */
const later = (object: JsonObject, fields: JsonObject): JsonObject =>
  changed(object, { ...fields, metadata: { resourceVersion: '61', ...(fields['metadata'] as JsonObject) } });

test('R082 a comment behind an empty block text stays a comment when the next value is merged', () => {
  const file = `${head('ConfigMap', 'e')}data:\n  empty: |\n  # not content\n  next: x\n`;
  const base = read(file);
  const { text, object } = save(base, file, changed(base, { data: { empty: '', next: 'a\nb\n' } }));
  assert.deepEqual((object as JsonObject)['data'], { empty: '', next: 'a\nb\n' });
  assert.equal(text, type(file, 'next: x\n', 'next: |\n    a\n    b\n'));
});

test('R083 repeated merge keys are expanded, and never sent', () => {
  const metadata = 'metadata:\n  name: mk\n  labels: &a {color: gold}\n  annotations: &b {size: big}\n';
  const file = `apiVersion: v1\nkind: ConfigMap\n${metadata}data:\n  <<: *a\n  <<: *b\n`;
  const base = read(file);
  assert.deepEqual(base['data'], { color: 'gold', size: 'big' });
  const { object, text } = save(base, file, changed(base, { data: { color: 'red', size: 'big' } }));
  assert.deepEqual((object as JsonObject)['data'], { color: 'red', size: 'big' });
  assert.deepEqual(read(text)['metadata'], base['metadata']);
});

test('R085 a comment in a live text outlives the save, a merge and the answer of the server', () => {
  const { live, text } = open(
    `${head('ConfigMap', 'settings')}data:\n  mode: fast\n  app.conf: |\n    level=info\n`,
  );
  const typed = type(text, '  mode: fast', '  # ask the owner before changing\n  mode: slow # for now');
  const saved = save(live, typed, later(live, { data: { mode: 'fast', 'app.conf': 'level=warn\n' } }));
  assert.ok(saved.text.includes('  # ask the owner before changing\n  mode: slow # for now\n'));
  const answer = later(saved.object as JsonObject, { metadata: { labels: { added: 'by-webhook' } } });
  const after = save(saved.object as JsonObject, saved.text, answer);
  assert.ok(after.text.includes('  # ask the owner before changing\n  mode: slow # for now\n'));
  assert.deepEqual(read(after.text), answer);
});

test('R086 a field that is commented out is gone, and its comment stays when the status moves', () => {
  const { live, text } = open(
    `${widget}spec: {size: 3, params: {feature: "on"}}\nstatus: {observedGeneration: 2}\n`,
  );
  const typed = type(text, '  size: 3', '  # size: 3');
  const saved = save(live, typed);
  assert.deepEqual((saved.object as JsonObject)['spec'], { params: { feature: 'on' } });
  const moved = later(saved.object as JsonObject, { status: { observedGeneration: 3 } });
  const after = save(saved.object as JsonObject, saved.text, moved);
  assert.deepEqual((after.object as JsonObject)['spec'], { params: { feature: 'on' } });
  assert.ok(after.text.includes('spec:\n  # size: 3\n  params:\n'));
});

test('R089 a field that is there twice is an error with both lines, in one document of several', () => {
  const container = 'containers:\n- name: c\n  volumeMounts: [{name: a}]\n  volumeMounts: [{name: b}]\n';
  const [broken, sound] = readDocuments(`${container}---\na: 1\n`);
  assert.equal(broken?.value, undefined);
  const [problem] = broken!.problems;
  assert.deepEqual(
    [problem!.kind, problem!.range.start.line, problem!.related?.start.line],
    ['duplicateKey', 3, 2],
  );
  assert.deepEqual(sound?.value, { a: 1 });
  assert.equal(readManifest(container).value, undefined);
});

test('R090 text and request show every digit of an integer, and the last one counts', () => {
  const numbers = 'serial: 9007199254740993, max: 9223372036854775807, min: -9223372036854775808, ratio: 0.1';
  const { live, text } = open(`${widget}spec: {m: a, any: {${numbers}}}\n`);
  const { object } = save(live, type(text, 'm: a', 'm: b'));
  for (const number of numbers.split(', ')) {
    assert.ok(text.includes(`    ${number}\n`));
    assert.ok(stringifyJson(object).includes(number.replace(/(\w+): /, '"$1":')));
  }
  const other = read(renderManifest(live).replace('9007199254740993', '9007199254740992'));
  assert.ok(!isEqual(live, other, topologies['Widget']));
  const taken = save(live, text, other);
  assert.deepEqual(changedLines(text, taken.text), [
    ['    serial: 9007199254740993', '    serial: 9007199254740992'],
  ]);
});

test('R092 a label leaves every keyword of a CustomResourceDefinition as it is', () => {
  const schema = [
    'type: object',
    'properties:',
    '  tpl: {type: object, x-kubernetes-preserve-unknown-fields: true}',
    '  port: {x-kubernetes-int-or-string: true}',
    '  mode: {type: string, enum: [a, b], default: a, newerThanWeKnow: {$ref: "#/x"}}',
    '  items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]}',
  ].map((line) => `          ${line}\n`);
  const { live, text } = open(
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.example.dev}\n' +
      `spec:\n  group: example.dev\n  versions:\n  - name: v1\n    schema:\n        openAPIV3Schema:\n${schema.join('')}`,
  );
  const typed = type(text, '  name: foos.example.dev', '  name: foos.example.dev\n  labels:\n    a: b');
  const saved = save(live, typed, later(live, { metadata: { generation: 2 } }));
  const metadata = { labels: { a: 'b' }, resourceVersion: '61', generation: 2 };
  assert.deepEqual(saved.object, changed(live, { metadata }));
  assert.equal(saved.text, typed);
});

test('R093 R096 the digits of times are those that were read or typed', () => {
  const base = lease({});
  const text = renderManifest(base);
  const { object } = save(base, type(text, 'worker-a', 'worker-b'));
  assert.deepEqual(object, lease({ holderIdentity: 'worker-b' }));
  const nanoseconds = save(base, type(text, '05.123456Z', '05.123456789Z')).object;
  assert.deepEqual(nanoseconds, lease({ renewTime: '2026-01-02T03:04:05.123456789Z' }));
});

test('R095 a time without fraction stays without', () => {
  const created = '2026-01-02T03:04:05Z';
  const { live, text } = open(
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, creationTimestamp: "${created}"}\n`,
  );
  assert.deepEqual(live['metadata'], { name: 'a', creationTimestamp: created });
  assert.deepEqual(read(text), live);
});

test('R196 many aliases in a file are read, and one of them is edited', () => {
  const list = Array.from({ length: 5000 }, () => '*a').join(', ');
  const file = `a: &a {k: v}\n${head('ConfigMap', 'al')}data: {note: "x"}\nlist: [${list}]\n`;
  const base = read(file);
  const { text } = save(base, file, changed(base, { data: { note: 'y' } }));
  assert.equal(text, type(file, '{note: "x"}', '{note: "y"}'));
});

test('R197 a text with a bomb of aliases has an error and no value, with what is typed near it', () => {
  const nine = (item: string): string => Array.from({ length: 9 }, () => item).join(', ');
  const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
    (name, index, names) => `${name}: &${name} [${nine(index === 0 ? 'x' : `*${names[index - 1]!}`)}]\n`,
  );
  for (const near of ['', 'z: 1\n', 'z: [\n']) {
    const { value, problems } = readManifest(`${head('ConfigMap', 'bomb')}${levels.join('')}${near}`);
    assert.equal(value, undefined);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      [near === 'z: [\n' ? 'syntax' : 'aliasLimit'],
    );
  }
});

test('R198 binary data of a Secret stays byte for byte when a key is added', () => {
  const { live, text } = open(
    `${head('Secret', 'ks')}type: Opaque\ndata:\n  store.p12: MIIUvRGD/vv4AP8=\n  note: aGVsbG8=\n`,
  );
  const { object } = save(live, type(text, '  note: aGVsbG8=\n', '  note: aGVsbG8=\n  extra: Zm9v\n'));
  const data = { 'store.p12': 'MIIUvRGD/vv4AP8=', note: 'aGVsbG8=', extra: 'Zm9v' };
  assert.deepEqual(object, changed(live, { data }));
});

test('R200 base64 is encoded no second time, wrapped over lines or not', () => {
  const { live, text } = open(
    `${head('Secret', 'enc')}data: {p: cGFzc3dvcmQy, w: "cGFz\\nc3dvcmQy\\n"}\nstringData: {q: plain}\n`,
  );
  const { object } = save(live, type(text, 'q: plain', 'q: other'));
  assert.deepEqual(object, changed(live, { stringData: { q: 'other' } }));
});

test('R201 quotes, backslashes and a comment sign of a Secret are saved as typed', () => {
  const file = `${head('Secret', 'qq')}stringData:\n  conf.yaml: |\n    # comment first\n    unit: "%"\n    path: C:\\temp\n`;
  const base = read(file);
  const value = (comment: string): JsonValue => ({
    'conf.yaml': `# ${comment}\nunit: "%"\npath: C:\\temp\n`,
  });
  assert.deepEqual(base['stringData'], value('comment first'));
  const { object } = save(base, type(file, '# comment first', '# "another" one'));
  assert.deepEqual((object as JsonObject)['stringData'], value('"another" one'));
  assert.deepEqual(JSON.parse(stringifyJson(object as never)), object);
});
