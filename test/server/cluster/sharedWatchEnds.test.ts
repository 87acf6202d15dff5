import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { failureOf } from './fixture';
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

suite('The end of a watch of a collection', { timeout: 600_000 }, () => {
  test('is left for single watches when fewer than four objects are open, and nothing is missed', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const all = await bench().followAll(cluster, ['a', 'b', 'c', 'd']);
    await bench().untilShared(all);
    const [a, b, c, d] = all;
    assert.ok(a && b && c && d);
    d.stop();
    await until(() => [a, b, c].every(({ isOver }) => isOver()));
    const last = a.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK');
    await bench().write({ a: '2' });
    const again = await follow(cluster, bench().configMap('a'), { from: last.resourceVersion });
    await until(() => again.seen.includes('MODIFIED 2'));
    assert.ok(bench().requests(isWatch).at(-1)?.url.includes('fieldSelector=metadata.name%3Da'));
    stopAll([again]);
  });

  test('whose server ends it is gone on with from its last version, without a list', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    bench().proxy.inject({ kind: 'query', values: { timeoutSeconds: '3' } }, { when: isSharedWatch });
    const all = await bench().followAll(cluster, ['a', 'b', 'c', 'd']);
    await bench().untilShared(all);
    await bench().write({ a: '2', elsewhere: '1' });
    await until(() => all.every(({ isOver }) => isOver()));
    const lasts = all.map(({ items }) => items.at(-1));
    const [from, ...others] = lasts.map((last) => (last?.kind === 'BOOKMARK' ? last.resourceVersion : ''));
    assert.ok(from !== undefined && from !== '' && others.every((other) => other === from));
    await bench().write({ b: '2' });
    const lists = bench().count(isList);
    const again = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => follow(cluster, bench().configMap(name), { from })),
    );
    await until(() => again[1]?.seen.includes('MODIFIED 2') === true);
    assert.equal(bench().count(isList), lists);
    const { url } = bench().requests(isWatch).at(-1) ?? assert.fail();
    assert.equal(new URL(url, 'https://a.test').searchParams.get('resourceVersion'), from);
    assert.deepEqual(seenBy(again), ['started', 'started,MODIFIED 2', 'started', 'started']);
    stopAll(again);
  });

  test('R143 that is cut ends with a failure for all; a list then says what they have missed', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const names = ['a', 'b', 'c', 'd'];
    const from = await Promise.all(names.map((name) => versionOf(cluster, bench().configMap(name))));
    const all = await bench().followAll(cluster, names);
    await bench().untilShared(all);
    await bench().proxy.refuse();
    await until(() => all.every(({ isOver }) => isOver()));
    for (const { items } of all) failureOf(items.at(-1) ?? assert.fail(), 'unreachable');
    await bench().write({ b: '2' });
    await bench().kubectl('-n', bench().namespace(), 'delete', 'configmap', 'c');
    await bench().proxy.resume();
    const again = await Promise.all(
      names.map((name, index) =>
        follow(cluster, bench().configMap(name), { from: from[index] ?? '', reread: true }),
      ),
    );
    await until(() => again.every(({ seen }) => seen.includes('started')));
    assert.deepEqual(seenBy(again), ['started', 'READ 2,started', 'MISSING,started', 'started']);
    assert.equal(
      bench().count(({ url }) => /configmaps\/[acd]$/.test(url)),
      3 + 3,
    ); // no reading but the test's own
    stopAll(again);
  });

  test('R145 that is silent, as of a frozen server, ends; its version is where to go on', async (t) => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const all = await bench().followAll(cluster, ['a', 'b', 'c', 'd']);
    await bench().untilShared(all);
    const version = await versionOf(cluster, bench().configMap('a'));
    t.after(() => bench().controlPlane.resume('kube-apiserver'));
    await bench().write({ a: '2' });
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true);
    bench().controlPlane.suspend('kube-apiserver');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    // The next line starts the time anew under the clock of the test.
    bench().controlPlane.resume('kube-apiserver');
    await bench().controlPlane.kubectl(['-n', bench().namespace(), 'annotate', 'configmap', 'a', 'x=y']);
    while ((all[0]?.seen.length ?? 0) < 3) await new Promise((resolve) => setImmediate(resolve));
    bench().controlPlane.suspend('kube-apiserver');
    t.mock.timers.tick(121_000);
    while (!all.every(({ isOver }) => isOver())) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.reset();
    bench().controlPlane.resume('kube-apiserver');
    const last = all[1]?.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK' && last.resourceVersion !== version);
    stopAll(all);
  });
});
