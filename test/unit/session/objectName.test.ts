import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResourceSummary } from '../../../server/src/protocol/messages';
import { parseObjectName } from '../../../server/src/session/objectName';
import { matchType } from '../../../server/src/session/resolve';

const names: [string, ReturnType<typeof parseObjectName>][] = [
  ['prod/shop/deploy/web', { context: 'prod', namespace: 'shop', type: 'deploy', name: 'web' }],
  [
    'arn:aws:eks:eu:1:cluster/prod/shop/deploy/web',
    { context: 'arn:aws:eks:eu:1:cluster/prod', namespace: 'shop', type: 'deploy', name: 'web' },
  ],
  ['my prod/shop/deploy/web', { context: 'my prod', namespace: 'shop', type: 'deploy', name: 'web' }],
  [
    'kubectl --context a/b -n shop get deploy/web',
    { context: 'a/b', namespace: 'shop', type: 'deploy', name: 'web' },
  ],
  ['shop/deploy/web', { namespace: 'shop', type: 'deploy', name: 'web' }],
  ['deploy/web', { type: 'deploy', name: 'web' }],
  ['  deploy   web ', { type: 'deploy', name: 'web' }],
  ['-n shop deploy/web', { namespace: 'shop', type: 'deploy', name: 'web' }],
  ['-nshop deploy web', { namespace: 'shop', type: 'deploy', name: 'web' }],
  [
    'deploy web --namespace=shop --context prod',
    { context: 'prod', namespace: 'shop', type: 'deploy', name: 'web' },
  ],
  ['kubectl -n shop get deploy web -o yaml', { namespace: 'shop', type: 'deploy', name: 'web' }],
  ['kubectl edit deployments.v1.apps/web', { type: 'deployments.v1.apps', name: 'web' }],
  [
    'prod/_/clusterrole/system:node',
    { context: 'prod', namespace: '_', type: 'clusterrole', name: 'system:node' },
  ],
  ['web', undefined],
  ['', undefined],
  ['deploy/', undefined],
  ['/deploy/web', undefined],
  ['deploy web api', undefined],
  ['deploy/web -n', undefined],
];

for (const [text, expected] of names) {
  test(`the name "${text}"`, () => assert.deepEqual(parseObjectName(text), expected));
}

function resource(
  group: string,
  plural: string,
  kind: string,
  more: Partial<ResourceSummary> = {},
): ResourceSummary {
  const names = { resource: plural, singularName: kind.toLowerCase(), kind, shortNames: [] };
  return {
    group,
    version: 'v1',
    namespaced: true,
    verbs: ['get', 'list'],
    subresources: [],
    ...names,
    ...more,
  };
}

const served = [
  resource('apps', 'deployments', 'Deployment', { shortNames: ['deploy'] }),
  resource('', 'services', 'Service', { shortNames: ['svc'] }),
  resource('at.example.dev', 'services', 'Service', { shortNames: ['deployments'] }),
  resource('other.test', 'widgets', 'Widget', { namespaced: false }),
  resource('example.dev', 'widgets', 'Widget', { version: 'v2' }),
  resource('example.dev', 'widgets', 'Widget'),
];

const types: [string, string[]][] = [
  ['deploy', ['apps/v1']],
  ['Deployment', ['apps/v1']],
  ['deployments', ['apps/v1']],
  ['deployments.apps', ['apps/v1']],
  ['deployments.v1.apps', ['apps/v1']],
  ['deploy.apps', ['apps/v1']],
  ['svc', ['/v1']],
  ['services.v1', ['/v1']],
  ['services.v1.', ['/v1']],
  ['pods', []],
];

for (const [type, expected] of types) {
  test(`the type "${type}"`, () => {
    assert.deepEqual(
      matchType(served, type).map(({ group, version }) => `${group}/${version}`),
      expected,
    );
  });
}

test('R106, R107: a kind of two groups is both, whatever the order of discovery, each with its own scope', () => {
  for (const order of [served, served.toReversed()]) {
    assert.deepEqual(
      matchType(order, 'service').map(({ group }) => group),
      ['', 'at.example.dev'],
    );
    assert.deepEqual(
      matchType(order, 'widgets').map(({ group, namespaced }) => [group, namespaced]),
      [
        ['example.dev', true],
        ['other.test', false],
      ],
    );
  }
});

test('R107, R110: a group decides, and never gives another', () => {
  assert.deepEqual(
    matchType(served, 'widgets.example.dev').map(({ group, version }) => [group, version]),
    [['example.dev', 'v2']],
  );
  assert.deepEqual(matchType(served, 'widgets.new.example.dev'), []);
});
