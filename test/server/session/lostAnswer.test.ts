import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type Editor, startEditor } from '../editor/editor';
import { requestsOf, writesOf } from '../editor/witness';
import { type Fault, type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'proxy.yaml');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: 'prod', server: proxy.server }),
  ]);
  editor = await startEditor({ kubeconfig, settings: { requestTimeoutSeconds: 1 } });
});

after(async () => {
  await editor.close();
  await proxy.close();
  await controlPlane.stop();
});

const isPut = ({ method }: SeenRequest): boolean => method === 'PUT';

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A ConfigMap of its own with `mode: slow` typed into its document. */
async function typeInto(name: string) {
  await kubectl('create', 'configmap', name, '--from-literal=mode=fast');
  const document = await editor.open(`k8slive:/prod/default/configmaps.v1/${name}.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  return document;
}

test('a write that arrived although its answer was lost is known as saved by a read, and is not repeated', async () => {
  for (const fault of [{ kind: 'cutAfter' }, { kind: 'silenceAfter' }] as const) {
    const name = fault.kind.toLowerCase();
    const document = await typeInto(name);
    proxy.inject(fault, { when: isPut });
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    const requests = await requestsOf(controlPlane, `configmaps/${name}`);
    assert.deepEqual(requests.map(({ verb }) => verb).slice(-2), ['update', 'get']);
    assert.equal((await writesOf(controlPlane, `configmaps/${name}`)).length, 1);
    document.type((text) => text.replace('mode: slow', 'mode: medium'));
    assert.equal((await document.save()).kind, 'saved');
  }
});

test('a write that never arrived is made again, after a read that has shown it', async () => {
  const document = await typeInto('cut');
  proxy.inject({ kind: 'cutBefore' }, { when: isPut });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const requests = await requestsOf(controlPlane, 'configmaps/cut');
  assert.deepEqual(requests.map(({ verb }) => verb).slice(-2), ['get', 'update']);
  assert.equal((await writesOf(controlPlane, 'configmaps/cut')).length, 1);
});

test('while the outcome is not known nothing is written; a read comes before the next write', async () => {
  const document = await typeInto('unknown');
  proxy.inject({ kind: 'cutAfter' }, { when: isPut });
  proxy.inject({ kind: 'cutBefore' }, { when: ({ method }) => method === 'GET', times: 1_000 });
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'unknownOutcome');
  assert.match(
    answer.problem.message,
    /not known whether the change was written.*saving again reads the object first/,
  );
  const again = await document.save();
  assert.equal(again.kind, 'problem');
  assert.equal((await writesOf(controlPlane, 'configmaps/unknown')).length, 1);
  proxy.clear();
  document.type((text) => text.replace('mode: slow', 'mode: medium'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await kubectl('get', 'configmap', 'unknown', '-o=jsonpath={.data.mode}'), 'medium');
  const verbs = (await requestsOf(controlPlane, 'configmaps/unknown')).map(({ verb }) => verb);
  assert.deepEqual(
    verbs.slice(verbs.indexOf('update')).filter((verb) => verb !== 'watch'),
    ['update', 'get', 'update'],
  );
});

test('an unknown outcome is said as such also where the read is refused at once', async () => {
  const document = await typeInto('refused');
  proxy.inject({ kind: 'silenceAfter' }, { when: isPut });
  const saving = document.save();
  await document.until(() =>
    proxy.requests.some((request) => isPut(request) && request.url.includes('refused')),
  );
  await proxy.refuse();
  const answer = await saving;
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'unknownOutcome');
  assert.doesNotMatch(answer.problem.message, /[Nn]othing was written/);
  await proxy.resume();
  assert.equal((await document.save()).kind, 'saved');
  assert.equal((await writesOf(controlPlane, 'configmaps/refused')).length, 1);
});

test('a gateway error, and a page instead of an answer, are followed by a read before the next write', async () => {
  for (const status of [504, 200]) {
    const name = `gateway-${status}`;
    const document = await typeInto(name);
    proxy.inject(
      { kind: 'answer', status, headers: { 'content-type': 'text/html' }, body: '<h1>x</h1>' },
      { when: isPut },
    );
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    const requests = await requestsOf(controlPlane, `configmaps/${name}`);
    assert.deepEqual(requests.map(({ verb }) => verb).slice(-2), ['get', 'update']);
  }
});

test('an error of the server itself after which nothing was written is said, and not repeated', async () => {
  const document = await typeInto('broken');
  const body =
    '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"InternalError","message":"a webhook failed","code":500}';
  proxy.inject(
    { kind: 'answer', status: 500, headers: { 'content-type': 'application/json' }, body },
    { when: isPut },
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /a webhook failed/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/broken'), []);
  assert.equal(document.isDirty(), true);
});

test('a lost write to which somebody else has added is known as saved, with what was added', async () => {
  const document = await typeInto('completed');
  proxy.inject({ kind: 'cutAfter' }, { when: isPut });
  const read = Promise.withResolvers<undefined>();
  proxy.inject(
    { kind: 'hold', until: read.promise },
    { when: ({ method, url }) => method === 'GET' && url.endsWith('/completed') },
  );
  const saving = document.save();
  const mode = () => kubectl('get', 'configmap', 'completed', '-o=jsonpath={.data.mode}');
  while ((await mode()) !== 'slow');
  await kubectl('patch', 'configmap', 'completed', '-p', '{"data":{"more":"1"}}');
  read.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /Kept from live: data\.more added \("1"\)/);
  assert.equal((await writesOf(controlPlane, 'configmaps/completed')).length, 1);
  await document.until(({ text }) => text().includes('more: "1"'));
});

test('a lost write whose field somebody else has changed since is a question', async () => {
  const document = await typeInto('overtaken');
  proxy.inject({ kind: 'cutAfter' }, { when: isPut });
  const read = Promise.withResolvers<undefined>();
  proxy.inject(
    { kind: 'hold', until: read.promise },
    { when: ({ method, url }) => method === 'GET' && url.endsWith('/overtaken') },
  );
  const saving = document.save();
  const mode = () => kubectl('get', 'configmap', 'overtaken', '-o=jsonpath={.data.mode}');
  while ((await mode()) !== 'slow');
  await kubectl('patch', 'configmap', 'overtaken', '-p', '{"data":{"mode":"theirs"}}');
  read.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'conflict');
  assert.match(answer.problem.message, /it is not known whether a part of it was written before/);
  assert.doesNotMatch(answer.problem.message, /[Nn]othing was written/);
  assert.equal(await mode(), 'theirs');
});

test('an undo past changes of others after a lost write takes back nothing of theirs', async () => {
  await kubectl('create', 'configmap', 'undone', '--from-literal=mode=fast');
  const document = await editor.open('k8slive:/prod/default/configmaps.v1/undone.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await kubectl('patch', 'configmap', 'undone', '-p', '{"data":{"theirs":"1"}}');
  await document.until(({ text }) => text().includes('theirs'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  proxy.inject({ kind: 'cutAfter' }, { when: isPut });
  proxy.inject({ kind: 'cutBefore' }, { when: ({ method }) => method === 'GET', times: 1_000 });
  const answer = await document.save();
  assert.equal(answer.kind === 'problem' && answer.problem.reason, 'unknownOutcome');
  proxy.clear();
  document.undo();
  document.undo();
  assert.doesNotMatch(document.text(), /theirs/);
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(
    await kubectl('get', 'configmap', 'undone', '-o=jsonpath={.data}'),
    '{"mode":"fast","theirs":"1"}',
  );
});

test('an element that was added before an answer was lost stays behind all that it was put behind', async () => {
  await kubectl('create', 'deployment', 'moved', '--image=moved');
  await kubectl('set', 'env', 'deployment/moved', 'A=1', 'B=1', 'C=1');
  const document = await editor.open('k8slive:/prod/default/deployments.v1.apps/moved.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching');
  document.type((text) => text.replace(/^( +)- name: B$/m, '$1- {name: NEW, value: "1"}\n$&'));
  proxy.inject({ kind: 'cutBefore' }, { when: isPut });
  proxy.inject({ kind: 'cutBefore' }, { when: ({ method }) => method === 'GET', times: 1_000 });
  const answer = await document.save();
  assert.equal(answer.kind === 'problem' && answer.problem.reason, 'unknownOutcome');
  proxy.clear();
  await kubectl('set', 'env', 'deployment/moved', 'A-');
  await kubectl('set', 'env', 'deployment/moved', 'A=1');
  assert.equal((await document.save()).kind, 'saved');
  const names = '-o=jsonpath={.spec.template.spec.containers[0].env[*].name}';
  assert.equal(await kubectl('get', 'deployment', 'moved', names), 'B C A NEW');
});

const busy = (seconds: number): Fault => ({
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': String(seconds), 'content-type': 'application/json' },
  body: '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","message":"too many requests","code":429}',
});

test('a busy server is asked again after its time, which is said', async () => {
  const document = await typeInto('busy');
  proxy.inject(busy(1), { when: isPut });
  const begun = Date.now();
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.ok(Date.now() - begun >= 1_000);
  assert.match(editor.waits.at(-1) ?? '', /too many requests.*Trying again in 1 s/);
  assert.equal((await writesOf(controlPlane, 'configmaps/busy')).length, 1);
});

test('a server that is busy for longer than a save lasts is not waited for', async () => {
  const document = await typeInto('busier');
  proxy.inject(busy(600), { when: isPut });
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /too many requests.*Try again in 600 s/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/busier'), []);
});

test('an answer of something that is no API server is said as such', async () => {
  proxy.inject(
    { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' },
    { when: ({ url }) => url.includes('configmaps/page') },
  );
  await assert.rejects(
    editor.open('k8slive:/prod/default/configmaps.v1/page.yaml'),
    /did not answer as a Kubernetes API server/,
  );
});
