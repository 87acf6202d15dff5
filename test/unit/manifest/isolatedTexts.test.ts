import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { isSameJson } from '../../../server/src/manifest/equal';
import { isolatedTexts } from '../../../server/src/manifest/isolatedTexts';
import { findRange } from '../../../server/src/manifest/ranges';
import type { ManifestReading } from '../../../server/src/manifest/reading';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import type { Versions } from '../../../server/src/merge/conflicts';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject } from '../../../server/src/merge/json';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import { mixed, objectTriple, topology } from '../merge/triples';

const sides = ['base', 'ours', 'theirs'] as const;

/** A comment behind every third line that is whole by itself. */
function withComments(text: string): string {
  const ownLine = (line: string): boolean => /^[\s-]*[\w]+:( [\w{}[\]]+)?$/.test(line);
  return text
    .split('\n')
    .map((line, index) => (index % 3 === 1 && ownLine(line) ? `${line} # note ${index}` : line))
    .join('\n');
}

/** A manifest is never empty. */
function named(versions: Versions): Versions {
  const [base, ours, theirs] = sides.map((side) => {
    const value = versions[side];
    return isJsonObject(value) ? { kind: 'Sample', ...value } : value;
  });
  return { base, ours, theirs };
}

/** A line, and whether it may differ from one isolated text to the other. */
interface Line {
  text: string;
  isFree: boolean;
}

/** The lines of a text: free are those of the conflicts, and the keys of what holds them and may hold nothing else. */
function linesOf(text: string, paths: readonly FieldPath[], texts: readonly string[]): Line[] {
  const readings = texts.map(readManifest);
  const reading = readManifest(text);
  const free = new Set<number>();
  for (const path of paths) {
    const { isFound, field } = findRange(reading, path);
    if (isFound) for (let line = field.start.line; line <= field.end.line; line += 1) free.add(line);
    for (let length = path.length - 1; length > 0; length -= 1) {
      const holder = path.slice(0, length);
      const found = findRange(reading, holder);
      if (found.isFound && readings.some((one) => isEmptyAt(one, holder))) free.add(found.key.start.line);
    }
  }
  return text.split('\n').map((line, index) => ({ text: line, isFree: free.has(index) }));
}

/** Whether there is nothing at a path, or an empty collection. */
function isEmptyAt(reading: ManifestReading, path: FieldPath): boolean {
  const { isFound, value } = findRange(reading, path);
  return (
    !isFound || (value.start.line === value.end.line && value.end.character - value.start.character <= 2)
  );
}

/** How many lines that are not free stand in both, in order, at the best. */
function countCommon(one: readonly Line[], other: readonly Line[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const next = [0];
    for (const [index, { text, isFree }] of other.entries()) {
      const both = text === line.text && !isFree && !line.isFree ? row[index]! + 1 : 0;
      next.push(Math.max(both, row[index + 1]!, next[index]!));
    }
    row = next;
  }
  return row.at(-1)!;
}

const countBound = (lines: readonly Line[]): number => lines.filter(({ isFree }) => !isFree).length;

suite('the isolated texts of a merge view', () => {
  test('T5: each says its version, and a line that is not of a conflict stands in all of them, in order', () =>
    fc.assert(
      fc.property(objectTriple(mixed).map(named), (versions) => {
        const { conflicts } = mergeValues(versions, topology);
        // A whole object that one side has removed is no text any more.
        fc.pre(conflicts.length > 0 && conflicts.every(({ path }) => path.length > 0));
        fc.pre(isJsonObject(versions.ours));
        // Without the schema a path does not tell a written key from its default, nor equal keys from one another.
        fc.pre(conflicts.every(({ path }) => path[0] !== 'ports'));
        fc.pre(
          conflicts.every(
            ({ path, ...values }) =>
              typeof path.at(-1) !== 'object' || sides.every((side) => !Array.isArray(values[side])),
          ),
        );
        const ours = withComments(renderManifest(versions.ours));
        const isolated = isolateConflicts(versions, topology);
        const written = isolatedTexts(readManifest(ours), isolated, topology);
        const texts = sides.map((side) => written[side]);
        for (const [index, side] of sides.entries())
          assert.ok(isSameJson(readManifest(texts[index]!).value, isolated[side] ?? {}), texts[index]);
        const paths = conflicts.map(({ path }) => path);
        const [base, mine, theirs] = texts.map((text) => linesOf(text, paths, texts));
        for (const other of [base!, theirs!]) {
          const common = countCommon(mine!, other);
          const shown = `${texts.join('---\n')}${JSON.stringify(paths)}`;
          assert.deepEqual([countBound(mine!), countBound(other)], [common, common], shown);
        }
      }),
      { numRuns: 300 },
    ));
});
