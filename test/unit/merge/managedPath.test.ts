import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { migrateManagedFields } from '../../../server/src/merge/csaMigration';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { parseManagedPath } from '../../../server/src/merge/managedPath';

suite('The path of a conflict of field managers', () => {
  const cases: [string, JsonValue, FieldPath | undefined][] = [
    ['.spec.replicas', { spec: { replicas: 1 } }, ['spec', 'replicas']],
    [
      '.spec.containers[name="web"].image',
      { spec: { containers: [{ name: 'web', image: 'a' }] } },
      ['spec', 'containers', { name: 'web' }, 'image'],
    ],
    [
      '.spec.ports[port=80,protocol="TCP"].targetPort',
      { spec: { ports: [{ port: 80, targetPort: 1 }] } },
      ['spec', 'ports', { port: 80, protocol: 'TCP' }, 'targetPort'],
    ],
    ['.metadata.finalizers[="a.dev/b"]', {}, ['metadata', 'finalizers', { '': 'a.dev/b' }]],
    ['.x[=9007199254740993]', {}, ['x', { '': 9007199254740993n }]],
    ['.x[=true][3]', {}, ['x', { '': true }, 3]],
    ['.data.app.conf', { data: { 'app.conf': '', app: '' } }, ['data', 'app.conf']],
    [
      '.metadata.annotations.example.dev/a[b]',
      { metadata: { annotations: { 'example.dev/a[b]': '' } } },
      ['metadata', 'annotations', 'example.dev/a[b]'],
    ],
    [String.raw`.l[name="q\"]=,\\\n\u00e9\U0001f600\x7f"].v`, {}, ['l', { name: 'q"]=,\\\né😀\u007f' }, 'v']],
    ['', {}, undefined],
    ['spec', {}, undefined],
    ['.a[', {}, undefined],
    ['.a[b]', {}, undefined],
    ['..', {}, undefined],
  ];
  for (const [text, object, path] of cases)
    test(text === '' ? 'nothing' : text, () => assert.deepEqual(parseManagedPath(text, object), path));
});

suite('Moving fields from client-side to server-side apply', () => {
  const record = { 'f:kubectl.kubernetes.io/last-applied-configuration': {} };
  const entry = (
    manager: string,
    operation: string,
    fieldsV1: JsonObject,
    more: JsonObject = {},
  ): JsonObject => ({
    manager,
    operation,
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...more,
  });
  const clientSide = entry('kubectl-client-side-apply', 'Update', {
    'f:data': { '.': {}, 'f:a': {} },
    'f:metadata': { 'f:annotations': { '.': {}, ...record } },
  });
  const migrated = (managedFields: JsonObject[]): unknown => {
    const object = { metadata: { uid: 'u', resourceVersion: '7', managedFields } };
    return migrateManagedFields(object, 'ours')?.find(({ path }) => path === '/metadata/managedFields');
  };

  test('there is nothing to move where nobody has kept the record of kubectl apply', () => {
    assert.equal(migrated([entry('ann', 'Update', { 'f:data': { 'f:a': {} } })]), undefined);
    assert.equal(migrated([entry('ours', 'Apply', clientSide['fieldsV1'] as JsonObject)]), undefined);
    assert.equal(
      migrated([
        entry(...(['k', 'Update'] as const), clientSide['fieldsV1'] as JsonObject, { subresource: 'status' }),
      ]),
      undefined,
    );
  });

  test('the entry becomes ours where we have none', () => {
    const other = entry('ann', 'Update', { 'f:data': { 'f:b': {} } });
    assert.deepEqual(migrated([other, clientSide]), {
      op: 'replace',
      path: '/metadata/managedFields',
      value: [other, { ...clientSide, manager: 'ours', operation: 'Apply' }],
    });
  });

  test('fields are united with ours, those of another version given up', () => {
    const ours = entry('ours', 'Apply', { 'f:data': { 'f:b': {} }, 'f:x': {} });
    const old = { ...clientSide, apiVersion: 'v0' };
    const fieldsV1 = {
      'f:data': { 'f:b': {}, '.': {}, 'f:a': {} },
      'f:x': {},
      'f:metadata': { 'f:annotations': { '.': {}, ...record } },
    };
    const value = [{ ...ours, fieldsV1 }];
    assert.deepEqual(migrated([ours, clientSide, old]), {
      op: 'replace',
      path: '/metadata/managedFields',
      value,
    });
    assert.deepEqual(migrated([ours, old]), {
      op: 'replace',
      path: '/metadata/managedFields',
      value: [ours],
    });
  });

  test('a field is kept where the other has fields in it alone', () => {
    const ours = entry('ours', 'Apply', { 'f:data': {} });
    const [only] = (migrated([ours, clientSide]) as { value: JsonObject[] }).value;
    assert.deepEqual((only?.['fieldsV1'] as JsonObject)['f:data'], { '.': {}, 'f:a': {} });
  });

  test('it holds for this version of this object alone', () => {
    const object = { metadata: { uid: 'u', resourceVersion: '7', managedFields: [clientSide] } };
    const [uid, , version] = migrateManagedFields(object, 'ours') ?? [];
    assert.deepEqual(uid, { op: 'test', path: '/metadata/uid', value: 'u' });
    assert.deepEqual(version, { op: 'replace', path: '/metadata/resourceVersion', value: '7' });
  });
});
