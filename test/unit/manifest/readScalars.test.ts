import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import { readManifest } from '../../../server/src/manifest/read';

/** What sigs.k8s.io/yaml 1.6 reads for each scalar; the server tests compare the same table with an API server. */
const scalars: [written: string, read: JsonValue][] = [
  ['0644', 420],
  ['0o644', 420],
  ['0O644', 420],
  ['-0644', -420],
  ['08', 8],
  ['0777777777777777777777777', 7.777777777777778e23],
  ['0x1F', 31],
  ['0x_1F', 31],
  ['-0x10', -16],
  ['0b11', 3],
  ['+0b11', 3],
  ['-0b11', -3],
  ['1_000', 1000],
  ['-_1', -1],
  ['_1', '_1'],
  ['+1', 1],
  ['-0', 0],
  ['-0.0', 0],
  ['1.', 1],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['+.5', 0.5],
  ['.5_0', 0.5],
  ['.5_', '.5_'],
  ['1_0.5_0', 10.5],
  ['1e3', 1000],
  ['1E3', 1000],
  ['1e+3', 1000],
  ['1e-7', 1e-7],
  ['1e999', '1e999'],
  ['1e20', 100000000000000000000n],
  ['1e21', 1e21],
  ['9007199254740993', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['18446744073709551615', 18446744073709551615n],
  ['18446744073709551616', 18446744073709552000n],
  ['0xFFFFFFFFFFFFFFFFF', '0xFFFFFFFFFFFFFFFFF'],
  ['yes', true],
  ['Yes', true],
  ['yEs', 'yEs'],
  ['y', true],
  ['on', true],
  ['no', false],
  ['n', false],
  ['off', false],
  ['True', true],
  ['~', null],
  ['Null', null],
  ['', null],
  ['12:30:45', '12:30:45'],
  ['2026-01-02', '2026-01-02'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['"0644"', '0644'],
  ["'yes'", 'yes'],
  ['!!str 0644', '0644'],
  ['!!str', ''],
  ['!!int "5"', 5],
  ['!!float 3', 3],
  ['!!float 9007199254740993', 9007199254740992n],
  ['!!bool yes', true],
  ['!!timestamp 2001-1-1', '2001-1-1'],
  ['!!binary aGk=', 'hi'],
  ['! 12', '12'],
  ['!local 12', '12'],
];

/** Scalars that no JSON can hold, or that do not fit their tag. */
const refused = [
  '.inf',
  '-.Inf',
  '.nan',
  '!!int',
  '!!int x',
  '!!null x',
  '!!timestamp 5',
  '!!timestamp 2001-2-29',
  '!!binary /w==',
  '!!binary =',
  '<<: 1',
];

/** Map keys become texts, but only after they have been read as scalars. */
const keys: [written: string, read: string][] = [
  ['n', 'false'],
  ['on', 'true'],
  ['"n"', 'n'],
  ['0x10', '16'],
  ['010', '8'],
  ['1.5', '1.5'],
  ['1e3', '1000'],
  ['1e6', '1e+06'],
  ['1e300', '.inf'],
  ['123456.7', '123456.7'],
  ['0.1', '0.1'],
  ['-0.0', '-0'],
  ['0.00001', '1e-05'],
  ['2026-01-02', '2026-01-02'],
  ['"<<"', '<<'],
  ['__proto__', '__proto__'],
  ['!!binary aGk=', 'hi'],
];

suite('R065, R066, R068, R090: scalars are read as kubectl and the API server read them', () => {
  for (const [written, read] of scalars)
    test(`${written} is ${typeof read === 'bigint' ? read : JSON.stringify(read)}`, () =>
      assert.deepEqual(readManifest(`v: ${written}\n`).value, { v: read }));

  for (const written of refused)
    test(`${written} is refused`, () => assert.equal(readManifest(`v:\n  k: ${written}\n`).value, undefined));

  for (const [written, read] of keys)
    test(`the key ${written} is ${JSON.stringify(read)}`, () => {
      const { value } = readManifest(`${written}: x\n`);
      assert.deepEqual(Object.entries(value ?? {}), [[read, 'x']]);
    });

  for (const written of ['~', '18446744073709551615', '? [a]\n', '? {a: b}\n'])
    test(`the key ${written.trim()} is refused`, () =>
      assert.deepEqual(
        readManifest(`${written}: x\n`).problems.map(({ kind }) => kind),
        ['key'],
      ));
});
