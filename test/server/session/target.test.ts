import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { kubectlCommandRequest } from '../../../server/src/protocol/messages';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type KubeconfigContext, writeKubeconfig } from '../../cluster/kubeconfig';
import { type Editor, startEditor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { writesOf } from '../editor/witness';
import { startFaultProxy } from '../faultProxy';

let a: ControlPlane;
let b: ControlPlane;
let editor: Editor;
const editors: Editor[] = [];

const settings = (context: string): string => `k8slive:/${context}/demo/configmaps.v1/settings.yaml`;

before(async () => {
  [a, b] = await Promise.all([startControlPlane({ name: 'a' }), startControlPlane({ name: 'b' })]);
  for (const [where, cluster] of [
    ['a', a],
    ['b', b],
  ] as const) {
    await kubectl(cluster, 'create', 'namespace', 'demo');
    await kubectl(cluster, '-n', 'demo', 'create', 'configmap', 'settings', `--from-literal=where=${where}`);
  }
  editor = await edit([contextOf(a, { context: 'a' }), contextOf(b, { context: 'b' })], 'both.yaml');
});

after(async () => {
  await Promise.all(editors.map((started) => started.close()));
  await Promise.all([a.stop(), b.stop()]);
});

function contextOf(
  { server, caFile, tokens }: ControlPlane,
  more: { context: string; namespace?: string },
): KubeconfigContext {
  return { server, certificateAuthority: caFile, user: { token: tokens.admin }, ...more };
}

async function edit(contexts: [KubeconfigContext, ...KubeconfigContext[]], file: string): Promise<Editor> {
  const kubeconfig = join(a.folder, file);
  await writeKubeconfig(kubeconfig, contexts);
  const started = await startEditor({ kubeconfig });
  editors.push(started);
  return started;
}

async function kubectl(cluster: ControlPlane, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

async function apply(cluster: ControlPlane, ...objects: object[]): Promise<void> {
  const stdin = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { code, stderr } = await cluster.kubectl(['apply', '-f', '-'], { stdin });
  assert.equal(code, 0, stderr);
}

test('R124: the same object of two clusters is told apart in lens and status', async () => {
  for (const context of ['a', 'b']) {
    const document = await editor.open(settings(context));
    await document.until(({ status }) => status() !== undefined);
    assert.equal((await document.lenses())[0], `${context} › demo › ConfigMap settings`);
    assert.equal(document.status()?.identity, `${context} › demo › ConfigMap settings`);
    document.close();
  }
});

test('R127: interleaved reads and saves reach each its own cluster', async () => {
  const documents = await Promise.all(['a', 'b', 'a', 'b'].map((context) => editor.open(settings(context))));
  for (const [index, document] of documents.entries())
    assert.match(document.text(), index % 2 === 0 ? /where: a/ : /where: b/);
  const [ofA, ofB] = documents;
  ofA?.type((text) => text.replace('where: a', 'where: a-edited'));
  ofB?.type((text) => text.replace('where: b', 'where: b-edited'));
  const answers = await Promise.all([ofA?.save(), ofB?.save()]);
  assert.deepEqual(
    answers.map((answer) => answer?.kind),
    ['saved', 'saved'],
  );
  for (const [cluster, where] of [
    [a, 'a-edited'],
    [b, 'b-edited'],
  ] as const) {
    assert.equal(
      await kubectl(cluster, '-n', 'demo', 'get', 'cm', 'settings', '-o=jsonpath={.data.where}'),
      where,
    );
  }
});

test('R125: a cluster that is down is named with its cause; the text is kept, and saving works when it is back', async () => {
  await kubectl(b, '-n', 'demo', 'create', 'configmap', 'down', '--from-literal=mode=fast');
  const document = await editor.open('k8slive:/b/demo/configmaps.v1/down.yaml');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const typed = document.text();
  await b.stopComponent('kube-apiserver');
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, new RegExp(`Cannot reach ${b.server} \\(context "b"\\): .*refused`));
  assert.equal(document.text(), typed);
  await b.startComponent('kube-apiserver');
  await document.until(({ status }) => status()?.health.kind === 'watching', 30_000);
  assert.equal((await document.save()).kind, 'saved');
});

test('R130: a name without a namespace means the default namespace of its context, then "default"', async () => {
  const own = await edit(
    [contextOf(a, { context: 'with', namespace: 'demo' }), contextOf(a, { context: 'without' })],
    'ns.yaml',
  );
  assert.deepEqual(await own.resolve('cm/settings'), ['k8slive:/with/demo/configmaps.v1/settings.yaml']);
  assert.deepEqual(await own.resolve('--context without cm/settings'), [
    'k8slive:/without/default/configmaps.v1/settings.yaml',
  ]);
});

test('R139, R140: names with a colon and values with a percent sign go through opening, saving and opening again', async () => {
  await kubectl(a, 'create', 'clusterrole', 'system:demo:reader', '--verb=get', '--resource=pods');
  const [uri] = await editor.resolve('a/_/clusterrole/system:demo:reader');
  assert.ok(uri !== undefined);
  for (const label of ['x%3Ay', 'x%253Ay']) {
    const document = await editor.open(uri);
    document.type((text) => text.replace(/( *)name: system.*\n/, `$&$1annotations:\n$1  note: "${label}"\n`));
    const answer = await document.save();
    assert.equal(answer.kind, 'saved');
    assert.ok(!/%3A/i.test(`${answer.message}${(await document.lenses()).join()}`));
    assert.match(answer.message, /system:demo:reader/);
    document.type((text) => text.replace(/ *annotations:\n.*\n/, ''));
    assert.equal((await document.save()).kind, 'saved');
    document.close();
  }
  const writes = await writesOf(a, '/clusterroles/system%3Ademo%3Areader');
  assert.deepEqual(
    writes.map(({ code }) => code),
    [200, 200, 200, 200],
  );
});

test('R106, R107, R109, R110: the group decides which object opens; a name of two groups is a question', async () => {
  const names = { plural: 'services', singular: 'service', kind: 'Service' };
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const crd = (group: string, more: object = {}): object => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `services.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
      ...more,
    },
  });
  await apply(a, crd('old.example.dev'), crd('other.test', { scope: 'Cluster' }));
  await kubectl(
    a,
    'wait',
    '--for=condition=Established',
    'crd/services.old.example.dev',
    'crd/services.other.test',
  );
  const web = (apiVersion: string, tier: string) => ({
    apiVersion,
    kind: 'Service',
    metadata: { name: 'web', namespace: 'demo' },
    spec: { tier },
  });
  await apply(a, web('old.example.dev/v1', 'gold'));
  await kubectl(a, '-n', 'demo', 'create', 'service', 'clusterip', 'web', '--tcp=80');
  assert.deepEqual(await editor.resolve('a/demo/service/web'), [
    'k8slive:/a/demo/services.v1/web.yaml',
    'k8slive:/a/demo/services.v1.old.example.dev/web.yaml',
    'k8slive:/a/_/services.v1.other.test/web.yaml',
  ]);
  const [custom] = await editor.resolve('a/demo/services.old.example.dev/web');
  assert.match((await editor.open(custom ?? '')).text(), /tier: gold/);
  assert.match((await editor.open('k8slive:/a/demo/services.v1/web.yaml')).text(), /clusterIP/);
  await assert.rejects(
    editor.resolve('a/demo/services.new.example.dev/web'),
    /serves nothing called "services\.new\.example\.dev"/,
  );
  await assert.rejects(
    editor.open('k8slive:/a/demo/services.v1.new.example.dev/web.yaml'),
    /serves no services\.v1\.new\.example\.dev\. It serves .*services\.v1\.old\.example\.dev/,
  );
});

test('R128: the kubectl command reads the very object, whatever context is the current one', async () => {
  const kubeconfig = join(a.folder, 'spaced name.yaml');
  await writeKubeconfig(kubeconfig, [
    contextOf(a, { context: 'other' }),
    contextOf(b, { context: "it's b" }),
  ]);
  const own = await startEditor({ kubeconfig, settings: { kubeconfig } });
  editors.push(own);
  await kubectl(b, 'create', 'clusterrole', 'system:b', '--verb=get', '--resource=pods');
  for (const [name, shown] of [
    ['demo/cm/settings', /where: b/],
    ['_/clusterrole/system:b', /name: system:b/],
    ['_/ns/demo', /kind: Namespace/],
  ] as const) {
    const [uri = ''] = await own.resolve(`it's b/${name}`);
    const { command } = valueOf(await own.connection.sendRequest(kubectlCommandRequest, { uri }));
    const PATH = `${dirname(b.kubectlFile)}:${process.env['PATH'] ?? ''}`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { PATH, HOME: b.folder } });
    assert.match(stdout, shown, command);
  }
});

test('R121: a namespace opens as one object', async () => {
  const [uri] = await editor.resolve('a/_/ns/demo');
  assert.equal(uri, 'k8slive:/a/_/namespaces.v1/demo.yaml');
  assert.match((await editor.open(uri)).text(), /^kind: Namespace$/m);
});

test('a context that now leads to another cluster refuses the save; the same cluster elsewhere does not', async () => {
  const own = await edit([contextOf(a, { context: 'prod' })], 'moving.yaml');
  await kubectl(a, '-n', 'demo', 'create', 'configmap', 'bound', '--from-literal=mode=fast');
  await kubectl(b, '-n', 'demo', 'create', 'configmap', 'bound', '--from-literal=mode=fast');
  const document = await own.open('k8slive:/prod/demo/configmaps.v1/bound.yaml');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await writeKubeconfig(join(a.folder, 'moving.yaml'), [contextOf(b, { context: 'prod' })]);
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'otherCluster');
  assert.match(
    answer.problem.message,
    /now leads to another cluster .* Switch it back, or open the object anew/,
  );
  assert.deepEqual(await writesOf(b, 'configmaps/bound'), []);
  await a.restart('kube-apiserver');
  await document.until(({ status }) => status()?.health.kind === 'unknown', 20_000);
  assert.match(document.diagnostics()[0]?.message ?? '', /^The context "prod" now leads to another cluster/);
  const proxy = await startFaultProxy(a);
  const elsewhere = { ...contextOf(a, { context: 'prod' }), server: proxy.server };
  await writeKubeconfig(join(a.folder, 'moving.yaml'), [elsewhere]);
  const again = await document.save();
  assert.equal(again.kind, 'saved', again.kind === 'problem' ? again.problem.message : '');
  await proxy.close();
});
