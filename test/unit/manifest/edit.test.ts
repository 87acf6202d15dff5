import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import { untypedTopology, type ListTopology } from '../../../server/src/merge/topology';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';

/** The text after it was made to say the target; it is read back, and made to say it once more, without an edit. */
function edit(text: string, target: JsonValue, topology?: ListTopology): string {
  const edits = editToValue(readManifest(text), target, topology);
  assert.ok(edits, 'no edits');
  const edited = applyEdits(text, edits);
  assert.deepEqual(readManifest(edited).value, target);
  assert.deepEqual(editToValue(readManifest(edited), target, topology), []);
  return edited;
}

/** Rows of a name, a text, the value that it shall say, and the text that says it. */
function table(rows: [name: string, before: string, target: JsonValue, after: string][]): void {
  for (const [name, before, target, after] of rows)
    test(name, () => assert.equal(edit(before, target), after));
}

suite('a value is replaced', () => {
  table([
    ['the comment stays', 'a: 1   # c\n', { a: 2 }, 'a: 2   # c\n'],
    ['single quotes stay', "a: '1'\n", { a: '2' }, "a: '2'\n"],
    ['double quotes stay', 'a: "x"\n', { a: 'y"z' }, 'a: "y\\"z"\n'],
    ['single quotes go where they cannot say it', "a: 'x'\n", { a: 'y\r' }, 'a: "y\\r"\n'],
    ['a number in quotes becomes a number', 'a: "1"\n', { a: 2 }, 'a: 2\n'],
    ['quotes come where they are needed', 'a: x # c\n', { a: 'yes' }, 'a: "yes" # c\n'],
    ['a text over several lines', 'a: one\n  two # c\nb: 1\n', { a: 'three', b: 1 }, 'a: three # c\nb: 1\n'],
    ['key: is filled', 'a: # c\nb: 1\n', { a: 'x', b: 1 }, 'a: x # c\nb: 1\n'],
    ['null comes', 'a: x # c\n', { a: null }, 'a: null # c\n'],
    ['a map comes', 'a: x # c\nb: 1\n', { a: { x: 1 }, b: 1 }, 'a: # c\n  x: 1\nb: 1\n'],
    ['a list comes', 'a: # c\nb: 1\n', { a: [1, 2], b: 1 }, 'a: # c\n- 1\n- 2\nb: 1\n'],
    ['a map goes', 'a: # c\n  # d\n  x: 1 # e\n  # f\nb: 1\n', { a: 1, b: 1 }, 'a: 1 # c\nb: 1\n'],
    ['a map is emptied', 'a: # c\n  x: 1 # e\nb: 1\n', { a: {}, b: 1 }, 'a: {} # c\nb: 1\n'],
    ['an empty map gets keys', 'a: {} # c\n', { a: { b: 1 } }, 'a: # c\n  b: 1\n'],
    [
      'a map in a list',
      'a:\n- x # c\n- [z]\n',
      { a: [{ k: 1, l: 2 }, ['z']] },
      'a:\n- k: 1\n  l: 2\n- [z]\n',
    ],
    ['a tag goes', 'a: !!str 1\n', { a: 2 }, 'a: 2\n'],
    ['R071, R072: numbers get no quotes', 'port: 80\n', { port: 81 }, 'port: 81\n'],
    ['R090: big integers', 'a: 9007199254740993\n', { a: 9007199254740992n }, 'a: 9007199254740992\n'],
    ['__proto__', '__proto__: 1\n', JSON.parse('{"__proto__": 2}') as JsonValue, '__proto__: 2\n'],
  ]);
});

suite('a text of many lines is replaced', () => {
  table([
    [
      'R074: the style stays',
      'a: | # c\n  one\n  two\nb: 1\n',
      { a: 'one\nTWO\n', b: 1 },
      'a: | # c\n  one\n  TWO\nb: 1\n',
    ],
    [
      'its indentation too',
      'a:\n  b: |\n      x\n',
      { a: { b: 'y\nz\n' } },
      'a:\n  b: |\n      y\n      z\n',
    ],
    ['R062: the chomping changes', 'a: |\n  x\nb: 1\n', { a: 'x\n\n', b: 1 }, 'a: |+\n  x\n\nb: 1\n'],
    ['an indented first line', 'a: |\n  x\n', { a: '  x\n' }, 'a: |2\n    x\n'],
    ['a folded text becomes a literal one', 'a: >\n  x\n  y\n', { a: 'z\ny\n' }, 'a: |\n  z\n  y\n'],
    ['one line becomes many', 'a: x # c\nb: 1\n', { a: 'x\ny\n', b: 1 }, 'a: | # c\n  x\n  y\nb: 1\n'],
    ['many become one', 'a: | # c\n  x\n  y\nb: 1\n', { a: 'z', b: 1 }, 'a: z # c\nb: 1\n'],
    ['many lines in quotes stay in quotes', 'a: "x\\ny"\n', { a: 'x\nz' }, 'a: "x\\nz"\n'],
    ['R082: an empty one with a comment behind', 'a: |\n# c\nb: 1\n', { a: '', b: 2 }, 'a: |\n# c\nb: 2\n'],
    [
      'R059: blanks at line ends',
      'a: |\n  first \n  second\n',
      { a: 'first \nSECOND\n' },
      'a: |\n  first \n  SECOND\n',
    ],
    ['R078: control characters', 'a: |\n  x\n', { a: 'x\n\u0007' }, 'a: "x\\n\\x07"\n'],
    ['in a list', 'a:\n- |\n  x\n- v\n', { a: ['z\n', 'v'] }, 'a:\n- |\n  z\n- v\n'],
  ]);
});

suite('keys come and go', () => {
  table([
    [
      'a key is removed with its comments',
      'a: 1\n# b\n# b too\nb: 2 # c\nc: 3\n',
      { a: 1, c: 3 },
      'a: 1\nc: 3\n',
    ],
    [
      'comments apart stay',
      'a: 1\n# apart\n\nb: 2\n# c\nc: 3\n',
      { a: 1, c: 3 },
      'a: 1\n# apart\n\n# c\nc: 3\n',
    ],
    ['comments inside go', 'a:\n  x: 1\n  # inside\nb: 2\n', { b: 2 }, 'b: 2\n'],
    ['the last key goes', 'a: 1\nb: 2\n', { a: 1 }, 'a: 1\n'],
    ['the last key goes without a line end', 'a: 1\nb: 2', { a: 1 }, 'a: 1'],
    ['the first key of an item goes', 'l:\n- a: 1 # c\n  b: 2 # d\n', { l: [{ b: 2 }] }, 'l:\n- b: 2 # d\n'],
    [
      'it leaves comments behind',
      'l:\n- a: 1\n  # about b\n  b: 2\n',
      { l: [{ b: 2 }] },
      'l:\n-\n  # about b\n  b: 2\n',
    ],
    ['several first keys go', 'l:\n- a: 1\n  b: 2\n  c: 3\n', { l: [{ c: 3 }] }, 'l:\n- c: 3\n'],
    [
      'a key comes behind the one before it',
      'a: 1 # c\nz: 2\n',
      { a: 1, b: 3, z: 2 },
      'a: 1 # c\nb: 3\nz: 2\n',
    ],
    ['a key comes last where it was first', 'b: 1\nc: 2\n', { a: 0, b: 1, c: 2 }, 'b: 1\nc: 2\na: 0\n'],
    [
      'a key comes behind comments inside',
      'a:\n  x: 1\n  # in\nz: 2\n',
      { a: { x: 1 }, b: 3, z: 2 },
      'a:\n  x: 1\n  # in\nb: 3\nz: 2\n',
    ],
    ['a key comes without a line end', 'a: 1', { a: 1, b: 2 }, 'a: 1\nb: 2'],
    [
      'the indentation is that of the others',
      'a:\n    x: 1\n',
      { a: { x: 1, v: { z: 1 } } },
      'a:\n    x: 1\n    v:\n        z: 1\n',
    ],
    ['lists are indented as the others are', 'a:\n  - 1\n', { a: [1], b: [2] }, 'a:\n  - 1\nb:\n  - 2\n'],
    ['awkward keys', 'a: 1\n', { a: 1, n: 2, 'x: y': 3 }, 'a: 1\n"n": 2\n\'x: y\': 3\n'],
    ['one goes as one comes', 'a: 1\nb: 2\nc: 3\n', { a: 1, x: 4, c: 3 }, 'a: 1\nx: 4\nc: 3\n'],
    [
      'two levels end together',
      'a:\n  b: 1\nz: 1\n',
      { a: { b: 1, c: 2 }, d: 3, z: 1 },
      'a:\n  b: 1\n  c: 2\nd: 3\nz: 1\n',
    ],
    ['an explicit key', '? a\n: 1\n', { a: 2, b: 1 }, '? a\n: 2\nb: 1\n'],
    ['an explicit key without a value', '? a\nb: 1\n', { a: [1], b: 1 }, '? a\n:\n- 1\nb: 1\n'],
    ['document marks', '---\na: 1\n...\n', { a: 1, b: 2 }, '---\na: 1\nb: 2\n...\n'],
    [
      'R086: a commented-out field stays a comment',
      'spec:\n  # size: 3\n  p: 1\n',
      { spec: { p: 1, q: 2 } },
      'spec:\n  # size: 3\n  p: 1\n  q: 2\n',
    ],
  ]);
});

suite('list items come, go and move', () => {
  table([
    [
      'an item is removed with its comment',
      'l:\n# a\n- a\n# b\n- b # c\n# d\n- d\n',
      { l: ['a', 'd'] },
      'l:\n# a\n- a\n# d\n- d\n',
    ],
    [
      'an item comes between',
      'l:\n# a\n- a\n# b\n- b\n',
      { l: ['a', 'x', 'b'] },
      'l:\n# a\n- a\n- x\n# b\n- b\n',
    ],
    ['an item comes first', 'l:\n# a\n- a\n', { l: ['x', 'a'] }, 'l:\n- x\n# a\n- a\n'],
    ['all items go', 'l: # c\n- a\n- b\nz: 1\n', { l: [], z: 1 }, 'l: [] # c\nz: 1\n'],
    [
      'an item changes',
      'l:\n- --a=1 # a\n- --b=1 # b\n',
      { l: ['--a=2', '--b=1'] },
      'l:\n- --a=2 # a\n- --b=1 # b\n',
    ],
    [
      'named items change in place',
      'l:\n- name: a # c\n  v: 1\n- name: b\n',
      { l: [{ name: 'b' }, { name: 'c' }] },
      'l:\n- name: b\n- name: c\n',
    ],
    [
      'items move with their comments',
      'l:\n# about a\n- name: a # a\n  v: 1\n# about b\n- name: b # b\n# about c\n- name: c # c\n',
      { l: [{ name: 'c' }, { name: 'a', v: 2 }, { name: 'b' }] },
      'l:\n# about c\n- name: c # c\n# about a\n- name: a # a\n  v: 2\n# about b\n- name: b # b\n',
    ],
    [
      'lists in lists',
      'l:\n- - a # a\n  - b\n- - c\n',
      {
        l: [
          ['x', 'a', 'b'],
          ['c', 'd'],
        ],
      },
      'l:\n- - x\n  - a # a\n  - b\n- - c\n  - d\n',
    ],
    [
      'the first item of a list in a list moves',
      'l:\n- - a # a\n  - b # b\n',
      { l: [['b', 'a']] },
      'l:\n- - b # b\n  - a # a\n',
    ],
    [
      'an item below its dash',
      'l:\n-\n    a: 1\n- b\n',
      { l: [{ x: 2, z: 3 }, 'b'] },
      'l:\n- x: 2\n  z: 3\n- b\n',
    ],
    ['an item without a value', 'l:\n- # c\n- a\n', { l: ['x', 'a'] }, 'l:\n- x # c\n- a\n'],
  ]);

  test('the identity of the topology goes before the usual one', () => {
    const topology: ListTopology = {
      ...untypedTopology,
      field: () => ({ ...untypedTopology, list: { kind: 'map', keys: ['id'], keyDefaults: new Map() } }),
    };
    assert.equal(
      edit('l:\n- name: a # a\n  id: 1\n- name: b\n  id: 2 # b\n', { l: [{ name: 'a', id: 2 }] }, topology),
      'l:\n- name: a\n  id: 2 # b\n',
    );
  });
});

suite('flow collections stay flow collections', () => {
  table([
    ['a member comes', 'l: [a, b]  # c\n', { l: ['a', 'b', 'c'] }, 'l: [a, b, c]  # c\n'],
    ['a member comes first', 'l: [a]\n', { l: ['x', 'a'] }, 'l: [x, a]\n'],
    ['a member goes', 'l: [a, b, c]\n', { l: ['a', 'c'] }, 'l: [a, c]\n'],
    ['the last member goes', 'l: [a, b]\n', { l: ['a'] }, 'l: [a]\n'],
    ['the first member goes', 'm: {a: 1, b: 2}\n', { m: { b: 2 } }, 'm: {b: 2}\n'],
    ['all members go', 'm: {a: 1} # c\n', { m: {} }, 'm: {} # c\n'],
    [
      'a key comes',
      'm: {a: 1, c: 3}\n',
      { m: { a: 1, b: [2, { x: 'y, z' }], c: 3 } },
      "m: {a: 1, b: [2, {x: 'y, z'}], c: 3}\n",
    ],
    ['a value changes', 'm: {"a": \'x\'} # c\n', { m: { a: 'y' } }, 'm: {"a": \'y\'} # c\n'],
    ['a key without a value gets one', 'm: {a, b: 1}\n', { m: { a: 2, b: 1 } }, 'm: {a: 2, b: 1}\n'],
    [
      'lines of their own',
      'l: [\n  a, # a\n  b # b\n]\n',
      { l: ['a', 'x', 'b', 'c'] },
      'l: [\n  a, # a\n  x,\n  b, # b\n  c\n]\n',
    ],
    ['a comma at the end', 'l: [\n  a,\n]\n', { l: ['a', 'b'] }, 'l: [\n  a,\n  b,\n]\n'],
    [
      'a line of its own goes',
      'l: [\n  a, # a\n  b, # b\n  c # c\n]\n',
      { l: ['a', 'c'] },
      'l: [\n  a, # a\n  c # c\n]\n',
    ],
    ['a last line of its own goes', 'l: [\n  a, # a\n  b # b\n]\n', { l: ['a'] }, 'l: [\n  a # a\n]\n'],
    ['members that move', 'l: [a, b, c]\n', { l: ['c', 'a', 'b'] }, 'l: [c, a, b]\n'],
    [
      'JSON',
      '{"a": {"b": [1, 2]}, "c": "d"}\n',
      { a: { b: [1, 3] }, c: 'e', f: true },
      '{"a": {"b": [1, 3]}, "c": "e", f: true}\n',
    ],
    ['a pair in a list', 'l: [a: 1]\n', { l: [{ a: 1, b: 2 }] }, 'l: [{a: 1, b: 2}]\n'],
  ]);
});

suite('anchors, aliases and merge keys', () => {
  table([
    [
      'an alias is written out where it changes',
      'a: &x\n  k: 1\nb: *x # c\n',
      { a: { k: 1 }, b: { k: 2 } },
      'a: &x\n  k: 1\nb: # c\n  k: 2\n',
    ],
    [
      'a change of the anchored node does not leak',
      'a: &x\n  k: 1\nb: *x\n',
      { a: { k: 2 }, b: { k: 1 } },
      'a: &x\n  k: 2\nb:\n  k: 1\n',
    ],
    [
      'a change of both needs one edit',
      'a: &x\n  k: 1\nb: *x\n',
      { a: { k: 2 }, b: { k: 2 } },
      'a: &x\n  k: 2\nb: *x\n',
    ],
    ['an anchored scalar', 'a: &x 1\nb: *x\n', { a: 2, b: 1 }, 'a: &x 2\nb: 1\n'],
    ['the anchored node goes', 'a: &x 1\nb: *x\nc: *x\n', { b: 1, c: 1 }, 'b: 1\nc: 1\n'],
    ['an alias in a flow list', 'a: &x 1\nb: [*x , 2]\n', { a: 1, b: [3, 2] }, 'a: &x 1\nb: [3 , 2]\n'],
    [
      'a merged key is overridden',
      'a: &x {k: 1, l: 1}\nb:\n  <<: *x\n  m: 1\n',
      { a: { k: 1, l: 1 }, b: { k: 2, l: 1, m: 1 } },
      'a: &x {k: 1, l: 1}\nb:\n  <<: *x\n  m: 1\n  k: 2\n',
    ],
    [
      'a merged key goes',
      'a: &x {k: 1, l: 1}\nb:\n  <<: *x # c\n  m: 1\n',
      { a: { k: 1, l: 1 }, b: { l: 1, m: 1 } },
      'a: &x {k: 1, l: 1}\nb:\n  m: 1\n  l: 1\n',
    ],
    [
      'what is merged changes',
      'a: &x {k: 1}\nb:\n  <<: *x\n',
      { a: { k: 2 }, b: { k: 1 } },
      'a: &x {k: 2}\nb:\n  <<: *x\n  k: 1\n',
    ],
    [
      'R083: repeated merges',
      'a: &x {k: 1}\nb: &z {l: 1}\nc:\n  <<: *x\n  <<: *z\n',
      { a: { k: 1 }, b: { l: 1 }, c: { k: 1, l: 2 } },
      'a: &x {k: 1}\nb: &z {l: 1}\nc:\n  <<: *x\n  <<: *z\n  l: 2\n',
    ],
  ]);
});

suite('the file stays as it is', () => {
  test('R077, R080: CRLF, BOM and a missing line end', () =>
    assert.equal(
      edit('\ufeffa: 1 # c\r\nb:\r\n  - x\r\nc: 2', { a: 3, b: ['x', 'v'], c: 2, d: 'k\nl' }),
      '\ufeffa: 3 # c\r\nb:\r\n  - x\r\n  - v\r\nc: 2\r\nd: |-\r\n  k\r\n  l',
    ));

  test('a block text at the end of a file without a line end says the same when more follows', () =>
    assert.equal(edit('a: |\n  x', { a: 'x', b: 1 }), 'a: |-\n  x\nb: 1\n'));

  test('R063: nothing else is touched', () => {
    const long = 'https://hooks.example.test/services/' + 'A'.repeat(200);
    const text = `a:   ${long}   # c\nb:   [1,\n   2]\nc: "${'x '.repeat(100)}"\nd: 1\n`;
    assert.equal(edit(text, { a: long, b: [1, 2], c: 'x '.repeat(100), d: 2 }), text.replace('d: 1', 'd: 2'));
  });

  test('edits are as small as can be', () =>
    assert.deepEqual(editToValue(readManifest('a: 1\nimage: shop:1.0 # c\n'), { a: 1, image: 'shop:1.1' }), [
      {
        range: { start: { line: 1, character: 14 }, end: { line: 1, character: 15 } },
        newText: '1',
      },
    ]));

  test('surrogate pairs are not split', () =>
    assert.deepEqual(editToValue(readManifest('a: x😀\n'), { a: 'x😁' }), [
      { range: { start: { line: 0, character: 4 }, end: { line: 0, character: 6 } }, newText: '😁' },
    ]));

  test('a text that cannot be read is not edited', () => {
    assert.equal(editToValue(readManifest('a: ['), { a: 1 }), undefined);
    assert.equal(editToValue(readManifest('a: 1\na: 2\n'), { a: 1 }), undefined);
  });

  test('R198, R200: base64 of a Secret stays byte for byte', () => {
    const text = 'data:\n  store.p12: MIIUvRGD/vv4AP8=\n  wrapped: "MIIU\\n vRGD"\n';
    assert.equal(
      edit(text, { data: { 'store.p12': 'MIIUvRGD/vv4AP8=', wrapped: 'MIIU\n vRGD', extra: 'Zm9v' } }),
      `${text}  extra: Zm9v\n`,
    );
  });

  test('1,000 levels are edited', () => {
    const nest = (leaf: JsonValue): JsonValue => {
      let value = leaf;
      for (let depth = 0; depth < 1000; depth += 1) value = { a: value };
      return value;
    };
    const text = renderManifest(nest(1) as Record<string, JsonValue>);
    // Not through assert.deepEqual, which overflows the stack at that depth.
    const edits = editToValue(readManifest(text), nest(2));
    assert.equal(applyEdits(text, edits ?? []), text.replace('a: 1', 'a: 2'));
  });
});
