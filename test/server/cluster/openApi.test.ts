import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import type { Cluster, GroupVersion } from '../../../server/src/session/ports';
import type { JsonObject } from '../../../server/src/merge/json';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import { failureOf, makeClusters, noSignal, type TestClusters, valueOf, waitFor } from './fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let kubeconfig: string;
let clusters: TestClusters;
let cluster: Cluster;

const prefix = '/k8s/clusters/c-1';

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  kubeconfig = join(controlPlane.folder, 'by proxy');
  const { caFile: certificateAuthority, tokens } = controlPlane;
  const user = { token: tokens.admin };
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server: proxy.server, certificateAuthority, user },
    { context: 'behind', server: `${proxy.server}${prefix}/`, certificateAuthority, user },
  ]);
});
beforeEach(async () => {
  proxy.clear();
  clusters = makeClusters(kubeconfig);
  cluster = await clusters.open('prod');
});
afterEach(() => clusters.dispose());
after(async () => {
  await proxy.close();
  await controlPlane.stop();
});

const core: GroupVersion = { group: '', version: 'v1' };
const apps: GroupVersion = { group: 'apps', version: 'v1' };

const schemas = async (groupVersion: GroupVersion) =>
  valueOf(await cluster.schemas(groupVersion, noSignal()));

/** What was asked in this test and answered how: `/openapi/v3/api/v1 304`. */
const asked = (): string[] =>
  clusters.log.map((line) => line.replace(/^\S+: GET /, '').replace(/ [\d.]+ ms$/, ''));

const answerOf = (body: string, type = 'application/json') => ({
  kind: 'answer' as const,
  status: 200,
  headers: { 'content-type': type },
  body,
});

suite('Schemas', () => {
  test('each group version is loaded once, however often it is needed', async () => {
    const first = await schemas(core);
    for (let again = 0; again < 3; again++) assert.equal(await schemas(core), first);
    const deployments = await schemas(apps);
    assert.equal(await schemas(apps), deployments);
    assert.notEqual(deployments, first);
    assert.deepEqual(asked(), [
      '/openapi/v3/api/v1 200',
      ...Array<string>(3).fill('/openapi/v3/api/v1 304'),
      '/openapi/v3/apis/apps/v1 200',
      '/openapi/v3/apis/apps/v1 304',
    ]);
    assert.deepEqual(Object.keys(first), ['components'], 'the operations are not kept');
  });

  test('those who ask at the same time share one request', async () => {
    proxy.inject({ kind: 'delay', milliseconds: 100 });
    const leaving = new AbortController();
    const left = cluster.schemas(core, leaving.signal);
    const waiting = Array.from({ length: 5 }, () => schemas(core));
    leaving.abort();
    failureOf(await left, 'cancelled');
    const [first, ...others] = await Promise.all(waiting);
    for (const other of others) assert.equal(other, first);
    assert.deepEqual(asked(), ['/openapi/v3/api/v1 200']);
  });

  test('a request that nobody waits for any more is ended, and asked again by the next', async () => {
    proxy.inject({ kind: 'silence' });
    const leaving = new AbortController();
    const left = [cluster.schemas(core, leaving.signal), cluster.schemas(core, leaving.signal)];
    const sent = proxy.requests.length;
    await waitFor(() => proxy.requests.length > sent);
    leaving.abort();
    await schemas(core);
    for (const each of left) failureOf(await each, 'cancelled');
    failureOf(await cluster.schemas(core, AbortSignal.abort()), 'cancelled');
    assert.deepEqual(asked(), ['/openapi/v3/api/v1 cancelled', '/openapi/v3/api/v1 200']);
  });

  test('the same ETag is the same document, even where the condition gets lost on the way', async () => {
    const first = await schemas(core);
    proxy.inject({ kind: 'requestHeaders', headers: { 'if-none-match': '"another"' } });
    assert.equal(await schemas(core), first);
    assert.deepEqual(asked(), ['/openapi/v3/api/v1 200', '/openapi/v3/api/v1 200']);
  });

  test('behind a path prefix they are asked for below it', async () => {
    const { body } = await controlPlane.request({ path: '/openapi/v3/apis/apps/v1' });
    const url = `${prefix}/openapi/v3/apis/apps/v1`;
    proxy.inject(answerOf(body), { when: (request) => request.url === url });
    cluster = await clusters.open('behind');
    assert.deepEqual(await schemas(apps), { components: (JSON.parse(body) as JsonObject)['components'] });
    assert.equal(proxy.requests.at(-1)?.url, url);
  });

  test('fail as any request does', async () => {
    const unknown = failureOf(
      await cluster.schemas({ group: 'no.test', version: 'v1' }, noSignal()),
      'status',
    );
    assert.equal(unknown.status.code, 404);
    proxy.inject(answerOf('<html></html>', 'text/html'));
    failureOf(await cluster.schemas(core, noSignal()), 'notKubernetes');
    proxy.inject(answerOf('{"kind":"PodList","items":[]}'));
    failureOf(await cluster.schemas(core, noSignal()), 'notKubernetes');
    proxy.inject({ kind: 'cutAnswer', bytes: 100_000 });
    failureOf(await cluster.schemas(core, noSignal()), 'unreachable');
    await schemas(core);
  });

  test('not more than some are kept, those needed last', async (context) => {
    const { body } = await controlPlane.request({ path: '/openapi/v3' });
    const groupVersions = Object.keys((JSON.parse(body) as { paths: object }).paths).flatMap((path) => {
      const [, group, version] = /^apis\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
      return group === undefined || version === undefined ? [] : [{ group, version }];
    });
    assert.ok(groupVersions.length > 16, String(groupVersions.length));
    await schemas(core);
    const [oldest = apps] = groupVersions;
    for (const groupVersion of groupVersions) {
      await schemas(groupVersion);
      await schemas(core);
    }
    assert.equal(asked().filter((line) => line === '/openapi/v3/api/v1 200').length, 1);
    await schemas(oldest);
    assert.match(asked().at(-1) ?? '', / 200$/);
    const { body: text } = await controlPlane.request({ path: '/openapi/v3/api/v1' });
    const started = performance.now();
    JSON.parse(text);
    const milliseconds = (performance.now() - started).toFixed(1);
    context.diagnostic(`parsing the core group's ${text.length} bytes took ${milliseconds} ms`);
  });
});
