import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import type { JsonObject } from '../../../server/src/merge/json';
import type { Cluster } from '../../../server/src/session/ports';
import { customDefinition } from '../../cluster/customDefinition';
import type { ControlPlane } from '../../cluster/controlPlane';
import { startProxiedCluster } from '../cluster/proxied';
import { compareTwins, type Twins } from './twins';
import { type Manifest, write } from './writing';

let controlPlane: ControlPlane;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, cluster, stop } = await startProxiedCluster());
});
after(() => stop());

const twins = (options: Omit<Twins, 'controlPlane' | 'cluster'>): Promise<void> =>
  compareTwins({ controlPlane, cluster, ...options });

async function kubectl(args: string[], stdin?: object): Promise<void> {
  const options = stdin === undefined ? {} : { stdin: JSON.stringify(stdin) };
  const { code, stderr } = await controlPlane.kubectl(args, options);
  assert.equal(code, 0, stderr);
}

/** `kubectl edit` by a person whose editor is sed. */
async function edit(object: string, script: string): Promise<void> {
  const environment = {
    ...process.env,
    KUBECONFIG: controlPlane.kubeconfigs.admin,
    KUBE_EDITOR: `sed -i -e '${script}'`,
  };
  await promisify(execFile)(controlPlane.kubectlFile, ['edit', object], { env: environment });
}

async function patch(object: string, change: object, manager: string): Promise<void> {
  await kubectl([
    'patch',
    object,
    '--type=merge',
    `--field-manager=${manager}`,
    '-p',
    JSON.stringify(change),
  ]);
}

function configMap(name: string, data: JsonObject): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function deployment(name: string, spec: JsonObject, image = 'web:1'): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      ...spec,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image, env: [{ name: 'A', value: image }] }] },
      },
    },
  };
}

suite('An apply ends where kubectl apply --server-side ends', () => {
  test('over kubectl edit and kubectl patch of other fields, which stay', async () => {
    await twins({
      type: 'configmap',
      make: (name, step) => configMap(name, { a: String(step) }),
      between: async (name, step) => {
        if (step === 1) await edit(`configmap/${name}`, 's/^data:/data:\\n  edited: "yes"/');
        if (step === 2) await patch(`configmap/${name}`, { data: { patched: 'yes' } }, 'kubectl-patch');
      },
    });
  });

  test('over kubectl edit of its own field, by force; what was shown alone changes hands', async () => {
    await twins({
      type: 'configmap',
      make: (name) => configMap(name, { a: '1', b: '1' }),
      between: async (name, step) => {
        if (step > 0) await edit(`configmap/${name}`, `s/^  a: .*/  a: "edited ${step}"/`);
      },
      forced: [1, 2],
    });
  });

  test('over kubectl scale, by force', async () => {
    await twins({
      type: 'deployment',
      make: (name, step) => deployment(name, { replicas: 2 }, `web:${step}`),
      between: async (name, step) => {
        if (step > 0) await kubectl(['scale', 'deployment', name, `--replicas=${step + 4}`]);
      },
      forced: [1, 2],
    });
  });

  test('beside an autoscaler that holds the replicas, which the file does not state', async () => {
    await twins({
      type: 'deployment',
      make: (name, step) => deployment(name, {}, `web:${step}`),
      between: async (name, step) => {
        const change = ['--subresource=scale', '--field-manager=kube-controller-manager', '--type=merge'];
        if (step > 0)
          await kubectl(['patch', 'deployment', name, ...change, '-p', `{"spec":{"replicas":${step + 2}}}`]);
      },
    });
  });

  test('when a field goes over to the autoscaler: it is taken out of the file, and stays as it is', async () => {
    await twins({
      type: 'deployment',
      make: (name, step) => deployment(name, step === 0 ? { replicas: 2 } : {}),
      between: async (name, step) => {
        if (step !== 1) return;
        await kubectl(['scale', 'deployment', name, '--replicas=6']);
      },
    });
  });

  test('where somebody else applies the same values, which are held by both then', async () => {
    await twins({
      type: 'configmap',
      make: (name, step) => configMap(name, step === 2 ? { own: '1' } : { same: '1', own: '1' }),
      between: async (name, step) => {
        const args = ['apply', '--server-side', '--field-manager=flux', '-f', '-'];
        if (step === 1) await kubectl(args, configMap(name, { same: '1', theirs: '1' }));
      },
    });
  });

  test('for what was applied on the client side and scaled since, by force, and with fields dropped', async () => {
    await twins({
      type: 'deployment',
      make: (name) => deployment(name, { replicas: 3 }, 'web:2'),
      between: async (name, step) => {
        if (step !== 0) return;
        await kubectl(['apply', '-f', '-'], deployment(name, { replicas: 2, minReadySeconds: 5 }));
        await kubectl(['scale', 'deployment', name, '--replicas=4']);
      },
      forced: [0],
    });
  });

  test('R183 so that an older file that kubectl applies later takes nothing away', async () => {
    const older = configMap('la', { a: '1' });
    await kubectl(['apply', '-f', '-'], older);
    await patch('configmap/la', { data: { b: 'by-hand' } }, 'kubectl-edit');
    const { outcomes } = await write(cluster, [configMap('la', { a: '1', c: '2' })]);
    assert.equal(outcomes[0]?.result.kind, 'written');
    await kubectl(['apply', '-f', '-'], older);
    const { stdout } = await controlPlane.kubectl(['get', 'configmap', 'la', '-o=jsonpath={.data}']);
    assert.deepEqual(JSON.parse(stdout), { a: '1', b: 'by-hand', c: '2' });
  });

  test('for objects of a custom kind, and for the definition of one', async () => {
    const properties = {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          parts: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id'],
              properties: { id: { type: 'string' }, n: { type: 'integer' } },
            },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['id'],
          },
        },
      },
    };
    const define = (plural: string, kind: string, more: JsonObject = {}): JsonObject =>
      customDefinition({
        group: 'twins.example.dev',
        names: { plural, kind },
        properties: { ...properties, ...more },
      });
    const { outcomes } = await write(cluster, [define('widgets', 'Widget') as Manifest]);
    assert.equal(outcomes[0]?.result.kind, 'written');
    await kubectl(['wait', '--for=condition=Established', 'crd/widgets.twins.example.dev', '--timeout=30s']);
    // What is served is remembered for a moment.
    await cluster.resources({ refresh: true, signal: new AbortController().signal });
    await twins({
      type: 'widgets.twins.example.dev',
      make: (name, step) => ({
        apiVersion: 'twins.example.dev/v1',
        kind: 'Widget',
        metadata: { name },
        spec: {
          size: step,
          parts:
            step === 1
              ? [{ id: 'a', n: 1 }]
              : [
                  { id: 'a', n: 1 },
                  { id: 'b', n: step },
                ],
        },
      }),
      between: async (name, step) => {
        if (step === 1)
          await patch(`widgets.twins.example.dev/${name}`, { metadata: { labels: { x: 'y' } } }, 'ann');
      },
    });
    await twins({
      type: 'crd',
      nameOf: (plural) => `${plural}.twins.example.dev`,
      make: (plural, step) =>
        define(plural, plural, step === 0 ? {} : { status: { type: 'object' } }) as Manifest,
    });
  });
});
