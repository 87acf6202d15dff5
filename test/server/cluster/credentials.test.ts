import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type ExecPlugin, writeExecPlugin } from '../execPlugin';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import { makeIdToken, startOidcIssuer } from '../oidcIssuer';
import { configMap, failureOf, makeClusters, noSignal, type TestClusters, valueOf } from './fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let home: string;
let plugin: ExecPlugin;
const made: TestClusters[] = [];

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  home = join(controlPlane.folder, 'home of jane #1');
  await mkdir(home);
  plugin = await writeExecPlugin(home);
});
beforeEach(() => proxy.clear());
after(async () => {
  for (const clusters of made) await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

let count = 0;

/** A connection by a kubeconfig of its own, in a folder with a space, whose user is this. */
async function connectAs(
  user: Record<string, unknown>,
  options: { clusterFields?: Record<string, unknown>; timeoutMilliseconds?: number } = {},
) {
  const kubeconfig = join(home, `my config ${++count}`);
  const { clusterFields = {}, timeoutMilliseconds = 5_000 } = options;
  await writeKubeconfig(kubeconfig, [
    {
      context: 'prod',
      server: proxy.server,
      certificateAuthority: controlPlane.caFile,
      clusterFields,
      user,
    },
  ]);
  const clusters = makeClusters(kubeconfig, { requestTimeoutMilliseconds: () => timeoutMilliseconds });
  made.push(clusters);
  const cluster = await clusters.open('prod');
  const ref = configMap('prod', 'default', 'kube-root-ca.crt');
  return { clusters, cluster, kubeconfig, get: (signal = noSignal()) => cluster.get(ref, signal) };
}

/** The exec entry of a plugin; `command` is the plugin's, relative to the kubeconfig. */
function exec(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: './my plugins/sign in',
      interactiveMode: 'IfAvailable',
      ...fields,
    },
  };
}

/** There is no such object; that the API server says so shows that it knows the user. */
async function assertSignedIn(answer: Promise<unknown>): Promise<void> {
  const { status } = failureOf((await answer) as Parameters<typeof failureOf>[0], 'status');
  assert.equal(status.code, 404, status.message);
}

suite('A credential plugin', () => {
  test('R133 in a folder with a space is found beside the kubeconfig and told what it needs', async () => {
    await plugin.behave({ status: { token: controlPlane.tokens.admin } });
    const before = (await plugin.runs()).length;
    const fields = {
      args: ['--for', 'a b'],
      env: [{ name: 'PROFILE', value: 'my profile' }],
      provideClusterInfo: true,
    };
    const extension = { name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } };
    const { get } = await connectAs(exec(fields), { clusterFields: { extensions: [extension] } });
    await assertSignedIn(get());
    const [run] = (await plugin.runs()).slice(before);
    assert.deepEqual(run?.args, ['--for', 'a b']);
    assert.equal(run.environment['PROFILE'], 'my profile');
    assert.equal(run.environment['PATH'], process.env['PATH']);
    assert.deepEqual(run.info, {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      spec: {
        interactive: false,
        cluster: {
          server: proxy.server,
          'certificate-authority-data': (await readFile(controlPlane.caFile)).toString('base64'),
          config: { audience: 'x' },
        },
      },
    });
  });

  test('R134 runs once for many requests, and again when its token has expired', async () => {
    await plugin.behave({ status: { token: controlPlane.tokens.admin }, lifetimeSeconds: 1 });
    const before = (await plugin.runs()).length;
    const { cluster, get } = await connectAs(exec());
    await Promise.all([get(), get(), get()]);
    await assertSignedIn(get());
    assert.equal((await plugin.runs()).length, before + 1);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await assertSignedIn(get());
    assert.equal((await plugin.runs()).length, before + 2);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const ref = configMap('prod', 'default', 'x');
    const watch = cluster.watch({ ref, resourceVersion: '0', signal: noSignal() })[Symbol.asyncIterator]();
    assert.deepEqual((await watch.next()).value, { kind: 'started' });
    await watch.return?.();
    assert.equal((await plugin.runs()).length, before + 3);
  });

  test('R134 a login that is refused before its time is renewed once, for all who were refused', async () => {
    await plugin.behave({ status: { token: controlPlane.tokens.admin }, lifetimeSeconds: 3600 });
    const before = (await plugin.runs()).length;
    const { get } = await connectAs(exec());
    await assertSignedIn(get());
    proxy.inject({ kind: 'answer', status: 401 }, { times: 3 });
    await Promise.all([assertSignedIn(get()), assertSignedIn(get()), assertSignedIn(get())]);
    assert.equal((await plugin.runs()).length, before + 2);

    await plugin.behave({ status: { token: 'wrong' } });
    const { get: getWrongly } = await connectAs(exec());
    const { status } = failureOf(await getWrongly(), 'status');
    assert.equal(status.code, 401);
    assert.equal((await plugin.runs()).length, before + 4, 'no more than twice');
  });

  test('R134 a write that was refused is repeated with the new login, body and all', async () => {
    await plugin.behave({ status: { token: controlPlane.tokens.admin } });
    const { cluster } = await connectAs(exec());
    const ref = { context: 'prod', group: '', version: 'v1', resource: 'namespaces', name: 'default' };
    const object = valueOf(await cluster.get(ref, noSignal()));
    const metadata = { ...(object['metadata'] as object), annotations: { again: 'yes' } };
    proxy.inject({ kind: 'answer', status: 401 });
    const written = valueOf(await cluster.replace(ref, { ...object, metadata }, noSignal()));
    assert.match(JSON.stringify(written.object), /"again":"yes"/);
  });

  test('R136 that fails is quoted without secrets, and the next request asks it again', async () => {
    const stderr = 'error: token is expired!\nrefresh_token=hunter2hunter2 was refused, run `sign in`\n';
    await plugin.behave({ stderr, exitCode: 1 });
    const secretEnv = [{ name: 'CLIENT_SECRET', value: 'swordfish' }];
    const { clusters, get } = await connectAs(exec({ env: secretEnv }));
    const failure = failureOf(await get(), 'credentials');
    assert.equal(failure.context, 'prod');
    assert.match(
      failure.detail,
      /^the credential plugin sign in failed with exit code 1: error: token is expired!/,
    );
    assert.match(failure.detail, /run `sign in`$/);
    assert.doesNotMatch(failure.detail, /hunter2/);
    await plugin.behave({ stderr: 'wrong secret swordfish', exitCode: 3 });
    assert.doesNotMatch(failureOf(await get(), 'credentials').detail, /swordfish/);
    await plugin.behave({ status: { token: controlPlane.tokens.admin } });
    await assertSignedIn(get());
    const log = clusters.log.join('\n');
    assert.match(log, /^credential plugin sign in for prod: failed \d+ ms$/m);
    assert.doesNotMatch(log, /hunter2|swordfish|expired/);
    assert.equal(log.includes(controlPlane.tokens.admin), false);
  });

  const answers: [name: string, behaviour: Parameters<ExecPlugin['behave']>[0], detail: RegExp][] = [
    ['no JSON', { output: 'hello' }, /did not answer with an ExecCredential$/],
    ['nothing', { output: '' }, /did not answer with an ExecCredential$/],
    [
      'another version',
      { apiVersion: 'client.authentication.k8s.io/v1beta1' },
      /answered in another apiVersion/,
    ],
    ['no credential', { status: {} }, /gave neither a token nor a certificate with its key$/],
    ['a certificate without key', { status: { clientCertificateData: 'x' } }, /gave neither/],
  ];
  for (const [name, behaviour, detail] of answers)
    test(`R136 that answers with ${name} is a failure of the login`, async () => {
      await plugin.behave(behaviour);
      const { get } = await connectAs(exec());
      assert.match(failureOf(await get(), 'credentials').detail, detail);
    });

  const entries: [name: string, fields: Record<string, unknown>, detail: RegExp][] = [
    [
      'is not installed',
      { command: 'no-such-plugin', installHint: 'Get it at https://a.test' },
      /^the credential plugin no-such-plugin is not installed: Get it at https:\/\/a\.test$/,
    ],
    ['needs a terminal', { interactiveMode: 'Always' }, /needs a terminal/],
    [
      'has an old apiVersion',
      { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
      /apiVersion that is not supported/,
    ],
    ['has no command', { command: '' }, /has no command/],
    ['may not be run', { command: './my plugins/behaviour.json' }, /may not be run/],
  ];
  for (const [name, fields, detail] of entries)
    test(`R136 that ${name} is a failure of the login`, async () => {
      const { get } = await connectAs(exec(fields));
      assert.match(failureOf(await get(), 'credentials').detail, detail);
    });

  test('that takes long holds a request no longer than its time-out, and is not run twice for it', async () => {
    await plugin.behave({ status: { token: controlPlane.tokens.admin }, delayMilliseconds: 1_000 });
    const before = (await plugin.runs()).length;
    const { get } = await connectAs(exec(), { timeoutMilliseconds: 400 });
    const started = performance.now();
    assert.match(failureOf(await get(), 'credentials').detail, /signing in has not finished/);
    assert.ok(performance.now() - started < 900);
    const controller = new AbortController();
    const cancelled = get(controller.signal);
    controller.abort();
    failureOf(await cancelled, 'cancelled');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await assertSignedIn(get());
    assert.equal((await plugin.runs()).length, before + 1);
  });

  test('is stopped when all is disposed of', async () => {
    await plugin.behave({ status: { token: 'x' }, delayMilliseconds: 60_000 });
    const { clusters, get } = await connectAs(exec());
    const answer = get();
    const runs = (await plugin.runs()).length;
    while ((await plugin.runs()).length === runs) await new Promise((resolve) => setTimeout(resolve, 20));
    await clusters.dispose();
    assert.match(failureOf(await answer, 'credentials').detail, /was stopped$/);
  });

  test('may give a certificate', async () => {
    const { certificateFile, keyFile } = controlPlane.certificate;
    const clientCertificateData = await readFile(certificateFile, 'utf8');
    await plugin.behave({
      status: { clientCertificateData, clientKeyData: await readFile(keyFile, 'utf8') },
    });
    const { get } = await connectAs(exec());
    await get();
    const { fingerprint256 } = new X509Certificate(clientCertificateData);
    assert.equal(proxy.requests.at(-1)?.clientCertificate, fingerprint256);
  });
});

suite('A login', () => {
  test('by a token file is read again once it is refused', async () => {
    await writeFile(join(home, 'token'), `${controlPlane.tokens.none}\n`);
    const { get } = await connectAs({ tokenFile: 'token' });
    assert.equal(failureOf(await get(), 'status').status.code, 403);
    await writeFile(join(home, 'token'), controlPlane.tokens.admin);
    proxy.inject({ kind: 'answer', status: 401 });
    await assertSignedIn(get());
  });

  test('by a token file that is missing is a failure, unless there is a token beside it', async () => {
    await writeFile(join(home, 'gone'), 'x');
    await unlink(join(home, 'gone'));
    const { get } = await connectAs({ tokenFile: 'gone' });
    assert.match(failureOf(await get(), 'credentials').detail, /gone cannot be read \(ENOENT\)$/);
    const both = await connectAs({ tokenFile: 'gone', token: controlPlane.tokens.admin });
    await assertSignedIn(both.get());
  });

  test('by a client certificate, as data or as files, shows it', async () => {
    const { certificateFile, keyFile } = controlPlane.certificate;
    const [certificate, key] = [await readFile(certificateFile), await readFile(keyFile)];
    const { fingerprint256 } = new X509Certificate(certificate);
    const data = {
      'client-certificate-data': btoa(certificate.toString()),
      'client-key-data': btoa(key.toString()),
    };
    for (const user of [data, { 'client-certificate': certificateFile, 'client-key': keyFile }]) {
      const { get } = await connectAs(user);
      await get();
      assert.equal(proxy.requests.at(-1)?.clientCertificate, fingerprint256);
    }
  });

  test('by a certificate that is none is unusable', async () => {
    const { get } = await connectAs({ 'client-certificate-data': btoa('x'), 'client-key-data': btoa('y') });
    assert.match(failureOf(await get(), 'contextUnusable').detail, /not valid PEM/);
  });

  test('by name and password', async () => {
    const { get } = await connectAs({ username: 'jane', password: 'p:w' });
    await get();
    assert.equal(proxy.requests.at(-1)?.headers.authorization, `Basic ${btoa('jane:p:w')}`);
  });

  test('by OIDC is refreshed once and kept while it is good', async (t) => {
    const issuer = await startOidcIssuer(controlPlane.certificate);
    t.after(() => issuer.close());
    const { get } = await connectAs(oidc(issuer.url));
    // The API server knows no issuer, so the answers are none of its own.
    proxy.inject({ kind: 'answer', status: 404 }, { times: 4 });
    await Promise.all([get(), get(), get()]);
    await get();
    assert.deepEqual(issuer.refreshTokens, ['first']);
    assert.equal(proxy.requests.at(-1)?.headers.authorization, `Bearer ${issuer.idTokens[0]}`);
    assert.equal(failureOf(await get(), 'status').status.code, 401);
    assert.deepEqual(issuer.refreshTokens, ['first', 'refresh-1'], 'refused before its time');
    assert.equal(proxy.requests.at(-1)?.headers.authorization, `Bearer ${issuer.idTokens[1]}`);
  });

  test('by OIDC with a client secret sends it in the header, or in the form where that is refused', async (t) => {
    for (const secretIn of ['header', 'form'] as const) {
      const issuer = await startOidcIssuer({ ...controlPlane.certificate, secretIn, clientSecret: 's&1' });
      t.after(() => issuer.close());
      const { get } = await connectAs(oidc(issuer.url, { 'client-secret': 's&1' }));
      proxy.inject({ kind: 'answer', status: 404 });
      await get();
      assert.equal(proxy.requests.at(-1)?.headers.authorization, `Bearer ${issuer.idTokens[0]}`);
    }
  });

  test('by OIDC that cannot be refreshed is a failure in words', async (t) => {
    const issuer = await startOidcIssuer(controlPlane.certificate);
    t.after(() => issuer.close());
    issuer.refuse();
    const { get } = await connectAs(oidc(issuer.url));
    const { detail } = failureOf(await get(), 'credentials');
    assert.equal(detail, 'the OIDC issuer refused to refresh the token (400: invalid_grant); sign in again');
    await issuer.close();
    assert.match(failureOf(await get(), 'credentials').detail, /cannot be reached \(ECONNREFUSED\)$/);
    const without = await connectAs(oidc(issuer.url, { 'refresh-token': '' }));
    assert.match(failureOf(await without.get(), 'credentials').detail, /no refresh-token; sign in again$/);
  });

  function oidc(issuer: string, changes: Record<string, string> = {}): Record<string, unknown> {
    return {
      'auth-provider': {
        name: 'oidc',
        config: {
          'idp-issuer-url': issuer,
          'client-id': 'kubectl',
          'id-token': makeIdToken(issuer, -60),
          'refresh-token': 'first',
          'idp-certificate-authority': controlPlane.caFile,
          ...changes,
        },
      },
    };
  }
});
