import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { Cluster, WatchItem } from '../../../server/src/session/ports';
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

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'by proxy');
  const { caFile: certificateAuthority, tokens } = controlPlane;
  const { server } = proxy;
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server, certificateAuthority, user: { token: tokens.admin } },
    { context: 'limited', server, certificateAuthority, user: { token: tokens.limited } },
  ]);
  clusters = makeClusters(kubeconfig);
  cluster = await clusters.open('prod');
});
beforeEach(() => proxy.clear());
after(async () => {
  await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

async function write(name: string, value: string): Promise<void> {
  const metadata = { name, namespace: 'shop' };
  await apply(
    controlPlane,
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: value } }),
  );
}

/** Watches a ConfigMap from the version that it has now; the items are asked for one by one. */
async function follow(name: string, signal: AbortSignal = noSignal()) {
  const ref = configMap('prod', 'shop', name);
  const { metadata } = valueOf(await cluster.get(ref, noSignal()));
  const resourceVersion = (metadata as { resourceVersion: string }).resourceVersion;
  const items = cluster.watch({ ref, resourceVersion, signal })[Symbol.asyncIterator]();
  return {
    resourceVersion,
    async next(): Promise<WatchItem | 'end'> {
      const result = await items.next();
      return result.done === true ? 'end' : result.value;
    },
    stop: () => items.return?.(),
  };
}

function dataOf(item: WatchItem | 'end'): [string, unknown] {
  assert.ok(item !== 'end' && 'object' in item, JSON.stringify(item));
  return [item.kind, (item.object['data'] as { a: string }).a];
}

suite('A watch', { timeout: 120_000 }, () => {
  test('tells what happens to its object from exactly its version on, and of no other', async () => {
    await write('one', '1');
    await write('other', '1');
    const ref = configMap('prod', 'shop', 'one');
    const { metadata } = valueOf(await cluster.get(ref, noSignal()));
    await write('one', '2'); // before the watch begins
    const { resourceVersion } = metadata as { resourceVersion: string };
    const items = cluster.watch({ ref, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
    const next = async () => (await items.next()).value as WatchItem;
    assert.deepEqual(await next(), { kind: 'started' });
    assert.deepEqual(dataOf(await next()), ['MODIFIED', '2']);
    await write('other', '2');
    await write('one', '3');
    assert.deepEqual(dataOf(await next()), ['MODIFIED', '3']);
    await controlPlane.kubectl(['delete', 'configmap', 'one', '-n', 'shop']);
    assert.deepEqual(dataOf(await next()), ['DELETED', '3']);
    await write('one', '4');
    assert.deepEqual(dataOf(await next()), ['ADDED', '4']);
    await items.return?.();
    const { url } = proxy.requests.findLast((request) => request.url.includes('watch=1')) ?? assert.fail();
    const query = new URL(url, 'https://a.test').searchParams;
    assert.equal(query.get('resourceVersion'), resourceVersion);
    assert.equal(query.get('fieldSelector'), 'metadata.name=one');
    const seconds = Number(query.get('timeoutSeconds'));
    assert.ok(seconds >= 300 && seconds <= 600, String(seconds));
  });

  test('hears bookmarks, and ends without a word when the server ends it', async () => {
    await write('bookmarked', '1');
    proxy.inject(
      { kind: 'query', values: { timeoutSeconds: '5' } },
      { when: ({ url }) => url.includes('watch=1') },
    );
    const watch = await follow('bookmarked');
    assert.deepEqual(await watch.next(), { kind: 'started' });
    await write('another', '1');
    const versions: string[] = [];
    for (let item = await watch.next(); item !== 'end'; item = await watch.next()) {
      assert.ok(item.kind === 'BOOKMARK', JSON.stringify(item));
      versions.push(item.resourceVersion);
    }
    assert.match(versions.join(' '), /^\d+( \d+)*$/);
    assert.notEqual(versions.at(-1), watch.resourceVersion);
  });

  test('reads lines of a megabyte and characters that come in single bytes', async () => {
    await write('bytes', '1');
    proxy.inject({ kind: 'trickle', bytes: 1 }, { when: ({ url }) => url.includes('watch=1') });
    const slow = await follow('bytes');
    assert.deepEqual(await slow.next(), { kind: 'started' });
    await write('bytes', 'größer 漢字 🙂');
    assert.deepEqual(dataOf(await slow.next()), ['MODIFIED', 'größer 漢字 🙂']);
    await slow.stop();

    await write('large', '1');
    const large = await follow('large');
    assert.deepEqual(await large.next(), { kind: 'started' });
    const value = '漢'.repeat(300_000);
    const { status } = await controlPlane.request({
      method: 'PUT',
      path: '/api/v1/namespaces/shop/configmaps/large',
      body: JSON.stringify({ metadata: { name: 'large' }, data: { a: value } }),
    });
    assert.equal(status, 200);
    assert.deepEqual(dataOf(await large.next()), ['MODIFIED', value]);
    await large.stop();
  });

  test('whose connection is cut ends with a failure, also within a line', async () => {
    await write('cut', '1');
    const watch = await follow('cut');
    assert.deepEqual(await watch.next(), { kind: 'started' });
    proxy.dropConnections();
    await new Promise((resolve) => setTimeout(resolve, 100)); // nobody listens when it happens
    const item = await watch.next();
    assert.ok(item !== 'end');
    const failure = failureOf(item, 'unreachable');
    assert.match(failure.detail, /closed|reset/);
    assert.equal(await watch.next(), 'end');

    proxy.inject({ kind: 'cutAnswer', bytes: 50 }, { when: ({ url }) => url.includes('watch=1') });
    const half = await follow('cut');
    assert.deepEqual(await half.next(), { kind: 'started' });
    await write('cut', '2');
    const end = await half.next();
    assert.ok(end !== 'end');
    failureOf(end, 'unreachable');
  });

  test('whose server stops ends, and a new one goes on from the last version', async () => {
    await write('restart', '1');
    const watch = await follow('restart');
    assert.deepEqual(await watch.next(), { kind: 'started' });
    const stopped = controlPlane.stopComponent('kube-apiserver');
    const last = await watch.next();
    assert.ok(last === 'end' || last.kind === 'failed', JSON.stringify(last));
    await stopped;
    const { resourceVersion } = watch;
    const ref = configMap('prod', 'shop', 'restart');
    const attempt = cluster.watch({ ref, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
    const refused = (await attempt.next()).value as WatchItem;
    failureOf(refused, 'unreachable');
    await controlPlane.startComponent('kube-apiserver');
    const again = cluster.watch({ ref, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
    assert.deepEqual((await again.next()).value, { kind: 'started' });
    await write('restart', '2');
    assert.deepEqual(dataOf((await again.next()).value as WatchItem), ['MODIFIED', '2']);
    await again.return?.();
  });

  test('from a version that has been compacted away ends with 410 Expired', async () => {
    await write('compacted', '1');
    const { resourceVersion, stop } = await follow('compacted');
    await stop();
    await write('compacted', '2');
    await controlPlane.compact();
    const items: WatchItem[] = [];
    const ref = configMap('prod', 'shop', 'compacted');
    for await (const item of cluster.watch({ ref, resourceVersion, signal: noSignal() })) items.push(item);
    const last = items.at(-1) ?? assert.fail();
    const { status } = failureOf(last, 'status');
    assert.deepEqual([status.code, status.reason], [410, 'Expired']);
  });

  test('may be forbidden where the object may be read', async () => {
    await write('readable', '1');
    const limited = await clusters.open('limited');
    const ref = configMap('limited', 'shop', 'readable');
    valueOf(await limited.get(ref, noSignal()));
    const items: WatchItem[] = [];
    for await (const item of limited.watch({ ref, resourceVersion: '1', signal: noSignal() }))
      items.push(item);
    assert.equal(items.length, 1);
    assert.equal(failureOf(items[0] ?? assert.fail(), 'status').status.reason, 'Forbidden');
  });

  test('that is aborted ends without an item and closes its socket', async () => {
    await write('aborted', '1');
    const controller = new AbortController();
    const watch = await follow('aborted', controller.signal);
    assert.deepEqual(await watch.next(), { kind: 'started' });
    const { open } = proxy.connections();
    const next = watch.next();
    controller.abort();
    assert.equal(await next, 'end');
    await waitFor(() => proxy.connections().open === open - 1);
  });

  test('that is left by its reader closes its socket, too', async () => {
    await write('left', '1');
    const ref = configMap('prod', 'shop', 'left');
    let open = 0;
    for await (const item of cluster.watch({ ref, resourceVersion: '0', signal: noSignal() })) {
      open = proxy.connections().open;
      if (item.kind !== 'started') break;
    }
    await waitFor(() => proxy.connections().open === open - 1);
  });

  test('that has long been silent ends without an item; a line, even a bookmark, starts the time anew', async (t) => {
    await write('silent', '1');
    proxy.inject(
      { kind: 'query', values: { timeoutSeconds: '10' } },
      { when: ({ url }) => url.includes('watch=1') },
    );
    const watch = await follow('silent');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    assert.deepEqual(await watch.next(), { kind: 'started' });
    t.mock.timers.tick(89_000);
    await write('silent', '2');
    assert.deepEqual(dataOf(await watch.next()), ['MODIFIED', '2']);
    t.mock.timers.tick(89_000);
    await write('elsewhere', '1');
    const bookmark = await watch.next();
    assert.equal(bookmark !== 'end' && bookmark.kind, 'BOOKMARK');
    t.mock.timers.tick(89_000);
    const next = watch.next();
    const { open } = proxy.connections();
    t.mock.timers.tick(32_000);
    assert.equal(await next, 'end');
    t.mock.timers.reset();
    await waitFor(() => proxy.connections().open < open);
  });

  test('goes on while the request time-out passes; before it has started it ends with it', async (t) => {
    await write('patient', '1');
    const own = makeClusters(join(controlPlane.folder, 'by proxy'), {
      requestTimeoutMilliseconds: () => 1_500,
    });
    t.after(() => own.dispose());
    const ref = configMap('prod', 'shop', 'patient');
    const patient = await own.open('prod');
    const { metadata } = valueOf(await patient.get(ref, noSignal()));
    const { resourceVersion } = metadata as { resourceVersion: string };
    const items = patient.watch({ ref, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
    assert.deepEqual((await items.next()).value, { kind: 'started' });
    const next = items.next();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await write('patient', '2');
    assert.deepEqual(dataOf((await next).value as WatchItem), ['MODIFIED', '2']);
    await items.return?.();

    proxy.inject({ kind: 'silence' }, { when: ({ url }) => url.includes('watch=1') });
    const silent = patient.watch({ ref, resourceVersion, signal: noSignal() })[Symbol.asyncIterator]();
    failureOf((await silent.next()).value as WatchItem, 'timeout');
  });
});
