import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { edit, table } from './editTable';

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
