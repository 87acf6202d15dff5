import assert from 'node:assert/strict';
import test from 'node:test';
import {
  forgetObject,
  listRecentResources,
  readRecentObjects,
  rememberObject,
} from '../../../client/src/commands/recentObjects';
import type { RecentObject, RecentStore } from '../../../client/src/commands/recentObjects';

/** Keeps values as JSON, as an extension's memento does. */
function createStore(stored?: unknown): RecentStore {
  const values = new Map<string, string>();
  if (stored !== undefined) values.set('recentObjects', JSON.stringify(stored));
  return {
    get: (key) => {
      const value = values.get(key);
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    update: (key, value) => {
      values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

function recent(name: string, options: { context?: string; objectKind?: string } = {}): RecentObject {
  const { context = 'prod', ...rest } = options;
  return {
    ref: { context, namespace: 'shop', group: 'apps', version: 'v1', resource: 'deployments', name },
    ...rest,
  };
}

function names(store: RecentStore): string[] {
  return readRecentObjects(store).map(({ ref }) => `${ref.context}/${ref.name}`);
}

test('the object that was opened last comes first, each once', async () => {
  const store = createStore();
  for (const name of ['a', 'b', 'c', 'a']) await rememberObject(store, recent(name));
  assert.deepEqual(names(store), ['prod/a', 'prod/c', 'prod/b']);
});

test('R124 the same name in another context is another object', async () => {
  const store = createStore();
  await rememberObject(store, recent('web'));
  await rememberObject(store, recent('web', { context: 'test' }));
  assert.deepEqual(names(store), ['test/web', 'prod/web']);
  await forgetObject(store, recent('web'));
  assert.deepEqual(names(store), ['test/web']);
});

test('a kind that was known is kept when the object is opened by a link', async () => {
  const store = createStore();
  await rememberObject(store, recent('web', { objectKind: 'Deployment' }));
  await rememberObject(store, recent('web'));
  assert.deepEqual(readRecentObjects(store), [recent('web', { objectKind: 'Deployment' })]);
});

test('only the last twelve are kept', async () => {
  const store = createStore();
  for (let index = 1; index <= 20; index++) await rememberObject(store, recent(`web-${index}`));
  assert.equal(names(store).length, 12);
  assert.equal(names(store)[11], 'prod/web-9');
});

test('what is stored in another shape is left out', () => {
  assert.deepEqual(readRecentObjects(createStore('text')), []);
  const odd = [
    null,
    3,
    {},
    { ref: {} },
    { ref: { ...recent('x').ref, namespace: 7 } },
    { uri: 'k8slive:/a' },
  ];
  assert.deepEqual(names(createStore([...odd, recent('web')])), ['prod/web']);
});

test('resources are listed once, the last used first', () => {
  const role: RecentObject = {
    ref: {
      context: 'a',
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      resource: 'clusterroles',
      name: 'x',
    },
  };
  assert.deepEqual(listRecentResources([recent('a'), role, recent('b', { context: 'test' })]), [
    'deployments.v1.apps',
    'clusterroles.v1.rbac.authorization.k8s.io',
  ]);
});
