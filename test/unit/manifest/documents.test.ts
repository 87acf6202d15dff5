import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver-types';
import { parseJson } from '../../../server/src/cluster/json';
import { readFile, type FileReading } from '../../../server/src/manifest/documents';
import { isSameJson } from '../../../server/src/manifest/equal';
import { findRange, pathAt } from '../../../server/src/manifest/ranges';
import { renderManifest } from '../../../server/src/manifest/render';
import type { JsonValue } from '../../../server/src/merge/json';
import { fileText } from './fileTexts';
import { jsonObject } from './jsonValues';
import { mangledText } from './yamlTexts';

/** What each document says: its value, `-` where kubectl skips it, or what is wrong with it and on which lines. */
function say(text: string): (JsonValue | string)[] {
  return readFile(text).documents.map(({ reading, isEmpty }) => {
    const [problem] = reading.problems;
    if (problem) return `${problem.severity} ${problem.range.start.line}:${problem.range.start.character}`;
    return isEmpty ? '-' : (reading.value ?? null);
  });
}

const rows: [name: string, text: string, said: (JsonValue | string)[]][] = [
  ['nothing', '', []],
  ['one document', 'a: 1\n', [{ a: 1 }]],
  ['two documents', 'a: 1\n---\nb: 2', [{ a: 1 }, { b: 2 }]],
  ['R188: a mark at the beginning and one at the end', '---\na: 1\n---\n', [{ a: 1 }, '-']],
  [
    'R188, R189: documents of comments, blanks and null',
    '# c\n---\n\n---\na: 1\n---\nnull\n',
    ['-', '-', { a: 1 }, '-'],
  ],
  ['a comment behind the mark', 'a: 1\n--- # c\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ['R082: CRLF', '---\r\na: 1\r\n---\r\nb: |\r\n  x\r\n', [{ a: 1 }, { b: 'x\n' }]],
  ['a byte order mark', '\ufeff---\na: 1\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ['a mark in a block text', 'a: |\n  ---\n  b\n', [{ a: '---\nb\n' }]],
  ['a mark in a quoted text', 'a: "\n---\n"\n---\nb: 1\n', ['error 0:3', 'error 2:0', { b: 1 }]],
  ['a text behind the mark', 'a: 1\n--- text\nb: 1\n---\nc: 1\n', [{ a: 1 }, 'error 1:4', { c: 1 }]],
  ['more than a mark', 'a: 1\n----\nb: 1\n', [{ a: 1 }, 'error 1:3']],
  ['an end in the middle', 'a: 1\n...\nb: 1\n---\nc: 1\n', ['warning 2:0', { c: 1 }]],
  ['an end before the beginning', '...\na: 1\n', ['error 0:0']],
  ['directives', '%YAML 1.1\n---\na: 1\n', ['error 0:0', { a: 1 }]],
  ['directives below a comment', '# c\n%TAG ! x\n---\na: 1\n', ['error 1:0', { a: 1 }]],
  [
    'R194: a broken document in the middle',
    'a: 1\n---\na: [\n---\nb: 1\n',
    [{ a: 1 }, 'error 2:3', { b: 1 }],
  ],
  ['JSON', ' {"a": 1}\n', [{ a: 1 }]],
  ['JSON values behind one another', '{"a": 1}{"b":\n2} {"c": 3}\n', [{ a: 1 }, { b: 2 }, { c: 3 }]],
  ['JSON and marks', '{"a": 1}\n---\n{"b": 2}\n', [{ a: 1 }, { b: 2 }]],
  ['JSON and YAML', '{"a": 1}\nb: 2\n---\nc: 3\n', [{ a: 1 }, { b: 2 }, { c: 3 }]],
  ['JSON that YAML cannot read', '{"a": "\\ud83d\\ude00"}', [{ a: '😀' }]],
  [
    'broken JSON among JSON',
    '{"a": 1}\n{"b": 2}\n{"c": \n{"d": 4}\n',
    [{ a: 1 }, { b: 2 }, 'error 2:0', { d: 4 }],
  ],
  ['a flow map that is no JSON', '{a: 1}\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ['a last line without an end', 'a: |\n  x', [{ a: 'x\n' }]],
  ['large integers', '{"a": 9007199254740993}', [{ a: 9007199254740993n }]],
];

suite('the documents of a file', () => {
  for (const [name, text, said] of rows)
    test(name, () =>
      assert.ok(
        isSameJson(say(text), said),
        JSON.stringify(say(text), (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v)),
      ),
    );

  test('ranges are those of the file, also behind others, with CRLF and in the middle of a line', () => {
    const text = 'a: 1\r\n---\r\nb:\r\n  c: [x, y]\r\n';
    const [, second] = readFile(text).documents;
    assert.deepEqual(textIn(text, findRange(second!.reading, ['b', 'c', 1]).value), 'y');
    assert.deepEqual(pathAt(second!.reading, { line: 3, character: 9 }), ['b', 'c', 1]);
    const json = '{"a": 1} {"b": {"c": 2}}';
    assert.equal(textIn(json, findRange(readFile(json).documents[1]!.reading, ['b', 'c']).field), '"c": 2');
    const [, broken] = readFile('a: 1\n---\nb: 1\nb: 2\n').documents;
    const [problem] = broken!.reading.problems;
    assert.deepEqual([problem?.range.start.line, problem?.related?.start.line], [3, 2]);
  });
});

suite('properties of the documents of a file', () => {
  const anyText = fc.oneof(
    { arbitrary: fileText, weight: 4 },
    { arbitrary: fc.array(mangledText, { maxLength: 4 }).map((parts) => parts.join('---\n')), weight: 2 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
  );

  test('they follow one another without a gap; reading never throws', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const { documents } = readFile(text);
        let end = { line: 0, character: 0 };
        for (const { range, reading, isEmpty } of documents) {
          assert.deepEqual(range.start, end);
          ({ end } = range);
          const isBroken = reading.problems.some(({ severity }) => severity === 'error');
          assert.ok(isBroken || isEmpty || reading.value !== undefined);
        }
        const whole = TextDocument.create('', '', 0, text);
        if (documents.length > 0 && !/\r\r/.test(text)) assert.equal(whole.offsetAt(end), text.length);
      }),
      { numRuns: 1000 },
    ));

  test('rendered objects are read as they were, wherever they stand', () =>
    fc.assert(
      fc.property(
        fc.array(jsonObject, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        (objects, lineEnd) => {
          const text = objects
            .map((spec) => renderManifest({ spec }))
            .join('---\n')
            .replaceAll('\n', lineEnd);
          const { documents } = readFile(text);
          assert.equal(documents.length, objects.length);
          for (const [index, { reading }] of documents.entries())
            assert.ok(isSameJson(reading.value, { spec: objects[index]! }), text);
        },
      ),
      { numRuns: 300 },
    ));

  test('JSON is read as it was', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.nat(2)), { minLength: 1, maxLength: 4 }), (values) => {
        const objects = values.map(([value]) => parseJson(JSON.stringify({ value })));
        const text = values
          .map(([, indent], index) => JSON.stringify({ value: values[index]![0] }, undefined, indent))
          .join('\n');
        const { documents } = readFile(text);
        assert.ok(
          isSameJson(
            documents.map(({ reading }) => reading.value ?? null),
            objects,
          ),
          text,
        );
      }),
      { numRuns: 300 },
    ));

  test('a part that is written alike and read otherwise is read anew', () => {
    for (const [before, after] of [
      ['---#c\nb: 1\n', 'a: 1\n---#c\nb: 1\n'],
      ['a: 1\n---\n{"b": 1}', 'a: 1\n---\n---\n{"b": 1}'],
    ] as const)
      assert.deepEqual(facts(readFile(after, readFile(before))), facts(readFile(after)));
  });

  test('a reading from the one before is that of the text alone, and keeps what has not changed', () =>
    fc.assert(
      fc.property(
        anyText,
        fc.array(fc.tuple(fc.nat(), fc.nat(5), anyText), { maxLength: 4 }),
        (text, changes) => {
          let reading = readFile(text);
          for (const [at, length, inserted] of changes) {
            const offset = at % (reading.text.length + 1);
            const next =
              reading.text.slice(0, offset) + inserted.slice(0, 30) + reading.text.slice(offset + length);
            const before = reading;
            reading = readFile(next, before);
            assert.deepEqual(facts(reading), facts(readFile(next)));
            const known = new Set(before.documents.map(({ content }) => content));
            const texts = new Set(
              [...known].map(({ form, skipped, text: own }) => `${form}${skipped}${own}`),
            );
            for (const { content } of reading.documents) {
              const { form, skipped, text: own } = content;
              if (texts.size === known.size && texts.has(`${form}${skipped}${own}`))
                assert.ok(known.has(content));
            }
          }
        },
      ),
      { numRuns: 300 },
    ));
});

function facts({ text, documents }: FileReading): unknown {
  return [
    text,
    documents.map(({ form, range, isEmpty, reading }) => {
      const { value, problems, parsed } = reading;
      const whole = parsed.root && findRange(reading, []);
      return { form, range, isEmpty, value, problems, whole, text: reading.text };
    }),
  ];
}

function textIn(text: string, range: Range): string {
  return TextDocument.create('', '', 0, text).getText(range);
}
