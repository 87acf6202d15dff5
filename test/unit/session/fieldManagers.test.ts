import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import {
  createFieldWriters,
  findFieldWriter,
  findLastWriter,
} from '../../../server/src/session/fieldManagers';

/** An entry of managedFields as the API server writes it; seconds after midnight stand for its time. */
function entry(manager: string, seconds: number, fieldsV1: JsonValue, more: JsonObject = {}): JsonObject {
  const time = `2026-01-01T00:00:${String(seconds).padStart(2, '0')}Z`;
  return { manager, operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1', fieldsV1, ...more };
}

function objectOf(managedFields: JsonValue, rest: JsonObject = {}): JsonObject {
  return { ...rest, metadata: { name: 'web', managedFields } };
}

function managerOf(object: JsonObject, path: FieldPath): string | undefined {
  return findFieldWriter(object, path)?.manager;
}

const spec = {
  replicas: 3,
  selector: { app: 'web', tier: 'front' },
  args: ['a', 'b'],
  containers: [
    { name: 'web', image: 'web:2', ports: [{ containerPort: 80, protocol: 'TCP' }] },
    { name: 'proxy', image: 'proxy:1' },
  ],
  finalizers: ['keep', 7],
};

const web = objectOf(
  [
    entry('installer', 1, {
      'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
      'f:spec': {
        'f:replicas': {},
        'f:selector': {},
        'f:args': {},
        'f:containers': {
          'k:{"name":"web"}': {
            '.': {},
            'f:name': {},
            'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
          },
        },
        'f:finalizers': { '.': {}, 'v:"keep"': {} },
      },
    }),
    entry('builder', 2, {
      'f:metadata': { 'f:labels': { 'f:stage': {} } },
      'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } },
    }),
    entry('scaler', 3, { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' }),
    entry('meshed', 4, {
      'f:spec': {
        'f:containers': { 'k:{"name":"proxy"}': { '.': {}, 'f:name': {}, 'f:image': {} } },
        'f:finalizers': { 'v:7': {} },
      },
    }),
  ],
  { spec },
);

suite('Who wrote a field', () => {
  const table: [string, FieldPath, string | undefined][] = [
    ['the newest of its owners', ['spec', 'replicas'], 'scaler'],
    ['its only owner, however old', ['spec', 'containers', { name: 'web' }, 'name'], 'installer'],
    ['of another field of the same element', ['spec', 'containers', { name: 'web' }, 'image'], 'builder'],
    ['the owner of an element', ['spec', 'containers', { name: 'proxy' }], 'meshed'],
    [
      'the owner of an element with two keys, in whatever order',
      ['spec', 'containers', { name: 'web' }, 'ports', { protocol: 'TCP', containerPort: 80n }],
      'installer',
    ],
    ['the owner of a set member', ['spec', 'finalizers', { '': 'keep' }], 'installer'],
    ['the owner of a set member that is a number', ['spec', 'finalizers', { '': 7 }], 'meshed'],
    ['the owner of the map itself before that of what is inside', ['metadata', 'labels'], 'installer'],
    ['the newest owner of anything inside a struct', ['spec'], 'meshed'],
    ['the newest owner of anything inside a list', ['spec', 'containers'], 'meshed'],
    ['the owner of an atomic map around it', ['spec', 'selector', 'tier'], 'installer'],
    ['the owner of an atomic list around it', ['spec', 'args', 1], 'installer'],
    ['nobody, where the field is gone', ['metadata', 'labels', 'gone'], undefined],
    ['nobody, where a part of an atomic map is gone', ['spec', 'selector', 'gone'], undefined],
    ['nobody, where an item of an atomic list is gone', ['spec', 'args', 2], undefined],
    ['nobody, where the element is gone', ['spec', 'containers', { name: 'gone' }, 'image'], undefined],
    ['nobody, where no step is recorded', ['status', 'replicas'], undefined],
    ['nobody, of the object itself', [], undefined],
    ['nobody, behind a prototype', ['constructor'], undefined],
  ];
  for (const [title, path, expected] of table)
    test(title, () => assert.equal(managerOf(web, path), expected));

  test('is told with operation, subresource and time as they were sent', () => {
    assert.deepEqual(findFieldWriter(web, ['spec', 'replicas']), {
      manager: 'scaler',
      operation: 'Update',
      subresource: 'scale',
      time: '2026-01-01T00:00:03Z',
    });
    const applied = objectOf([
      { manager: 'helm', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } },
    ]);
    assert.deepEqual(findFieldWriter(applied, ['data']), { manager: 'helm', operation: 'Apply' });
  });

  test('of several atomic values around a field the innermost counts, however old', () => {
    const object = objectOf(
      [
        entry('inner', 1, { 'f:spec': { 'f:rule': { '.': {}, 'f:match': {} } } }),
        entry('outer', 2, { 'f:spec': {} }),
      ],
      { spec: { rule: { match: { path: '/' } } } },
    );
    assert.equal(managerOf(object, ['spec', 'rule', 'match', 'path']), 'inner');
  });

  test('keys are compared by value: any order, any spelling, all digits', () => {
    const object = objectOf([
      entry('a', 1, { 'f:list': { 'k:{ "port" : 9007199254740993 , "name":"\\u0061" }': { 'f:x': {} } } }),
      entry('b', 2, { 'f:list': { 'k:{"name":"a","port":9007199254740992}': { 'f:x': {} } } }),
    ]);
    assert.equal(managerOf(object, ['list', { name: 'a', port: 9007199254740993n }, 'x']), 'a');
    assert.equal(managerOf(object, ['list', { port: 9007199254740992n, name: 'a' }, 'x']), 'b');
    assert.equal(managerOf(object, ['list', { port: 9007199254740991, name: 'a' }, 'x']), undefined);
    assert.equal(managerOf(object, ['list', { port: '9007199254740993', name: 'a' }, 'x']), undefined);
  });

  test('nothing that stands in managedFields throws', () => {
    const texts = fc.oneof(
      fc.constantFrom(
        '.',
        'f:',
        'f:a',
        'k:',
        'k:{"a":1}',
        'k:{',
        'k:null',
        'v:1',
        'v:',
        'i:0',
        'i:x',
        '__proto__',
      ),
      fc.string(),
    );
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<JsonValue>(null, 1, 'x', true, 'manager', 9007199254740993n),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(texts, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    const fields = fc.record({
      manager: fc.oneof(fc.constant<JsonValue>('m'), json),
      operation: fc.oneof(fc.constantFrom<JsonValue>('Apply', 'Update'), json),
      time: fc.oneof(fc.constantFrom<JsonValue>('2026-01-01T00:00:00Z', 'never'), json),
      fieldsV1: json,
      subresource: json,
    });
    const step = fc.oneof(texts, fc.nat(3), fc.constantFrom({ a: 1 }, { '': 1 }, { '': 'x' }, {}));
    const managedFields = fc.oneof(json, fc.array(fc.oneof(fields, json), { maxLength: 3 }));
    fc.assert(
      fc.property(managedFields, json, fc.array(step, { maxLength: 3 }), (managed, a, path) => {
        const object = objectOf(managed, { a });
        const writer = findFieldWriter(object, path) ?? findLastWriter(object);
        assert.ok(writer === undefined || typeof writer.manager === 'string');
      }),
      { numRuns: 3_000 },
    );
    for (const object of [{}, { metadata: null }, { metadata: [] }, { metadata: { managedFields: 'x' } }])
      assert.equal(findFieldWriter(object, ['spec']) ?? findLastWriter(object), undefined);
  });

  test('three thousand elements are asked for in linear time', () => {
    const count = 3_000;
    const names = Array.from({ length: count }, (_, index) => `n${index}`);
    const elements = (manager: string, second: number): JsonObject =>
      entry(manager, second, {
        'f:items': Object.fromEntries(names.map((name) => [`k:{"name":"${name}"}`, { 'f:value': {} }])),
      });
    const find = createFieldWriters(objectOf([elements('a', 1), elements('b', 2)]));
    const started = performance.now();
    for (const name of names) assert.equal(find(['items', { name }, 'value'])?.manager, 'b');
    assert.ok(performance.now() - started < 2_000);
  });
});

suite('Who wrote last', () => {
  test('the newest entry, by its time and not by its place', () => {
    const object = objectOf([
      entry('newer', 9, {}),
      entry('older', 1, {}),
      { manager: 'x', operation: 'Update' },
    ]);
    assert.equal(findLastWriter(object)?.manager, 'newer');
  });

  test('a writer of the status only where there is no other', () => {
    const status = entry('kubelet', 9, { 'f:status': {} }, { subresource: 'status' });
    assert.equal(findLastWriter(objectOf([entry('kubectl-edit', 1, {}), status]))?.manager, 'kubectl-edit');
    assert.equal(findLastWriter(objectOf([status]))?.manager, 'kubelet');
  });

  test('a writer of the status for what is gone from it, of the rest only where there is no other', () => {
    const [edit, status] = [entry('kubectl-edit', 9, {}), entry('kubelet', 1, {}, { subresource: 'status' })];
    assert.equal(findLastWriter(objectOf([edit, status]), ['status', 'phase'])?.manager, 'kubelet');
    assert.equal(findLastWriter(objectOf([edit]), ['status', 'phase'])?.manager, 'kubectl-edit');
    assert.equal(findLastWriter(objectOf([edit, status]), ['spec', 'size'])?.manager, 'kubectl-edit');
  });

  test('nobody, where none is recorded', () => assert.equal(findLastWriter(objectOf([])), undefined));
});
