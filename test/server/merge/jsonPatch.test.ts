import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { listPatchOperations } from '../../../server/src/merge/jsonPatch';
import { builtinTopology, type ListTopology } from '../../../server/src/merge/topology';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { Cluster, KubernetesObject, Result } from '../../../server/src/session/ports';
import type { WriteAnswer } from '../../../server/src/session/writePorts';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { topologyOfKind } from '../../unit/merge/fixtureTopology';
import { apply, failureOf, makeClusters, noSignal, type TestClusters, valueOf } from '../cluster/fixture';

let controlPlane: ControlPlane;
let clusters: TestClusters;
let cluster: Cluster;

before(async () => {
  controlPlane = await startControlPlane();
  clusters = makeClusters(controlPlane.kubeconfigs.admin);
  cluster = await clusters.open('test');
});
beforeEach(async () => {
  await kubectl('delete', 'node/worker', 'deployment.apps/web', '--ignore-not-found');
  await apply(controlPlane, manifest);
});
after(async () => {
  await clusters.dispose();
  await controlPlane.stop();
});

const manifest = `
apiVersion: v1
kind: Node
metadata: {name: worker, labels: {zone: a}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default, annotations: {note: "<b> & 'c' \\u2028", a/b: "1"}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: "web:1", ports: [{containerPort: 80}]}
        - {name: proxy, image: "proxy:1"}
`;

const node: ObjectRef = { context: 'test', group: '', version: 'v1', resource: 'nodes', name: 'worker' };
const web: ObjectRef = { ...node, group: 'apps', resource: 'deployments', namespace: 'default', name: 'web' };
const deployment = topologyOfKind('apps/v1', 'Deployment');

async function read(ref: ObjectRef): Promise<KubernetesObject> {
  return valueOf(await cluster.get(ref, noSignal()));
}

/** The object with the JSON texts replaced. */
function edited(object: JsonObject, ...replacements: [string, string][]): JsonObject {
  const text = replacements.reduce((json, [from, to]) => {
    assert.ok(json.includes(from), from);
    return json.replace(from, to);
  }, JSON.stringify(object));
  return JSON.parse(text) as JsonObject;
}

function save(
  ref: ObjectRef,
  live: JsonObject,
  changed: JsonObject,
  topology: ListTopology,
): Promise<Result<WriteAnswer>> {
  return cluster.patch(ref, listPatchOperations(live, changed, topology), noSignal());
}

async function kubectl(...args: string[]): Promise<void> {
  const { code, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
}

function refusal(result: Result<WriteAnswer>): unknown[] {
  const { code, reason, details } = failureOf(result, 'status').status;
  return [code, reason, details?.causes];
}

const refused = [422, 'Invalid', undefined];

suite('A patch of a Node', () => {
  const inZone = (zone: string): [string, string] => ['"zone":"a"', `"zone":"${zone}"`];

  /** A heartbeat as of a kubelet. */
  async function beat(seconds: number): Promise<void> {
    const lastHeartbeatTime = new Date(seconds * 1000).toISOString().replace('.000', '');
    const condition = { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime };
    const patch = JSON.stringify({ status: { conditions: [condition] } });
    await kubectl('patch', 'node', 'worker', '--subresource=status', '--type=strategic', '-p', patch);
  }

  test('is done while the status is rewritten, where a replacement is not', async () => {
    const live = await read(node);
    await beat(1);
    const changed = edited(live, inZone('b'));
    const replaced = failureOf(await cluster.replace(node, changed, noSignal()), 'status');
    assert.equal(replaced.status.reason, 'Conflict');
    const { object } = valueOf(await save(node, live, changed, builtinTopology));
    assert.match(JSON.stringify(object), /"zone":"b"/);
    assert.match(JSON.stringify(object), /"lastHeartbeatTime":"1970-01-01T00:00:01Z"/);
  });

  test('is done among many heartbeats at once', async () => {
    let live = await read(node);
    const beats = Array.from({ length: 10 }, (_, index) => beat(100 + index));
    for (let index = 0; index < 20; index++) {
      const changed = {
        ...live,
        metadata: { ...(live['metadata'] as JsonObject), labels: { zone: `z${index}` } },
      };
      const { object } = valueOf(await save(node, live, changed, builtinTopology));
      live = object;
    }
    await Promise.all(beats);
    assert.match(JSON.stringify(await read(node)), /"zone":"z19"/);
  });

  test('is refused where the same label has been changed, and done where another one has', async () => {
    const live = await read(node);
    await kubectl('label', 'node', 'worker', '--overwrite', 'zone=c', 'rack=1');
    assert.deepEqual(refusal(await save(node, live, edited(live, inZone('b')), builtinTopology)), refused);
    const other = await read(node);
    await kubectl('label', 'node', 'worker', 'rack-', 'disk=ssd');
    const saved = await save(node, other, edited(other, ['"zone":"c"', '"zone":"b"']), builtinTopology);
    assert.match(JSON.stringify(valueOf(saved).object), /"labels":{"disk":"ssd","zone":"b"}/);
  });

  test('is refused where somebody else has added the same label, with whatever value', async () => {
    const live = await read(node);
    await kubectl('label', 'node', 'worker', 'team=cart');
    for (const team of ['shop', 'cart']) {
      const changed = edited(live, ['"labels":{', `"labels":{"team":"${team}",`]);
      assert.deepEqual(refusal(await save(node, live, changed, builtinTopology)), refused);
    }
    assert.match(JSON.stringify(await read(node)), /"team":"cart"/);
  });

  test('is refused for another object of the same name', async () => {
    const live = await read(node);
    await kubectl('delete', 'node', 'worker');
    await apply(controlPlane, manifest);
    assert.deepEqual(refusal(await save(node, live, edited(live, inZone('b')), builtinTopology)), refused);
  });
});

suite('A patch of a Deployment', () => {
  const image = (name: string): [string, string] => [`"image":"${name}:1"`, `"image":"${name}:2"`];

  test('changes fields of elements, and overwrites no field of another element', async () => {
    const live = await read(web);
    await kubectl('set', 'image', 'deployment/web', 'proxy=proxy:9');
    await kubectl('scale', 'deployment/web', '--replicas=3');
    const changed = edited(live, image('web'), ['"containerPort":80', '"name":"http","containerPort":80']);
    const { object } = valueOf(await save(web, live, changed, deployment));
    const text = JSON.stringify(object);
    for (const part of ['"web:2"', '"proxy:9"', '"replicas":3', '"name":"http"'])
      assert.ok(text.includes(part), part);
  });

  test('is refused where another element has taken the place', async () => {
    const live = await read(web);
    const first = JSON.stringify([
      { op: 'add', path: '/spec/template/spec/containers/0', value: { name: 'first', image: 'web:1' } },
    ]);
    await kubectl('patch', 'deployment', 'web', '--type=json', '-p', first);
    assert.deepEqual(refusal(await save(web, live, edited(live, image('web')), deployment)), refused);
  });

  test('replaces a list whose elements go, and whole values, as the API server spells them', async () => {
    const live = await read(web);
    const changed = structuredClone(live) as {
      metadata: { annotations: JsonObject };
      spec: { template: JsonObject };
    };
    const spec = changed.spec.template['spec'] as { containers: JsonValue[] };
    spec.containers = spec.containers.slice(1);
    changed.metadata.annotations['note'] = 'plain';
    delete changed.metadata.annotations['a/b'];
    const { object } = valueOf(await save(web, live, changed as unknown as JsonObject, deployment));
    assert.deepEqual((object['spec'] as typeof changed.spec).template, changed.spec.template);
    assert.equal((object['metadata'] as typeof changed.metadata).annotations['note'], 'plain');
    assert.equal(JSON.stringify(object['metadata']).includes('"a/b":'), false);
  });
});
