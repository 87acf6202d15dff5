import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test, type TestContext } from 'node:test';
import { rootCertificates } from 'node:tls';
import { writeFile } from 'node:fs/promises';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type KubeconfigContext, writeKubeconfig } from '../../cluster/kubeconfig';
import { type Fault, type FaultProxy, startFaultProxy } from '../faultProxy';
import { apply, configMap, failureOf, makeClusters, noSignal, type TestClusters, valueOf } from './fixture';

const secretValue = 'dG9wLXNlY3JldC12YWx1ZQ==';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let clusters: TestClusters;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  clusters = await clustersOf();
  await apply(
    controlPlane,
    `{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop}, data: {key: ${secretValue}}}`,
  );
});
beforeEach(() => proxy.clear());
after(async () => {
  await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

let count = 0;

/** Clusters with a context `prod` by the proxy, changed as given, and `limited`, `none`, `stranger`. */
async function clustersOf(changes: Partial<KubeconfigContext> = {}): Promise<TestClusters> {
  const file = join(controlPlane.folder, `kubeconfig ${++count}`);
  const { tokens, caFile: certificateAuthority } = controlPlane;
  const { server } = proxy;
  await writeKubeconfig(file, [
    { context: 'prod', server, certificateAuthority, user: { token: tokens.admin }, ...changes },
    { context: 'limited', server, certificateAuthority, user: { token: tokens.limited } },
    { context: 'none', server, certificateAuthority, user: { token: tokens.none } },
    { context: 'stranger', server, certificateAuthority, user: { token: 'hunter2-hunter2' } },
    { context: 'anonymous', server, certificateAuthority, user: {} },
  ]);
  return makeClusters(file);
}

async function get(context: string, ref = configMap(context, 'shop', 'kube-root-ca.crt')) {
  return (await clusters.open(context)).get(ref, noSignal());
}

async function getWith(changes: Partial<KubeconfigContext>) {
  const own = await clustersOf(changes);
  try {
    return await (await own.open('prod')).get(configMap('prod', 'shop', 'settings'), noSignal());
  } finally {
    await own.dispose();
  }
}

suite('The API server refuses', () => {
  test('401: a token that it does not know', async () => {
    const { status } = failureOf(await get('stranger'), 'status');
    assert.deepEqual([status.code, status.reason], [401, 'Unauthorized']);
  });

  test('a login that cannot change is not tried twice', async () => {
    const sent = proxy.requests.length;
    await get('stranger');
    assert.equal(proxy.requests.length, sent + 1);
  });

  test('403: a user without the right, and nobody at all', async () => {
    const { status } = failureOf(await get('none'), 'status');
    assert.deepEqual([status.code, status.reason], [403, 'Forbidden']);
    assert.match(failureOf(await get('anonymous'), 'status').status.message, /"system:anonymous"/);
  });

  test('404: an object that is not there', async () => {
    const { status } = failureOf(await get('prod', configMap('prod', 'shop', 'gone')), 'status');
    assert.deepEqual([status.code, status.reason, status.details?.name], [404, 'NotFound', 'gone']);
  });

  test('404: a kind that is not served, which the API server says in plain text', async () => {
    const ref = { ...configMap('prod', 'shop', 'x'), group: 'none.example.dev' };
    const { status } = failureOf(await get('prod', ref), 'status');
    assert.deepEqual([status.code, status.reason, status.message], [404, 'NotFound', '404 page not found']);
  });

  test('413: an object beyond the limit of a request', async () => {
    const cluster = await clusters.open('prod');
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'large', namespace: 'shop', resourceVersion: '1', uid: 'u' },
      data: { x: 'x'.repeat(4_000_000) },
    };
    const answer = await cluster.replace(configMap('prod', 'shop', 'large'), object, noSignal());
    assert.equal(failureOf(answer, 'status').status.code, 413);
  });

  const json = { 'content-type': 'application/json' };
  const busy =
    '{"kind":"Status","apiVersion":"v1","code":429,"reason":"TooManyRequests","details":{"retryAfterSeconds":7}}';
  const answers: [name: string, fault: Extract<Fault, { kind: 'answer' }>, expected: unknown[]][] = [
    ['seconds', answer(429, { 'retry-after': '3' }, 'Too many requests'), [429, 'TooManyRequests', 3]],
    ['in the body', answer(429, json, busy), [429, 'TooManyRequests', 7]],
    ['no word on it', answer(503, {}, ''), [503, 'ServiceUnavailable', undefined]],
    ['another code', answer(599, { 'content-type': 'text/plain' }, 'odd'), [599, 'Unknown', undefined]],
  ];
  for (const [name, fault, expected] of answers)
    test(`for a while: Retry-After, ${name}`, async () => {
      proxy.inject(fault);
      const { status, retryAfterSeconds } = failureOf(await get('prod'), 'status');
      assert.deepEqual([status.code, status.reason, retryAfterSeconds], expected);
    });

  test('for a while: Retry-After, a date', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    proxy.inject(answer(503, { 'retry-after': inAMinute }, ''));
    const seconds = failureOf(await get('prod'), 'status').retryAfterSeconds ?? 0;
    assert.ok(seconds > 40 && seconds <= 60, String(seconds));
  });
});

function answer(
  status: number,
  headers: Record<string, string>,
  body: string,
): Extract<Fault, { kind: 'answer' }> {
  return { kind: 'answer', status, headers, body };
}

suite('Somebody else answers', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const json = { 'content-type': 'application/json' };
  const cases: [name: string, fault: Extract<Fault, { kind: 'answer' }>, detail: RegExp][] = [
    ['a sign-in page', answer(200, html, '<html>Sign in</html>'), /^its answer \(text\/html\) is no/],
    ['an error page', answer(502, html, '<html>Bad gateway</html>'), /HTTP status 502 and text\/html/],
    ['a redirection', answer(302, { location: 'https://sso.test/?x=1' }, ''), /HTTP status 302/],
    ['JSON of another kind', answer(200, json, '{"hello":1}'), /is no Kubernetes object/],
    ['half of a JSON text', answer(200, json, '{"kind":"Conf'), /is no Kubernetes object/],
    ['nothing', answer(200, {}, ''), /no content type/],
  ];
  for (const [name, fault, detail] of cases)
    test(name, async () => {
      proxy.inject(fault);
      const failure = failureOf(await get('prod'), 'notKubernetes');
      assert.match(failure.detail, detail);
      assert.equal(failure.server, proxy.server);
    });

  test('something that does not speak HTTP', async (t) => {
    const server = await listen(
      t,
      createTcpServer((socket) => socket.resume().end('220 smtp.test ready\r\n')),
    );
    const failure = failureOf(await getWith({ server: `http://127.0.0.1:${server.port}` }), 'notKubernetes');
    assert.match(failure.detail, /not HTTP/);
  });

  test('a plain web server where TLS is expected', async (t) => {
    const server = await listen(t, createServer(((_, response) => response.end()) satisfies RequestListener));
    const failure = failureOf(await getWith({ server: `https://127.0.0.1:${server.port}` }), 'unreachable');
    assert.match(failure.detail, /^no TLS connection could be made/);
  });
});

suite('The API server cannot be reached', () => {
  test('R125 the connection is refused', async (t) => {
    const server = await listen(t, createTcpServer());
    await server.close();
    const address = `https://127.0.0.1:${server.port}`;
    const failure = failureOf(await getWith({ server: address }), 'unreachable');
    assert.deepEqual(
      [failure.context, failure.server, failure.detail, failure.sent],
      ['prod', address, 'the connection was refused', 'no'],
    );
  });

  test('R125 its name is not found', async () => {
    const failure = failureOf(await getWith({ server: 'https://cluster.invalid:6443' }), 'unreachable');
    assert.match(failure.detail, /^the host name (was not found|cannot be looked up now)$/);
    assert.deepEqual([failure.server, failure.sent], ['https://cluster.invalid:6443', 'no']);
  });

  test('R125 the connection is closed as soon as it stands', async (t) => {
    const server = await listen(
      t,
      createTcpServer((socket) => socket.destroy()),
    );
    const failure = failureOf(await getWith({ server: `https://127.0.0.1:${server.port}` }), 'unreachable');
    assert.match(failure.detail, /reset|closed/);
  });
});

suite('The certificate is not trusted', () => {
  const cases: [name: string, changes: () => Partial<KubeconfigContext>, detail: RegExp][] = [
    ['another authority', () => ({ certificateAuthority: 'other.pem' }), /kubeconfig/],
    ['no authority of its own, so the system decides', () => without('certificateAuthority'), /kubeconfig/],
    [
      'another host name',
      () => ({ clusterFields: { 'tls-server-name': 'other.test' } }),
      /another host name/,
    ],
  ];
  for (const [name, changes, detail] of cases)
    test(name, async () => {
      await writeFile(join(controlPlane.folder, 'other.pem'), rootCertificates[0] ?? '');
      const failure = failureOf(await getWith(changes()), 'certificate');
      assert.match(failure.detail, detail);
      assert.equal(failure.server, proxy.server);
    });

  test('tls-server-name and insecure-skip-tls-verify get by', async () => {
    const named = { clusterFields: { 'tls-server-name': 'kubernetes.default.svc' } };
    failureOf(await getWith(named), 'status');
    const insecure = {
      ...without('certificateAuthority'),
      clusterFields: { 'insecure-skip-tls-verify': true },
    };
    failureOf(await getWith(insecure), 'status');
  });

  test('an http server needs none', async (t) => {
    const server = await listen(
      t,
      createServer((request, response) => {
        void controlPlane
          .request({ path: request.url ?? '', token: request.headers.authorization?.slice(7) ?? '' })
          .then(({ status, body }) =>
            response.writeHead(status, { 'content-type': 'application/json' }).end(body),
          );
      }),
    );
    const answered = await getWith({
      ...without('certificateAuthority'),
      server: `http://127.0.0.1:${server.port}`,
    });
    assert.equal(failureOf(answered, 'status').status.code, 404);
  });
});

/** A change that takes a member of the context away. */
function without(member: 'certificateAuthority'): Partial<KubeconfigContext> {
  return { [member]: undefined } as unknown as Partial<KubeconfigContext>;
}

/** Listens on a free port of 127.0.0.1 until the test is over. */
async function listen(
  t: TestContext,
  server: ReturnType<typeof createTcpServer> | ReturnType<typeof createServer>,
) {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close(() => resolve());
    });
  t.after(close);
  return { port: (server.address() as AddressInfo).port, close };
}

suite('The log', () => {
  test('has a line for each request and nothing secret', async () => {
    const cluster = await clusters.open('prod');
    const secret = { ...configMap('prod', 'shop', 'key'), resource: 'secrets' };
    const object = valueOf(await cluster.get(secret, noSignal()));
    assert.match(JSON.stringify(object), new RegExp(secretValue));
    valueOf(await cluster.replace(secret, { ...object, stringData: { more: 'hunter2' } }, noSignal()));
    failureOf(await cluster.replace(secret, { ...object, data: { key: '!hunter2!' } }, noSignal()), 'status');
    await get('stranger');
    valueOf(await cluster.list({ resource: secret, namespace: 'shop', limit: 1, signal: noSignal() }));
    for await (const item of cluster.watch({ ref: secret, resourceVersion: '1', signal: noSignal() }))
      if (item.kind !== 'started') break;
    const lines = clusters.log;
    assert.ok(
      lines.some((line) => /^prod: PUT \/api\/v1\/namespaces\/shop\/secrets\/key 200 \d+\.\d ms$/.test(line)),
    );
    assert.ok(lines.some((line) => /^prod: WATCH .* metadata\.name=key 200 /.test(line)));
    const text = lines.join('\n');
    const { tokens } = controlPlane;
    const forbidden = [tokens.admin, tokens.limited, tokens.none, 'hunter2', secretValue, atob(secretValue)];
    for (const value of forbidden) assert.equal(text.includes(value), false);
    assert.doesNotMatch(text, /bearer|authorization|\?|continue/i);
  });
});
