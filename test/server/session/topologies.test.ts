import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { builtinTopology, topologyAt, type ListTopology } from '../../../server/src/merge/topology';
import type { Cluster, GroupVersion } from '../../../server/src/session/ports';
import { createTopologies, type Topologies } from '../../../server/src/session/topologies';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import { apply, failureOf, makeClusters, noSignal, type TestClusters, waitFor } from '../cluster/fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let kubeconfig: string;
let clusters: TestClusters;
let cluster: Cluster;
let topologies: Topologies;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  kubeconfig = join(controlPlane.folder, 'by proxy');
  const { caFile: certificateAuthority, tokens } = controlPlane;
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server: proxy.server, certificateAuthority, user: { token: tokens.admin } },
    { context: 'none', server: proxy.server, certificateAuthority, user: { token: tokens.none } },
  ]);
});
beforeEach(async () => {
  proxy.clear();
  clusters = makeClusters(kubeconfig);
  cluster = await clusters.open('prod');
  topologies = createTopologies();
});
afterEach(() => clusters.dispose());
after(async () => {
  await proxy.close();
  await controlPlane.stop();
});

const apps: GroupVersion = { group: 'apps', version: 'v1' };

const find = (apiVersion: string, kind: string): Promise<ListTopology> =>
  topologies.find(cluster, { apiVersion, kind }, noSignal());

const listAt = async (apiVersion: string, kind: string, path: FieldPath) =>
  topologyAt(await find(apiVersion, kind), path).list;

/** What was asked in this test and answered how: `/openapi/v3/api/v1 304`. */
const asked = (): string[] =>
  clusters.log.map((line) => line.replace(/^\S+: GET /, '').replace(/ [\d.]+ ms$/, ''));

/** A custom resource whose `spec.items` is the given list. */
function definition(group: string, items: object): string {
  const properties = { spec: { type: 'object', properties: { items } } };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
  };
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [version],
    },
  });
}

const itemsByKey = {
  type: 'array',
  items: {
    type: 'object',
    required: ['k'],
    properties: { k: { type: 'string' }, p: { type: 'string', default: 'TCP' } },
  },
};

const answerOf = (body: string, status = 200) => ({
  kind: 'answer' as const,
  status,
  headers: { 'content-type': 'application/json' },
  body,
});

const containers = ['spec', 'template', 'spec', 'containers'];
const items = ['spec', 'items'];

suite('Topologies of a cluster', () => {
  test('of a Deployment and a Service, each read once', async () => {
    assert.deepEqual(await listAt('apps/v1', 'Deployment', containers), {
      kind: 'map',
      keys: ['name'],
      keyDefaults: new Map([['name', '']]),
    });
    assert.deepEqual(await listAt('v1', 'Service', ['spec', 'ports']), {
      kind: 'map',
      keys: ['port', 'protocol'],
      keyDefaults: new Map<string, JsonValue>([
        ['port', 0],
        ['protocol', 'TCP'],
      ]),
    });
    assert.equal(await find('v1', 'Service'), await find('v1', 'Service'));
    assert.notEqual(await find('v1', 'Service'), await find('v1', 'Pod'));
  });

  test('R109 of a custom resource by its group; a list without a type is atomic; a change is seen', async () => {
    await apply(controlPlane, definition('example.dev', itemsByKey));
    const names = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
    await apply(controlPlane, definition('other.test', names));
    await waitFor(async () => (await find('example.dev/v1', 'Widget')) !== builtinTopology);
    await waitFor(async () => (await find('other.test/v1', 'Widget')) !== builtinTopology);
    assert.deepEqual(await listAt('example.dev/v1', 'Widget', items), { kind: 'atomic' });
    assert.deepEqual(await listAt('other.test/v1', 'Widget', items), { kind: 'set' });
    const kept = await find('example.dev/v1', 'Widget');
    assert.equal(await find('example.dev/v1', 'Widget'), kept);

    const keyed = {
      ...itemsByKey,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'p'],
    };
    await apply(controlPlane, definition('example.dev', keyed));
    await waitFor(async () => (await find('example.dev/v1', 'Widget')) !== kept);
    assert.deepEqual(await listAt('example.dev/v1', 'Widget', items), {
      kind: 'map',
      keys: ['k', 'p'],
      keyDefaults: new Map([['p', 'TCP']]),
    });
    assert.deepEqual(await listAt('other.test/v1', 'Widget', items), { kind: 'set' });
  });

  test('is what holds for any object where the cluster tells nothing', async () => {
    const unknown = ['apps/v1 Unknown', 'no.test/v1 Widget', 'apps/ Deployment', 'a/b/v1 X', '.. X', ' X'];
    for (const each of unknown) {
      const [apiVersion = '', kind = ''] = each.split(' ');
      assert.equal(await find(apiVersion, kind), builtinTopology, each);
    }
    assert.equal(await topologies.find(cluster, {}, noSignal()), builtinTopology);
    assert.deepEqual(asked(), ['/openapi/v3/apis/apps/v1 200', '/openapi/v3/apis/no.test/v1 404']);
    proxy.inject(answerOf('404 page not found', 404));
    assert.equal(await find('v1', 'Pod'), builtinTopology);
    assert.notEqual(await find('v1', 'Pod'), builtinTopology);
  });

  test('is what holds for any object where schemas may not be read', async () => {
    cluster = await clusters.open('none');
    assert.notEqual(await find('v1', 'Pod'), builtinTopology);
    const binding = ['clusterrolebinding', 'system:discovery'];
    assert.equal((await controlPlane.kubectl(['delete', ...binding])).code, 0);
    await waitFor(async () => (await cluster.schemas(apps, noSignal())).kind === 'failed');
    const { status } = failureOf(await cluster.schemas(apps, noSignal()), 'status');
    assert.equal(status.code, 403);
    assert.equal(await find('apps/v1', 'Deployment'), builtinTopology);
  });
});

suite('Schemas without an end', () => {
  test('R092 the schema of schemas is read to any depth', async () => {
    const definitions = await find('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    let schema = topologyAt(definitions, ['spec', 'versions', 0, 'schema', 'openAPIV3Schema']);
    for (let depth = 0; depth < 10_000; depth++) schema = schema.field('properties').field('x');
    assert.equal(schema.field('properties').map, 'dict');
  });

  test('R196 R197 neither depth nor references that multiply or lead in a circle take long', async () => {
    const depth = 20_000;
    const deep = `${'{"type":"object","properties":{"x":'.repeat(depth)}{"type":"array"}${'}}'.repeat(depth)}`;
    const twice = (name: string) => [1, 2].map(() => ({ $ref: `#/components/schemas/${name}` }));
    const kind = { 'x-kubernetes-group-version-kind': [{ group: 'bomb.test', version: 'v1', kind: 'Bomb' }] };
    const bomb = Object.fromEntries(
      Array.from({ length: 64 }, (_, level): [string, JsonObject] => [
        `S${level}`,
        { allOf: twice(`S${(level + 1) % 64}`) },
      ]),
    );
    const properties = { deep: 'here', bomb: { allOf: twice('S0') } };
    const document = {
      openapi: '3.0.0',
      components: { schemas: { ...bomb, Bomb: { ...kind, properties } } },
    };
    proxy.inject(answerOf(JSON.stringify(document).replace('"here"', () => deep)));
    const topology = await find('bomb.test/v1', 'Bomb');
    assert.equal(topology.field('bomb').field('x').list.kind, 'unknown');
    assert.equal(topologyAt(topology, ['deep', ...Array<string>(depth).fill('x')]).list.kind, 'atomic');
  });

  test('R196 a custom resource of hundreds of fields, and of many levels', async () => {
    let nested: object = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
    for (let level = 0; level < 60; level++) nested = { type: 'object', properties: { x: nested } };
    const fields = Array.from({ length: 400 }, (_, index): [string, object] => [`field${index}`, itemsByKey]);
    const properties = { ...Object.fromEntries(fields), nested };
    await apply(controlPlane, definition('large.test', { type: 'object', properties }));
    await waitFor(async () => (await find('large.test/v1', 'Widget')) !== builtinTopology);
    const topology = topologyAt(await find('large.test/v1', 'Widget'), items);
    const bottom = topologyAt(topology, ['nested', ...Array<string>(60).fill('x')]);
    assert.equal(bottom.list.kind, 'set');
    assert.equal(topology.field('field399').list.kind, 'atomic');
  });
});
