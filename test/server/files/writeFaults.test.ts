import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { summarizeWrites } from '../../../server/src/features/fileAnswers';
import type { FileWrite } from '../../../server/src/protocol/files';
import type { Cluster } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import { makeClusters, type TestClusters } from '../cluster/fixture';
import { startProxiedCluster } from '../cluster/proxied';
import type { Fault, FaultProxy, SeenRequest } from '../faultProxy';
import { type Manifest, only, write } from './writing';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let cluster: Cluster;
let limited: TestClusters;
let stop: () => Promise<void>;
let name = '';
let count = 0;

before(async () => {
  ({ controlPlane, proxy, cluster, stop } = await startProxiedCluster());
  limited = makeClusters(controlPlane.kubeconfigs.limited);
});
after(async () => {
  await limited.dispose();
  await stop();
});
beforeEach(() => {
  name = `faults-${count++}`;
  proxy.clear();
});

type Way = Exclude<FileWrite, 'apply'>;
const methods: Record<Way, string> = { create: 'POST', replace: 'PUT', delete: 'DELETE' };
const file = (data: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { mode: data },
});

/** The object before the write, where there is to be one. */
async function prepare(how: Way): Promise<void> {
  if (how !== 'create') only(await write(cluster, [file('before')], { how: 'create' }), 'written');
}

const isWrite =
  (how: Way) =>
  ({ method, url }: SeenRequest): boolean =>
    method === methods[how] && !url.includes('dryRun');

/** Writes with a fault in the way of the first such request; how many of them were sent. */
async function writeWith(how: Way, fault: Fault, times = 1): Promise<{ kind: string; sent: number }> {
  await prepare(how);
  const begun = proxy.requests.length;
  proxy.inject(fault, { when: isWrite(how), times });
  const { result } = (await write(cluster, [file('after')], { how })).outcomes[0]!;
  const sent = proxy.requests.slice(begun).filter(isWrite(how)).length;
  return { kind: result.kind === 'written' ? result.how : result.kind, sent };
}

/** What there is now: the value, or nothing. */
async function stored(): Promise<string> {
  const args = ['get', 'configmap', name, '--ignore-not-found', '-o=jsonpath={.data.mode}'];
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

const unwritten: Record<Way, string> = { create: '', replace: 'before', delete: 'before' };
const stated: Record<Way, string> = { create: 'after', replace: 'after', delete: '' };
const done: Record<Way, string> = { create: 'created', replace: 'replaced', delete: 'deleted' };
const ways: readonly Way[] = ['create', 'replace', 'delete'];

for (const how of ways)
  suite(`A write by ${how}`, () => {
    test('that was cut before it arrived is read about, said to be not made, and not made again', async () => {
      assert.deepEqual(await writeWith(how, { kind: 'cutBefore' }), { kind: 'refused', sent: 1 });
      assert.equal(await stored(), unwritten[how]);
    });

    test('that was cut after it arrived is read about and said to be made, and not made again', async () => {
      assert.deepEqual(await writeWith(how, { kind: 'cutAfter' }), { kind: done[how], sent: 1 });
      assert.equal(await stored(), stated[how]);
    });

    test('of which nothing can be found out is said to be unknown', async () => {
      await prepare(how);
      proxy.inject({ kind: 'cutAfter' }, { when: isWrite(how) });
      const isRead = ({ method, url }: SeenRequest): boolean => method === 'GET' && url.endsWith(`/${name}`);
      const cutReads = (): void => proxy.inject({ kind: 'cutBefore' }, { when: isRead, times: 20 });
      const written = await write(cluster, [file('after')], {
        how,
        review: () => {
          cutReads();
          return Promise.resolve(true);
        },
        choose: () => {
          cutReads();
          return Promise.resolve('Background');
        },
      });
      only(written, 'unknown');
      assert.match(
        summarizeWrites(written.outcomes, undefined).message,
        /it is not known whether it was written/,
      );
    });

    test('that a busy server has not taken is made when it says; one that it may have taken is not', async () => {
      const busy = (status: number): Fault => ({ kind: 'answer', status, headers: { 'retry-after': '1' } });
      assert.deepEqual(await writeWith(how, busy(429), 2), { kind: done[how], sent: 3 });
      assert.equal(await stored(), stated[how]);
      name = `faults-${count++}`;
      assert.deepEqual(await writeWith(how, busy(503)), { kind: 'refused', sent: 1 });
      assert.equal(await stored(), unwritten[how]);
    });
  });

suite('A write', () => {
  test('that is not allowed is said to be, and changes nothing', async () => {
    const shop = (data: string): Manifest => ({ ...file(data), metadata: { name, namespace: 'shop' } });
    const connection = await limited.open('test-limited');
    for (const how of ['create', 'apply'] as const) {
      const { outcomes } = await write(connection, [shop('mine')], { how });
      assert.match(summarizeWrites(outcomes, undefined).message, /Not allowed/, how);
    }
    only(await write(cluster, [shop('theirs')], { how: 'create' }), 'written');
    const { outcomes, choices } = await write(connection, [shop('mine')], {
      how: 'delete',
      choose: ({ ways: [first] }) => Promise.resolve(first?.id),
    });
    assert.match(choices[0]?.detail ?? '', /There may be more: not everything could be looked at\./);
    assert.match(summarizeWrites(outcomes, undefined).message, /Not allowed/);
    only(await write(connection, [shop('mine')], { how: 'replace' }), 'written');
  });

  test('of a generated name whose answer was lost may have been made: it is not made again', async () => {
    const generated: Manifest = { ...file('x'), metadata: { generateName: `${name}-` } };
    proxy.inject({ kind: 'cutAfter' }, { when: isWrite('create') });
    only(await write(cluster, [generated], { how: 'create' }), 'unknown');
    const { stdout } = await controlPlane.kubectl(['get', 'configmaps', '-o=name']);
    assert.equal(stdout.split('\n').filter((line) => line.includes(`${name}-`)).length, 1);
  });

  test('by create of what is there says so, whoever made it, also while the user was asked (R182)', async () => {
    only(await write(cluster, [file('first')], { how: 'create' }), 'written');
    const written = await write(cluster, [file('second')], { how: 'create' });
    only(written, 'exists');
    assert.equal(written.reviews.length, 0);
    assert.match(
      summarizeWrites(written.outcomes, undefined).message,
      /not created, since it exists already/,
    );
    name = `faults-${count++}`;
    const review = async (): Promise<boolean> => {
      const { code } = await controlPlane.kubectl(['create', 'configmap', name, '--from-literal=mode=hers']);
      return code === 0;
    };
    only(await write(cluster, [file('mine')], { how: 'create', review }), 'exists');
    assert.equal(await stored(), 'hers');
  });

  test('that deletes what a finalizer keeps is made when the object is ending, though the answer was lost', async () => {
    const kept: Manifest = { ...file('x'), metadata: { name, finalizers: ['example.dev/keep'] } };
    only(await write(cluster, [kept], { how: 'create' }), 'written');
    proxy.inject({ kind: 'cutAfter' }, { when: isWrite('delete') });
    const { result } = only(await write(cluster, [kept], { how: 'delete' }), 'written');
    assert.ok(result.kind === 'written' && result.object !== undefined);
  });
});
