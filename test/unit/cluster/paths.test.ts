import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { collectionPath, objectPath } from '../../../server/src/cluster/paths';

const deployment = { context: 'c', group: 'apps', version: 'v1', resource: 'deployments', name: 'web' };
const role = {
  context: 'c',
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  resource: 'clusterroles',
  name: 'system:demo:reader',
};

suite('Request paths', () => {
  test('an object of a namespace, of the cluster, of the core group', () => {
    assert.equal(
      objectPath({ ...deployment, namespace: 'shop' }),
      '/apis/apps/v1/namespaces/shop/deployments/web',
    );
    assert.equal(
      objectPath({ context: 'c', group: '', version: 'v1', resource: 'namespaces', name: 'demo' }),
      '/api/v1/namespaces/demo',
    );
  });

  test('a subresource comes behind the name', () => {
    assert.equal(
      objectPath({ ...deployment, namespace: 'shop', subresource: 'scale' }),
      '/apis/apps/v1/namespaces/shop/deployments/web/scale',
    );
  });

  test('R139 R140 a name with colons is encoded once', () => {
    assert.equal(objectPath(role), '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Ademo%3Areader');
    assert.equal(decodeURIComponent(objectPath(role)).endsWith('/system:demo:reader'), true);
  });

  test('nothing in a name leaves its segment', () => {
    assert.equal(
      objectPath({ ...deployment, namespace: 'shop', name: 'a/../b?c#d%2f' }),
      '/apis/apps/v1/namespaces/shop/deployments/a%2F..%2Fb%3Fc%23d%252f',
    );
  });

  test('R121 an empty or dotted segment is an error, never the path of a list', () => {
    for (const part of ['name', 'namespace', 'resource', 'version'] as const)
      for (const text of ['', '.', '..'])
        assert.throws(() => objectPath({ ...deployment, namespace: 'shop', [part]: text }), RangeError);
  });

  test('a list of all namespaces and of one', () => {
    assert.equal(collectionPath(deployment), '/apis/apps/v1/deployments');
    assert.equal(collectionPath(deployment, 'shop'), '/apis/apps/v1/namespaces/shop/deployments');
  });
});
