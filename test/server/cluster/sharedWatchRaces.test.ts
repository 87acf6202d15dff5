import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SeenRequest } from '../faultProxy';
import {
  follow,
  isList,
  isSharedWatch,
  seenBy,
  stopAll,
  until,
  useWatchBench,
  versionOf,
} from './watchBench';

const bench = useWatchBench();

suite('A list and the watch that begins with it', { timeout: 600_000 }, () => {
  test('R148 a change between the list and the watch, or a list that comes late, brings nothing old and nothing twice', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const three = await bench().followAll(cluster, ['a', 'b', 'c']);
    await until(() => three.every(({ seen }) => seen.includes('started')));
    // The list is made at once; while it is on its way, and then while the watch is, others write.
    bench().proxy.inject({ kind: 'delayAnswer', milliseconds: 3_000 }, { when: isList });
    const release = Promise.withResolvers<undefined>();
    bench().proxy.inject({ kind: 'hold', until: release.promise }, { when: isSharedWatch });
    const all = [...three, await follow(cluster, bench().configMap('d'))];
    await until(() => bench().count(isList) === 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await bench().write({ a: '2', d: '2' });
    await until(() => all[0]?.seen.includes('MODIFIED 2') === true); // by its own watch
    await until(() => bench().count(isSharedWatch) === 1);
    await bench().write({ a: '3', b: '3', d: '3' });
    await until(() => all[0]?.seen.includes('MODIFIED 3') === true);
    release.resolve(undefined);
    await until(() => all[3]?.seen.includes('MODIFIED 3') === true);
    await bench().write({ a: '4', b: '4', c: '4', d: '4' });
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 4')));
    assert.deepEqual(seenBy(all), [
      'started,MODIFIED 2,MODIFIED 3,MODIFIED 4',
      'started,MODIFIED 3,MODIFIED 4',
      'started,MODIFIED 4',
      'started,MODIFIED 2,MODIFIED 3,MODIFIED 4',
    ]);
    stopAll(all);
  });

  test('R148 a reading of what was missed is dropped when the watch has told of it meanwhile', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const from = await versionOf(cluster, bench().configMap('d'));
    await bench().write({ d: '2' });
    const three = await bench().followAll(cluster, ['a', 'b', 'c']);
    bench().proxy.inject(
      { kind: 'delayAnswer', milliseconds: 3_000 },
      { when: ({ url }) => url.endsWith(`/${bench().namespace()}/configmaps/d`) },
    );
    const d = await follow(cluster, bench().configMap('d'), { from });
    await until(() => bench().count(({ url }) => url.endsWith('/configmaps/d')) === 2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await bench().write({ d: '3' });
    await until(() => d.seen.includes('MODIFIED 3'));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started']);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started']);
    stopAll([...three, d]);
  });

  test('R148 a reading that is newer than the list is left to the watch', async () => {
    await bench().write({ a: '1', b: '1', c: '1', d: '1' });
    const cluster = await bench().clusters.open('prod');
    const from = await versionOf(cluster, bench().configMap('d'));
    await bench().write({ d: '2' });
    const three = await bench().followAll(cluster, ['a', 'b', 'c']);
    const [read, watch] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const isRead = ({ url }: SeenRequest): boolean => url.endsWith(`/${bench().namespace()}/configmaps/d`);
    bench().proxy.inject({ kind: 'hold', until: read.promise }, { when: isRead });
    bench().proxy.inject({ kind: 'holdBody', until: watch.promise }, { when: isSharedWatch });
    const d = await follow(cluster, bench().configMap('d'), { from });
    await until(() => bench().count(isRead) === 2);
    await bench().write({ d: '3' });
    await bench().write({ d: '4' });
    read.resolve(undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual(d.seen, []);
    watch.resolve(undefined);
    await until(() => d.seen.includes('MODIFIED 4'));
    assert.deepEqual(d.seen, ['MODIFIED 3', 'started', 'MODIFIED 4']);
    stopAll([...three, d]);
  });
});
