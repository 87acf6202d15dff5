import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { summarizeWrites } from '../../../server/src/features/fileAnswers';
import type { Choice } from '../../../server/src/protocol/files';
import type { Cluster } from '../../../server/src/session/ports';
import { customDefinition } from '../../cluster/customDefinition';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { FaultProxy } from '../faultProxy';
import { startProxiedCluster } from '../cluster/proxied';
import { type Manifest, only, write, type Written } from './writing';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, proxy, cluster, stop } = await startProxiedCluster());
});
after(() => stop());

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

function deployment(name: string, more: Manifest['metadata'] = {}): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...more },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
    },
  };
}

/** What a controller does all the time. */
const beat = (name: string, count: number): Promise<string> =>
  kubectl(
    ...['patch', 'deployment', name, '--subresource=status', '--type=merge'],
    ...['-p', `{"status":{"observedGeneration":${count}}}`],
  );

const label = (name: string, value: string): Promise<string> =>
  kubectl('label', '--overwrite', 'deployment', name, value);

function sentBy(method: string, name: string): number {
  return proxy.requests.filter(
    (request) => request.method === method && request.url.includes(name) && !request.url.includes('dryRun'),
  ).length;
}

function sentence({ outcomes }: Written): string {
  return summarizeWrites(outcomes, undefined).message;
}

suite('A deletion of an object that moves while the user is asked', () => {
  test('goes through where only its status has moved: the user has been asked once', async () => {
    await write(cluster, [deployment('beating')]);
    const asked: Choice[] = [];
    const choose = async (choice: Choice): Promise<string> => {
      asked.push(choice);
      await beat('beating', asked.length);
      return 'Background';
    };
    only(await write(cluster, [deployment('beating')], { how: 'delete', choose }), 'written');
    assert.equal(asked.length, 1);
    assert.equal(sentBy('DELETE', 'beating'), 2);
    assert.equal(await kubectl('get', 'deployment', 'beating', '--ignore-not-found'), '');
  });

  test('is asked about again where more has moved, and once only for each field', async () => {
    await write(cluster, [deployment('relabelled')]);
    const asked: string[] = [];
    const choose = async ({ detail }: Choice): Promise<string | undefined> => {
      asked.push(detail);
      await label('relabelled', `x=${asked.length}`);
      return 'Background';
    };
    only(await write(cluster, [deployment('relabelled')], { how: 'delete', choose }), 'written');
    assert.equal(asked.length, 2);
    assert.match(asked[1] ?? '', /^It has changed since you were asked: metadata\.labels/);
    assert.equal(sentBy('DELETE', 'relabelled'), 3);
  });

  test('is not made where the user does not want it then, nor of another object of its name', async () => {
    await write(cluster, [deployment('spared')]);
    const answers = ['Background', undefined];
    const declined = await write(cluster, [deployment('spared')], {
      how: 'delete',
      choose: async () => {
        if (answers.length === 2) await label('spared', 'x=y');
        return answers.shift();
      },
    });
    only(declined, 'declined');
    const replaced = await write(cluster, [deployment('spared')], {
      how: 'delete',
      choose: async () => {
        await kubectl('delete', 'deployment', 'spared');
        await kubectl('create', 'deployment', 'spared', '--image=other');
        return 'Background';
      },
    });
    only(replaced, 'moved');
    assert.match(sentence(replaced), /not written, since it has changed since it was shown to you/);
    assert.match(await kubectl('get', 'deployment', 'spared', '-o=name'), /spared/);
  });

  test('of one that is not there, or goes meanwhile, says that there is nothing to delete', async () => {
    const none = await write(cluster, [deployment('never')], { how: 'delete' });
    only(none, 'gone');
    assert.match(sentence(none), /not in the cluster, so there is nothing to delete/);
    await write(cluster, [deployment('going')]);
    const choose = async (): Promise<string> => {
      await kubectl('delete', 'deployment', 'going');
      return 'Background';
    };
    only(await write(cluster, [deployment('going')], { how: 'delete', choose }), 'gone');
  });
});

suite('What goes with a deleted object is shown', () => {
  async function shownFor(manifest: Manifest): Promise<Choice> {
    const asked: Choice[] = [];
    const choose = (choice: Choice): Promise<undefined> => {
      asked.push(choice);
      return Promise.resolve(undefined);
    };
    only(await write(cluster, [manifest], { how: 'delete', choose }), 'declined');
    return asked[0]!;
  }

  test('all of a namespace, which nothing keeps', async () => {
    await kubectl('create', 'namespace', 'doomed');
    await kubectl('-n', 'doomed', 'create', 'configmap', 'precious');
    const { detail, ways } = await shownFor({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'doomed' },
    });
    assert.match(detail, /^These are deleted with it \(\d+\):/);
    assert.match(detail, /^ConfigMap precious$/m);
    assert.deepEqual(
      ways.map(({ title }) => title),
      ['Delete All of It'],
    );
  });

  test('all objects of a kind whose definition is deleted, in all namespaces', async () => {
    const names = { plural: 'gadgets', kind: 'Gadget' };
    const definition = customDefinition({ group: 'doomed.example.dev', names, properties: {} }) as Manifest;
    only(await write(cluster, [definition]), 'written');
    await kubectl('wait', '--for=condition=Established', 'crd/gadgets.doomed.example.dev', '--timeout=30s');
    const gadget = { apiVersion: 'doomed.example.dev/v1', kind: 'Gadget', metadata: { name: 'g' } };
    const args = ['create', '-f', '-'];
    const { code, stderr } = await controlPlane.kubectl(args, { stdin: JSON.stringify(gadget) });
    assert.equal(code, 0, stderr);
    const { detail } = await shownFor(definition);
    assert.equal(detail, 'These are deleted with it (1):\nGadget g');
  });
});

suite('A replacement of an object that moves while the user looks at it', () => {
  const change = (name: string): Manifest => deployment(name, { labels: { replaced: 'yes' } });

  test('goes over the newest version where only its status has moved', async () => {
    await write(cluster, [deployment('busy')]);
    const review = async (): Promise<boolean> => (await beat('busy', 7)) !== '';
    only(await write(cluster, [change('busy')], { how: 'replace', review }), 'written');
    assert.equal(sentBy('PUT', 'busy'), 2);
    assert.equal(await kubectl('get', 'deployment', 'busy', '-o=jsonpath={.status.observedGeneration}'), '7');
  });

  test('is not made where anything has moved that was shown, or where it is another object', async () => {
    await write(cluster, [deployment('moved')]);
    const relabel = async (): Promise<boolean> => (await label('moved', 'x=y')) !== '';
    const moved = await write(cluster, [change('moved')], { how: 'replace', review: relabel });
    only(moved, 'moved');
    assert.match(sentence(moved), /Do it again to see how it is now/);
    const remake = async (): Promise<boolean> => {
      await kubectl('delete', 'deployment', 'moved');
      return (await kubectl('create', 'deployment', 'moved', '--image=other')) !== '';
    };
    only(await write(cluster, [change('moved')], { how: 'replace', review: remake }), 'moved');
    assert.equal(await kubectl('get', 'deployment', 'moved', '-o=jsonpath={.metadata.labels.replaced}'), '');
  });

  test('over the version that the file names is for that one alone', async () => {
    await write(cluster, [deployment('pinned')]);
    const version = await kubectl('get', 'deployment', 'pinned', '-o=jsonpath={.metadata.resourceVersion}');
    const pinned = deployment('pinned', { labels: { replaced: 'yes' }, resourceVersion: version });
    const review = async (): Promise<boolean> => (await beat('pinned', 9)) !== '';
    only(await write(cluster, [pinned], { how: 'replace', review }), 'staleVersion');
    only(await write(cluster, [pinned], { how: 'replace' }), 'staleVersion');
  });
});
