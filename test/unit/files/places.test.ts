import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { collectionKey, findPlace, indexKinds, placeKey } from '../../../server/src/files/places';
import type { ObjectIdentity } from '../../../server/src/manifest/recognize';
import type { ResourceSummary } from '../../../server/src/protocol/messages';

function served(
  resource: string,
  kind: string,
  { group = '', version = 'v1', ...more }: Partial<ResourceSummary> = {},
): ResourceSummary {
  return {
    ...{ group, version, resource, kind, namespaced: true, shortNames: [], singularName: '' },
    ...{ verbs: ['get', 'list'], subresources: [], ...more },
  };
}

const kinds = indexKinds([
  served('configmaps', 'ConfigMap'),
  served('namespaces', 'Namespace', { namespaced: false }),
  served('deployments', 'Deployment', { group: 'apps', subresources: ['scale', 'status'] }),
  served('routes', 'Route', { group: 'old.example.dev' }),
  served('routes', 'Route', { group: 'new.example.dev', version: 'v2' }),
  // What is created only has the kind of what can be read, and comes before it.
  served('widgetreviews', 'Widget', { group: 'example.dev', verbs: ['create'] }),
  served('widgets', 'Widget', { group: 'example.dev' }),
]);
const bound = { context: 'demo', namespace: 'shop' };

const identity = (apiVersion: string, kind: string, more: Partial<ObjectIdentity> = {}): ObjectIdentity => ({
  apiVersion,
  kind,
  name: 'a',
  ...more,
});

suite('The place of an object that a file states', () => {
  const places: [string, ObjectIdentity, object][] = [
    ['the namespace that the file goes to', identity('v1', 'ConfigMap'), { namespace: 'shop' }],
    ['its own namespace before it', identity('v1', 'ConfigMap', { namespace: 'own' }), { namespace: 'own' }],
    [
      'a group and version as it says them',
      identity('new.example.dev/v2', 'Route'),
      { group: 'new.example.dev' },
    ],
    [
      'of several resources of one kind the readable one',
      identity('example.dev/v1', 'Widget'),
      { resource: 'widgets' },
    ],
  ];
  for (const [title, stated, expected] of places)
    test(`is ${title}`, () => {
      const place = findPlace(stated, bound, kinds);
      assert.ok(place.kind === 'place');
      assert.deepEqual({ ...place.ref, ...expected }, place.ref);
      assert.equal(place.ref.context, 'demo');
    });

  test('has no namespace for kinds of the whole cluster, whatever the file says', () => {
    const place = findPlace(identity('v1', 'Namespace', { namespace: 'own' }), bound, kinds);
    assert.ok(place.kind === 'place' && !('namespace' in place.ref));
  });

  test('ignores status where there is a subresource of that name', () => {
    const statusOf = (stated: ObjectIdentity): string | undefined => {
      const place = findPlace(stated, bound, kinds);
      return place.kind === 'place' ? place.status : undefined;
    };
    assert.equal(statusOf(identity('apps/v1', 'Deployment')), 'ignored');
    assert.equal(statusOf(identity('v1', 'ConfigMap')), 'data');
  });

  test('is made with each create where there is only a generateName', () => {
    const place = findPlace({ apiVersion: 'v1', kind: 'ConfigMap', generateName: 'a-' }, bound, kinds);
    assert.equal(place.kind, 'generated');
  });

  test('is nowhere for a kind that is not served: the resources of its name elsewhere are told', () => {
    const place = findPlace(identity('newest.example.dev/v1', 'Route'), bound, kinds);
    assert.ok(place.kind === 'nowhere' && place.failure.kind === 'notServed');
    assert.deepEqual(place.failure.resource, {
      group: 'newest.example.dev',
      version: 'v1',
      resource: 'Route',
    });
    assert.deepEqual(
      place.failure.elsewhere.map(({ group }) => group),
      ['old.example.dev', 'new.example.dev'],
    );
  });

  for (const name of ['.', '..', 'a/b', 'a%b'])
    test(`is nowhere for the name ${name}, which would lead to another path`, () => {
      for (const stated of [
        identity('v1', 'ConfigMap', { name }),
        identity('v1', 'ConfigMap', { namespace: name }),
      ]) {
        const place = findPlace(stated, bound, kinds);
        assert.ok(place.kind === 'nowhere' && place.failure.kind === 'status');
        assert.equal(place.failure.status.code, 422);
      }
    });
});

test('keys tell objects and collections apart, and nothing else', () => {
  const ref = {
    context: 'demo',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: 'shop',
    name: 'a',
  };
  const { namespace, ...unscoped } = ref;
  const others = [
    { ...ref, name: 'b' },
    { ...ref, namespace: 'other' },
    { ...ref, context: 'other' },
    { ...ref, version: 'v2' },
    { ...ref, resource: 'secrets' },
    unscoped,
  ];
  assert.equal(namespace, 'shop');
  assert.equal(placeKey({ ...ref }), placeKey(ref));
  assert.equal(new Set([ref, ...others].map(placeKey)).size, others.length + 1);
  assert.equal(collectionKey(others[0]!), collectionKey(ref));
  assert.notEqual(collectionKey(others[1]!), collectionKey(ref));
});
