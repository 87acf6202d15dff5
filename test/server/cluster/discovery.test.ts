import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { ResourceSummary } from '../../../server/src/protocol/messages';
import type { Cluster } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import { apply, failureOf, makeClusters, noSignal, type TestClusters, valueOf, waitFor } from './fixture';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let kubeconfig: string;
let clusters: TestClusters;

before(async () => {
  controlPlane = await startControlPlane();
  proxy = await startFaultProxy(controlPlane);
  kubeconfig = join(controlPlane.folder, 'by proxy');
  const { caFile: certificateAuthority, tokens } = controlPlane;
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server: proxy.server, certificateAuthority, user: { token: tokens.admin } },
  ]);
  await apply(controlPlane, definitions);
  await waitFor(async () => (await controlPlane.kubectl(['get', ...served.flat()])).code === 0);
  await apply(controlPlane, objects);
});
beforeEach(() => {
  proxy.clear();
  clusters = makeClusters(kubeconfig);
});
after(async () => {
  await clusters.dispose();
  await proxy.close();
  await controlPlane.stop();
});

const served = [
  'widgets.example.dev,widgets.other.test,services.at.example.dev,routes.new.example.dev,routes.old.example.dev',
  '-A',
];

function definition(group: string, kind: string, plural: string, scope: string, versions = ['v1']): string {
  const entry = (name: string, index: number) =>
    `{name: ${name}, served: true, storage: ${index === 0}, subresources: {status: {}}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}`;
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}}
spec:
  group: ${group}
  scope: ${scope}
  names: {kind: ${kind}, plural: ${plural}, shortNames: [${plural.slice(0, 2)}${group.slice(0, 1)}]}
  versions: [${versions.map(entry).join(', ')}]
`;
}

const definitions = [
  definition('example.dev', 'Widget', 'widgets', 'Namespaced', ['v1beta1', 'v2', 'v1']),
  definition('other.test', 'Widget', 'widgets', 'Cluster'),
  definition('at.example.dev', 'Service', 'services', 'Namespaced'),
  definition('old.example.dev', 'Route', 'routes', 'Namespaced'),
  definition('new.example.dev', 'Route', 'routes', 'Namespaced'),
].join('---');

const objects = `
{apiVersion: v1, kind: Namespace, metadata: {name: demo}}
---
{apiVersion: at.example.dev/v1, kind: Service, metadata: {name: web, namespace: demo}, spec: {tier: gold}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, namespace: demo}, spec: {selector: {app: web}, ports: [{port: 80}]}}
---
{apiVersion: example.dev/v1, kind: Widget, metadata: {name: w1, namespace: demo}, spec: {size: 3}}
---
{apiVersion: other.test/v1, kind: Widget, metadata: {name: w1}, spec: {size: 4}}
---
{apiVersion: old.example.dev/v1, kind: Route, metadata: {name: r, namespace: demo}, spec: {x: 9}}
---
{apiVersion: new.example.dev/v1, kind: Route, metadata: {name: r, namespace: demo}, spec: {x: 1}}
`;

async function resources(refresh?: { refresh: true }): Promise<ResourceSummary[]> {
  const cluster = await clusters.open('prod');
  return valueOf(await cluster.resources({ ...refresh, signal: noSignal() }));
}

function named(all: ResourceSummary[], resource: string): string[] {
  return all
    .filter((each) => each.resource === resource)
    .map(({ group, version, namespaced }) => `${version}.${group} ${namespaced ? 'namespaced' : 'cluster'}`);
}

suite('Discovery', () => {
  test('tells all that an API server says of a resource', async () => {
    const found = (await resources()).find(
      ({ group, resource }) => group === 'apps' && resource === 'deployments',
    );
    assert.deepEqual(
      { ...found, verbs: found?.verbs.toSorted(), subresources: found?.subresources.toSorted() },
      {
        group: 'apps',
        version: 'v1',
        resource: 'deployments',
        kind: 'Deployment',
        namespaced: true,
        singularName: 'deployment',
        shortNames: ['deploy'],
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
        subresources: ['scale', 'status'],
      },
    );
  });

  test('R106 R107 R109 R110 the same name in several groups is several resources, each with its own scope', async () => {
    const all = await resources();
    assert.deepEqual(named(all, 'services'), ['v1. namespaced', 'v1.at.example.dev namespaced']);
    assert.deepEqual(named(all, 'routes'), [
      'v1.new.example.dev namespaced',
      'v1.old.example.dev namespaced',
    ]);
    assert.deepEqual(named(all, 'widgets'), [
      'v2.example.dev namespaced',
      'v1.example.dev namespaced',
      'v1beta1.example.dev namespaced',
      'v1.other.test cluster',
    ]);
  });

  test('R107 the order in which the server tells its groups makes no difference', async () => {
    const before = await resources();
    const { body } = await controlPlane.request({ path: '/apis', headers: { accept: aggregated } });
    const document = JSON.parse(body) as { items: unknown[] };
    document.items.reverse();
    proxy.inject(
      {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': aggregated },
        body: JSON.stringify(document),
      },
      { when: ({ url }) => url === '/apis' },
    );
    clusters = makeClusters(kubeconfig);
    assert.deepEqual(await resources(), before);
  });

  test('a server without aggregated discovery tells the same, by one request for each version', async () => {
    const before = await resources();
    proxy.inject(
      { kind: 'requestHeaders', headers: { accept: 'application/json' } },
      { times: 2, when: ({ url }) => url === '/api' || url === '/apis' },
    );
    clusters = makeClusters(kubeconfig);
    const sent = proxy.requests.length;
    const normalized = (all: ResourceSummary[]) =>
      all.map((each) => ({
        ...each,
        verbs: each.verbs.toSorted(),
        subresources: each.subresources.toSorted(),
      }));
    assert.deepEqual(normalized(await resources()), normalized(before));
    assert.ok(proxy.requests.slice(sent).some(({ url }) => url === '/apis/example.dev/v1beta1'));
  });

  test('is kept; asked again it costs nothing while nothing has changed, and sees what has', async () => {
    const before = await resources();
    const sent = proxy.requests.length;
    await resources();
    assert.equal(proxy.requests.length, sent);
    clusters.log.splice(0);
    assert.deepEqual(await resources({ refresh: true }), before);
    const lines = clusters.log.map((line) => line.replace(/ [\d.]+ ms$/, '')).toSorted();
    assert.deepEqual(lines, ['prod: GET /api 304', 'prod: GET /apis 304']);

    await apply(controlPlane, definition('late.test', 'Late', 'lates', 'Namespaced'));
    await waitFor(async () => named(await resources({ refresh: true }), 'lates').length === 1);
  });

  test('a group whose own server does not answer does not hide the others', async () => {
    const before = await resources();
    await apply(controlPlane, brokenService);
    const names = (all: ResourceSummary[]) => all.map(({ group, resource }) => `${resource}.${group}`);
    try {
      clusters = makeClusters(kubeconfig);
      assert.deepEqual(names(await resources()), names(before));
      proxy.inject(
        { kind: 'requestHeaders', headers: { accept: 'application/json' } },
        { times: 2, when: ({ url }) => url === '/api' || url === '/apis' },
      );
      clusters = makeClusters(kubeconfig);
      const { body } = await controlPlane.request({ path: '/apis' });
      assert.match(body, /broken\.test/);
      assert.deepEqual(names(await resources()), names(before));
    } finally {
      await controlPlane.kubectl(['delete', 'apiservice', 'v1.broken.test']);
    }
  });

  test('fails as any request does', async () => {
    const cluster = await clusters.open('prod');
    proxy.inject({ kind: 'cutBefore' }, { when: ({ url }) => url === '/apis' });
    failureOf(await cluster.resources({ signal: noSignal() }), 'unreachable');
    valueOf(await cluster.resources({ signal: noSignal() }));
  });
});

suite('The group decides', () => {
  const spec = async (
    cluster: Cluster,
    group: string,
    resource: string,
    name: string,
    namespace?: string,
  ) => {
    const ref = { context: 'prod', group, version: 'v1', resource, name, ...(namespace && { namespace }) };
    return valueOf(await cluster.get(ref, noSignal()))['spec'];
  };

  test('R106 a custom Service is not the Service', async () => {
    const cluster = await clusters.open('prod');
    assert.deepEqual(await spec(cluster, 'at.example.dev', 'services', 'web', 'demo'), { tier: 'gold' });
    assert.match(JSON.stringify(await spec(cluster, '', 'services', 'web', 'demo')), /"clusterIP"/);
  });

  test('R107 widgets of a namespace are not widgets of the cluster', async () => {
    const cluster = await clusters.open('prod');
    assert.deepEqual(await spec(cluster, 'example.dev', 'widgets', 'w1', 'demo'), { size: 3 });
    assert.deepEqual(await spec(cluster, 'other.test', 'widgets', 'w1'), { size: 4 });
  });

  test('R110 a Route of the new group is that one, or none', async () => {
    const cluster = await clusters.open('prod');
    assert.deepEqual(await spec(cluster, 'new.example.dev', 'routes', 'r', 'demo'), { x: 1 });
    assert.equal(
      (await controlPlane.kubectl(['delete', 'routes.new.example.dev', 'r', '-n', 'demo'])).code,
      0,
    );
    const ref = {
      context: 'prod',
      group: 'new.example.dev',
      version: 'v1',
      resource: 'routes',
      namespace: 'demo',
      name: 'r',
    };
    const { status } = failureOf(await cluster.get(ref, noSignal()), 'status');
    assert.deepEqual([status.code, status.details?.group], [404, 'new.example.dev']);
  });
});

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const brokenService = `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.broken.test}
spec:
  group: broken.test
  version: v1
  groupPriorityMinimum: 1000
  versionPriority: 10
  insecureSkipTLSVerify: true
  service: {name: none, namespace: default}
`;
