import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { customDefinition } from '../../cluster/customDefinition';
import type { Editor } from '../editor/editor';
import { startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  decide,
  type FileUser,
  showFile,
  until,
  untilLens,
  untilMark,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let editor: Editor;
let user: FileUser;

before(async () => {
  workbench = await startWorkbench({ controllers: true, kwok: true });
  editor = await workbench.edit();
  user = actAsUser(editor);
});
after(() => workbench.stop());

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "web:1"}]
`;

suite('The lens of an object of a file', () => {
  test('follows what is made, replaced and deleted by commands', async () => {
    const document = await showFile(editor, 'life.yaml', configMapText('life', { a: '1', b: '1' }));
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    assert.match((await writeObjects(editor, document, { how: 'create' })).message, /created\.$/);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    document.type((text) => text.replace(/ {2}b: .*\n/, ''));
    assert.match((await writeObjects(editor, document, { how: 'replace' })).message, /replaced\.$/);
    assert.equal(await workbench.dataOf('life'), '1');
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    assert.match((await writeObjects(editor, document, { how: 'delete' })).message, /deleted\.$/);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    document.close();
  });

  // Some kinds answer a deletion with the object, others with a status alone.
  for (const kind of ['ConfigMap', 'ServiceAccount', 'PersistentVolumeClaim'])
    test(`says that a ${kind} is gone, though its watch has told that before the answer came`, async () => {
      const spec =
        kind === 'PersistentVolumeClaim'
          ? 'spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n'
          : '';
      const name = `gone-${kind.toLowerCase()}`;
      const text = `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}}\n${spec}`;
      const document = await showFile(editor, `${name}.yaml`, text);
      await untilLens(document, 'apiVersion', /^not in the cluster/);
      await writeObjects(editor, document);
      await untilLens(document, 'apiVersion', /^as in the cluster/);
      workbench.proxy.inject(
        { kind: 'delayAnswer', milliseconds: 1_000 },
        { when: ({ method }) => method === 'DELETE' },
      );
      assert.match((await writeObjects(editor, document, { how: 'delete' })).message, /deleted\.$/);
      await untilLens(document, 'apiVersion', /^not in the cluster/);
      // It is followed on: another one of its name is seen.
      await writeObjects(editor, document);
      await untilLens(document, 'apiVersion', /^as in the cluster/);
      document.close();
    });

  test('tells of an object that waits for its finalizers, and when it is gone', async () => {
    const text = configMapText('kept', { a: '1' }).replace(
      '\ndata:',
      '\n  finalizers: [example.dev/keep]\ndata:',
    );
    const document = await showFile(editor, 'kept.yaml', text);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    assert.match((await writeObjects(editor, document, { how: 'delete' })).message, /deleted\.$/);
    await untilLens(document, 'apiVersion', /held by example\.dev\/keep/);
    await workbench.patch('configmap/kept', { metadata: { finalizers: null } });
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    document.close();
  });
});

suite('A file that brings a kind and a namespace', () => {
  test('has its objects compared once it is applied, and says so again when they are not served any more', async () => {
    const names = { plural: 'gears', kind: 'Gear' };
    const properties = { teeth: { type: 'integer' } };
    const definition = JSON.stringify(customDefinition({ group: 'life.example.dev', names, properties }));
    const gear =
      'apiVersion: life.example.dev/v1\nkind: Gear\nmetadata: {name: g, namespace: brought}\nteeth: 3\n';
    const namespace = 'apiVersion: v1 # space\nkind: Namespace\nmetadata: {name: brought}\n';
    const document = await showFile(editor, 'gears.yaml', [gear, definition, namespace].join('\n---\n'));
    await untilLens(document, 'apiVersion: life', /serves no life\.example\.dev\/v1 Gear/);
    assert.equal((await writeObjects(editor, document)).message, '3 objects: 3 created.');
    for (const words of ['apiVersion: life', '"CustomResourceDefinition"', '# space'])
      await untilLens(document, words, /^as in the cluster/);
    await workbench.kubectl('-n', 'brought', 'patch', 'gear', 'g', '--type=merge', '-p', '{"teeth":4}');
    await untilMark(document, 'teeth', /live: 4/);

    user.choose = ({ ways }) => ways[0]?.id ?? null;
    user.choices.length = 0;
    const of = ['"CustomResourceDefinition"'];
    assert.match((await writeObjects(editor, document, { how: 'delete', of })).message, /deleted\.$/);
    assert.match(user.choices[0]?.detail ?? '', /^These are deleted with it \(1\):\nGear g$/);
    await untilLens(document, 'apiVersion: life', /serves no life\.example\.dev\/v1 Gear/);
    await untilLens(document, '# space', /^as in the cluster/);
    document.close();
  });
});

suite('Beside the controllers of the cluster', () => {
  test('a file stays as in the cluster while they roll it out, and its lens tells how far that is', async () => {
    const document = await showFile(editor, 'web.yaml', web);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /2 of 2/);
    await untilLens(document, 'apiVersion', /^as in the cluster$/);
    assert.match((await writeObjects(editor, document)).message, /unchanged/);
    document.type((text) => text.replace('web:1', 'web:2'));
    assert.match((await writeObjects(editor, document)).message, /configured\.$/);
    await untilLens(document, 'apiVersion', /^as in the cluster$/);
    document.close();
  });

  test('a deletion shows what hangs below, through others, and takes it along or keeps it', async () => {
    const document = await showFile(editor, 'web.yaml', web);
    const pods = async (): Promise<number> => {
      const names = await workbench.kubectl('get', 'pods', '-l', 'app=web', '-o=name');
      return names.split('\n').filter((name) => name !== '').length;
    };
    await until(async () => (await pods()) >= 2);
    user.choices.length = 0;
    user.choose = () => 'Orphan';
    assert.match((await writeObjects(editor, document, { how: 'delete' })).message, /deleted\.$/);
    const detail = user.choices[0]?.detail ?? '';
    assert.match(detail, /^These depend on it:\nReplicaSet web-\w+/);
    assert.match(detail, /\nPod web-\w+-\w+/);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    assert.ok((await pods()) >= 2);
    // Made again it takes them back, and then along.
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /2 of 2/);
    user.choose = () => 'Foreground';
    assert.match((await writeObjects(editor, document, { how: 'delete' })).message, /deleted\.$/);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    await until(async () => (await pods()) === 0);
    document.close();
  });
});

suite('Beside an autoscaler', () => {
  test('R015 the replicas that it has set are marked, never taken from it unasked, and left to it', async () => {
    const name = 'scaled';
    const document = await showFile(editor, 'scaled.yaml', web.replaceAll('web', name));
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /^as in the cluster$/);
    // Below the least it scales without asking for metrics.
    await workbench.kubectl('autoscale', 'deployment', name, '--min=3', '--max=4');
    await untilMark(document, 'replicas', /^live: 3 · kube-controller-manager\/scale/);

    user.reviews.length = 0;
    assert.match((await writeObjects(editor, document)).message, /held by kube-controller-manager/);
    assert.deepEqual(user.reviews, []);
    await untilMark(document, 'replicas', /is held by kube-controller-manager\/scale .*live: 3, file: 2/);
    await decide(editor, document, { of: 'apiVersion', decision: 'leave' });
    assert.doesNotMatch(document.text(), /replicas/);
    await writeObjects(editor, document);
    await untilLens(document, 'apiVersion', /^as in the cluster$/);
    assert.equal(await workbench.kubectl('get', 'deployment', name, '-o=jsonpath={.spec.replicas}'), '3');
    document.close();
  });
});
