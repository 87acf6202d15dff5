import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type JsonValue, parseJson, stringifyJson } from '../../../server/src/cluster/json';

suite('JSON with exact integers', () => {
  const texts: [name: string, text: string][] = [
    ['an integer beyond 2^53', '{"a":9007199254740993}'],
    ['a negative one in a list', '[-9223372036854775808]'],
    ['one beyond 64 bits', '123456789012345678901234567890'],
    ['a key __proto__', '{"__proto__":{"polluted":true},"b":9007199254740993}'],
    ['digits within a text', '{"a":"9007199254740993"}'],
  ];
  for (const [name, text] of texts) {
    test(`keeps ${name}`, () => assert.equal(stringifyJson(parseJson(text)), text));
  }

  test('reads integers up to 2^53 − 1, fractions and exponents as numbers', () => {
    const text = '[9007199254740991,-9007199254740991,1.5,1e3,0.1234567890123456789]';
    const expected = [9007199254740991, -9007199254740991, 1.5, 1000, 0.12345678901234568];
    assert.deepEqual(parseJson(text), expected);
  });

  test('makes a key __proto__ a member like any other', () => {
    const value = parseJson('{"__proto__":{"polluted":true},"n":9007199254740993}') as Record<
      string,
      unknown
    >;
    assert.deepEqual(Object.keys(value), ['__proto__', 'n']);
    assert.equal(value['polluted'], undefined);
  });

  test('throws a SyntaxError for what is no JSON', () => {
    assert.throws(() => parseJson('{"a":'), SyntaxError);
    assert.throws(() => parseJson('{"a":9007199254740993'), SyntaxError);
  });

  test('gives back any value that it has written', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
    );
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    }));
    const isExact = (part: JsonValue): boolean =>
      typeof part === 'number'
        ? !Number.isInteger(part) || Number.isSafeInteger(part)
        : typeof part !== 'object' || part === null || Object.values(part).every(isExact);
    fc.assert(
      fc.property(value.filter(isExact), (before) => {
        const after = parseJson(stringifyJson(before));
        assert.equal(stringifyJson(after), stringifyJson(before));
      }),
    );
  });
});
