import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Cluster, JsonPatch, KubernetesObject, Result } from '../../../server/src/session/ports';
import type { WriteAnswer } from '../../../server/src/session/writePorts';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { FaultProxy } from '../faultProxy';
import { apply, configMap, failureOf, noSignal, valueOf } from './fixture';
import { startProxiedCluster } from './proxied';

let controlPlane: ControlPlane;
let proxy: FaultProxy;
let cluster: Cluster;
let stop: () => Promise<void>;

before(async () => {
  ({ controlPlane, proxy, cluster, stop } = await startProxiedCluster());
  await apply(controlPlane, manifest);
});
after(() => stop());

const manifest = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: default, labels: {team: shop}}
data: {a: "1", html: "<a href='?b&c'>\\u2028</a>"}
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: default}
stringData: {password: hunter2}
`;

const settings = configMap('prod', 'default', 'settings');
const login = { ...settings, resource: 'secrets', name: 'login' };

function newConfigMap(metadata: KubernetesObject): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } };
}

/** The operations behind a test of the object's own uid. */
async function patch(operations: JsonPatch, ref = settings): Promise<Result<WriteAnswer>> {
  const { metadata } = valueOf(await cluster.get(ref, noSignal())) as { metadata: { uid: string } };
  const uid = { op: 'test', path: '/metadata/uid', value: metadata.uid } as const;
  return cluster.patch(ref, [uid, ...operations], noSignal());
}

/** A refusal as far as programs read it. */
function refusal(result: Result<WriteAnswer>): unknown[] {
  const { code, reason, details } = failureOf(result, 'status').status;
  return [code, reason, details];
}

suite('Creating an object', () => {
  test('makes it, says who, and answers with what the server made of it', async () => {
    const ref = { ...settings, name: 'made' };
    const { object } = valueOf(await cluster.create(ref, newConfigMap({ name: 'made' }), noSignal()));
    assert.deepEqual(valueOf(await cluster.get(ref, noSignal())), object);
    assert.match(JSON.stringify(object), /"manager":"kubernetes-live-edit","operation":"Update"/);
    const { method, url } = proxy.requests.at(-2) ?? assert.fail();
    const query = 'fieldManager=kubernetes-live-edit&fieldValidation=Strict';
    assert.deepEqual([method, url], ['POST', `/api/v1/namespaces/default/configmaps?${query}`]);
  });

  test('is refused where one of the name is there, which stays as it is', async () => {
    const object = { ...newConfigMap({ name: 'settings' }), data: { a: 'other' } };
    assert.deepEqual(refusal(await cluster.create(settings, object, noSignal())), [
      409,
      'AlreadyExists',
      { name: 'settings', kind: 'configmaps' },
    ]);
    const { data } = valueOf(await cluster.get(settings, noSignal())) as { data: KubernetesObject };
    assert.equal(data['a'], '1');
  });

  test('is refused with an unknown field', async () => {
    const object = { ...newConfigMap({ name: 'odd' }), nonsense: true };
    const [code] = refusal(await cluster.create({ ...settings, name: 'odd' }, object, noSignal()));
    assert.equal(code, 400);
  });

  test('is not sent with what belongs to another object', async () => {
    const sent = proxy.requests.length;
    const ref = { ...settings, name: 'other' };
    for (const metadata of [
      { name: 'other', uid: 'u' },
      { name: 'other', resourceVersion: '1' },
      { name: 'settings' },
      { name: 'other', namespace: 'shop' },
      {},
    ])
      await assert.rejects(cluster.create(ref, newConfigMap(metadata), noSignal()), TypeError);
    assert.equal(proxy.requests.length, sent);
  });
});

suite('Patching an object', () => {
  test('changes only what the operations name, and says who', async () => {
    const { object } = valueOf(await patch([{ op: 'replace', path: '/data/a', value: '2' }]));
    assert.equal((object['data'] as KubernetesObject)['a'], '2');
    assert.match(JSON.stringify(object), /"manager":"kubernetes-live-edit","operation":"Update"/);
    const { method, url, headers } = proxy.requests.at(-1) ?? assert.fail();
    assert.deepEqual(
      [method, url, headers['content-type']],
      [
        'PATCH',
        '/api/v1/namespaces/default/configmaps/settings?fieldManager=kubernetes-live-edit&fieldValidation=Strict',
        'application/json-patch+json',
      ],
    );
  });

  test('is refused where a test fails: of a value, of the uid, of a place that is not there', async () => {
    const label = { op: 'replace', path: '/metadata/labels/team', value: 'mine' } as const;
    for (const operation of [
      { op: 'test', path: '/metadata/labels/team', value: 'cart' },
      { op: 'test', path: '/metadata/uid', value: 'another' },
      { op: 'test', path: '/nothing/here', value: null },
      { op: 'remove', path: '/data/nothing' },
    ] as const)
      assert.deepEqual(refusal(await patch([operation, label])), [422, 'Invalid', {}]);
    assert.match(JSON.stringify(valueOf(await cluster.get(settings, noSignal()))), /"team":"shop"/);
  });

  test('a test for null holds where nothing is, and only there', async () => {
    const added: JsonPatch = [
      { op: 'test', path: '/metadata/labels/tier', value: null },
      { op: 'add', path: '/metadata/labels/tier', value: 'front' },
    ];
    valueOf(await patch(added));
    assert.deepEqual(refusal(await patch(added)), [422, 'Invalid', {}]);
  });

  test('texts are compared whatever JSON escapes in them', async () => {
    const { data } = valueOf(await cluster.get(settings, noSignal())) as { data: KubernetesObject };
    assert.equal(data['html'], "<a href='?b&c'>\u2028</a>");
    valueOf(await patch([{ op: 'test', path: '/data/html', value: data['html'] }]));
  });

  test('an invalid result is refused with its causes', async () => {
    const invalid = await patch([{ op: 'add', path: '/metadata/labels/b d', value: 'x' }]);
    const { code, details } = failureOf(invalid, 'status').status;
    assert.deepEqual(
      [code, details?.kind, details?.causes?.[0]?.field],
      [422, 'ConfigMap', 'metadata.labels'],
    );
  });

  test('a result that cannot be read is refused, and the refusal does not hold the object', async () => {
    for (const [path, value, words] of [
      ['/nonsense', {}, 'strict decoding error: unknown field "nonsense"'],
      ['/type', 1, 'json: cannot unmarshal number into Go struct field Secret.type of type v1.SecretType'],
    ] as const) {
      const failure = failureOf(await patch([{ op: 'add', path, value }], login), 'status');
      assert.deepEqual(failure.status, {
        code: 422,
        reason: 'Invalid',
        message: words,
        details: { causes: [{ reason: 'FieldValueInvalid', message: words, field: 'patch' }] },
      });
    }
  });

  test('is not sent without a test of the uid', async () => {
    const sent = proxy.requests.length;
    const label = { op: 'add', path: '/metadata/labels/x', value: 'y' } as const;
    for (const operations of [
      [label],
      [{ op: 'test', path: '/metadata/uid', value: null } as const, label],
      [{ op: 'test', path: '/metadata/labels/uid', value: 'u' } as const, label],
      [{ op: 'add', path: '/metadata/uid', value: 'u' } as const, label],
    ])
      await assert.rejects(cluster.patch(settings, operations, noSignal()), TypeError);
    assert.equal(proxy.requests.length, sent);
  });
});
