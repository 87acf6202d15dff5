import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCopiedFields, removeFields } from '../../../server/src/manifest/copiedFields';
import { readFile } from '../../../server/src/manifest/documents';
import { applyEdits } from '../../../server/src/manifest/edit';
import type { FieldPath } from '../../../server/src/merge/fieldPath';

const copied = `# kept
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    creationTimestamp: null # gone
    name: a # kept
    # gone with it
    managedFields:
    - manager: x
      fieldsV1: {f:spec: {}}
    resourceVersion: "5"
    generation: 2
    selfLink: /x
    uid: u
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: |
        {"a": 1}
  spec: {replicas: 1}
  status:
    replicas: 1
- {apiVersion: v1, kind: Pod, metadata: {name: b, uid: u}}
`;

const clean = `# kept
---
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: a # kept
  spec: {replicas: 1}
- {apiVersion: v1, kind: Pod, metadata: {name: b, uid: u}}
`;

function find(text: string, path: FieldPath, status: 'data' | 'ignored' = 'ignored') {
  const document = readFile(text).documents.at(-1)!;
  return { document, fields: findCopiedFields({ document, path, status }) };
}

suite('fields of a file that were copied from the cluster', () => {
  for (const lineEnd of ['\n', '\r\n'])
    test(`they are found in the order of the text and can be taken out (${JSON.stringify(lineEnd)})`, () => {
      const text = copied.replaceAll('\n', lineEnd);
      const { document, fields } = find(text, ['items', 0]);
      assert.deepEqual(
        fields.map(({ path, range, effect }) => [path.at(-1), range.start.line, range.end.line, effect]),
        [
          ['creationTimestamp', 8, 8, 'none'],
          ['managedFields', 11, 13, 'refused'],
          ['resourceVersion', 14, 14, 'version'],
          ['generation', 15, 15, 'none'],
          ['selfLink', 16, 16, 'none'],
          ['uid', 17, 17, 'identity'],
          ['kubectl.kubernetes.io/last-applied-configuration', 19, 20, 'record'],
          ['status', 22, 23, 'none'],
        ],
      );
      const edits = removeFields(
        { document, path: ['items', 0] },
        fields.map(({ path }) => path),
      );
      assert.equal(applyEdits(text, edits!), clean.replaceAll('\n', lineEnd));
    });
  test('one of them is taken out alone', () => {
    const { document } = find(copied, ['items', 1]);
    const edits = removeFields({ document, path: ['items', 1] }, [['metadata', 'uid']]);
    assert.equal(applyEdits(copied, edits!), copied.replace('{name: b, uid: u}', '{name: b}'));
  });
  test('where status is data it stays', () =>
    assert.deepEqual(find('kind: A\nstatus: {}\n', [], 'data').fields, []));
  test('an object that has none has none, and so has one that cannot be read', () => {
    assert.deepEqual(find('metadata: {name: a, labels: {uid: x}}\n', []).fields, []);
    assert.deepEqual(find('metadata: [\n', []).fields, []);
    assert.equal(removeFields({ document: readFile('a: [').documents[0]!, path: [] }, [['a']]), undefined);
  });
  test('from JSON they go as well', () => {
    const text = '{"metadata": {"uid": "u", "name": "a"}, "status": {}}';
    const { document, fields } = find(text, []);
    const edits = removeFields(
      { document, path: [] },
      fields.map(({ path }) => path),
    );
    assert.equal(applyEdits(text, edits!), '{"metadata": {"name": "a"}}');
  });
});
