import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { apply, makeClusters } from './fixture';
import {
  follow,
  isList,
  isSharedWatch,
  isWatch,
  seenBy,
  stopAll,
  until,
  useWatchBench,
  versionOf,
} from './watchBench';

const bench = useWatchBench();

suite('One watch of a collection', { timeout: 600_000 }, () => {
  test('R157 serves four objects, from a quorum list of metadata on; three have a watch each', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1', e: '1' });
    const cluster = await bench().clusters.open('prod');
    const three = await bench().followAll(cluster, ['a', 'b', 'c']);
    await until(() => three.every(({ seen }) => seen.includes('started')));
    assert.equal(bench().count(isWatch), 3);
    assert.equal(bench().count(isSharedWatch), 0);
    const all = [...three, await follow(cluster, bench().configMap('d'))];
    await bench().untilShared(all);
    assert.equal(bench().count(isWatch), 4);
    const list = bench().requests(isList).at(0) ?? assert.fail();
    assert.match(list.headers.accept ?? '', /as=PartialObjectMetadataList/);
    assert.equal(new URL(list.url, 'https://a.test').searchParams.has('resourceVersion'), false);
    await bench().write({ a: '2', d: '2', e: '2' });
    await until(() => all[3]?.seen.includes('MODIFIED 2') === true && all[0]?.seen.length === 2);
    assert.deepEqual(
      all.map(({ seen }) => seen),
      [['started', 'MODIFIED 2'], ['started'], ['started'], ['started', 'MODIFIED 2']],
    );
    stopAll(all);
  });

  test('tells of deletion and creation anew, and of nothing that happens to others', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const all = await bench().followAll(cluster, ['a', 'b', 'c', 'd']);
    await bench().untilShared(all);
    const storm = Array.from({ length: 300 }, (_, index) => [`other-${index}`, '1'] as const);
    await bench().write(Object.fromEntries(storm));
    await bench().kubectl('-n', bench().namespace(), 'delete', 'configmap', 'b');
    await bench().write({ b: '2' });
    await until(() => all[1]?.seen.includes('ADDED 2') === true);
    assert.deepEqual(seenBy(all), ['started', 'started,DELETED 1,ADDED 2', 'started', 'started']);
    stopAll(all);
  });

  test('begins anew for one who comes later; what they have missed is told, nothing is told twice', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1', late: '1', gone: '1', same: '1' });
    const cluster = await bench().clusters.open('prod');
    const [late, gone] = [
      await versionOf(cluster, bench().configMap('late')),
      await versionOf(cluster, bench().configMap('gone')),
    ];
    const all = await bench().followAll(cluster, ['a', 'b', 'c', 'd']);
    await bench().untilShared(all);
    await bench().write({ late: '2' });
    await bench().write({ late: '3', a: '2' });
    await bench().kubectl('-n', bench().namespace(), 'delete', 'configmap', 'gone');
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true);
    const later = [
      await follow(cluster, bench().configMap('late'), { from: late }),
      await follow(cluster, bench().configMap('gone'), { from: gone }),
      await follow(cluster, bench().configMap('same')),
    ];
    await until(() => later.every(({ seen }) => seen.includes('started')));
    await bench().write({ late: '4', gone: '5', same: '6', a: '3' });
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

  test('serves objects of the cluster, and custom resources, too', async () => {
    const names = ['w1', 'w2', 'w3', 'w4'];
    await apply(bench().controlPlane, widgetDefinition);
    await bench().kubectl('wait', '--for=condition=Established', 'crd/widgets.example.dev', '--timeout=60s');
    const widget = (name: string, a: string): string =>
      JSON.stringify({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name }, data: { a } });
    const writeWidgets = (a: string, which = names): Promise<void> =>
      apply(bench().controlPlane, which.map((name) => widget(name, a)).join('\n---\n'));
    await writeWidgets('1', [...names, 'other']);
    const cluster = await bench().clusters.open('prod');
    const all = await Promise.all(
      names.map((name) =>
        follow(cluster, { context: 'prod', group: 'example.dev', version: 'v1', resource: 'widgets', name }),
      ),
    );
    await until(
      () =>
        bench().proxy.requests.some((one) => one.url.includes('/v1/widgets') && isSharedWatch(one)) &&
        all.every(({ seen }) => seen.includes('started')),
    );
    await writeWidgets('2', [...names, 'other']);
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 2')));
    assert.deepEqual(new Set(seenBy(all)), new Set(['started,MODIFIED 2']));
    stopAll(all);
  });

  test('R157 R158 serves a burst of 200 objects; few connections are opened, and a write does not wait', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `burst-${index}`);
    await bench().write(Object.fromEntries(names.map((name) => [name, '1'])));
    const own = makeClusters(bench().kubeconfig);
    const cluster = await own.open('prod');
    const before = bench().proxy.connections();
    const following = bench().followAll(cluster, names);
    const ref = bench().configMap('burst-0');
    const { value } = (await cluster.get(ref, new AbortController().signal)) as { value: object };
    const written = await cluster.replace(ref, { ...value, data: { a: '2' } }, new AbortController().signal);
    assert.equal(written.kind, 'ok');
    const all = await following;
    await until(
      () => all.every(({ seen }) => seen.includes('started')),
      () => all.map(({ seen }) => seen.length),
    );
    await until(() => bench().proxy.connections().open - before.open <= 4);
    assert.ok(bench().count(isWatch) < 30, String(bench().count(isWatch)));
    assert.ok(bench().proxy.connections().accepted - before.accepted < 30);
    for (const name of names) {
      const path = `/api/v1/namespaces/${bench().namespace()}/configmaps/${name}`;
      const headers = { 'content-type': 'application/merge-patch+json' };
      const { status } = await bench().controlPlane.request({
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
