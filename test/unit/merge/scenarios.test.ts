import assert from 'node:assert/strict';
import test from 'node:test';
import { listChanges } from '../../../server/src/merge/changes';
import { isEqual } from '../../../server/src/merge/equality';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { mergeObject } from '../../../server/src/merge/mergeObject';
import { builtinTopology } from '../../../server/src/merge/topology';
import { merge, topologies, writes } from './scenarioMerge';
import { container, deployment, service, widget } from './scenarioObjects';

const image = (tag: number): JsonObject => ({ image: `registry.example/shop:${tag}` });

test('R016 two different images are one conflict, on that very path', () => {
  const base = deployment({});
  const ours = deployment({ containers: [container(image(2))] });
  const theirs = deployment({ containers: [container(image(3))], resourceVersion: '1001' });
  const { conflicts } = merge(base, ours, theirs);
  assert.deepEqual(conflicts, ['both-changed spec.template.spec.containers[name=web].image']);
});

test('R016 an image and a label merge, and no version is changed', () => {
  const base = deployment({});
  const ours = deployment({ containers: [container(image(2))] });
  const theirs = deployment({ metadata: { labels: { app: 'shop', team: 'red' } }, resourceVersion: '1001' });
  const before = structuredClone([base, ours, theirs]);
  writes(base, ours, theirs, { ...theirs, spec: ours.spec! });
  assert.deepEqual([base, ours, theirs], before);
});

test('R017 what only the server writes is taken from the cluster and never in conflict', () => {
  const fields = (time: string): JsonObject => ({ managedFields: [{ manager: 'controller', time }] });
  const base = deployment({ metadata: fields('1') });
  const ours = deployment({ metadata: { ...fields('1'), labels: { app: 'shop', a: '1' } } });
  const theirs = deployment({ metadata: fields('2'), resourceVersion: '1001', status: { readyReplicas: 2 } });
  const expected = deployment({
    metadata: { ...fields('2'), labels: { app: 'shop', a: '1' } },
    resourceVersion: '1001',
    status: { readyReplicas: 2 },
  });
  writes(base, ours, theirs, expected);
});

test('R019 a UDP port beside the TCP port of the same number is another port', () => {
  const tcp = { name: 'g-tcp', port: 8301, protocol: 'TCP' };
  const udp = { name: 'g-udp', port: 8301, protocol: 'UDP' };
  writes(
    service([tcp]),
    service([tcp, udp]),
    service([tcp], { selector: { app: 'gossip2' } }),
    service([tcp, udp], { selector: { app: 'gossip2' } }),
  );
});

test('R020 two ports that share a number can both get another one', () => {
  const ports = (port: number): JsonValue[] => [
    { name: 'dns-udp', port, protocol: 'UDP', targetPort: 5353 },
    { name: 'dns-tcp', port, protocol: 'TCP', targetPort: 5353 },
  ];
  const annotated = { annotations: { k: 'v' } };
  writes(
    service(ports(53)),
    service(ports(5300)),
    service(ports(53), {}, annotated),
    service(ports(5300), {}, annotated),
  );
});

test('R022 two ports with the same number and protocol stay two', () => {
  const ports = (target: number): JsonValue[] => [
    { name: 'a', port: 80, targetPort: 9376 },
    { name: 'b', port: 80, targetPort: target },
  ];
  const labelled = { labels: { x: '1' } };
  writes(
    service(ports(9377)),
    service(ports(9400)),
    service(ports(9377), {}, labelled),
    service(ports(9400), {}, labelled),
  );
});

test('R023 R025 repeated ports and variables come back unchanged and in order', () => {
  const repeated = {
    ports: [
      { containerPort: 93, hostPort: 9376 },
      { containerPort: 93, hostPort: 7693 },
    ],
    env: [
      { name: 'FOO', value: 'a' },
      { name: 'FOO', value: 'a-$(FOO)' },
    ],
  };
  const version = (tag: number, replicas: number): JsonObject =>
    deployment({ replicas, containers: [container({ ...repeated, ...image(tag) })] });
  writes(version(1, 3), version(2, 3), version(1, 2), version(2, 2));
});

test('R025 what neither side has touched is not rebuilt', () => {
  const env = [
    { name: 'GREETING', value: '1' },
    { name: 'GREETING', value: '2' },
  ];
  const pod = (metadata: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'demo', ...metadata },
    spec: { containers: [{ name: 'c', image: 'registry.example/c:1', env }] },
  });
  const ours = pod({ annotations: { a: 'b' } });
  const { object, conflicts } = merge(pod({}), ours, pod({ labels: { x: 'y' } }));
  assert.deepEqual(conflicts, []);
  assert.deepEqual(object, pod({ annotations: { a: 'b' }, labels: { x: 'y' } }));
  assert.equal(object['spec'], ours['spec']);
});

test('R026 another container port replaces the old one', () => {
  const probe = { readinessProbe: { httpGet: { port: 80 } } };
  const ports = { ports: [{ containerPort: 9090 }] };
  writes(
    deployment({}),
    deployment({ containers: [container(ports)] }),
    deployment({ containers: [container(probe)] }),
    deployment({ containers: [container({ ...ports, ...probe })] }),
  );
});

test('R028 a renamed container whose old self was updated is a conflict', () => {
  const base = deployment({});
  const ours = deployment({ containers: [container({ name: 'web2' })] });
  const theirs = deployment({ containers: [container(image(2))] });
  assert.deepEqual(merge(base, ours, theirs).conflicts, [
    'ours-deleted spec.template.spec.containers[name=web]',
  ]);
});

test('R029 a container is found by name, wherever it stands now', () => {
  const proxy = { name: 'proxy', image: 'p:1' };
  const versions = (tag: number, ...before: JsonObject[]): JsonObject =>
    deployment({ containers: [...before, container(image(tag))] });
  writes(versions(1), versions(2), versions(1, proxy), versions(2, proxy));
});

test('R029 a change of what only the server writes is reported, not made', () => {
  const base = deployment({});
  const ours = deployment({ metadata: { generation: 5 } });
  const versions = { base, ours, theirs: base, topology: topologies.Deployment! };
  const merged = mergeObject({ ...versions, hidden: [], status: 'ignored' });
  assert.ok(merged.kind === 'clean');
  assert.deepEqual(merged.object, base);
  assert.deepEqual(merged.warnings, [{ kind: 'ignored', path: ['metadata', 'generation'] }]);
});

test('R031 labels with nothing under them are no labels', () => {
  const namespace = (metadata: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'team-a', resourceVersion: '20', ...metadata },
  });
  const ours = namespace({ labels: null, annotations: { a: 'b' } });
  const { object, conflicts, changes } = merge(namespace({}), ours, namespace({}));
  assert.deepEqual([conflicts, changes], [[], []]);
  assert.ok(isEqual(object, namespace({ annotations: { a: 'b' } }), builtinTopology));
});

test('R032 null, absent, the empty text and {} are four values where the server keeps null', () => {
  const base = widget({ values: { fruit: null, flower: 'rose' } });
  const ours = widget({ values: { fruit: null, flower: 'tulip' } });
  const theirs = widget({ values: { fruit: null, flower: 'rose', tree: 'oak' } });
  writes(base, ours, theirs, widget({ values: { fruit: null, flower: 'tulip', tree: 'oak' } }));
  const four: JsonObject[] = [{ fruit: null }, {}, { fruit: '' }, { fruit: {} }];
  for (const [index, left] of four.entries()) {
    for (const right of four.slice(index + 1)) {
      assert.equal(
        listChanges(widget({ values: left }), widget({ values: right }), topologies.Widget!).length,
        1,
      );
    }
  }
});

test('R034 replicas that the user did not touch are those of the autoscaler', () => {
  const ours = deployment({ containers: [container(image(2))] });
  const theirs = deployment({ replicas: 7, resourceVersion: '1001' });
  const { object, changes } = merge(deployment({}), ours, theirs);
  assert.deepEqual(
    object,
    deployment({ replicas: 7, containers: [container(image(2))], resourceVersion: '1001' }),
  );
  assert.deepEqual(changes, ['metadata.resourceVersion', 'spec.replicas']);
});
