import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Choice } from '../../../server/src/protocol/files';
import type { Cluster } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import { configMap, noSignal, valueOf } from '../cluster/fixture';
import { startProxiedCluster } from '../cluster/proxied';
import { type Manifest, only, write, type Written } from './writing';

let controlPlane: ControlPlane;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, cluster, stop } = await startProxiedCluster());
});
after(() => stop());

function settings(name: string, data: Record<string, string>, namespace?: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    data,
  };
}

function kinds({ outcomes }: Written): string[] {
  return outcomes.map(({ result }) => (result.kind === 'written' ? result.how : result.kind));
}

function definition(description = ''): Manifest {
  const openAPIV3Schema = { type: 'object', description, 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gears.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'gears', kind: 'Gear' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

suite('Applying a whole file', () => {
  test('brings namespaces and kinds first, one failing object stops no other (R189, R186)', async () => {
    const file: Manifest[] = [
      settings('a', { k: 'v' }, 'brought'),
      { apiVersion: 'example.dev/v1', kind: 'Gear', metadata: { name: 'g', namespace: 'brought' }, teeth: 3 },
      { apiVersion: 'v1', kind: 'Nope', metadata: { name: 'b' } },
      definition('x'.repeat(400 * 1024)),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'brought', labels: { team: 'shop' } } },
    ];
    const written = await write(cluster, file);
    assert.deepEqual(kinds(written), ['created', 'created', 'refused', 'created', 'created']);
    assert.equal(written.reviews.length, 1);
    assert.match(written.reviews[0]!.detail, /Gear g cannot be checked/);
    assert.deepEqual(kinds(await write(cluster, file)), [
      ...['unchanged', 'unchanged', 'refused', 'unchanged', 'unchanged'],
    ]);
  });

  test('skips what needs a namespace that was not made', async () => {
    const namespace: Manifest = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'Not_A_Name' },
    };
    const written = await write(cluster, [settings('a', {}, 'Not_A_Name'), namespace, settings('c', {})]);
    assert.deepEqual(kinds(written), ['skipped', 'refused', 'created']);
  });

  test('an object beyond the size of the kubectl annotation goes, one beyond the server is refused (R185)', async () => {
    const blob = (kibibytes: number): Record<string, string> => ({ blob: 'x'.repeat(kibibytes * 1024) });
    only(await write(cluster, [settings('huge', blob(700))]), 'written');
    only(await write(cluster, [settings('huge', blob(4_000))]), 'refused');
  });

  test('a cancelled write sends no more', async () => {
    const ending = new AbortController();
    const written = await write(cluster, [settings('one', {}), settings('two', {})], {
      signal: ending.signal,
      review: () => {
        ending.abort();
        return Promise.resolve(true);
      },
    });
    assert.deepEqual(kinds(written), ['declined', 'declined']);
  });

  test('what has only a generateName is not applied, but created, each time anew', async () => {
    const generated: Manifest = { ...settings('', {}), metadata: { generateName: 'made-' } };
    only(await write(cluster, [generated]), 'refused');
    const [one, other] = [
      only(await write(cluster, [generated], { how: 'create' }), 'written'),
      only(await write(cluster, [generated], { how: 'create' }), 'written'),
    ];
    assert.notEqual(JSON.stringify(one), JSON.stringify(other));
  });
});

suite('Replacing, creating and deleting by a file', () => {
  test('a replacement is for the version that was shown, and hidden fields go with it (R015)', async () => {
    await write(cluster, [settings('whole', { a: '1', b: '1' })]);
    only(await write(cluster, [settings('whole', { a: '2' })], { how: 'replace' }), 'written');
    const ref = configMap('prod', 'default', 'whole');
    assert.deepEqual(valueOf(await cluster.get(ref, noSignal()))['data'], { a: '2' });
    const moved = await write(cluster, [settings('whole', { a: '3' })], {
      how: 'replace',
      review: async () => {
        const { code } = await controlPlane.kubectl(['label', 'configmap', 'whole', 'x=y']);
        return code === 0;
      },
    });
    only(moved, 'moved');
    assert.deepEqual(valueOf(await cluster.get(ref, noSignal()))['data'], { a: '2' });
  });

  test('an object that is there is not created again, and stays as it is (R182)', async () => {
    await write(cluster, [settings('there', { a: '1' })]);
    only(await write(cluster, [settings('there', { a: '2' })], { how: 'create' }), 'exists');
    const ref = configMap('prod', 'default', 'there');
    assert.deepEqual(valueOf(await cluster.get(ref, noSignal()))['data'], { a: '1' });
  });

  test('a deletion shows what hangs below it, directly and through others, and is for what was shown', async () => {
    const made = only(await write(cluster, [settings('owner', {})]), 'written').result;
    assert.ok(made.kind === 'written');
    const child = (name: string, owner: string, uid: unknown): Manifest => {
      const manifest = settings(name, {});
      manifest.metadata['ownerReferences'] = [
        { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: uid as string },
      ];
      return manifest;
    };
    const uidOf = (object: unknown): string => (object as { metadata: { uid: string } }).metadata.uid;
    await write(cluster, [child('child', 'owner', uidOf(made.object))]);
    const below = valueOf(await cluster.get(configMap('prod', 'default', 'child'), noSignal()));
    await write(cluster, [child('grandchild', 'child', uidOf(below))]);

    const asked: Choice[] = [];
    const decline = (choice: Choice): Promise<string | undefined> => {
      asked.push(choice);
      return Promise.resolve(undefined);
    };
    only(await write(cluster, [settings('owner', {})], { how: 'delete', choose: decline }), 'declined');
    assert.match(asked[0]!.detail, /ConfigMap child\nConfigMap grandchild/);

    only(await write(cluster, [settings('owner', {})], { how: 'delete' }), 'written');
    only(await write(cluster, [settings('owner', {})], { how: 'delete' }), 'gone');
  });
});
