import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject } from '../../../server/src/merge/json';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';

/** The text of an object, after checking that it reads back as the object. */
function render(object: JsonObject): string {
  const text = renderManifest(object);
  assert.deepEqual(readManifest(text).value, object);
  return text;
}

/** What stands behind `v: ` for a text. A YAML 1.2 reader and a plain YAML 1.1 reader must see that text as well. */
function renderScalar(value: string): string {
  const text = render({ v: value });
  assert.deepEqual(parse(text, { version: '1.2' }), { v: value });
  assert.deepEqual(parse(text, { version: '1.1' }), { v: value });
  return text.slice('v: '.length, -1);
}

suite('the layout', () => {
  test('apiVersion, kind and metadata come first, then the order of the object; lists are not indented', () =>
    assert.equal(
      render({
        spec: {
          template: { containers: [{ name: 'web', args: ['--a', '-b'] }, { name: 'log' }] },
          replicas: 2,
        },
        metadata: { name: 'web', labels: {}, finalizers: [] },
        kind: 'Deployment',
        data: null,
        apiVersion: 'apps/v1',
      }),
      [
        'apiVersion: apps/v1',
        'kind: Deployment',
        'metadata:',
        '  name: web',
        '  labels: {}',
        '  finalizers: []',
        'spec:',
        '  template:',
        '    containers:',
        '    - name: web',
        '      args:',
        '      - --a',
        '      - -b',
        '    - name: log',
        '  replicas: 2',
        'data: null',
        '',
      ].join('\n'),
    ));

  test('lists in lists', () =>
    assert.equal(
      render({ v: [[1, [2]], [], [{ a: 1, b: [3] }]] }),
      'v:\n- - 1\n  - - 2\n- []\n- - a: 1\n    b:\n    - 3\n',
    ));

  test('an empty object', () => assert.equal(render({}), '{}\n'));

  test('keys as awkward as values', () =>
    assert.equal(
      render({
        v: { n: 1, '': 2, 'a b': 3, 'a: b': 4, '0644': 5, 'example.dev/owner': 6, '- x': 7, 'x\ny': 8 },
      }),
      `v:\n  "n": 1\n  "": 2\n  a b: 3\n  'a: b': 4\n  "0644": 5\n  example.dev/owner: 6\n  '- x': 7\n  "x\\ny": 8\n`,
    ));

  test('a key beyond 1,024 characters', () => {
    const key = 'k'.repeat(1100);
    assert.equal(render({ v: { [key]: { a: 1 } } }), `v:\n  ? ${key}\n  :\n    a: 1\n`);
  });

  test('__proto__ is a key like any other', () =>
    assert.equal(
      renderManifest(JSON.parse('{"v": {"__proto__": {"a": 1}}}') as JsonObject),
      'v:\n  __proto__:\n    a: 1\n',
    ));
});

suite('numbers', () => {
  test('R090: integers keep every digit', () =>
    assert.equal(
      render({ a: 9007199254740993n, b: 9223372036854775807n, c: -9223372036854775808n, d: 0.1 }),
      'a: 9007199254740993\nb: 9223372036854775807\nc: -9223372036854775808\nd: 0.1\n',
    ));

  test('very large and very small ones', () =>
    assert.equal(
      render({ a: 1e21, b: 1e-7, c: 100000000000000000000n }),
      'a: 1e+21\nb: 1e-7\nc: 100000000000000000000\n',
    ));
});

suite('texts of one line', () => {
  for (const text of [
    ...[
      'yes',
      'n',
      'On',
      'FALSE',
      'null',
      '~',
      '',
      '0644',
      '0o644',
      '1_000',
      '0b11',
      '1e3',
      '81111e1',
      '1.10',
    ],
    ...[
      '12:30:45',
      '2026-01-02',
      '2026-01-02T03:04:05Z',
      '.inf',
      '.NaN',
      '<<',
      '=',
      '+1',
      '9007199254740993',
    ],
    ...['1e999', '0xFFFFFFFFFFFFFFFFFF', '-0', '1.', '.5', '0x_1F'],
  ])
    test(`R065, R068: ${JSON.stringify(text)} is quoted`, () =>
      assert.equal(renderScalar(text), JSON.stringify(text)));

  for (const text of [
    ...[
      'registry.example/shop:1',
      '--flag=a,b',
      ':8080',
      '?x',
      '-x',
      'a#b',
      "it's",
      'a "b" c',
      'C:\\temp',
      '10.0.0.1',
    ],
    ...['y1', 'nope', '1.2.3', '1d', 'größe ✓ 😀', '<<x', '100m', '2026', '_1'].filter(
      (word) => word !== '2026',
    ),
  ])
    test(`${text} is plain`, () => assert.equal(renderScalar(text), text));

  const quoted: [text: string, token: string][] = [
    [' a', `' a'`],
    ['a ', `'a '`],
    ['a: b', `'a: b'`],
    ['a:', `'a:'`],
    ['a #b', `'a #b'`],
    ['#a', `'#a'`],
    ['*a', `'*a'`],
    ['&a', `'&a'`],
    ['!a', `'!a'`],
    ['%', `'%'`],
    ['@a', `'@a'`],
    ['{"a": 1}', `'{"a": 1}'`],
    ["'a'", `'''a'''`],
    ['-', `'-'`],
    ['- a', `'- a'`],
    ['---', `'---'`],
    ['a\tb', '"a\\tb"'],
    ['\n', '"\\n"'],
    ['\n\n', '"\\n\\n"'],
    ['\n ', '"\\n "'],
    ['a\r', '"a\\r"'],
    ['a\u0000b\u0007c\u007f\u0085', '"a\\x00b\\x07c\\x7F\\x85"'],
    ['\u2028\ufeff', '"\\u2028\\uFEFF"'],
  ];
  for (const [text, token] of quoted)
    test(`R078: ${JSON.stringify(text)} is written ${token}`, () => assert.equal(renderScalar(text), token));

  test('R063: nothing is folded', () => {
    const words = 'word '.repeat(100).trim();
    assert.equal(renderScalar(words), words);
    assert.equal(renderScalar(`${words}: x`), `'${words}: x'`);
    assert.equal(renderScalar(`${words}\r`), `"${words}\\r"`);
  });

  test('half a surrogate pair becomes the replacement character, as on its way through JSON', () =>
    assert.equal(renderManifest({ v: 'a\ud83d\r' }), 'v: "a\ufffd\\r"\n'));
});

suite('texts of many lines', () => {
  const blocks: [name: string, text: string, block: string][] = [
    ['R062: one line end', 'x\ny\n', '|\n  x\n  y'],
    ['R062: no line end', 'x\ny', '|-\n  x\n  y'],
    ['R062: several line ends', 'x\n\n\n', '|+\n  x\n\n'],
    ['one line with its end', 'x\n', '|\n  x'],
    ['an indented first line', '  x\ny\n', '|2\n    x\n  y'],
    ['an empty first line', '\nx\n', '|2\n\n  x'],
    ['R060: a tab first', '\tx\n', '|2\n  \tx'],
    ['R060: tabs', 'all:\n\techo hi\n', '|\n  all:\n  \techo hi'],
    ['R059: trailing spaces', 'first \nsecond\n\tthird\n', '|\n  first \n  second\n  \tthird'],
    ['a last line of spaces', 'x\n  ', '|-\n  x\n    '],
    [
      'R201: quotes, backslashes and a comment sign',
      '# c\nunit: "%"\npath: C:\\temp\n',
      '|\n  # c\n  unit: "%"\n  path: C:\\temp',
    ],
    ['R074: long lines', `a: "${'x '.repeat(100)}"\n# end\n`, `|\n  a: "${'x '.repeat(100)}"\n  # end`],
    ['document marks', '---\n...\n', '|\n  ---\n  ...'],
  ];
  for (const [name, text, block] of blocks) test(name, () => assert.equal(renderScalar(text), block));

  for (const text of ['x\r\ny\r\n', 'x\ny\u0007', 'x\ny\u2028', 'x\n\ufeff', 'x\ny\u0085'])
    test(`R075: ${JSON.stringify(text)} is quoted, as no block can say it`, () =>
      assert.match(renderScalar(text), /^"x(\\r)?\\n/));

  for (const text of [' x\n ', '\nx\n  \n', '\tx\n\t\n\n'])
    test(`${JSON.stringify(text)} is quoted, as readers do not agree on the block`, () =>
      assert.equal(renderScalar(text), JSON.stringify(text)));

  test('a block in a list, with what follows', () =>
    assert.equal(render({ v: [' x\ny', 'z\n\n'], w: 1 }), 'v:\n- |2-\n   x\n  y\n- |+\n  z\n\nw: 1\n'));
});

test('line ends within a text cost no more than their number', () => {
  const before = process.cpuUsage();
  renderManifest({ data: { text: `${'\n'.repeat(200_000)}x` } });
  assert.ok(process.cpuUsage(before).user < 1_000_000, 'more than a second of processor time');
});
