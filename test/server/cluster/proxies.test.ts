import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Cluster } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type KubeconfigContext, writeKubeconfig } from '../../cluster/kubeconfig';
import { type ForwardProxy, startHttpProxy, startSocksProxy } from '../forwardProxy';
import { apply, configMap, failureOf, makeClusters, noSignal, type TestClusters, valueOf } from './fixture';

let controlPlane: ControlPlane;
let first: ForwardProxy;
let second: ForwardProxy;
let socks: ForwardProxy;
const made: TestClusters[] = [];

before(async () => {
  controlPlane = await startControlPlane();
  first = await startHttpProxy();
  second = await startHttpProxy();
  socks = await startSocksProxy();
  await apply(
    controlPlane,
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop}, data: {a: "1"}}',
  );
});
after(async () => {
  for (const clusters of made) await clusters.dispose();
  for (const proxy of [first, second, socks]) await proxy.close();
  await controlPlane.stop();
});

let count = 0;

/**
 * A connection by a kubeconfig and an environment of its own. The address 0.0.0.0 is this machine, too, but no
 * loopback address by the rules for NO_PROXY.
 */
async function connect(
  options: { host?: string; proxyUrl?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<{ cluster: Cluster; target: string }> {
  const { host = '127.0.0.1', proxyUrl, environment = {} } = options;
  const kubeconfig = join(controlPlane.folder, `kubeconfig ${++count}`);
  const port = new URL(controlPlane.server).port;
  const context: KubeconfigContext = {
    context: 'prod',
    server: `https://${host}:${port}`,
    certificateAuthority: controlPlane.caFile,
    clusterFields: {
      'tls-server-name': 'kubernetes.default.svc',
      ...(proxyUrl === undefined ? {} : { 'proxy-url': proxyUrl }),
    },
    user: { token: controlPlane.tokens.admin },
  };
  await writeKubeconfig(kubeconfig, [context]);
  const clusters = makeClusters(kubeconfig, { environment });
  made.push(clusters);
  return { cluster: await clusters.open('prod'), target: `${host}:${port}` };
}

const settings = configMap('prod', 'shop', 'settings');

/** Reads, writes and watches. */
async function useAll(cluster: Cluster): Promise<void> {
  const object = valueOf(await cluster.get(settings, noSignal()));
  const { resourceVersion } = object['metadata'] as { resourceVersion: string };
  const watch = cluster.watch({ ref: settings, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
  assert.deepEqual((await watch.next()).value, { kind: 'started' });
  const data = { a: String(Math.random()) };
  valueOf(await cluster.replace(settings, { ...object, data }, noSignal()));
  const event = (await watch.next()).value as { object?: Record<string, unknown> };
  assert.deepEqual(event.object?.['data'], data);
  await watch.return?.();
}

suite('Behind a proxy', () => {
  test('R137 proxy-url for one cluster, the environment for another, NO_PROXY for a third, watches too', async () => {
    const environment = { HTTPS_PROXY: second.url, HTTP_PROXY: 'http://127.0.0.1:1' };
    const byUrl = await connect({ proxyUrl: first.url, environment: { ...environment, NO_PROXY: '*' } });
    await useAll(byUrl.cluster);
    assert.ok(first.targets.length >= 2, 'a watch has a tunnel of its own');
    assert.deepEqual(new Set(first.targets), new Set([byUrl.target]));
    assert.deepEqual(second.targets, []);

    const byEnvironment = await connect({ host: '0.0.0.0', environment });
    await useAll(byEnvironment.cluster);
    assert.deepEqual(new Set(second.targets), new Set([byEnvironment.target]));

    const used = [first.targets.length, second.targets.length];
    const direct = await connect({ host: '0.0.0.0', environment: { ...environment, NO_PROXY: '0.0.0.0/8' } });
    await useAll(direct.cluster);
    const loopback = await connect({ environment });
    await useAll(loopback.cluster);
    assert.deepEqual([first.targets.length, second.targets.length], used);
  });

  test('R137 a SOCKS5 proxy', async () => {
    const { cluster, target } = await connect({ proxyUrl: socks.url });
    await useAll(cluster);
    assert.deepEqual(new Set(socks.targets), new Set([target]));
  });

  test('one tunnel serves many requests', async () => {
    const { cluster } = await connect({ proxyUrl: first.url });
    const before = first.targets.length;
    for (let index = 0; index < 10; index++) valueOf(await cluster.get(settings, noSignal()));
    assert.equal(first.targets.length, before + 1);
  });

  test('that is down is named, not the cluster', async () => {
    for (const start of [startHttpProxy, startSocksProxy]) {
      const gone = await start();
      await gone.close();
      const { cluster } = await connect({ proxyUrl: gone.url });
      const failure = failureOf(await cluster.get(settings, noSignal()), 'unreachable');
      assert.equal(failure.detail, `through the proxy ${new URL(gone.url).host}: the connection was refused`);
      assert.equal(failure.sent, 'no');
    }
  });

  test('that refuses is named; its password is not', async (t) => {
    for (const refuseWith of [407, 403, 502]) {
      const refusing = await startHttpProxy({ refuseWith });
      t.after(() => refusing.close());
      const proxyUrl = refusing.url.replace('//', '//jane:hunter2@');
      const { cluster } = await connect({ proxyUrl });
      const failure = failureOf(await cluster.get(settings, noSignal()), 'unreachable');
      assert.equal(
        failure.detail,
        `the proxy ${new URL(refusing.url).host} did not open a connection to the server`,
      );
      assert.equal(failure.sent, 'no');
    }
  });
});

suite('A kubeconfig of several files', () => {
  test('R131 R133 works: paths with spaces, an authority beside its own file', async () => {
    const [one, two] = [
      join(controlPlane.folder, 'first folder'),
      join(controlPlane.folder, 'second #2 %41 ü'),
    ];
    await mkdir(one);
    await mkdir(join(two, 'certs'), { recursive: true });
    await copyFile(controlPlane.caFile, join(two, 'certs', 'ca.pem'));
    await writeFile(
      join(one, 'my config'),
      'contexts: [{name: a, context: {cluster: ca, user: ua}}]\ncurrent-context: a\n',
    );
    await writeFile(
      join(two, 'my config'),
      `clusters: [{name: ca, cluster: {server: "${controlPlane.server}", certificate-authority: certs/ca.pem}}]
users: [{name: ua, user: {token: ${controlPlane.tokens.admin}}}]
`,
    );
    const files = [join(one, 'my config'), join(one, 'missing'), join(two, 'my config')].join(delimiter);
    const clusters = makeClusters('', { environment: { KUBECONFIG: files } });
    made.push(clusters);
    const cluster = await clusters.open('a');
    valueOf(await cluster.get({ ...settings, context: 'a' }, noSignal()));
    const kubectl = await controlPlane.kubectl(['get', 'configmap', 'settings', '-n', 'shop'], {
      kubeconfig: files,
    });
    assert.equal(kubectl.code, 0, kubectl.stderr);
  });
});
