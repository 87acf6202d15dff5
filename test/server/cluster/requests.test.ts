import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { Cluster } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import {
  apply,
  configMap,
  failureOf,
  makeClusters,
  noSignal,
  type TestClusters,
  valueOf,
  waitFor,
} from './fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let clusters: TestClusters;
let cluster: Cluster;
let timeoutMilliseconds: number;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'by proxy');
  const { server } = proxy;
  const { caFile: certificateAuthority, tokens } = controlPlane;
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server, certificateAuthority, user: { token: tokens.admin } },
    { context: 'limited', server, certificateAuthority, user: { token: tokens.limited } },
    { context: 'nobody', server, certificateAuthority, user: { token: 'wrong-0123456789' } },
    {
      context: 'as-jane',
      server,
      certificateAuthority,
      user: {
        token: tokens.admin,
        as: 'jane',
        'as-groups': ['a', 'b'],
        'as-user-extra': { 'example.dev/Why': ['x'] },
      },
    },
  ]);
  clusters = makeClusters(kubeconfig, { requestTimeoutMilliseconds: () => timeoutMilliseconds });
  cluster = await clusters.open('prod');
  await apply(controlPlane, manifest);
});
beforeEach(() => {
  timeoutMilliseconds = 30_000;
  proxy.clear();
});
after(async () => {
  await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

const manifest = `
apiVersion: v1
kind: Namespace
metadata: {name: team-four}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: team-four}
data: {a: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: default}
data: {a: "other"}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: "system:demo:reader", annotations: {note: "100%3A"}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: team-four}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, env: [{name: A, value: "1"}]}]}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: anythings.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Anything, plural: anythings}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

const settings = configMap('prod', 'team-four', 'settings');
const clusterRole = {
  context: 'prod',
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  resource: 'clusterroles',
  name: 'system:demo:reader',
};

/** The object with one entry of `data` changed. */
async function changed(value: string, ref = settings): Promise<Parameters<Cluster['replace']>[1]> {
  return { ...valueOf(await cluster.get(ref, noSignal())), data: { a: value } };
}

/** What kubectl finds in `data.a`. */
async function storedValue(namespace = 'team-four'): Promise<string> {
  const args = ['get', 'configmap', 'settings', '-n', namespace, '-o', 'jsonpath={.data.a}'];
  return (await controlPlane.kubectl(args)).stdout;
}

suite('Reading and writing an object', () => {
  test('R122 a write goes to the namespace that the object was read from', async () => {
    const { object, warnings } = valueOf(await cluster.replace(settings, await changed('2'), noSignal()));
    assert.deepEqual([object['data'], warnings], [{ a: '2' }, []]);
    assert.equal(await storedValue(), '2');
    assert.equal(await storedValue('default'), 'other');
  });

  test('a write says who, refuses unknown fields, carries its length and our name', async () => {
    valueOf(await cluster.replace(settings, await changed('3'), noSignal()));
    const { method, url, headers } = proxy.requests.at(-1) ?? assert.fail();
    assert.deepEqual(
      [method, url],
      [
        'PUT',
        '/api/v1/namespaces/team-four/configmaps/settings?fieldManager=kubernetes-live-edit&fieldValidation=Strict',
      ],
    );
    assert.equal(headers['user-agent'], 'kubernetes-live-edit/1.2.3');
    assert.ok(Number(headers['content-length']) > 0);
    assert.equal(headers['transfer-encoding'], undefined);
    const { stdout } = await controlPlane.kubectl([
      'get',
      'configmap',
      'settings',
      '-n',
      'team-four',
      '--show-managed-fields',
      '-o',
      'jsonpath={.metadata.managedFields[*].manager}',
    ]);
    assert.match(stdout, /\bkubernetes-live-edit\b/);

    const unknown = { ...(await changed('4')), nonsense: true };
    const { status } = failureOf(await cluster.replace(settings, unknown, noSignal()), 'status');
    assert.deepEqual([status.code, status.reason], [400, 'BadRequest']);
  });

  test('a write over an older version is a conflict, and nothing is written', async () => {
    const before = await changed('mine');
    valueOf(await cluster.replace(settings, await changed('theirs'), noSignal()));
    const { status } = failureOf(await cluster.replace(settings, before, noSignal()), 'status');
    assert.deepEqual([status.code, status.reason, status.details?.name], [409, 'Conflict', 'settings']);
    assert.equal(await storedValue(), 'theirs');
  });

  test('a write without resourceVersion or uid is not sent', async () => {
    const object = await changed('5');
    const sent = proxy.requests.length;
    for (const metadata of [
      { name: 'settings', uid: 'u' },
      { name: 'settings', resourceVersion: '1' },
    ])
      await assert.rejects(cluster.replace(settings, { ...object, metadata }, noSignal()), TypeError);
    assert.equal(proxy.requests.length, sent);
  });

  test('the server refuses an invalid object with its causes', async () => {
    const web = { ...settings, group: 'apps', resource: 'deployments', name: 'web' };
    const object = valueOf(await cluster.get(web, noSignal()));
    const spec = { ...(object['spec'] as object), replicas: -1 };
    const { status } = failureOf(await cluster.replace(web, { ...object, spec }, noSignal()), 'status');
    assert.deepEqual([status.code, status.reason], [422, 'Invalid']);
    assert.equal(status.details?.causes?.[0]?.field, 'spec.replicas');
  });

  test('warnings of the server arrive, quotes and all', async () => {
    const web = { ...settings, group: 'apps', resource: 'deployments', name: 'web' };
    const object = valueOf(await cluster.get(web, noSignal()));
    const text = JSON.stringify(object).replace(
      '{"name":"A","value":"1"}',
      '{"name":"A","value":"1"},{"name":"A","value":"2"}',
    );
    const answer = await cluster.replace(web, JSON.parse(text) as typeof object, noSignal());
    assert.match(valueOf(answer).warnings.join(), /env\[1\]: hides previous definition of "A"/);
  });

  test('integers beyond 2^53 keep their digits on the way there and back', async () => {
    const big = { ...settings, group: 'example.dev', resource: 'anythings', name: 'big' };
    await apply(
      controlPlane,
      '{"apiVersion":"example.dev/v1","kind":"Anything","metadata":{"name":"big","namespace":"team-four"},"id":9007199254740993}',
    );
    const object = valueOf(await cluster.get(big, noSignal()));
    assert.equal(object['id'], 9007199254740993n);
    valueOf(await cluster.replace(big, { ...object, other: -9223372036854775807n }, noSignal()));
    const path = '/apis/example.dev/v1/namespaces/team-four/anythings/big';
    const { body } = await controlPlane.request({ path });
    assert.match(body, /"id":9007199254740993,/);
    assert.match(body, /"other":-9223372036854775807/);
  });

  test('R139 R140 names with colons are read and written, encoded once; %3A in a value stays', async () => {
    const object = valueOf(await cluster.get(clusterRole, noSignal()));
    assert.match(proxy.requests.at(-1)?.url ?? '', /\/clusterroles\/system%3Ademo%3Areader$/);
    const written = valueOf(await cluster.replace(clusterRole, { ...object, rules: [] }, noSignal())).object;
    assert.match(JSON.stringify(written), /"name":"system:demo:reader"/);
    assert.match(JSON.stringify(written), /"note":"100%3A"/);
    const gone = { ...clusterRole, name: 'system:demo:gone' };
    const failure = failureOf(await cluster.get(gone, noSignal()), 'status');
    assert.equal(JSON.stringify(failure).includes('%3A'), false);
  });

  test('R121 a cluster-scoped object has its own path; an empty name asks for nothing', async () => {
    const namespace = {
      context: 'prod',
      group: '',
      version: 'v1',
      resource: 'namespaces',
      name: 'team-four',
    };
    assert.equal(valueOf(await cluster.get(namespace, noSignal()))['kind'], 'Namespace');
    assert.equal(proxy.requests.at(-1)?.url, '/api/v1/namespaces/team-four');
    const sent = proxy.requests.length;
    const nameless = { ...namespace, name: '' };
    await assert.rejects(cluster.get(nameless, noSignal()), RangeError);
    await assert.rejects(cluster.replace(nameless, await changed('x'), noSignal()), RangeError);
    await assert.rejects(async () => {
      const watch = cluster.watch({ ref: nameless, resourceVersion: '1', signal: noSignal() });
      for await (const item of watch) assert.fail(item.kind);
    }, RangeError);
    assert.equal(proxy.requests.length, sent + 1); // the GET of `changed`
  });

  test('R127 contexts used at the same time each reach their own server with their own login', async (t) => {
    const other = await startFaultProxy(controlPlane);
    t.after(() => other.close());
    const kubeconfig = join(controlPlane.folder, 'two servers');
    const { caFile: certificateAuthority, tokens } = controlPlane;
    await writeKubeconfig(kubeconfig, [
      { context: 'a', server: proxy.server, certificateAuthority, user: { token: tokens.admin } },
      { context: 'b', server: other.server, certificateAuthority, user: { token: tokens.limited } },
    ]);
    const both = makeClusters(kubeconfig);
    t.after(() => both.dispose());
    const before = proxy.requests.length;
    const ref = configMap('a', 'shop', 'kube-root-ca.crt');
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const one = await both.open(index % 2 === 0 ? 'a' : 'b');
        await one.get(ref, noSignal());
      }),
    );
    const logins = (seen: FaultProxy, from: number) =>
      seen.requests.slice(from).map(({ headers }) => headers.authorization);
    assert.deepEqual(logins(proxy, before), Array<string>(20).fill(`Bearer ${tokens.admin}`));
    assert.deepEqual(logins(other, 0), Array<string>(20).fill(`Bearer ${tokens.limited}`));
  });

  test('R128 the context that is asked for counts, not the current one; no program is started', async (t) => {
    const [first] = valueOf(await clusters.contexts());
    assert.deepEqual([first?.name, first?.current], ['prod', true]);
    const limited = await clusters.open('limited');
    const { status } = failureOf(await limited.get(settings, noSignal()), 'status');
    assert.match(status.message, /User "limited" cannot get resource "configmaps"/);
    // PATH is all of the environment, and without it nothing could be started by name.
    const bare = makeClusters(join(controlPlane.folder, 'by proxy'), { environment: {} });
    t.after(() => bare.dispose());
    assert.equal(valueOf(await (await bare.open('prod')).get(settings, noSignal()))['kind'], 'ConfigMap');
  });

  test('impersonation says who, with groups and extra', async () => {
    const jane = await clusters.open('as-jane');
    const { status } = failureOf(await jane.get(settings, noSignal()), 'status');
    assert.match(status.message, /User "jane" cannot get resource "configmaps"/);
    const { headers } = proxy.requests.at(-1) ?? assert.fail();
    assert.equal(headers['impersonate-group'], 'a, b');
    assert.equal(headers['impersonate-extra-example.dev%2fwhy'], 'x');
  });

  test('the uid of a cluster is asked for once', async () => {
    const other = await clusters.open('prod');
    const uid = valueOf(await other.uid(noSignal()));
    const asked = proxy.requests.length;
    assert.equal(valueOf(await other.uid(noSignal())), uid);
    assert.equal(proxy.requests.length, asked);
    const args = ['get', 'namespace', 'kube-system', '-o', 'jsonpath={.metadata.uid}'];
    assert.equal((await controlPlane.kubectl(args)).stdout, uid);
  });
});

suite('A list of names', () => {
  test('comes in pages with only metadata in them', async () => {
    const entry = (index: number) =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: entry-${index}, namespace: shop}, data: {x: ${'x'.repeat(1000)}}}`;
    await apply(controlPlane, Array.from({ length: 25 }, (_, index) => entry(index)).join('\n---\n'));
    const names: string[] = [];
    let continueToken: string | undefined;
    const sizes: [number, number | undefined][] = [];
    do {
      const page = valueOf(
        await cluster.list({
          resource: settings,
          namespace: 'shop',
          limit: 10,
          ...(continueToken === undefined ? {} : { continueToken }),
          signal: noSignal(),
        }),
      );
      names.push(...page.objects.map(({ name }) => name));
      sizes.push([page.objects.length, page.remaining]);
      assert.ok(page.objects.every(({ namespace }) => namespace === 'shop'));
      continueToken = page.continueToken;
    } while (continueToken !== undefined);
    assert.deepEqual(sizes, [
      [10, 15],
      [10, 5],
      [5, undefined],
    ]);
    assert.equal(new Set(names).size, 25);
    assert.match(
      proxy.requests.at(-1)?.headers.accept ?? '',
      /^application\/json;as=PartialObjectMetadataList/,
    );
  });

  test('of all namespaces, and of the cluster itself', async () => {
    const all = valueOf(await cluster.list({ resource: settings, limit: 500, signal: noSignal() }));
    const spaces = all.objects.filter(({ name }) => name === 'settings').map(({ namespace }) => namespace);
    assert.deepEqual(spaces.sort(), ['default', 'team-four']);
    const roles = valueOf(await cluster.list({ resource: clusterRole, limit: 500, signal: noSignal() }));
    assert.deepEqual(
      roles.objects.find(({ name }) => name === clusterRole.name),
      { name: clusterRole.name },
    );
  });

  test('may be refused where a single object may be read', async () => {
    const limited = await clusters.open('limited');
    const refused = await limited.list({ resource: clusterRole, limit: 10, signal: noSignal() });
    assert.equal(failureOf(refused, 'status').status.code, 403);
  });
});

suite('Connections', () => {
  test('one is kept alive for many requests, and closed at the end', async (t) => {
    const own = makeClusters(join(controlPlane.folder, 'by proxy'));
    t.after(() => own.dispose());
    const before = proxy.connections();
    for (let index = 0; index < 20; index++) {
      const kept = await own.open('prod');
      await kept.get(settings, noSignal());
      await kept.get(settings, noSignal()); // at once
    }
    assert.equal(proxy.connections().accepted, before.accepted + 1);
    await own.dispose();
    await waitFor(() => proxy.connections().open <= before.open);
    failureOf(await (await own.open('prod')).get(settings, noSignal()), 'unreachable');
  });

  test('R125 a cluster that is down is named with host and cause, and works again without a new connection', async () => {
    await proxy.refuse();
    const object = { ...(await changedBehindTheProxy('6')) };
    const failure = failureOf(await cluster.replace(settings, object, noSignal()), 'unreachable');
    assert.deepEqual(failure, {
      kind: 'unreachable',
      context: 'prod',
      server: proxy.server,
      detail: 'the connection was refused',
      sent: 'no',
    });
    await proxy.resume();
    valueOf(await cluster.replace(settings, object, noSignal()));
    assert.equal(await storedValue(), '6');
  });

  test('a write whose answer is lost may have been done, and it was', async () => {
    const object = await changed('7');
    proxy.inject({ kind: 'cutAfter' });
    const failure = failureOf(await cluster.replace(settings, object, noSignal()), 'unreachable');
    assert.equal(failure.sent, 'perhaps');
    assert.equal(await storedValue(), '7');
  });

  test('a write that is cut off before it is done is not known to be undone', async () => {
    const object = await changed('8');
    const sent = proxy.requests.length;
    proxy.inject({ kind: 'cutBefore' });
    const failure = failureOf(await cluster.replace(settings, object, noSignal()), 'unreachable');
    assert.equal(failure.sent, 'perhaps');
    assert.equal(await storedValue(), '7');
    assert.equal(proxy.requests.length, sent + 1, 'it was not sent again');
  });

  test('silence ends with the time-out that is set at that moment', async () => {
    const object = await changed('9');
    timeoutMilliseconds = 200;
    proxy.inject({ kind: 'silence' }, { times: 2 });
    const started = performance.now();
    const read = failureOf(await cluster.get(settings, noSignal()), 'timeout');
    assert.deepEqual([read.milliseconds, read.server], [200, proxy.server]);
    assert.ok(performance.now() - started < 20_000);
    const write = failureOf(await cluster.replace(settings, object, noSignal()), 'timeout');
    assert.equal(write.sent, 'perhaps');
  });

  test('an answer that stops in its middle ends with the time-out, or as a lost connection', async () => {
    proxy.inject({ kind: 'cutAnswer', bytes: 20 });
    assert.match(
      failureOf(await cluster.get(settings, noSignal()), 'unreachable').detail,
      /closed|cut short|reset/,
    );
  });

  test('a signal cancels at once, also before anything is sent', async () => {
    proxy.inject({ kind: 'silence' });
    const controller = new AbortController();
    const answer = cluster.get(settings, controller.signal);
    setTimeout(() => controller.abort(), 50);
    failureOf(await answer, 'cancelled');
    const sent = proxy.requests.length;
    failureOf(await cluster.get(settings, controller.signal), 'cancelled');
    assert.equal(proxy.requests.length, sent);
  });
});

/** As `changed`, read around the proxy. */
async function changedBehindTheProxy(value: string): Promise<Parameters<Cluster['replace']>[1]> {
  const { body } = await controlPlane.request({ path: '/api/v1/namespaces/team-four/configmaps/settings' });
  return { ...(JSON.parse(body) as object), data: { a: value } };
}
