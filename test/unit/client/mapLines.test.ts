import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mapLines } from '../../../client/src/mapLines';

/** Each letter is a line. */
function mapLetters(before: string, after: string): string {
  const { lineOf } = mapLines(Array.from(before), Array.from(after));
  return Array.from(before)
    .map((_, line) => after[lineOf(line)])
    .join('');
}

const cases: [what: string, before: string, after: string, becomes: string][] = [
  ['a text that stays', 'abc', 'abc', 'abc'],
  ['a line in front', 'abc', 'xabc', 'abc'],
  ['a line that changed stands where it stood', 'abc', 'axc', 'axc'],
  ['lines between two changes', 'abcde', 'axcye', 'axcye'],
  ['lines between an insertion and a removal', 'abcde', 'axxbce', 'abcce'],
  ['a change that grew', 'abcde', 'abxyzde', 'abxde'],
  ['a change that shrank', 'abcxyz', 'aqxyz', 'aqqxyz'],
  ['everything is another', 'abc', 'xy', 'xyy'],
];

for (const [what, before, after, becomes] of cases)
  test(`lines of a text are found again: ${what}`, () => {
    assert.equal(mapLetters(before, after), becomes);
  });

test('the replaced part begins and ends with the lines that differ', () => {
  assert.deepEqual(mapLines(Array.from('abcde'), Array.from('axcye')).replaced, { start: 1, end: 4 });
  assert.deepEqual(mapLines(Array.from('abc'), Array.from('abc')).replaced, { start: 3, end: 3 });
});

test('lines are found in their order, within the later text, and those outside the replaced part exactly', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { replaced, lineOf } = mapLines(before, after);
      const lines = before.map((_, line) => lineOf(line));
      assert.ok(lines.every((line) => line >= 0 && line < after.length));
      assert.deepEqual(
        lines,
        [...lines].sort((one, other) => one - other),
      );
      before.forEach((text, line) => {
        if (line < replaced.start || line >= replaced.end) assert.equal(after[lineOf(line)], text);
      });
    }),
  );
});

test('a text too long to compare keeps at least its lines’ numbers', () => {
  const before = Array.from({ length: 4_000 }, (_, index) => `line ${index}`);
  const { lineOf } = mapLines(
    before,
    before.map((line) => `${line}, changed`),
  );
  assert.equal(lineOf(2_500), 2_500);
});
