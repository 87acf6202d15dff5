import assert from 'node:assert/strict';
import test from 'node:test';
import {
  describeContexts,
  describeObjects,
  describeProblem,
  describeRecentObjects,
  describeResources,
} from '../../../client/src/commands/choices';
import type { Choice } from '../../../client/src/commands/choices';
import type { ContextSummary, ResourceSummary } from '../../../server/src/protocol/messages';

/** The lines as a person sees them: `── separator`, `label | description`. */
function lines(choices: Choice<unknown>[]): string[] {
  return choices.map((choice) =>
    choice.kind === 'separator'
      ? `── ${choice.label}`
      : [choice.label, choice.description].filter((part) => part !== undefined).join(' | '),
  );
}

function context(name: string, current = false): ContextSummary {
  return { name, cluster: name, server: `https://${name}.example:6443`, namespace: 'default', current };
}

function resource(text: string): ResourceSummary {
  const [kind = '', name = '', groupVersion = '', ...shortNames] = text.split(' ');
  const [version = '', group = ''] = groupVersion.split('/').reverse();
  return {
    ...{ group, version, resource: name, kind, shortNames, singularName: kind.toLowerCase() },
    ...{ namespaced: true, verbs: ['get', 'list'], subresources: [] },
  };
}

const resources = [
  'Pod pods v1 po',
  'Event events v1 ev',
  'Deployment deployments apps/v1 deploy',
  'Event events events.k8s.io/v1 ev',
  'ControllerRevision controllerrevisions apps/v1',
].map(resource);

test('the current context comes first, each with its server', () => {
  assert.deepEqual(
    lines(describeContexts([context('b'), context('a'), context('prod', true), context('c')])),
    [
      '── contexts',
      'prod | current · https://prod.example:6443',
      'b | https://b.example:6443',
      'a | https://a.example:6443',
      'c | https://c.example:6443',
    ],
  );
});

test('kinds are in the order of the alphabet, with resource, short names, group and version', () => {
  assert.deepEqual(lines(describeResources(resources, [])), [
    '── kinds',
    'ControllerRevision | controllerrevisions · apps/v1',
    'Deployment | deployments, deploy · apps/v1',
    'Event | events, ev · v1',
    'Event | events, ev · events.k8s.io/v1',
    'Pod | pods, po · v1',
  ]);
});

test('recently used kinds come first and only once; those that this cluster does not serve are left out', () => {
  const recent = ['events.v1.events.k8s.io', 'widgets.v1.example.com', 'deployments.v1.apps'];
  assert.deepEqual(lines(describeResources(resources, recent)), [
    '── recently used',
    'Event | events, ev · events.k8s.io/v1',
    'Deployment | deployments, deploy · apps/v1',
    '── kinds',
    'ControllerRevision | controllerrevisions · apps/v1',
    'Event | events, ev · v1',
    'Pod | pods, po · v1',
  ]);
});

test('recently opened objects say kind, namespace and context; without a kind, the resource', () => {
  const deployment = { group: 'apps', version: 'v1', resource: 'deployments' };
  const role = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
  assert.deepEqual(
    lines(
      describeRecentObjects([
        { ref: { ...deployment, context: 'prod', namespace: 'shop', name: 'web' }, objectKind: 'Deployment' },
        { ref: { ...role, context: 'prod', name: 'system:demo:reader' } },
      ]),
    ),
    [
      '── recently opened',
      'web | Deployment · shop · prod',
      'system:demo:reader | clusterroles.v1.rbac.authorization.k8s.io · prod',
    ],
  );
  assert.deepEqual(describeRecentObjects([]), []);
});

test('objects say their namespace where those of all namespaces are listed', () => {
  const objects = [{ name: 'web', namespace: 'shop' }, { name: 'node-1' }];
  assert.deepEqual(lines(describeObjects(objects, undefined)), ['web | shop', 'node-1']);
  const [web] = describeObjects([{ name: 'web' }], 'shop');
  assert.deepEqual(web, {
    kind: 'value',
    label: 'web',
    value: { kind: 'object', name: 'web', namespace: 'shop' },
  });
});

test('a long sentence is broken between words, so that its end can be read', () => {
  const message =
    'Not allowed: the API server of context "prod" says: secrets is forbidden: User "viewer" cannot list resource ' +
    '"secrets" in API group "" in the namespace "shop".';
  const choices = describeProblem('The secrets in namespace shop cannot be listed', {
    reason: 'forbidden',
    message,
  });
  const [first, ...rest] = choices.map(({ label, detail }) => [label, detail].join('|'));
  assert.equal(
    first,
    '$(error) The secrets in namespace shop cannot be listed|Not allowed: the API server of context "prod" says: secrets is forbidden: User',
  );
  assert.deepEqual(rest, [
    '"viewer" cannot list resource "secrets" in API group "" in the namespace "shop".|',
  ]);
});
