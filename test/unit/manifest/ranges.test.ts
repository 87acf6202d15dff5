import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Range } from 'vscode-languageserver-types';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { findRange, pathAt } from '../../../server/src/manifest/ranges';
import { readManifest } from '../../../server/src/manifest/read';

const text = `# a comment
apiVersion: v1
metadata:
  name: web # trailing
  labels: {app: web, "tier": 'back'}
  empty:
spec:
  ports:
  - containerPort: 80
    protocol: UDP
  - containerPort: 80
  - name: 😀
    containerPort: 81
  finalizers: [a, b]
  defaults: &defaults
    cpu: 1
  copy: *defaults
  merged:
    <<: *defaults
    memory: 2
  script: |
    one
    two

  last: x
`;
const reading = readManifest(text);
const document = TextDocument.create('', 'yaml', 0, text);
const slice = (range: Range): string => document.getText(range);

suite('the place of a field', () => {
  const rows: [path: FieldPath, key: string, value: string][] = [
    [['metadata', 'name'], 'name', 'web'],
    [['metadata', 'labels'], 'labels', `{app: web, "tier": 'back'}`],
    [['metadata', 'labels', 'tier'], '"tier"', `'back'`],
    [['metadata', 'empty'], 'empty', ''],
    [['spec', 'ports', 0, 'protocol'], 'protocol', 'UDP'],
    [['spec', 'ports', 2], 'name', 'name: 😀\n    containerPort: 81'],
    [['spec', 'ports', { containerPort: 80, protocol: 'UDP' }, 'protocol'], 'protocol', 'UDP'],
    [['spec', 'ports', { containerPort: 80, protocol: 'TCP' }], 'containerPort', 'containerPort: 80'],
    [['spec', 'ports', { containerPort: 81, protocol: 'TCP' }, 'name'], 'name', '😀'],
    [['spec', 'finalizers', 1], 'b', 'b'],
    [['spec', 'finalizers', { '': 'b' }], 'b', 'b'],
    [['spec', 'copy'], 'copy', '*defaults'],
    [['spec', 'merged', 'cpu'], '<<', '*defaults'],
    [['spec', 'defaults'], 'defaults', '&defaults\n    cpu: 1'],
    [['spec', 'script'], 'script', '|\n    one\n    two'],
  ];
  for (const [path, key, value] of rows)
    test(JSON.stringify(path), () => {
      const range = findRange(reading, path);
      assert.deepEqual([range.isFound, slice(range.key), slice(range.value)], [true, key, value]);
      assert.deepEqual(range.path, path);
    });

  const missing: [path: FieldPath, found: FieldPath, key: string][] = [
    [['metadata', 'annotations', 'x'], ['metadata'], 'metadata'],
    [['spec', 'ports', 7, 'name'], ['spec', 'ports'], 'ports'],
    [['spec', 'ports', { containerPort: 82 }], ['spec', 'ports'], 'ports'],
    [['spec', 'copy', 'cpu'], ['spec', 'copy'], 'copy'],
    [['metadata', 'name', 'x'], ['metadata', 'name'], 'name'],
    [['nothing'], [], 'apiVersion'],
  ];
  for (const [path, found, key] of missing)
    test(`${JSON.stringify(path)} is not there: the nearest field around it`, () => {
      const range = findRange(reading, path);
      assert.deepEqual([range.isFound, range.path, slice(range.key)], [false, found, key]);
    });

  test('a field reaches from its key to the end of its value', () =>
    assert.equal(slice(findRange(reading, ['metadata', 'name']).field), 'name: web'));

  test('a broken text has its start', () =>
    assert.deepEqual(findRange(readManifest('a: ['), ['a']).value, {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    }));

  test('lines and characters hold with CRLF and in later documents', () => {
    const range = findRange(readManifest('# c\r\n---\r\na:\r\n  b: 1\r\n'), ['a', 'b']);
    assert.deepEqual(range.value.start, { line: 3, character: 5 });
  });
});

suite('the field at a place', () => {
  const rows: [marked: string, path: FieldPath][] = [
    ['na|me: web', ['metadata', 'name']],
    ['name: w|eb', ['metadata', 'name']],
    ['name: web # tr|ailing', ['metadata', 'name']],
    ['app: w|eb,', ['metadata', 'labels', 'app']],
    ['empty:|', ['metadata', 'empty']],
    ['- contain|erPort: 80\n    protocol', ['spec', 'ports', 0, 'containerPort']],
    ['|- name: 😀', ['spec', 'ports', 2]],
    ['[a, |b]', ['spec', 'finalizers', 1]],
    ['[a, b]|', ['spec', 'finalizers']],
    ['[a|, b]', ['spec', 'finalizers', 0]],
    ['[a, b|]', ['spec', 'finalizers', 1]],
    ['memory: |2', ['spec', 'merged', 'memory']],
    ['<|<:', ['spec', 'merged', '<<']],
    ['    t|wo', ['spec', 'script']],
    ['las|t', ['spec', 'last']],
    ['# a com|ment', []],
  ];
  for (const [marked, path] of rows)
    test(JSON.stringify(marked), () => {
      const at = text.indexOf(marked.replace('|', '')) + marked.indexOf('|');
      assert.deepEqual(pathAt(reading, document.positionAt(at)), path);
    });

  test('nothing in a broken text', () =>
    assert.equal(pathAt(readManifest('a: ['), { line: 0, character: 0 }), undefined));

  test('every field of a text is found at its own key', () => {
    const visit = (value: unknown, path: FieldPath): void => {
      const range = findRange(reading, path);
      if (range.isFound && path.length > 0 && path.at(-1) !== 'cpu')
        assert.deepEqual(pathAt(reading, range.field.start), path);
      if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]));
      else if (typeof value === 'object' && value !== null)
        for (const [key, member] of Object.entries(value)) visit(member, [...path, key]);
    };
    visit(reading.value, []);
  });
});
