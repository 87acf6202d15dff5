import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readFile, type FileReading } from '../../../server/src/manifest/documents';
import { applyEdits } from '../../../server/src/manifest/edit';
import { editObject } from '../../../server/src/manifest/editObject';
import { isSameJson } from '../../../server/src/manifest/equal';
import { listObjects } from '../../../server/src/manifest/fileObjects';
import { renderManifest } from '../../../server/src/manifest/render';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { untypedTopology } from '../../../server/src/merge/topology';
import { fileText } from './fileTexts';
import { jsonObject, vary } from './jsonValues';

/** The file after its object at an index says what `change` makes of it; the object is found there again. */
function edit(text: string, index: number, change: (value: JsonValue) => JsonValue): string {
  const objects = objectsOf(readFile(text));
  const { document, path, value } = objects[index]!;
  const target = change(value);
  const edits = editObject({ document, path, topology: untypedTopology }, target);
  assert.ok(edits, 'no edits');
  const edited = applyEdits(text, edits);
  const after = objectsOf(readFile(edited));
  assert.ok(isSameJson(after[index]?.value, target), edited);
  assert.deepEqual(
    after.filter((_, at) => at !== index).map((object) => object.value),
    objects.filter((_, at) => at !== index).map((object) => object.value),
  );
  return edited;
}

function objectsOf(file: FileReading) {
  return file.documents.flatMap((document) =>
    listObjects(document).map(({ path, value }) => ({ document, path, value })),
  );
}

function withData(value: JsonValue): JsonValue {
  return { ...(value as JsonObject), data: { a: '2', new: 'x' } };
}

suite('edits of one object of a file', () => {
  test('the second of three documents', () => {
    const text =
      '# one\nkind: A\ndata: {a: "1"}\n--- # two\nkind: B # b\ndata:\n  a: "1" # c\n---\nkind: C\n';
    assert.equal(
      edit(text, 1, withData),
      '# one\nkind: A\ndata: {a: "1"}\n--- # two\nkind: B # b\ndata:\n  a: "2" # c\n  new: x\n---\nkind: C\n',
    );
  });
  test('the last document of a file that does not end with a line end, with CRLF', () => {
    const text = 'kind: A\r\n---\r\nkind: B\r\ndata:\r\n  a: "1"';
    assert.equal(edit(text, 1, withData), 'kind: A\r\n---\r\nkind: B\r\ndata:\r\n  a: "2"\r\n  new: x');
  });
  test('a block text at the end of a file that does not end with a line end stays as kubectl reads it', () => {
    const text = 'kind: A\n---\nkind: B\ndata:\n  a: "1"\n  t: |\n    x';
    const changed = edit(text, 1, (value) => ({ ...(value as JsonObject), data: { a: '2', t: 'x\n' } }));
    assert.equal(changed, text.replace('"1"', '"2"'));
    const removed = edit(text, 1, (value) => ({ ...(value as JsonObject), data: { a: '1' } }));
    assert.equal(removed, text.replace('\n  t: |\n    x', ''));
  });
  test('an item of a list, and one of a list in it', () => {
    const text =
      'kind: List\nitems:\n- kind: A # a\n  data: {a: "1"}\n- kind: List\n  items:\n  - kind: B\n    data:\n      a: "1"\n  - kind: C\n';
    assert.equal(edit(text, 0, withData), text.replace('{a: "1"}', '{a: "2", new: x}'));
    assert.equal(edit(text, 1, withData), text.replace('      a: "1"\n', '      a: "2"\n      new: x\n'));
  });
  test('JSON stays JSON', () => {
    const text =
      '{"kind": "A"}\n{\n    "kind": "B",\n    "data": {\n        "a": "1",\n        "list": [1, 2]\n    }\n}\n{"kind":"C"}\n';
    const edited = edit(text, 1, (value) => ({
      ...(value as JsonObject),
      data: { a: 'yes', list: [2, { b: null }], more: { c: [] } },
    }));
    assert.equal(
      edited,
      '{"kind": "A"}\n{\n    "kind": "B",\n    "data": {\n        "a": "yes",\n        "list": [2, {\n            "b": null\n        }],\n        "more": {\n            "c": []\n        }\n    }\n}\n{"kind":"C"}\n',
    );
  });
  test('an object in a document that cannot be read has no edits', () => {
    const [document] = readFile('a: [\n').documents;
    assert.equal(editObject({ document: document!, path: [], topology: untypedTopology }, {}), undefined);
  });
  test('an edit after which kubectl would find other documents is none', () => {
    const [, document] = readFile('{"kind": "A"}kind: B\n').documents;
    const object = { document: document!, path: [], topology: untypedTopology };
    assert.equal(editObject(object, { '1': 'x' }), undefined);
    assert.equal(editObject(object, { kind: 'C' })?.length, 1);
  });
  test('an item that is not there has no edits', () => {
    const [document] = readFile('items: []\n').documents;
    assert.equal(
      editObject({ document: document!, path: ['items', 0], topology: untypedTopology }, {}),
      undefined,
    );
  });
});

suite('properties of edits of one object of a file', () => {
  const variation = fc.tuple(
    fc.array(fc.nat(1000), { minLength: 5, maxLength: 20 }),
    fc.array(jsonObject, { minLength: 1, maxLength: 3 }),
  );
  const file = fc.oneof(
    fileText,
    fc
      .array(jsonObject, { minLength: 1, maxLength: 4 })
      .map((objects) => objects.map(renderManifest).join('---\n')),
    fc
      .array(jsonObject, { minLength: 1, maxLength: 3 })
      .map((items) => renderManifest({ kind: 'List', items })),
    fc
      .tuple(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }), fc.nat(3))
      .map(([values, indent]) =>
        values.map((value) => JSON.stringify({ value }, undefined, indent)).join('\n'),
      ),
  );

  test('the object says the target, the others what they said, and no byte of other documents changes', () => {
    let count = 0;
    let refused = 0;
    fc.assert(
      fc.property(file, fc.nat(), variation, (text, which, [numbers, fresh]) => {
        const reading = readFile(text);
        const objects = objectsOf(reading).filter(({ value }) => isJsonObject(value));
        const object = objects[which % Math.max(objects.length, 1)];
        if (object === undefined) return;
        const { document, path, value } = object;
        const target = { ...(vary(value, [...numbers], fresh) as JsonObject), kept: true };
        const edits = editObject({ document, path, topology: untypedTopology }, target);
        count += 1;
        if (edits === undefined) {
          refused += 1;
          return;
        }
        const edited = applyEdits(text, edits);
        const source = TextDocument.create('', '', 0, text);
        const [start, end] = [document.range.start, document.range.end].map((at) => source.offsetAt(at)) as [
          number,
          number,
        ];
        assert.ok(edited.startsWith(text.slice(0, start)), edited);
        assert.ok(edited.endsWith(text.slice(end)), edited);
        const after = readFile(edited).documents;
        assert.equal(after.length, reading.documents.length, edited);
        const index = reading.documents.indexOf(document);
        const whole = (path.length === 0 ? target : undefined) ?? after[index]?.reading.value;
        assert.ok(isSameJson(after[index]?.reading.value, whole), edited);
        assert.equal(after[index]?.form, document.form);
      }),
      { numRuns: 500 },
    );
    assert.ok(count > 200 && refused < count / 50, `${refused} of ${count} refused`);
  });
});
