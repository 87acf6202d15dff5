import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  nameObject,
  type ObjectRef,
  parseUri,
  toUri,
  withoutSubresource,
} from '../../../server/src/protocol/objectRef';

const web: ObjectRef = {
  context: 'prod-eu',
  namespace: 'shop',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  name: 'web',
};

test('a namespaced object of a named group', () => {
  assert.equal(toUri(web), 'k8slive:/prod-eu/shop/deployments.v1.apps/web.yaml');
});

test('a cluster-scoped object of the core group', () => {
  const node: ObjectRef = { context: 'prod', group: '', version: 'v1', resource: 'nodes', name: 'node-a' };
  assert.equal(toUri(node), 'k8slive:/prod/_/nodes.v1/node-a.yaml');
  assert.deepEqual(parseUri('k8slive:/prod/_/nodes.v1/node-a.yaml'), node);
});

test('a subresource follows its resource behind a colon, also through VS Code', () => {
  const scale: ObjectRef = { ...web, subresource: 'scale' };
  assert.equal(toUri(scale), 'k8slive:/prod-eu/shop/deployments%3Ascale.v1.apps/web.yaml');
  assert.deepEqual(parseUri(toUri(scale)), scale);
  assert.deepEqual(parseUri('k8slive:/prod-eu/shop/deployments:scale.v1.apps/web.yaml'), scale);
  const status: ObjectRef = {
    context: 'prod',
    group: '',
    version: 'v1',
    resource: 'nodes',
    name: 'a:b',
    subresource: 'status',
  };
  assert.equal(toUri(status), 'k8slive:/prod/_/nodes%3Astatus.v1/a%3Ab.yaml');
  assert.deepEqual(parseUri(throughVsCode(toUri(status))), status);
  assert.deepEqual(withoutSubresource(scale), web);
  assert.equal(nameObject(scale), 'deployments/scale "web"');
});

test('R139, R140: a colon in a name is in the URI once encoded, and a colon again when read', () => {
  const role: ObjectRef = {
    context: 'prod',
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterroles',
    name: 'system:demo:reader',
  };
  assert.equal(
    toUri(role),
    'k8slive:/prod/_/clusterroles.v1.rbac.authorization.k8s.io/system%3Ademo%3Areader.yaml',
  );
  assert.deepEqual(parseUri(toUri(role)), role);
});

test('R121: a URI with an empty name names nothing', () => {
  for (const uri of [
    'k8slive:/prod/_/namespaces.v1/.yaml',
    'k8slive:/prod/_/namespaces.v1/',
    'k8slive:/prod/_/namespaces.v1',
    'k8slive:/prod//namespaces.v1/demo.yaml',
    'k8slive:/prod/shop/pods/web.yaml',
    'k8slive:/prod/shop/pods.v1/web.json',
    'k8slive:/prod/shop/pods:log.v1/web.yaml',
    'k8slive:/prod/shop/pods:.v1/web.yaml',
    'k8slive:/prod/shop/:status.v1/web.yaml',
    'k8slive:/prod/shop/pods:status:scale.v1/web.yaml',
    'k8slive:/prod/shop/pods:Status.v1/web.yaml',
    'k8slive:/prod/shop/pods:status/web.yaml',
    'k8slive:/prod/shop/pods.v1/we%b.yaml',
    'k8slive://prod/shop/pods.v1/web.yaml',
    'k8slive:/prod/shop/pods.v1/web.yaml?x=1',
    'file:/prod/shop/pods.v1/web.yaml',
    '',
  ]) {
    assert.equal(parseUri(uri), undefined, uri);
  }
});

test('R133: any context survives, also through the decoding and encoding that VS Code does', () => {
  const contexts = [
    'a b',
    'a#b',
    'a%2Fb',
    'a%b',
    'Grüße',
    '本番',
    'arn:aws:eks:eu:1:cluster/shop',
    '/x',
    'x/',
    'a//b',
    '..',
    'a/../b',
    'C:',
    'C:/x',
    '\\\\host',
    'a?b',
    '_',
  ];
  for (const context of contexts)
    assert.deepEqual(parseUri(throughVsCode(toUri({ ...web, context }))), { ...web, context });
});

test('every reference survives the round trip', () => {
  const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9.:]*[a-z0-9])?$/);
  const label = fc.stringMatching(/^[a-z]([-a-z0-9]*[a-z0-9])?$/);
  const refs = fc.record(
    {
      context: fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.isWellFormed()),
      namespace: label,
      group: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]+(\.[a-z]+)*$/)),
      version: fc.stringMatching(/^v[0-9]+((alpha|beta)[0-9]+)?$/),
      resource: label,
      name,
      subresource: fc.constantFrom('scale' as const, 'status' as const),
    },
    {
      noNullPrototype: true,
      requiredKeys: ['context', 'namespace', 'group', 'version', 'resource', 'name'],
    },
  );
  fc.assert(
    fc.property(refs, (ref) => {
      assert.deepEqual(parseUri(toUri(ref)), ref);
      assert.deepEqual(parseUri(throughVsCode(toUri(ref))), ref);
    }),
  );
});

/** What VS Code makes of a URI: the path decoded, dot segments resolved, drive letters in lower case, encoded again. */
function throughVsCode(uri: string): string {
  const decoded = decodeURIComponent(uri.slice(uri.indexOf(':') + 1));
  assert.ok(!decoded.startsWith('//'), `VS Code refuses the path ${decoded}`);
  const segments: string[] = [];
  for (const segment of decoded.replace(/^\/([A-Z]):/, (drive) => drive.toLowerCase()).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return `k8slive:${segments.map(encodeURIComponent).join('/')}`;
}
