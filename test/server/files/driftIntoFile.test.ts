import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { removeCopiedFieldsRequest, takeLiveIntoFileRequest } from '../../../server/src/protocol/files';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, startWorkbench, type Workbench } from '../session/workbench';
import { actAsUser, keyAt, showFile, until, untilLens, untilMark, writeObjects } from './manifestEditor';

let workbench: Workbench;
let editor: Editor;

before(async () => {
  workbench = await startWorkbench();
  editor = await workbench.edit();
  actAsUser(editor);
});
after(() => workbench.stop());

async function takeLive(document: EditorDocument, of: string, path?: string): Promise<number> {
  const key = await keyAt(editor, document, of);
  const parameters = { uri: document.uri, key, ...(path !== undefined && { path }) };
  return (await editor.ask(takeLiveIntoFileRequest, parameters)).fields;
}

function deployment(name: string): string {
  return `# the shop
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, labels: {team: shop}} # ours
spec:
  replicas: 3 # for the sale
  selector: {matchLabels: {app: web}}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        # the shop itself
        - name: web
          image: "registry.example/web:1" # pinned
          resources:
            limits: {cpu: "1", memory: 1024Mi}
            requests: {cpu: 0.5}
          ports:
            - containerPort: 80
        - {name: side, image: side:1}
`;
}

suite('What is otherwise in the cluster', () => {
  test('R098 R103 R104 defaults, quantities and the records of managers are no drift', async () => {
    const document = await showFile(editor, 'quantities.yaml', deployment('quantities'));
    await untilLens(document, 'apiVersion', /not in the cluster/);
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    await workbench.kubectl(
      ...['patch', 'deployment', 'quantities', '--type=json', '--field-manager=webhook', '-p'],
      JSON.stringify([
        {
          op: 'replace',
          path: '/spec/template/spec/containers/0/resources',
          value: { limits: { cpu: '1000m', memory: '1Gi' }, requests: { cpu: '500m' } },
        },
        { op: 'add', path: '/metadata/labels/injected', value: 'yes' },
      ]),
    );
    // An apply changes nothing of it.
    const { message } = await writeObjects(editor, document);
    assert.match(message, /unchanged/);
    await untilLens(document, 'apiVersion', /^as in the cluster$/);
    assert.deepEqual(document.diagnostics(), []);
    document.close();
  });

  test('one field and then all go into the file, and nothing else of it changes', async () => {
    const text = deployment('taken');
    const document = await showFile(editor, 'taken.yaml', text);
    await untilLens(document, 'apiVersion', /not in the cluster/);
    await writeObjects(editor, document);
    await workbench.kubectl('scale', 'deployment', 'taken', '--replicas=7');
    await workbench.kubectl('set', 'image', 'deployment/taken', 'web=registry.example/web:2', 'side=side:2');
    await workbench.kubectl('label', 'deployment', 'taken', 'team-', 'unstated=1');
    await untilLens(document, 'apiVersion', /^4 fields are otherwise in the cluster/);
    await untilLens(document, 'apiVersion', /changed in the cluster since opened/);
    await untilMark(document, 'replicas', /^live: 7 · kubectl\/scale( · .*)? · file: 3$/);

    assert.equal(await takeLive(document, 'name: taken', '/spec/replicas'), 1);
    const one = text.replace('replicas: 3', 'replicas: 7');
    assert.equal(document.text(), one);
    await untilLens(document, 'apiVersion', /^3 fields/);
    assert.equal(await takeLive(document, 'name: taken'), 3);
    assert.equal(
      document.text(),
      one
        .replace('"registry.example/web:1"', '"registry.example/web:2"')
        .replace('side:1}', "'side:2'}")
        .replace('{team: shop}', '{}'),
    );
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    // The user's editor takes it back as any other edit.
    document.undo();
    assert.equal(document.text(), one);
    await untilLens(document, 'apiVersion', /^3 fields/);
    await assert.rejects(takeLive(document, 'name: taken', '/spec/replicas'), /nothing left to do here/);
    document.close();
  });

  test('R193 R194 each of several documents is compared by itself, whatever stands before it', async () => {
    await workbench.create(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'second' }, data: { k: 'live' } },
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'third' },
        spec: { maxReplicas: 4, scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' } },
      },
    );
    const text = `apiVersion: example.dev/v1
kind: Unknown
metadata: {name: first}
spec: {maxReplicas: 1}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second}
data: {k: file}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: third}
spec: {maxReplicas: 2, scaleTargetRef: {kind: Deployment, name: a, apiVersion: apps/v1}}
`;
    const document = await showFile(editor, 'schemas.yaml', text);
    await untilMark(document, 'k: file', /^live: "live" .* file: "file"$/);
    await untilMark(document, 'maxReplicas: 2', /^live: 4 .* file: 2$/);
    await untilMark(document, 'example.dev', /serves no Unknown\.v1\.example\.dev/);
    assert.equal(messagesOn(document, lineOf(document, 'maxReplicas: 1')).length, 0);
    document.close();
  });
});

suite('Values in a file', () => {
  test('R065 R066 R068 R071 R074 R075 are applied as kubectl reads them, and are no drift then', async () => {
    const data = [
      '  switch: "on"',
      "  commit: '81111e1'",
      '  folded: >',
      '    one',
      '    two',
      '  windows: "a\\r\\nb\\r\\n"',
      '  plain: yes it is',
    ];
    const text = [
      'apiVersion: v1 # values',
      'kind: ConfigMap',
      'metadata: {name: scalars}',
      'data:',
      ...data,
      '',
    ].join('\n');
    const pod = `---
apiVersion: v1 # pod
kind: Pod
metadata: {name: modes}
spec:
  containers: [{name: a, image: a}]
  volumes: [{name: v, configMap: {name: scalars, defaultMode: 0644}}]
---
apiVersion: v1 # service
kind: Service
metadata: {name: dns}
spec: {ports: [{port: 53, targetPort: 80}]}
`;
    const document = await showFile(editor, 'scalars.yaml', text + pod);
    const { level, message } = await writeObjects(editor, document);
    assert.equal(level, 'info', message);
    const stored = JSON.parse(await workbench.kubectl('get', 'configmap', 'scalars', '-o=json')) as {
      data: object;
    };
    assert.deepEqual(stored.data, {
      switch: 'on',
      commit: '81111e1',
      folded: 'one two\n',
      windows: 'a\r\nb\r\n',
      plain: 'yes it is',
    });
    assert.equal(
      await workbench.valueIn('pod/modes', '.spec.volumes[?(@.name=="v")].configMap.defaultMode'),
      '420',
    );
    assert.equal(await workbench.valueIn('service/dns', '.spec.ports[0].targetPort'), '80');
    for (const first of ['apiVersion: v1 # values', 'apiVersion: v1 # pod', 'apiVersion: v1 # service'])
      await untilLens(document, first, /^as in the cluster/);
    await until(() => document.diagnostics().length === 0);
    document.close();
  });

  test('that only the cluster writes are marked, and one fix takes them all out', async () => {
    await workbench.kubectl('create', 'deployment', 'copied', '--image=a');
    const copied = await workbench.kubectl('get', 'deployment', 'copied', '-o=yaml', '--show-managed-fields');
    const document = await showFile(editor, 'copied.yaml', copied);
    await untilMark(document, 'resourceVersion', /every apply fails/);
    await untilMark(document, 'managedFields', /an apply that states it is refused/);
    await untilMark(document, 'uid:', /created anew/);
    await untilMark(document, 'status:', /no effect/);
    const key = await keyAt(editor, document, 'apiVersion');
    const { fields } = await editor.ask(removeCopiedFieldsRequest, { uri: document.uri, key });
    assert.equal(fields, 6);
    assert.doesNotMatch(
      document.text(),
      /resourceVersion|uid|managedFields|^status|generation|creationTimestamp: "/m,
    );
    await until(() => document.diagnostics().every(({ message }) => !message.includes('copied')));
    const { message } = await writeObjects(editor, document);
    assert.match(message, /configured|unchanged/);
    document.close();
  });
});
