import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseWarnings } from '../../../server/src/cluster/warnings';

suite('Warning headers', () => {
  const cases: [name: string, header: string | string[] | undefined, texts: string[]][] = [
    ['none', undefined, []],
    ['one', '299 - "it is old"', ['it is old']],
    ['quotes and backslashes', '299 - "unknown field \\"spec.a\\\\b\\""', ['unknown field "spec.a\\b"']],
    ['several headers', ['299 - "one"', '299 - "two"'], ['one', 'two']],
    ['several in one header', '299 - "one, with comma", 299 agent/1.0 "two"', ['one, with comma', 'two']],
    ['a date behind', '299 - "one" "Sun, 29 Nov 2026 19:00:00 GMT", 299 - "two"', ['one', 'two']],
    ['an empty text', '299 - ""', ['']],
    ['UTF-8 in Latin-1 bytes', `299 - "${Buffer.from('größer').toString('latin1')}"`, ['größer']],
    ['no warning at all', 'hello', []],
  ];
  for (const [name, header, texts] of cases) {
    test(name, () => assert.deepEqual(parseWarnings(header), texts));
  }
});
