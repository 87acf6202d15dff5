import assert from 'node:assert/strict';
import test from 'node:test';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { findRange } from '../../../server/src/manifest/ranges';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { listChanges } from '../../../server/src/merge/changes';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import { deployment, service, widget } from '../merge/scenarioObjects';
import { topologies } from '../merge/scenarioMerge';
import { changed, changedLines, open, read, save, type } from './scenarioText';

const configMap = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg, namespace: demo, resourceVersion: "2"}\ndata:\n${data}`;

/** The text with one more label, as a user types it. */
const labelled = (text: string): string => type(text, '  name: ', '  labels:\n    team: red\n  name: ');

test('R059 a word of a text with blanks at its line ends is one line of a block', () => {
  const { live, text } = open(configMap('  a.conf: "first \\nsecond\\n\\tthird\\n"\n'));
  assert.match(text, /a\.conf: \|\n {4}first \n {4}second\n {4}\tthird\n/);
  const typed = type(text, 'second', 'SECOND');
  const saved = save(live, typed);
  assert.deepEqual(changedLines(text, saved.text), [['    second', '    SECOND']]);
  assert.deepEqual(saved.object, changed(live, { data: { 'a.conf': 'first \nSECOND\n\tthird\n' } }));
});

test('R060 a label leaves the tabs of a Makefile alone', () => {
  const { live, text } = open(configMap('  Makefile: "all:\\n\\techo hi\\n"\n'));
  const { object } = save(live, labelled(text));
  assert.deepEqual((object as JsonObject)['data'], live['data']);
  const spaced = save(live, type(text, '\techo', '    echo')).object as JsonObject;
  assert.deepEqual(spaced['data'], { Makefile: 'all:\n    echo hi\n' });
});

test('R062 three, no and one line end stay three, no and one', () => {
  const { live, text } = open(configMap('  keep: "x\\n\\n\\n"\n  none: "x"\n  one: "x\\n"\n'));
  assert.deepEqual((save(live, labelled(text)).object as JsonObject)['data'], live['data']);
  const { object } = save(live, type(text, 'keep: |+\n    x\n', 'keep: |+\n    x\n    y\n'));
  assert.deepEqual((object as JsonObject)['data'], { keep: 'x\ny\n\n\n', none: 'x', one: 'x\n' });
});

test('R063 a merge wraps no line that nobody has edited', () => {
  const url = `https://hooks.example.test/services/${'A'.repeat(40)}/${'B'.repeat(40)}/${'C'.repeat(40)}`;
  const { live, text } = open(configMap(`  url: "${url}"\n  flag: a\n`));
  const typed = type(text, 'flag: a', 'flag: b');
  const saved = save(live, typed, changed(live, { metadata: { namespace: 'demo', labels: { x: 'y' } } }));
  assert.equal(
    saved.text,
    type(typed, 'resourceVersion: "2"\n', 'resourceVersion: "2"\n  labels:\n    x: "y"\n'),
  );
  assert.ok(saved.text.includes(`  url: ${url}\n`));
});

test('R065 the text "on" is shown in quotes and stays a text', () => {
  const { live, text } = open(
    'apiVersion: example.dev/v1\nkind: Widget\nmetadata: {name: w1}\nspec: {size: 3, params: {feature: "on"}}\n',
  );
  assert.ok(text.includes('feature: "on"\n'));
  const { object } = save(live, type(text, 'size: 3', 'size: 4'));
  assert.deepEqual(object, changed(live, { spec: { size: 4, params: { feature: 'on' } } }));
});

test('R066 a file mode is the number 420, however it is written', () => {
  const modes = (mode: string): JsonObject =>
    read(`spec:\n  volumes:\n  - name: v\n    projected:\n      defaultMode: ${mode}\n`);
  for (const written of ['0644', '0o644']) assert.deepEqual(modes(written), modes('420'));
  const { live, text } = open(
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: m}\nspec: {defaultMode: 420}\n',
  );
  for (const written of ['0644', '0o644']) {
    const typed = type(text, '420', written);
    const saved = save(live, typed);
    assert.deepEqual(saved.object, live);
    assert.equal(saved.text, typed);
  }
});

test('R068 labels that look like numbers and times keep their quotes', () => {
  const labels = '{commit: "81111e1", build: "1_000", when: "12:30:45", ver: "1.10"}';
  const { live, text } = open(`apiVersion: v1\nkind: Secret\nmetadata:\n  name: t\n  labels: ${labels}\n`);
  for (const quoted of ['"81111e1"', '"1_000"', '"12:30:45"', '"1.10"']) assert.ok(text.includes(quoted));
  const { object } = save(live, type(text, '  name: t', '  name: t\n  annotations:\n    a: b'));
  assert.deepEqual(object, changed(live, { metadata: { annotations: { a: 'b' } } }));
  // Without quotes it is the number that kubectl sends as well, never another text.
  assert.deepEqual(read('labels: {commit: 81111e1}'), { labels: { commit: 811110 } });
});

test('R069 a number among the labels is found on its line', () => {
  const text = 'metadata:\n  name: shop\n  labels:\n    tier: 1\n  annotations:\n    on: true\n';
  const reading = readManifest(text);
  assert.deepEqual(read(text)['metadata'], {
    name: 'shop',
    labels: { tier: 1 },
    annotations: { true: true },
  });
  assert.equal(findRange(reading, ['metadata', 'labels', 'tier']).value.start.line, 3);
  assert.equal(findRange(reading, ['metadata', 'annotations', 'true']).value.start.line, 5);
});

test('R071 a target port stays a number or a name when the ports are merged', () => {
  const ports = (...targets: (number | string)[]): JsonObject[] =>
    targets.map((targetPort, index) => ({ name: `p${index}`, port: 53 + index, targetPort }));
  const base = service(ports(5353, 'dns'));
  const typed = type(renderManifest(base), 'targetPort: 5353', 'targetPort: 5354');
  const { object, text } = save(base, typed, service(ports(5353, 'dns', 80, 'http')));
  assert.deepEqual(object, service(ports(5354, 'dns', 80, 'http')));
  assert.match(text, /targetPort: 5354\n[^]*targetPort: dns\n[^]*targetPort: 80\n[^]*targetPort: http\n/);
});

test('R072 a number that is taken from the cluster is written without quotes', () => {
  const { text, conflicts } = save(
    widget({ size: 3 }),
    renderManifest(widget({ size: 3 })),
    widget({ size: 5 }),
  );
  assert.deepEqual(conflicts, []);
  assert.ok(text.includes('  size: 5\n'));
});

test('R074 another rule name leaves style, indentation and inner comment of a file alone', () => {
  const rules = [
    'groups:',
    '  - name: g',
    '    rules:',
    `      - alert: "a ${'very '.repeat(20)}long one"`,
    '# end',
    '',
  ];
  const base = changed(read(configMap('  a: b\n')), { data: { 'rules.yaml': rules.join('\n') } });
  const text = renderManifest(base);
  const saved = save(base, type(text, '- name: g', '- name: h'));
  assert.deepEqual(changedLines(text, saved.text), [['      - name: g', '      - name: h']]);
  assert.ok(text.includes('rules.yaml: |\n') && text.includes('    # end\n'));
  const reopened = renderManifest(saved.object as JsonObject);
  assert.equal(reopened, saved.text);
});

test('R075 carriage returns of a value stay as many, whatever the line ends of the file', () => {
  const { live, text } = open(configMap('  run.bat: "@echo off\\r\\necho hi\\r\\n"\n'));
  assert.ok(text.includes('run.bat: "@echo off\\r\\necho hi\\r\\n"\n'));
  for (const file of [labelled(text), labelled(text).replaceAll('\n', '\r\n')]) {
    assert.deepEqual((save(live, file).object as JsonObject)['data'], live['data']);
  }
});

test('R077 a file with CRLF, BOM and two documents keeps them when it is edited', () => {
  const first = configMap('  a: |\n    one\n    two\n');
  const second = configMap('  b: "2"\n').replace('cfg', 'other');
  const file = `\ufeff${first}---\n${second}`.replaceAll('\n', '\r\n');
  const documents = readDocuments(file);
  assert.deepEqual(
    documents.map(({ value }) => value),
    [read(first), read(second)],
  );
  assert.equal(
    findRange(documents[1]!, ['data', 'b']).key.start.line,
    file.slice(0, file.indexOf('b: "2"')).split('\n').length - 1,
  );
  const edits = editToValue(documents[0]!, changed(read(first), { data: { a: 'one\nTWO\n' } }));
  assert.equal(applyEdits(file, edits!), type(file, 'two', 'TWO'));
});

test('R078 control characters, separators and a lone carriage return come back as they were', () => {
  const { live, text } = open(
    configMap('  genesis: "a\\0b\\ac\\x7f\\N"\n  more: "\\u2028\\U0001F600\\rx"\n'),
  );
  assert.deepEqual(live['data'], { genesis: 'a\0b\u0007c\u007f\u0085', more: '\u2028😀\rx' });
  assert.match(text, /genesis: ".*"\n/);
  const { object } = save(live, labelled(text));
  assert.deepEqual(object, changed(live, { metadata: { labels: { team: 'red' } } }));
});

test('R080 the line ends of a checkout are no difference, those of a value are', () => {
  const file = configMap('  mode: fast\n  app.conf: |\n    level=info\n    retries=3\n');
  const live = read(file);
  assert.deepEqual(listChanges(live, read(file.replaceAll('\n', '\r\n')), builtinTopology), []);
  const other = changed(live, { data: { mode: 'fast', 'app.conf': 'level=info\r\nretries=3\r\n' } });
  assert.deepEqual(
    listChanges(live, other, builtinTopology).map(({ path }) => path),
    [['data', 'app.conf']],
  );
});

test('R097 the spelling of amounts stays that of the user when something else is merged', () => {
  const amounts = (cpu: string, memory: string): JsonObject =>
    deployment({ containers: [{ name: 'c', resources: { requests: { cpu, memory } } }] });
  const typed = renderManifest(amounts('1.2', '128Mi')).replace('128Mi', '134217728');
  const stored = amounts('1200m', '128Mi');
  assert.deepEqual(listChanges(read(typed), stored, topologies['Deployment']!), []);
  const { text, conflicts } = save(read(typed), typed, changed(stored, { metadata: { labels: { x: 'y' } } }));
  assert.deepEqual(conflicts, []);
  assert.ok(
    text.includes('cpu: "1.2"\n') && text.includes('memory: 134217728\n') && text.includes('x: "y"\n'),
  );
});
