import assert from 'node:assert/strict';
import test from 'node:test';
import { formatFieldPath, formatPointer } from '../../../server/src/merge/fieldPath';
import { namePath, resolvePath, valueAt } from '../../../server/src/merge/resolvePath';
import { pathTopology } from './pathTopology';

const topology = pathTopology({
  '/spec/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/set': { list: 'set' },
});
const service = {
  spec: { ports: [{ port: 80, name: 'a' }, { port: 80, protocol: 'UDP' }, { port: 90 }, { port: 90 }] },
  set: ['x', 'y'],
  args: ['a', ['b']],
};

test('a path is written as Kubernetes writes it', () => {
  const path = ['spec', 'containers', { name: 'app' }, 'args', 0];
  assert.equal(formatFieldPath(path), 'spec.containers[name=app].args[0]');
  assert.equal(
    formatFieldPath(['metadata', 'annotations', 'example.dev/x']),
    'metadata.annotations[example.dev/x]',
  );
});

test('a path as JSON pointer escapes keys and quotes selectors where it must', () => {
  assert.equal(formatPointer([]), '');
  assert.equal(formatPointer(['data', 'a/b~c', '']), '/data/a~1b~0c/');
  assert.equal(
    formatPointer(['ports', { port: 80, protocol: 'TCP' }, 'name']),
    '/ports[port=80,protocol=TCP]/name',
  );
  for (const id of ['a,b', 'a=b', 'a]']) assert.equal(formatPointer(['items', { id }]), `/items[id="${id}"]`);
});

test('the keys of an element lead to its index and back', () => {
  const path = ['spec', 'ports', { port: 80, protocol: 'TCP' }, 'name'];
  assert.deepEqual(resolvePath(service, path, topology), ['spec', 'ports', 0, 'name']);
  assert.equal(valueAt(service, path, topology), 'a');
  assert.deepEqual(resolvePath(service, ['set', { '': 'y' }], topology), ['set', 1]);
  assert.deepEqual(namePath(service, ['set', 1], topology), ['set', { '': 'y' }]);
  assert.deepEqual(namePath(service, ['args', 1, 0], topology), ['args', 1, 0]);
});

test('elements with equal keys keep their index', () => {
  assert.deepEqual(namePath(service, ['spec', 'ports', 3], topology), ['spec', 'ports', 3]);
  assert.deepEqual(resolvePath(service, ['spec', 'ports', { port: 90, protocol: 'TCP' }], topology), [
    'spec',
    'ports',
    2,
  ]);
});

test('what is not there has no path and no value', () => {
  assert.equal(resolvePath(service, ['spec', 'ports', { port: 1 }], topology), undefined);
  assert.equal(resolvePath(service, ['spec', 'toString'], topology), undefined);
  assert.equal(valueAt(service, ['args', 0, 'length'], topology), undefined);
  assert.equal(valueAt(undefined, [], topology), undefined);
});
