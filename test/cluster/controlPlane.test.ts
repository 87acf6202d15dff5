import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startControlPlane, type ControlPlane } from './controlPlane';
import { loadDemo } from './demo';
import { ControlPlaneError } from './errors';
import { writeKubeconfig } from './kubeconfig';
import { processesNaming } from './processList';

const deployment = '/apis/apps/v1/namespaces/shop/deployments/web';
const configMaps = '/api/v1/namespaces/shop/configmaps';

interface LiveObject {
  metadata: { name: string; resourceVersion: string; uid: string; generation: number; continue?: string };
  spec: { replicas: number };
  status: { observedGeneration: number; readyReplicas?: number };
}

suite('the control plane', () => {
  let cluster: ControlPlane;

  before(async () => {
    cluster = await startControlPlane({ controllers: true, kwok: true });
    await loadDemo(cluster);
  });
  after(() => cluster.stop());

  const read = async (path: string): Promise<LiveObject> => {
    const { status, body } = await cluster.request({ path });
    assert.equal(status, 200, body);
    return JSON.parse(body) as LiveObject;
  };
  const can = async (kubeconfig: string, verb: string, resource: string, namespace = 'shop') =>
    (await cluster.kubectl(['auth', 'can-i', verb, resource, '-n', namespace], { kubeconfig })).stdout.trim();
  const scale = async (replicas: number) => {
    const { code, stderr } = await cluster.kubectl([
      ...['scale', '-n', 'shop', 'deployment/web', `--replicas=${replicas}`],
    ]);
    assert.equal(code, 0, stderr);
  };
  /** The Deployment once its controller has seen all of it and this many pods are ready; fails after 30 seconds. */
  const waitUntilReady = async (replicas: number): Promise<LiveObject> => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const live = await read(deployment);
      const { observedGeneration, readyReplicas } = live.status;
      if (observedGeneration === live.metadata.generation && readyReplicas === replicas) return live;
      assert.ok(Date.now() < deadline, JSON.stringify(live.status));
      await wait(100);
    }
  };

  test('has the demo objects, and the Deployment is rolled out', async () => {
    const { status } = await read(deployment);
    assert.equal(status.readyReplicas, 3);
    for (const name of ['service/web', 'configmap/web-config', 'hpa/web', 'secret/web-credentials']) {
      assert.equal((await cluster.kubectl(['get', '-n', 'shop', name])).code, 0, name);
    }
    const promotion = await read('/apis/shop.example.com/v1/namespaces/shop/promotions/autumn');
    assert.equal(promotion.status.observedGeneration, promotion.metadata.generation);
  });

  test('gives the admin every right', async () => {
    assert.equal(await can(cluster.kubeconfigs.admin, '*', '*'), 'yes');
  });

  test('lets the limited user read and update two kinds of one namespace, and not watch', async () => {
    const { limited } = cluster.kubeconfigs;
    const answers = new Map<string, string>();
    for (const verb of ['get', 'list', 'update', 'watch', 'patch', 'create', 'delete']) {
      answers.set(verb, await can(limited, verb, 'deployments.apps'));
    }
    assert.deepEqual(Object.fromEntries(answers), {
      ...{ get: 'yes', list: 'yes', update: 'yes' },
      ...{ watch: 'no', patch: 'no', create: 'no', delete: 'no' },
    });
    assert.equal(await can(limited, 'update', 'configmaps'), 'yes');
    assert.equal(await can(limited, 'get', 'secrets'), 'no');
    assert.equal(await can(limited, 'get', 'configmaps', 'default'), 'no');
  });

  test('knows the user without rights, but no stranger', async () => {
    const { tokens, kubeconfigs } = cluster;
    const ask = async (token: string) => (await cluster.request({ path: configMaps, token })).status;
    assert.equal(await ask(tokens.none), 403);
    assert.equal(await ask('a-stranger'), 401);
    const { stderr } = await cluster.kubectl(['get', 'pods'], { kubeconfig: kubeconfigs.none });
    assert.match(stderr, /\(Forbidden\).*User "none"/);
  });

  test('makes further kubeconfigs, also with a relative certificate authority', async () => {
    const file = join(cluster.folder, 'several.yaml');
    await writeKubeconfig(
      file,
      [
        cluster.contextOf('limited', { context: 'shop/ro', namespace: 'shop' }),
        cluster.contextOf('admin', { context: 'b', certificateAuthority: 'certificates/apiserver.crt' }),
        cluster.contextOf('admin', { context: 'elsewhere', server: 'https://127.0.0.1:1' }),
      ],
      'b',
    );
    const kubectl = (...args: string[]) => cluster.kubectl(args, { kubeconfig: file });
    assert.match((await kubectl('get', 'namespaces')).stdout, /shop/);
    assert.match((await kubectl('--context=shop/ro', 'get', 'deployments')).stdout, /web/);
    assert.match((await kubectl('--context=elsewhere', 'get', 'namespaces')).stderr, /refused/);
  });

  test('records a write with the precondition it carried, and the watch, but not the components', async () => {
    const { metadata } = await read(`${configMaps}/web-config`);
    const put = await cluster.request({
      method: 'PUT',
      path: `${configMaps}/web-config?fieldManager=the-test`,
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web-config', resourceVersion: metadata.resourceVersion, uid: metadata.uid },
        data: { changed: 'yes' },
      }),
    });
    assert.equal(put.status, 200, put.body);
    await cluster.request({ path: `${configMaps}?watch=1&timeoutSeconds=1` });

    const events = await cluster.audit();
    const [update] = events.filter(({ requestURI }) => requestURI.endsWith('?fieldManager=the-test'));
    assert.equal(update?.verb, 'update');
    assert.equal(update.user.username, 'admin');
    assert.equal(update.responseStatus?.code, 200);
    assert.equal(update.requestObject?.metadata?.resourceVersion, metadata.resourceVersion);
    assert.equal(update.requestObject.metadata.uid, metadata.uid);
    const watches = events.filter(
      ({ verb, requestURI }) => verb === 'watch' && requestURI.startsWith(configMaps),
    );
    assert.deepEqual(
      watches.map(({ stage }) => stage),
      ['ResponseStarted', 'ResponseComplete'],
    );
    const users = new Set(events.map(({ user }) => user.username));
    assert.deepEqual(users, new Set(['admin', 'limited', 'none', undefined])); // the last of them: the stranger
  });

  test('has every answered request in the record at once', async () => {
    for (let index = 0; index < 20; index += 1) {
      const path = `${configMaps}/web-config?pretty=${index}`;
      await cluster.request({ path });
      const events = await cluster.audit();
      assert.ok(
        events.some(({ requestURI }) => requestURI === path),
        path,
      );
    }
  });

  test('observedGeneration lags while the controller manager is suspended and then catches up', async () => {
    const before = await waitUntilReady(3);
    cluster.suspend('kube-controller-manager');
    await scale(4);
    await wait(1_000);
    const { metadata, status } = await read(deployment);
    assert.equal(metadata.generation, before.metadata.generation + 1);
    assert.equal(status.observedGeneration, before.metadata.generation);
    cluster.resume('kube-controller-manager');
    await waitUntilReady(4);
  });

  test('restarts a controller manager that was killed', async () => {
    await cluster.stopComponent('kube-controller-manager');
    assert.equal(cluster.processIds()['kube-controller-manager'], undefined);
    await scale(3);
    await cluster.startComponent('kube-controller-manager');
    await waitUntilReady(3);
  });

  test('the API server answers nothing while stopped, and comes back on its port with everything', async () => {
    const before = await read(deployment);
    await cluster.stopComponent('kube-apiserver');
    await assert.rejects(cluster.request({ path: deployment }), { code: 'ECONNREFUSED' });
    await cluster.startComponent('kube-apiserver');
    assert.equal((await read(deployment)).metadata.uid, before.metadata.uid);
    assert.ok(
      (await cluster.audit()).some(({ requestURI }) => requestURI.endsWith('?fieldManager=the-test')),
    );
  });

  test('a suspended API server takes connections and answers nothing', async () => {
    cluster.suspend('kube-apiserver');
    await assert.rejects(cluster.request({ path: deployment, timeout: 500 }), { code: 'ETIMEDOUT' });
    cluster.resume('kube-apiserver');
    await read(deployment);
  });

  test('after a compaction old watches and old pages are expired, and new watches are not', async () => {
    const watchFrom = async (resourceVersion: string) => {
      const query = `watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
      const { status, body } = await cluster.request({ path: `${configMaps}?${query}` });
      assert.equal(status, 200);
      return body;
    };
    const annotate = (annotation: string) =>
      cluster.kubectl(['annotate', '-n', 'shop', 'configmap/web-config', annotation]);
    await annotate('first=yes'); // what is older than the API server's start is expired already
    const old = await read(`${configMaps}/web-config`);
    const page = await read(`${configMaps}?limit=1`);
    const nextPage = `${configMaps}?limit=1&continue=${page.metadata.continue ?? ''}`;
    await annotate('second=yes');
    assert.match(await watchFrom(old.metadata.resourceVersion), /^\{"type":"MODIFIED"/);
    assert.equal((await cluster.request({ path: nextPage })).status, 200);

    await cluster.compact();

    const first = JSON.parse(await watchFrom(old.metadata.resourceVersion)) as {
      type: string;
      object: unknown;
    };
    assert.equal(first.type, 'ERROR');
    const { reason, code } = first.object as { reason: string; code: number };
    assert.deepEqual({ reason, code }, { reason: 'Expired', code: 410 });
    assert.equal((await cluster.request({ path: nextPage })).status, 410);
    const now = await read(`${configMaps}/web-config`);
    assert.doesNotMatch(await watchFrom(now.metadata.resourceVersion), /ERROR/);
  });
});

test('two control planes live side by side, and stop() leaves neither process nor folder', async () => {
  const [a, b] = await Promise.all([startControlPlane({ name: 'A' }), startControlPlane({ name: 'B' })]);
  try {
    const uids = await Promise.all(
      [a, b].map((each) => each.request({ path: '/api/v1/namespaces/kube-system' })),
    );
    const [uidOfA, uidOfB] = uids.map(({ body }) => (JSON.parse(body) as LiveObject).metadata.uid);
    assert.notEqual(uidOfA, uidOfB);
    assert.equal((await a.request({ path: '/api', token: b.tokens.admin })).status, 401);
    assert.ok((await processesNaming(a.folder)).length >= 3); // etcd, API server, guard
    await assert.rejects(b.restart('kwok'), ControlPlaneError);

    b.suspend('etcd');
    await Promise.all([a.stop(), b.stop()]);
    for (const { folder } of [a, b]) {
      assert.deepEqual(await processesNaming(folder), []);
      assert.equal(existsSync(folder), false);
    }
  } finally {
    await Promise.all([a.stop(), b.stop()]);
  }
});
