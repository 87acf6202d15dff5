import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type Editor, startEditor } from '../editor/editor';
import { requestsOf, writesOf } from '../editor/witness';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';

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

test('a write that never arrived is said to be lost, and nothing is repeated until the user saves again', async () => {
  const document = await typeInto('cut');
  proxy.inject({ kind: 'cutBefore' }, { when: isPut });
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /Nothing was written and your text is kept/);
  assert.equal(document.isDirty(), true);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/cut'), []);
  assert.equal((await document.save()).kind, 'saved');
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

test('a gateway error, and a page instead of an answer, are followed by a read', async () => {
  for (const status of [504, 200]) {
    const name = `gateway-${status}`;
    const document = await typeInto(name);
    const typed = document.text();
    proxy.inject(
      { kind: 'answer', status, headers: { 'content-type': 'text/html' }, body: '<h1>x</h1>' },
      { when: isPut },
    );
    const answer = await document.save();
    assert.equal(answer.kind, 'problem');
    const last = (await requestsOf(controlPlane, `configmaps/${name}`)).at(-1);
    assert.equal(last?.verb, 'get');
    assert.equal(document.text(), typed);
    assert.equal((await document.save()).kind, 'saved');
  }
});

test('a lost write that the server has completed by more is not called unwritten', async () => {
  const document = await typeInto('completed');
  proxy.inject({ kind: 'cutAfter' }, { when: isPut });
  proxy.inject(
    { kind: 'delay', milliseconds: 700 },
    { when: ({ method, url }) => method === 'GET' && url.endsWith('/completed') },
  );
  const saving = document.save();
  const mode = () => kubectl('get', 'configmap', 'completed', '-o=jsonpath={.data.mode}');
  while ((await mode()) !== 'slow');
  await kubectl('patch', 'configmap', 'completed', '-p', '{"data":{"more":"1"}}');
  const answer = await saving;
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'unknownOutcome');
  assert.match(answer.problem.message, /not known whether your change was written.*Your text is kept/);
});

test('what the server says of being busy comes with its time', async () => {
  const document = await typeInto('busy');
  const body =
    '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","message":"too many requests","code":429}';
  proxy.inject(
    {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '7', 'content-type': 'application/json' },
      body,
    },
    { when: isPut },
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /too many requests.*Try again in 7 s/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/busy'), []);
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
