import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Binding,
  type BindingWishes,
  bindFile,
  type BoundFile,
  decidesAnew,
  viewBinding,
} from '../../../server/src/files/binding';
import type { Cluster, Clusters } from '../../../server/src/session/ports';

interface Kubeconfig {
  current?: string;
  /** The namespace of each context. */
  contexts: Record<string, string>;
}

/** Contexts as a kubeconfig has them; each leads to a cluster of its own. */
function clustersOf({ current, contexts }: Kubeconfig): Clusters {
  return {
    contexts: () =>
      Promise.resolve({
        kind: 'ok',
        value: Object.entries(contexts).map(([name, namespace]) => ({
          ...{ name, cluster: name, server: `https://${name}`, namespace },
          current: name === current,
        })),
      }),
    connect: (context) => {
      const address = { server: `https://${context}`, certificateAuthority: '' };
      return Promise.resolve(
        context in contexts
          ? { kind: 'ok', value: { context, address } as Cluster }
          : { kind: 'failed', failure: { kind: 'unknownContext', context, known: Object.keys(contexts) } },
      );
    },
  };
}

const wishes = (
  choice?: BindingWishes['choice'],
  [manifestContext = '', manifestNamespace = '']: string[] = [],
): BindingWishes => ({ choice, folder: { manifestContext, manifestNamespace } });

const kubeconfig: Kubeconfig = { current: 'demo', contexts: { demo: 'shop', prod: '' } };

async function bind(
  wished: BindingWishes,
  { before, config = kubeconfig }: { before?: BoundFile; config?: Kubeconfig } = {},
): Promise<Binding> {
  return bindFile(wished, { clusters: clustersOf(config), before });
}

/** `demo/shop by user`. */
function words(binding: Binding): string {
  if (binding.kind === 'unbound') return binding.failure.kind;
  return binding.kind === 'bound' ? `${binding.context}/${binding.namespace} by ${binding.by}` : binding.kind;
}

async function boundTo(wished: BindingWishes): Promise<BoundFile> {
  const binding = await bind(wished);
  assert.ok(binding.kind === 'bound');
  return binding;
}

suite('Where a file goes', () => {
  const cases: [string, BindingWishes][] = [
    ['demo/shop by currentContext', wishes()],
    ['demo/own by currentContext', wishes(undefined, ['', 'own'])],
    ['prod/default by setting', wishes(undefined, ['prod'])],
    ['prod/own by setting', wishes(undefined, ['prod', 'own'])],
    ['prod/default by user', wishes({ context: 'prod' })],
    ['prod/mine by user', wishes({ context: 'prod', namespace: 'mine' })],
    // The user has seen both; the folder's namespace is for the folder's context.
    ['demo/shop by user', wishes({ context: 'demo' }, ['prod', 'own'])],
    ['unknownContext', wishes({ context: 'gone' })],
    ['unknownContext', wishes(undefined, ['gone'])],
  ];
  for (const [expected, wished] of cases)
    test(`${expected}: ${JSON.stringify(wished)}`, async () => {
      assert.equal(words(await bind(wished)), expected);
    });

  test('is nowhere without a current context, and where the kubeconfig cannot be read', async () => {
    assert.equal(words(await bind(wishes(), { config: { contexts: { demo: '' } } })), 'noCurrentContext');
    const clusters: Clusters = {
      ...clustersOf(kubeconfig),
      contexts: () => Promise.resolve({ kind: 'failed', failure: { kind: 'kubeconfigMissing', paths: [] } }),
    };
    assert.equal(words(await bindFile(wishes(), { clusters, before: undefined })), 'kubeconfigMissing');
  });

  test('stays the context and the cluster that it was decided for by the current context', async () => {
    const before = { ...(await boundTo(wishes())), clusterUid: 'uid' };
    const moved = { current: 'prod', contexts: { demo: 'shop', prod: '' } };
    const after = await bind(wishes(undefined, ['', 'own']), { before, config: moved });
    assert.deepEqual(after, { ...before, namespace: 'own' });
    const gone = { current: 'prod', contexts: { prod: '' } };
    assert.deepEqual(await bind(wishes(), { before, config: gone }), before);
  });

  test('is decided anew by the current context where it was the user or the folder before', async () => {
    const before = await boundTo(wishes({ context: 'prod' }));
    assert.equal(words(await bind(wishes(), { before })), 'demo/shop by currentContext');
  });

  test('is told to features without the address', async () => {
    const bound = await boundTo(wishes());
    assert.deepEqual(viewBinding(bound), {
      ...{ kind: 'bound', context: 'demo', namespace: 'shop', by: 'currentContext' },
    });
    const unbound = await bind(wishes({ context: 'gone' }));
    assert.equal(viewBinding(unbound), unbound);
  });
});

suite('Other wishes decide anew', () => {
  const cases: [boolean, BindingWishes, BindingWishes][] = [
    [false, wishes(), wishes()],
    [true, wishes(), wishes({ context: 'demo' })],
    [true, wishes({ context: 'demo' }), wishes()],
    [true, wishes({ context: 'demo' }), wishes({ context: 'demo', namespace: 'a' })],
    [true, wishes(undefined, ['', 'a']), wishes(undefined, ['', 'b'])],
    [true, wishes(undefined, ['a']), wishes(undefined, ['b'])],
    // What the folder says is nothing to a file for which the user has chosen.
    [false, wishes({ context: 'demo' }, ['a']), wishes({ context: 'demo' }, ['b'])],
  ];
  for (const [expected, before, after] of cases)
    test(`${expected}: ${JSON.stringify([before, after])}`, () => {
      assert.equal(decidesAnew(before, after), expected);
    });
});
