import assert from 'node:assert/strict';
import test from 'node:test';
import {
  describeProgress,
  describeSet,
  headNamespaces,
  headObjects,
  headResources,
} from '../../../client/src/commands/headings';
import type { Target } from '../../../client/src/commands/headings';

function target(kind: string, options: { namespaced: boolean; onlyContext: boolean }): Target {
  const context = { name: 'prod-eu', cluster: 'prod', server: 'https://10.0.0.1:6443', namespace: 'shop' };
  return {
    context: { ...context, current: true },
    onlyContext: options.onlyContext,
    resource: {
      ...{ group: 'apps', version: 'v1', resource: `${kind.toLowerCase()}s`, kind, shortNames: [] },
      ...{ namespaced: options.namespaced, singularName: '', verbs: [], subresources: [] },
    },
  };
}

const deployments = target('Deployment', { namespaced: true, onlyContext: false });
const nodes = target('Node', { namespaced: false, onlyContext: true });

const titles: [string, { title: string; step?: number; totalSteps?: number }, string][] = [
  ['kinds', headResources(deployments), 'prod-eu — 10.0.0.1:6443 (2/3)'],
  ['kinds of the only context', headResources(nodes), 'prod-eu — 10.0.0.1:6443 (1/2)'],
  [
    'objects of a namespace',
    headObjects(deployments, { namespace: 'shop', progress: '1,500 of 5,000' }),
    'prod-eu · shop · Deployment (1,500 of 5,000) — 10.0.0.1:6443 (3/3)',
  ],
  [
    'objects of all namespaces',
    headObjects(deployments, {}),
    'prod-eu · all namespaces · Deployment — 10.0.0.1:6443 (3/3)',
  ],
  ['cluster-scoped objects', headObjects(nodes, {}), 'prod-eu · Node — 10.0.0.1:6443 (2/2)'],
  [
    'the choice of a namespace',
    headNamespaces(deployments),
    'prod-eu · Deployment in which namespace? — 10.0.0.1:6443 (3/3)',
  ],
];

for (const [name, heading, expected] of titles) {
  test(`R124 the title names the context and its server: ${name}`, () => {
    assert.equal(`${heading.title} (${String(heading.step)}/${String(heading.totalSteps)})`, expected);
  });
}

test('progress says how many are listed, and of how many where the server tells', () => {
  assert.equal(describeProgress(1500, { follow: true, remaining: 3500 }), '1,500 of 5,000');
  assert.equal(describeProgress(1500, { follow: true }), '1,500 so far');
  assert.equal(describeProgress(5000, { follow: false }), '5,000');
  assert.equal(describeProgress(0, { follow: false }), '0');
});

test('a set of objects in words', () => {
  assert.equal(describeSet(deployments, 'shop'), 'deployments in namespace shop');
  assert.equal(describeSet(deployments, undefined), 'deployments in all namespaces');
  assert.equal(describeSet(nodes, undefined), 'nodes');
});
