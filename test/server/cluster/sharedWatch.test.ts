import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { Cluster, WatchItem } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';
import { apply, failureOf, makeClusters, type TestClusters, valueOf } from './fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let clusters: TestClusters;
let namespaces = 0;
/** Each test has a namespace of its own, and with it a shared watch of its own. */
let namespace: string;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'by proxy');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: 'prod', server: proxy.server }),
    controlPlane.contextOf('none', { context: 'named', server: proxy.server }),
  ]);
  clusters = makeClusters(kubeconfig, { requestTimeoutMilliseconds: () => 30_000 });
});
beforeEach(async () => {
  proxy.clear();
  namespaces += 1;
  namespace = `shared-${namespaces}`;
  await kubectl('create', 'namespace', namespace);
});
after(async () => {
  await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

function configMap(name: string): ObjectRef {
  return { context: 'prod', group: '', version: 'v1', resource: 'configmaps', namespace, name };
}

/** Writes the value of each ConfigMap; others of the test's namespace stay as they are. */
async function write(values: Record<string, string>): Promise<void> {
  const manifests = Object.entries(values).map(([name, value]) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace },
      data: { a: value },
    }),
  );
  await apply(controlPlane, manifests.join('\n---\n'));
}

interface Following {
  /** What has come so far: the kinds of items, of objects with their value. */
  seen: string[];
  items: WatchItem[];
  isOver: () => boolean;
  stop: () => void;
}

/** Follows an object from the version that it has now, or from the given one. */
async function follow(
  cluster: Cluster,
  ref: ObjectRef,
  { from, reread = false }: { from?: string; reread?: boolean } = {},
): Promise<Following> {
  const ending = new AbortController();
  const { signal } = ending;
  const items: WatchItem[] = [];
  const seen: string[] = [];
  let isOver = false;
  const resourceVersion = from ?? (await versionOf(cluster, ref));
  const read = async (): Promise<void> => {
    for await (const item of cluster.watch({ ref, resourceVersion, reread, signal })) {
      items.push(item);
      if (item.kind !== 'BOOKMARK') seen.push(describe(item));
    }
    isOver = true;
  };
  void read();
  return { seen, items, isOver: () => isOver, stop: () => ending.abort() };
}

function describe(item: WatchItem): string {
  if (!('object' in item)) return item.kind;
  const data = item.object['data'] as { a: string } | undefined;
  return data === undefined ? item.kind : `${item.kind} ${data.a}`;
}

async function versionOf(cluster: Cluster, ref: ObjectRef): Promise<string> {
  const { metadata } = valueOf(await cluster.get(ref, new AbortController().signal));
  return (metadata as { resourceVersion: string }).resourceVersion;
}

async function followAll(cluster: Cluster, names: string[]): Promise<Following[]> {
  return Promise.all(names.map((name) => follow(cluster, configMap(name))));
}

async function until(holds: () => boolean, what: () => unknown = () => ''): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!holds()) {
    if (Date.now() > deadline) assert.fail(`it did not come about: ${JSON.stringify(what())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function stopAll(following: Following[]): void {
  following.forEach(({ stop }) => stop());
}

/** Requests of the test's namespace so far. */
function seenRequests(): SeenRequest[] {
  return proxy.requests.filter(({ url }) => url.includes(`/namespaces/${namespace}/`));
}

function isWatch({ url }: SeenRequest): boolean {
  return url.includes('watch=1');
}

function isSharedWatch(request: SeenRequest): boolean {
  return isWatch(request) && !request.url.includes('fieldSelector');
}

function isList({ url }: SeenRequest): boolean {
  return url.includes('limit=');
}

function count(which: (request: SeenRequest) => boolean): number {
  return seenRequests().filter(which).length;
}

/** The shared watch stands for all of these. */
async function untilShared(following: Following[], { watches = 1 } = {}): Promise<void> {
  await until(
    () => count(isSharedWatch) >= watches && following.every(({ seen }) => seen.includes('started')),
    () => following.map(({ seen }) => seen),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
}

suite('One watch of a collection', { timeout: 600_000 }, () => {
  test('R157 serves four objects, from a quorum list of metadata on; three have a watch each', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1', e: '1' });
    const cluster = await clusters.open('prod');
    const three = await followAll(cluster, ['a', 'b', 'c']);
    await until(() => three.every(({ seen }) => seen.includes('started')));
    assert.equal(count(isWatch), 3);
    assert.equal(count(isSharedWatch), 0);
    const all = [...three, await follow(cluster, configMap('d'))];
    await untilShared(all);
    assert.equal(count(isWatch), 4);
    const list = seenRequests().find(isList) ?? assert.fail();
    assert.match(list.headers.accept ?? '', /as=PartialObjectMetadataList/);
    assert.equal(new URL(list.url, 'https://a.test').searchParams.has('resourceVersion'), false);
    await write({ a: '2', d: '2', e: '2' });
    await until(() => all[3]?.seen.includes('MODIFIED 2') === true && all[0]?.seen.length === 2);
    assert.deepEqual(
      all.map(({ seen }) => seen),
      [['started', 'MODIFIED 2'], ['started'], ['started'], ['started', 'MODIFIED 2']],
    );
    stopAll(all);
  });

  test('tells of deletion and creation anew, and of nothing that happens to others', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const all = await followAll(cluster, ['a', 'b', 'c', 'd']);
    await untilShared(all);
    const storm = Array.from({ length: 300 }, (_, index) => [`other-${index}`, '1'] as const);
    await write(Object.fromEntries(storm));
    await kubectl('-n', namespace, 'delete', 'configmap', 'b');
    await write({ b: '2' });
    await until(() => all[1]?.seen.includes('ADDED 2') === true);
    assert.deepEqual(
      all.map(({ seen }) => seen.join()),
      ['started', 'started,DELETED 1,ADDED 2', 'started', 'started'],
    );
    stopAll(all);
  });

  test('begins anew for one who comes later; what they have missed is told, nothing is told twice', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1', late: '1', gone: '1', same: '1' });
    const cluster = await clusters.open('prod');
    const [late, gone] = [
      await versionOf(cluster, configMap('late')),
      await versionOf(cluster, configMap('gone')),
    ];
    const all = await followAll(cluster, ['a', 'b', 'c', 'd']);
    await untilShared(all);
    await write({ late: '2' });
    await write({ late: '3', a: '2' });
    await kubectl('-n', namespace, 'delete', 'configmap', 'gone');
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true);
    const later = [
      await follow(cluster, configMap('late'), { from: late }),
      await follow(cluster, configMap('gone'), { from: gone }),
      await follow(cluster, configMap('same')),
    ];
    await until(() => later.every(({ seen }) => seen.includes('started')));
    await write({ late: '4', gone: '5', same: '6', a: '3' });
    await until(
      () => later.every(({ seen }) => seen.length > 1) && all[0]?.seen.includes('MODIFIED 3') === true,
    );
    assert.deepEqual(
      [...later, ...all].map(({ seen }) => seen.join()),
      [
        'READ 3,started,MODIFIED 4',
        'MISSING,started,ADDED 5',
        'started,MODIFIED 6',
        'started,MODIFIED 2,MODIFIED 3',
        'started',
        'started',
        'started',
      ],
    );
    stopAll([...all, ...later]);
  });

  test('R148 a change between the list and the watch, or a list that comes late, brings nothing old and nothing twice', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const three = await followAll(cluster, ['a', 'b', 'c']);
    await until(() => three.every(({ seen }) => seen.includes('started')));
    // The list is made at once; while it is on its way, and then while the watch is, others write.
    proxy.inject({ kind: 'delayAnswer', milliseconds: 3_000 }, { when: isList });
    const release = Promise.withResolvers<undefined>();
    proxy.inject({ kind: 'hold', until: release.promise }, { when: isSharedWatch });
    const all = [...three, await follow(cluster, configMap('d'))];
    await until(() => count(isList) === 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await write({ a: '2', d: '2' });
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true); // by its own watch
    await until(() => count(isSharedWatch) === 1);
    await write({ a: '3', b: '3', d: '3' });
    await until(() => all[0]?.seen.includes('MODIFIED 3') === true);
    release.resolve(undefined);
    await until(() => all[3]?.seen.includes('MODIFIED 3') === true);
    await write({ a: '4', b: '4', c: '4', d: '4' });
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 4')));
    assert.deepEqual(
      all.map(({ seen }) => seen.join()),
      [
        'started,MODIFIED 2,MODIFIED 3,MODIFIED 4',
        'started,MODIFIED 3,MODIFIED 4',
        'started,MODIFIED 4',
        'started,MODIFIED 2,MODIFIED 3,MODIFIED 4',
      ],
    );
    stopAll(all);
  });

  test('R148 a reading of what was missed is dropped when the watch has told of it meanwhile', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const from = await versionOf(cluster, configMap('d'));
    await write({ d: '2' });
    const three = await followAll(cluster, ['a', 'b', 'c']);
    proxy.inject(
      { kind: 'delayAnswer', milliseconds: 3_000 },
      { when: ({ url }) => url.endsWith(`/${namespace}/configmaps/d`) },
    );
    const d = await follow(cluster, configMap('d'), { from });
    await until(() => count(({ url }) => url.endsWith('/configmaps/d')) === 2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await write({ d: '3' });
    await until(() => d.seen.includes('MODIFIED 3'));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started']);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started']);
    stopAll([...three, d]);
  });

  test('R148 a reading that is newer than the list is left to the watch', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const from = await versionOf(cluster, configMap('d'));
    await write({ d: '2' });
    const three = await followAll(cluster, ['a', 'b', 'c']);
    const [read, watch] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const isRead = ({ url }: SeenRequest): boolean => url.endsWith(`/${namespace}/configmaps/d`);
    proxy.inject({ kind: 'hold', until: read.promise }, { when: isRead });
    proxy.inject({ kind: 'holdBody', until: watch.promise }, { when: isSharedWatch });
    const d = await follow(cluster, configMap('d'), { from });
    await until(() => count(isRead) === 2);
    await write({ d: '3' });
    await write({ d: '4' });
    read.resolve(undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual(d.seen, []);
    watch.resolve(undefined);
    await until(() => d.seen.includes('MODIFIED 4'));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started', 'MODIFIED 4']);
    stopAll([...three, d]);
  });

  test('serves objects of the cluster, and custom resources, too', async () => {
    const names = ['w1', 'w2', 'w3', 'w4'];
    await apply(controlPlane, widgetDefinition);
    await kubectl('wait', '--for=condition=Established', 'crd/widgets.example.dev', '--timeout=60s');
    const widget = (name: string, a: string): string =>
      JSON.stringify({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name }, data: { a } });
    const writeWidgets = (a: string, which = names): Promise<void> =>
      apply(controlPlane, which.map((name) => widget(name, a)).join('\n---\n'));
    await writeWidgets('1', [...names, 'other']);
    const cluster = await clusters.open('prod');
    const all = await Promise.all(
      names.map((name) =>
        follow(cluster, { context: 'prod', group: 'example.dev', version: 'v1', resource: 'widgets', name }),
      ),
    );
    await until(
      () =>
        proxy.requests.some((one) => one.url.includes('/v1/widgets') && isSharedWatch(one)) &&
        all.every(({ seen }) => seen.includes('started')),
    );
    await writeWidgets('2', [...names, 'other']);
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 2')));
    assert.deepEqual(new Set(all.map(({ seen }) => seen.join())), new Set(['started,MODIFIED 2']));
    stopAll(all);
  });

  test('is left for single watches when fewer than four objects are open, and nothing is missed', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const all = await followAll(cluster, ['a', 'b', 'c', 'd']);
    await untilShared(all);
    const [a, b, c, d] = all;
    assert.ok(a && b && c && d);
    d.stop();
    await until(() => [a, b, c].every(({ isOver }) => isOver()));
    const last = a.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK');
    await write({ a: '2' });
    const again = await follow(cluster, configMap('a'), { from: last.resourceVersion });
    await until(() => again.seen.includes('MODIFIED 2'));
    assert.ok(seenRequests().findLast(isWatch)?.url.includes('fieldSelector=metadata.name%3Da'));
    stopAll([again]);
  });

  test('whose server ends it is gone on with from its last version, without a list', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    proxy.inject({ kind: 'query', values: { timeoutSeconds: '3' } }, { when: isSharedWatch });
    const all = await followAll(cluster, ['a', 'b', 'c', 'd']);
    await untilShared(all);
    await write({ a: '2', elsewhere: '1' });
    await until(() => all.every(({ isOver }) => isOver()));
    const lasts = all.map(({ items }) => items.at(-1));
    const [from, ...others] = lasts.map((last) => (last?.kind === 'BOOKMARK' ? last.resourceVersion : ''));
    assert.ok(from !== undefined && from !== '' && others.every((other) => other === from));
    await write({ b: '2' });
    const lists = count(isList);
    const again = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => follow(cluster, configMap(name), { from })),
    );
    await until(() => again[1]?.seen.includes('MODIFIED 2') === true);
    assert.equal(count(isList), lists);
    const { url } = seenRequests().findLast(isWatch) ?? assert.fail();
    assert.equal(new URL(url, 'https://a.test').searchParams.get('resourceVersion'), from);
    assert.deepEqual(
      again.map(({ seen }) => seen.join()),
      ['started', 'started,MODIFIED 2', 'started', 'started'],
    );
    stopAll(again);
  });

  test('R143 that is cut ends with a failure for all; a list then says what they have missed', async () => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const names = ['a', 'b', 'c', 'd'];
    const from = await Promise.all(names.map((name) => versionOf(cluster, configMap(name))));
    const all = await followAll(cluster, names);
    await untilShared(all);
    await proxy.refuse();
    await until(() => all.every(({ isOver }) => isOver()));
    for (const { items } of all) failureOf(items.at(-1) ?? assert.fail(), 'unreachable');
    await write({ b: '2' });
    await kubectl('-n', namespace, 'delete', 'configmap', 'c');
    await proxy.resume();
    const again = await Promise.all(
      names.map((name, index) => follow(cluster, configMap(name), { from: from[index] ?? '', reread: true })),
    );
    await until(() => again.every(({ seen }) => seen.includes('started')));
    assert.deepEqual(
      again.map(({ seen }) => seen.join()),
      ['started', 'READ 2,started', 'MISSING,started', 'started'],
    );
    assert.equal(
      count(({ url }) => /configmaps\/[acd]$/.test(url)),
      3 + 3,
    ); // no reading but the test's own
    stopAll(again);
  });

  test('R145 that is silent, as of a frozen server, ends; its version is where to go on', async (t) => {
    await write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await clusters.open('prod');
    const all = await followAll(cluster, ['a', 'b', 'c', 'd']);
    await untilShared(all);
    const version = await versionOf(cluster, configMap('a'));
    t.after(() => controlPlane.resume('kube-apiserver'));
    await write({ a: '2' });
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true);
    controlPlane.suspend('kube-apiserver');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    // The next line starts the time anew under the clock of the test.
    controlPlane.resume('kube-apiserver');
    await controlPlane.kubectl(['-n', namespace, 'annotate', 'configmap', 'a', 'x=y']);
    while ((all[0]?.seen.length ?? 0) < 3) await new Promise((resolve) => setImmediate(resolve));
    controlPlane.suspend('kube-apiserver');
    t.mock.timers.tick(121_000);
    while (!all.every(({ isOver }) => isOver())) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.reset();
    controlPlane.resume('kube-apiserver');
    const last = all[1]?.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK' && last.resourceVersion !== version);
    stopAll(all);
  });

  test('R155 is not tried again where it is refused: rules by resourceNames allow a watch of each name', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await write(Object.fromEntries(names.map((name) => [name, '1'])));
    await apply(controlPlane, roleOf('none', { resourceNames: names.slice(0, 4), verbs: ['get', 'watch'] }));
    const cluster = await clusters.open('named');
    await untilAllowed(cluster, configMap('a'));
    const all = await followAll(cluster, names.slice(0, 4));
    await until(
      () => all.every(({ seen }) => seen.includes('started')),
      () => all.map(({ seen }) => seen),
    );
    assert.equal(count(isList), 1);
    assert.equal(count(isSharedWatch), 0);
    await write(Object.fromEntries(names.map((name) => [name, '2'])));
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 2')));
    const other = await follow(cluster, configMap('e'), { from: '1' });
    await until(() => other.isOver());
    assert.equal(failureOf(other.items.at(-1) ?? assert.fail(), 'status').status.reason, 'Forbidden');
    assert.equal(count(isList), 1);
    stopAll(all);
  });

  test('R154 ends with the refusal when the right is taken away and it has to begin anew', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await write(Object.fromEntries(names.map((name) => [name, '1'])));
    await apply(controlPlane, roleOf('none', { verbs: ['get', 'list', 'watch'] }));
    const cluster = await clusters.open('named');
    await untilAllowed(cluster, configMap('a'));
    proxy.inject({ kind: 'query', values: { timeoutSeconds: '8' } }, { when: isSharedWatch });
    const all = await followAll(cluster, names);
    await untilShared(all);
    await apply(controlPlane, roleOf('none', { verbs: ['get'] }));
    await until(() => all.every(({ isOver }) => isOver()));
    const last = all[0]?.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK');
    const again = await Promise.all(
      names.map((name) => follow(cluster, configMap(name), { from: last.resourceVersion })),
    );
    await until(() => again.every(({ isOver }) => isOver()));
    for (const { items } of again)
      assert.equal(failureOf(items.at(-1) ?? assert.fail(), 'status').status.reason, 'Forbidden');
  });

  test('R157 R158 serves a burst of 200 objects; few connections are opened, and a write does not wait', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `burst-${index}`);
    await write(Object.fromEntries(names.map((name) => [name, '1'])));
    const own = makeClusters(join(controlPlane.folder, 'by proxy'));
    const cluster = await own.open('prod');
    const before = proxy.connections();
    const following = followAll(cluster, names);
    const ref = configMap('burst-0');
    const { value } = (await cluster.get(ref, new AbortController().signal)) as { value: object };
    const written = await cluster.replace(ref, { ...value, data: { a: '2' } }, new AbortController().signal);
    assert.equal(written.kind, 'ok');
    const all = await following;
    await until(
      () => all.every(({ seen }) => seen.includes('started')),
      () => all.map(({ seen }) => seen.length),
    );
    await until(() => proxy.connections().open - before.open <= 4);
    assert.ok(count(isWatch) < 30, String(count(isWatch)));
    assert.ok(proxy.connections().accepted - before.accepted < 30);
    for (const name of names) {
      const path = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
      const headers = { 'content-type': 'application/merge-patch+json' };
      const { status } = await controlPlane.request({
        method: 'PATCH',
        path,
        headers,
        body: '{"data":{"a":"3"}}',
      });
      assert.equal(status, 200);
    }
    await until(() => all.every(({ seen }) => seen.at(-1) === 'MODIFIED 3'));
    await own.dispose();
  });
});

async function untilAllowed(cluster: Cluster, ref: ObjectRef): Promise<void> {
  const deadline = Date.now() + 40_000;
  while ((await cluster.get(ref, new AbortController().signal)).kind !== 'ok')
    assert.ok(Date.now() < deadline, 'the right was never there');
}

/** What a user may do with ConfigMaps of the test's namespace. */
function roleOf(user: string, rule: { resourceNames?: string[]; verbs: string[] }): string {
  const metadata = { name: 'limits', namespace };
  const apiGroup = 'rbac.authorization.k8s.io';
  const role = {
    apiVersion: `${apiGroup}/v1`,
    kind: 'Role',
    metadata,
    rules: [{ apiGroups: [''], resources: ['configmaps'], ...rule }],
  };
  const binding = {
    apiVersion: `${apiGroup}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup, kind: 'Role', name: 'limits' },
    subjects: [{ apiGroup, kind: 'User', name: user }],
  };
  return [role, binding].map((object) => JSON.stringify(object)).join('\n---\n');
}

const widgetDefinition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Cluster
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;
