import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { Cluster } from '../../../server/src/session/ports';
import { failureOf } from './fixture';
import { follow, isList, isSharedWatch, stopAll, until, useWatchBench } from './watchBench';

const bench = useWatchBench();

suite('A watch of a collection that is not allowed', { timeout: 600_000 }, () => {
  test('R155 is not tried again where it is refused: rules by resourceNames allow a watch of each name', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await bench().write(Object.fromEntries(names.map((name) => [name, '1'])));
    await bench().allow({ resourceNames: names.slice(0, 4), verbs: ['get', 'watch'] });
    const cluster = await bench().clusters.open('named');
    await untilAllowed(cluster, bench().configMap('a'));
    const all = await bench().followAll(cluster, names.slice(0, 4));
    await until(
      () => all.every(({ seen }) => seen.includes('started')),
      () => all.map(({ seen }) => seen),
    );
    assert.equal(bench().count(isList), 1);
    assert.equal(bench().count(isSharedWatch), 0);
    await bench().write(Object.fromEntries(names.map((name) => [name, '2'])));
    await until(() => all.every(({ seen }) => seen.includes('MODIFIED 2')));
    const other = await follow(cluster, bench().configMap('e'), { from: '1' });
    await until(() => other.isOver());
    assert.equal(failureOf(other.items.at(-1) ?? assert.fail(), 'status').status.reason, 'Forbidden');
    assert.equal(bench().count(isList), 1);
    stopAll(all);
  });

  test('R154 ends with the refusal when the right is taken away and it has to begin anew', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await bench().write(Object.fromEntries(names.map((name) => [name, '1'])));
    await bench().allow({ verbs: ['get', 'list', 'watch'] });
    const cluster = await bench().clusters.open('named');
    await untilAllowed(cluster, bench().configMap('a'));
    bench().proxy.inject({ kind: 'query', values: { timeoutSeconds: '8' } }, { when: isSharedWatch });
    const all = await bench().followAll(cluster, names);
    await bench().untilShared(all);
    await bench().allow({ verbs: ['get'] });
    await until(() => all.every(({ isOver }) => isOver()));
    const last = all[0]?.items.at(-1);
    assert.ok(last?.kind === 'BOOKMARK');
    const again = await Promise.all(
      names.map((name) => follow(cluster, bench().configMap(name), { from: last.resourceVersion })),
    );
    await until(() => again.every(({ isOver }) => isOver()));
    for (const { items } of again)
      assert.equal(failureOf(items.at(-1) ?? assert.fail(), 'status').status.reason, 'Forbidden');
  });
});

async function untilAllowed(cluster: Cluster, ref: ObjectRef): Promise<void> {
  const deadline = Date.now() + 40_000;
  while ((await cluster.get(ref, new AbortController().signal)).kind !== 'ok')
    assert.ok(Date.now() < deadline, 'the right was never there');
}
