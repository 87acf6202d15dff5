import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Cluster } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { FaultProxy, SeenRequest } from '../faultProxy';
import { configMap, noSignal, valueOf } from '../cluster/fixture';
import { startProxiedCluster } from '../cluster/proxied';
import { compareTwins, type Twins } from './twins';
import { type Manifest, only, write } from './writing';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, proxy, cluster, stop } = await startProxiedCluster());
});
after(() => stop());

function settings(name: string, data: Record<string, string>): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function deployment(name: string, { replicas, image }: { replicas?: number; image: string }): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { team: 'shop' } },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }] }] },
      },
    },
  };
}

async function kubectl(args: string[], stdin?: Manifest): Promise<void> {
  const options = stdin === undefined ? {} : { stdin: JSON.stringify(stdin) };
  const { code, stderr } = await controlPlane.kubectl(args, options);
  assert.equal(code, 0, stderr);
}

const twins = (type: string, make: Twins['make'], between?: Twins['between']): Promise<void> =>
  compareTwins({ controlPlane, cluster, type, make, ...(between && { between }) });

suite('Applying an object of a file ends where kubectl apply --server-side ends', () => {
  test('made, changed, a field taken out (R182)', async () => {
    const data = [{ a: '1', b: '1' }, { a: '2' }, { a: '2' }];
    await twins('configmap', (name, step) => settings(name, data[step] as Record<string, string>));
    await twins('deployment', (name, step) =>
      deployment(name, { image: `web:${step}`, ...(step === 2 ? {} : { replicas: 2 }) }),
    );
  });

  test('a Secret with stringData (R101, R200, R201)', async () => {
    await twins('secret', (name, step) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name },
      data: { p: 'cGFzc3dvcmQy' },
      stringData: { 'conf.yaml': `# ${step}\nunit: "%"\npath: C:\\temp\n` },
    }));
  });

  test('after kubectl apply on the client side, with other managers beside it', async () => {
    const applied = (name: string): Manifest => ({ ...settings(name, { a: '1', gone: '1' }) });
    await twins(
      'configmap',
      (name) => settings(name, { a: '1' }),
      async (name, step) => {
        if (step === 0) await kubectl(['apply', '-f', '-'], applied(name));
        if (step === 1)
          await kubectl(['patch', 'configmap', name, '--field-manager=ann', '-p', '{"data":{"x":"1"}}']);
      },
    );
    await twins(
      'deployment',
      (name, step) => deployment(name, { image: `web:${step > 1 ? 2 : 1}` }),
      async (name, step) => {
        const manifest = deployment(name, { image: 'web:1', replicas: 2 });
        if (step === 0) await kubectl(['apply', '-f', '-'], manifest);
        if (step === 1) await kubectl(['scale', 'deployment', name, '--replicas=4']);
      },
    );
  });
});

suite('Applying an object of a file', () => {
  test('shows what would change, without noise, and only that (R103, R104)', async () => {
    await write(cluster, [deployment('shown', { image: 'web:1', replicas: 2 })]);
    const written = await write(cluster, [deployment('shown', { image: 'web:1', replicas: 3 })]);
    only(written, 'written');
    const { before, after: then } = written.reviews[0]!.changes[0]!;
    const lines = then.split('\n').filter((line) => !before.split('\n').includes(line));
    assert.deepEqual(lines, ['  replicas: 3']);
    assert.doesNotMatch(then, /managedFields|resourceVersion|generation|uid|^status/m);
    const again = await write(cluster, [deployment('shown', { image: 'web:1', replicas: 3 })]);
    only(again, 'unchanged');
    assert.equal(again.reviews.length, 0);
  });

  test('writes nothing that the user has not wanted', async () => {
    const declined = await write(cluster, [settings('unwanted', { a: '1' })], {
      review: () => Promise.resolve(false),
    });
    only(declined, 'declined');
    const read = await cluster.get(configMap('prod', 'default', 'unwanted'), noSignal());
    assert.equal(read.kind, 'failed');
  });

  test('says which fields others hold, and takes over just those that were confirmed', async () => {
    await kubectl(
      ['apply', '--server-side', '--field-manager=ann', '-f', '-'],
      settings('held', { 'app.conf': 'hers', mode: 'hers' }),
    );
    const mine = settings('held', { 'app.conf': 'mine', mode: 'hers' });
    const { result } = only(await write(cluster, [mine]), 'owned');
    assert.ok(result.kind === 'owned');
    assert.deepEqual(
      result.conflicts.map(({ path, manager }) => [path, manager]),
      [[['data', 'app.conf'], 'ann']],
    );
    const key = 'v1 ConfigMap /held';
    const both = settings('held', { 'app.conf': 'mine', mode: 'mine' });
    const takeOver = { key, conflicts: result.conflicts };
    only(await write(cluster, [both], { takeOver }), 'owned');
    const forced = await write(cluster, [mine], { takeOver });
    only(forced, 'written');
    assert.match(forced.reviews[0]!.detail, /app\.conf.* is taken over from ann/);
    const now = valueOf(await cluster.get(configMap('prod', 'default', 'held'), noSignal()));
    assert.deepEqual(now['data'], { 'app.conf': 'mine', mode: 'hers' });
  });

  test('a take-over that the object has moved under is compared and asked again', async () => {
    const ann = (conf: string): Promise<void> =>
      kubectl(
        ['apply', '--server-side', '--field-manager=ann', '-f', '-'],
        settings('moving', { conf, x: conf }),
      );
    await ann('1');
    const mine = settings('moving', { conf: 'mine' });
    const { result } = only(await write(cluster, [mine]), 'owned');
    assert.ok(result.kind === 'owned');
    const takeOver = { key: 'v1 ConfigMap /moving', conflicts: result.conflicts };
    const written = await write(cluster, [mine], {
      takeOver,
      review: async () => {
        await ann('2');
        return true;
      },
    });
    only(written, 'written');
    const now = valueOf(await cluster.get(configMap('prod', 'default', 'moving'), noSignal()));
    assert.deepEqual(now['data'], { conf: 'mine', x: '2' });
  });

  test('a version in the file that is old is said as that, not as a conflict of managers', async () => {
    await write(cluster, [settings('versioned', { a: '1' })]);
    const old = settings('versioned', { a: '2' });
    old.metadata['resourceVersion'] = '1';
    only(await write(cluster, [old]), 'staleVersion');
  });

  test('a refusal names the field and does not hold the values of a Secret (R068, R069, R200)', async () => {
    const secret: Manifest = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'bad' },
      data: { p: 'hunter2!' },
    };
    const { result } = only(await write(cluster, [secret]), 'refused');
    assert.doesNotMatch(JSON.stringify(result), /hunter2/);
    const numbered = settings('numbered', {});
    numbered.metadata['labels'] = { commit: 81_111 };
    only(await write(cluster, [numbered]), 'refused');
  });

  test('a lost answer is found out about before anything is sent again', async () => {
    const isApply = ({ method, url }: SeenRequest): boolean => method === 'PATCH' && !url.includes('dryRun');
    proxy.inject({ kind: 'cutAfter' }, { when: isApply });
    const sent = proxy.requests.filter(isApply).length;
    only(await write(cluster, [settings('lost', { a: '1' })]), 'written');
    assert.equal(proxy.requests.filter(isApply).length, sent + 1);
    proxy.inject({ kind: 'cutBefore' }, { when: isApply });
    only(await write(cluster, [settings('lost', { a: '2' })]), 'written');
    const now = valueOf(await cluster.get(configMap('prod', 'default', 'lost'), noSignal()));
    assert.deepEqual(now['data'], { a: '2' });
  });

  test('a busy server is asked again as late as it says, before and after the question', async () => {
    for (const status of [429, 503]) {
      const busy = { kind: 'answer', status, headers: { 'retry-after': '1' } } as const;
      const isPatch = ({ method }: SeenRequest): boolean => method === 'PATCH';
      proxy.inject(busy, { when: (seen) => isPatch(seen) && seen.url.includes('dryRun') });
      proxy.inject(busy, { when: (seen) => isPatch(seen) && !seen.url.includes('dryRun') });
      const started = Date.now();
      only(await write(cluster, [settings('busy', { a: String(status) })]), 'written');
      assert.ok(Date.now() - started >= 2_000);
    }
  });
});
