import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { liveObjectOfFileRequest, takeLiveIntoFileRequest } from '../../../server/src/protocol/files';
import { customDefinition } from '../../cluster/customDefinition';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  keyAt,
  showFile,
  until,
  untilLens,
  untilMark,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let editor: Editor;

before(async () => {
  workbench = await startWorkbench();
  editor = await workbench.edit();
  actAsUser(editor);
});
after(() => workbench.stop());

async function takeLive(document: EditorDocument, of: string, path?: string): Promise<void> {
  const place = { uri: document.uri, key: await keyAt(editor, document, of) };
  await editor.ask(takeLiveIntoFileRequest, { ...place, ...(path !== undefined && { path }) });
}

/** Another person sets the mode of ConfigMaps, and the file is to show it. */
async function setMode(mode: string, ...names: string[]): Promise<void> {
  for (const name of names) await workbench.patch(`configmap/${name}`, { data: { mode } });
}

suite('The objects of a file', () => {
  test('R188 R189 R191 stand between empty documents, comments and marks, with CRLF, each for itself', async () => {
    const text = [
      '---\n# leading comment only\n',
      configMapText('crlf-a', { mode: 'fast' }),
      '\n',
      '# Source: chart/empty.yaml\n',
      configMapText('crlf-b', { mode: 'fast' }),
      configMapText('crlf-c', { mode: 'fast' }),
      '',
    ]
      .join('---\n')
      .replaceAll('\n', '\r\n');
    const document = await showFile(editor, 'crlf.yaml', text);
    const { message } = await writeObjects(editor, document, { of: ['crlf-a', 'crlf-b'] });
    assert.equal(message, '2 objects: 2 created.');
    assert.match((await writeObjects(editor, document)).message, /^3 objects: 2 unchanged, 1 created\.$/);
    await setMode('slow', 'crlf-b');
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    await until(async () => (await document.lenses()).some((title) => title.startsWith('1 field is')));
    await takeLive(document, 'crlf-b');
    assert.equal(document.text(), text.replace(/(crlf-b[^]*?mode: )"fast"/, '$1"slow"'));
    document.close();
  });

  test('are items of lists, of any kind of list; the list says what they inherit', async () => {
    const text = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: item-a} # first
    data: {mode: fast}
  # second
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: item-b}, data: {mode: fast}}
---
apiVersion: v1
kind: ConfigMapList
items:
- metadata:
    name: item-c
  data:
    mode: fast
`;
    const document = await showFile(editor, 'lists.yaml', text);
    assert.equal((await writeObjects(editor, document)).message, '3 objects: 3 created.');
    await setMode('slow', 'item-a', 'item-b', 'item-c');
    for (const name of ['item-a', 'item-b', 'item-c']) {
      await untilMark(document, name === 'item-b' ? 'item-b' : 'mode: fast', /live: "slow"/);
      await takeLive(document, name);
    }
    assert.equal(document.text(), text.replaceAll('mode: fast', 'mode: slow'));
    document.close();
  });

  test('are JSON as well, one or a list of them, whose layout stays', async () => {
    const text = `{
    "apiVersion": "v1", "kind": "List",
    "items": [
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "json-a"}, "data": {"mode": "fast"}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "json-b"},
         "data": {"mode": "fast"}}
    ]
}
`;
    const document = await showFile(editor, 'objects.json', text);
    await writeObjects(editor, document);
    await untilLens(document, 'json-b', /^as in the cluster/);
    await setMode('slow', 'json-b');
    await untilMark(document, '         "data"', /live: "slow"/);
    await takeLive(document, 'json-b');
    assert.equal(document.text(), text.replace(/(json-b[^]*)fast/, '$1slow'));
    document.close();
  });
});

suite('What is no object', () => {
  test('leaves its neighbours working: a broken text, other YAML, an object without a name', async () => {
    const text = [
      'apiVersion: v1\nkind: [broken\n',
      configMapText('beside', { mode: 'fast' }),
      'just: yaml\n',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n',
    ].join('---\n');
    const document = await showFile(editor, 'broken.yaml', text);
    await untilMark(document, '[broken', /./);
    await until(async () => (await document.lenses()).includes('not in the cluster'));
    assert.match((await writeObjects(editor, document)).message, /ConfigMap beside: created\.$/);
    assert.equal(document.diagnostics().length, messagesOn(document, lineOf(document, '[broken')).length);
    document.close();
  });

  test('is said where people wait for it: templates and Kustomize files; nothing is read for them', async () => {
    const begun = workbench.proxy.requests.length;
    const object = configMapText('x', { mode: 'fast' });
    for (const [name, text, said] of [
      [
        'helm.yaml',
        object.replace('name: x', 'name: {{ .Release.Name }}'),
        /^Not compared\. This is a template/,
      ],
      ['jinja.yaml', `{% if a %}\n${object}{% endif %}\n`, /^Not compared\. This is a template/],
      [
        'kustomization.yaml',
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
        /Kustomize/,
      ],
    ] as const) {
      const document = await showFile(editor, name, text);
      await until(async () => (await document.lenses()).some((title) => said.test(title)));
      assert.deepEqual(document.diagnostics(), []);
      assert.equal((await writeObjects(editor, document)).message, 'There is nothing to write in this file.');
      document.close();
    }
    const compose = 'services:\n  web:\n    image: apiVersion\n';
    const document = await showFile(editor, 'compose.yaml', compose);
    assert.deepEqual(await document.lenses(), []);
    document.close();
    assert.equal(workbench.proxy.requests.length, begun);
  });
});

suite('Which live object is meant', () => {
  test('R110 of a kind in two groups the one of the group that the file says, and none by its kind alone', async () => {
    const names = { plural: 'routes', kind: 'Route' };
    const properties = { spec: { type: 'object', properties: { x: { type: 'integer' } } } };
    const groups = ['old.example.dev', 'new.example.dev'];
    await workbench.create(...groups.map((group) => customDefinition({ group, names, properties })));
    for (const group of groups)
      await workbench.kubectl('wait', '--for=condition=Established', `crd/routes.${group}`, '--timeout=30s');
    const route = (group: string, x: number): object => ({
      apiVersion: `${group}/v1`,
      kind: 'Route',
      metadata: { name: 'r' },
      spec: { x },
    });
    await workbench.create(route(groups[0]!, 9), route(groups[1]!, 1));
    const text = [...groups, 'newest.example.dev']
      .map((group) => `apiVersion: ${group}/v1\nkind: Route\nmetadata: {name: r}\nspec: {x: 1} # ${group}\n`)
      .join('---\n');
    const document = await showFile(editor, 'routes.yaml', text);
    await untilMark(document, '# old', /^live: 9/);
    await untilLens(document, 'apiVersion: new.', /^as in the cluster/);
    await untilMark(
      document,
      'apiVersion: newest',
      /serves no Route\.v1\.newest\.example\.dev\. It serves routes\.v1\.\w+\.example\.dev, routes\.v1/,
    );
    document.close();
  });

  test('R112 R113 it is read at the version of the file, so that the two compare', async () => {
    const scaled = 'scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: shop}';
    const one = `apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: shop}\nspec:\n  ${scaled}\n  maxReplicas: 8\n  targetCPUUtilizationPercentage: 70\n`;
    const two = `${one
      .replace('autoscaling/v1', 'autoscaling/v2')
      .replace(
        / {2}targetCPU.*\n/,
        '',
      )}  metrics:\n  - type: Resource\n    resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}\n`;
    const document = await showFile(editor, 'hpa.yaml', `${one}---\n${two}`);
    const { message } = await writeObjects(editor, document, { of: ['autoscaling/v2'] });
    assert.match(message, /HorizontalPodAutoscaler shop: created\.$/);
    for (const version of ['v1', 'v2']) {
      const at = `apiVersion: autoscaling/${version}`;
      await untilLens(document, at, /^as in the cluster/);
      const place = { uri: document.uri, key: await keyAt(editor, document, at) };
      const { uri } = await editor.ask(liveObjectOfFileRequest, place);
      assert.match(uri, new RegExp(`/horizontalpodautoscalers\\.${version}\\.autoscaling/shop\\.yaml$`));
    }
    assert.deepEqual(document.diagnostics(), []);
    document.close();
  });
});

test('R198 R199 bytes of a Secret stay as they are when a key is added, and nothing of it is said anywhere', async () => {
  const bytes = 'MIIUvRGD/vv4AP8=';
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'ks' } };
  await workbench.create({ ...secret, data: { 'store.p12': bytes, note: 'aHVudGVyMg==' } });
  const text = `apiVersion: v1\nkind: Secret\nmetadata: {name: ks}\ndata:\n  store.p12: ${bytes}\n  note: b3RoZXI=\n  extra: Zm9v\n`;
  const document = await showFile(editor, 'secret.yaml', text);
  await untilMark(document, 'note:', /^live: another value/);
  const refused = await writeObjects(editor, document);
  assert.match(refused.message, /held by kubectl-create/);
  await untilMark(document, 'note:', /^Not applied: data\.note is held by/);
  await takeLive(document, 'name: ks', '/data/note');
  assert.match(document.text(), /note: aHVudGVyMg==\n {2}extra: Zm9v\n$/);
  const { message } = await writeObjects(editor, document);
  assert.match(message, /configured/);
  assert.equal(await workbench.valueIn('secret/ks', '.data.store\\.p12'), bytes);
  const said = [
    ...document.diagnostics().map((each) => each.message),
    ...(await document.lenses()),
    await document.hoverOn(lineOf(document, 'note:')),
    ...editor.log,
    refused.details,
    message,
  ];
  assert.doesNotMatch(JSON.stringify(said), /hunter2|aHVu|other"|b3RoZXI|Zm9v|"foo"|MIIU/);
});
