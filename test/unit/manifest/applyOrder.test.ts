import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderForApply } from '../../../server/src/manifest/applyOrder';

const kinds: Record<string, { apiVersion: string; kind: string }> = {
  pod: { apiVersion: 'v1', kind: 'Pod' },
  space: { apiVersion: 'v1', kind: 'Namespace' },
  otherSpace: { apiVersion: 'v1', kind: 'Namespace' },
  theirSpace: { apiVersion: 'example.dev/v1', kind: 'Namespace' },
  definition: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  widget: { apiVersion: 'example.dev/v1', kind: 'Widget' },
  role: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' },
};

test('namespaces come first, then definitions, then the others as in the file', () => {
  const file = ['widget', 'pod', 'definition', 'space', 'role', 'theirSpace', 'otherSpace'];
  assert.deepEqual(
    orderForApply(file, (name) => kinds[name]!),
    [
      { objects: ['space', 'otherSpace'], awaits: 'active' },
      { objects: ['definition'], awaits: 'established' },
      { objects: ['widget', 'pod', 'role', 'theirSpace'], awaits: 'nothing' },
    ],
  );
});

test('a file without them is one step, an empty one none', () => {
  assert.deepEqual(
    orderForApply(['role', 'pod'], (name) => kinds[name]!),
    [{ objects: ['role', 'pod'], awaits: 'nothing' }],
  );
  assert.deepEqual(
    orderForApply([], () => kinds['pod']!),
    [],
  );
});
