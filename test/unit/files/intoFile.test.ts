import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editIntoFile } from '../../../server/src/files/intoFile';
import { applyEdits } from '../../../server/src/manifest/edit';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';

const object: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 3, template: { spec: { containers: [{ name: 'app', image: 'web:2' }] } } },
};
const whole: JsonObject = {
  ...object,
  spec: {
    replicas: 3,
    revisionHistoryLimit: 10,
    template: {
      spec: {
        containers: [
          { name: 'app', image: 'web:2', imagePullPolicy: 'Always', resources: { limits: { cpu: '1' } } },
        ],
        dnsPolicy: 'ClusterFirst',
      },
    },
  },
};
const options = { topology: builtinTopology, status: 'ignored' } as const;

function into(text: string, manifest = { object, whole }, path = '/web.yaml'): string {
  const result = editIntoFile({ path, text }, manifest, options);
  assert.equal(result.kind, 'edited');
  return applyEdits(text, result.edits);
}

test('a file that states the object keeps its comments, its defaults and its layout', () => {
  const text = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata: {name: web} # no namespace
spec:
  replicas: 2 # two will do
  revisionHistoryLimit: 10 # said on purpose
  template:
    spec:
      containers:
        - image: "web:1"
          name: app
          resources: {limits: {cpu: '1'}}
---
# another one
apiVersion: v1
kind: ConfigMap
metadata: {name: web}
`;
  const expected = text.replace('replicas: 2', 'replicas: 3').replace('"web:1"', '"web:2"');
  assert.equal(into(text), expected);
  assert.equal(into(expected), expected);
});

test('what is not in the cluster any more goes, and what was added comes', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  paused: true
  template:
    spec:
      containers:
        - name: app
          image: web:2
`;
  assert.equal(into(text), `${text.replace('  paused: true\n', '')}  replicas: 3\n`);
});

test('a file that does not state it gets a document at its end; all before it stays', () => {
  const manifest = into('');
  for (const text of [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: other}\n---\n',
  ]) {
    const result = into(text);
    assert.ok(result.startsWith(text));
    assert.equal(result, `${text.replace(/\n?(?:---\n)?$/, '\n---\n')}${manifest}`);
  }
  assert.equal(into('# only a comment\r\n'), `# only a comment\r\n${manifest.replaceAll('\n', '\r\n')}`);
});

test('the object in the namespace that is stated is meant before one without', () => {
  const one = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n';
  const other = one.replace('{name: web}', '{name: web, namespace: shop}');
  assert.ok(into(`${one}---\n${other}`).startsWith(`${one}---\n`));
});

test('JSON is edited where it states the object, and refused where it does not', () => {
  const text = JSON.stringify(
    { ...object, spec: { ...(object['spec'] as JsonObject), replicas: 1 } },
    null,
    2,
  );
  assert.equal(into(text, { object, whole }, '/web.json'), text.replace('"replicas": 1', '"replicas": 3'));
  const other = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}}\n';
  const refused = editIntoFile({ path: '/x.json', text: other }, { object, whole }, options);
  assert.deepEqual(refused, { kind: 'refused', because: 'json' });
});

test('a template is left alone', () => {
  const text = 'apiVersion: v1\n{{ if .Values.on }}\nkind: ConfigMap\nmetadata: {name: x}\n{{ end }}\n';
  const refused = editIntoFile({ path: '/x.yaml', text }, { object, whole }, options);
  assert.deepEqual(refused, { kind: 'refused', because: 'template' });
});

test('R200: texts of stringData stay texts, values that are none go to data, and nothing is encoded twice', () => {
  const secret: JsonObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'enc', namespace: 'demo' },
    data: { p: 'cGFzc3dvcmQy', q: 'bmV3', bytes: '//4=' },
  };
  const text = `apiVersion: v1
kind: Secret
metadata: {name: enc, namespace: demo}
data:
  p: cGFzc3dvcmQx # old
stringData:
  q: plain # a text
  bytes: was a text
`;
  const expected = `apiVersion: v1
kind: Secret
metadata: {name: enc, namespace: demo}
data:
  p: cGFzc3dvcmQy # old
  bytes: //4=
stringData:
  q: new # a text
`;
  assert.equal(into(text, { object: secret, whole: secret }), expected);
});
