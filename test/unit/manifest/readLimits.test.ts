import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';

/** The milliseconds of processor time that reading takes: the best of three. A busy machine does not count. */
function timeToRead(text: string): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    readManifest(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

suite('limits', () => {
  test('R196: 5,000 aliases are read within a second', () => {
    const text = `a: &a {k: v}\nlist: [${Array.from({ length: 5000 }, () => '*a').join(', ')}]\n`;
    const { value, problems } = readManifest(text);
    // kubectl's own bound: more than 99 of 100 nodes come from aliases only in the bombs.
    assert.deepEqual(problems, []);
    assert.equal((value as { list: unknown[] }).list.length, 5000);
    assert.ok(timeToRead(text) < 1000);
  });

  test('R197: an alias bomb is refused with a sentence, in under a second', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const text = levels
      .map((name, index) => {
        const item = index === 0 ? 'x' : `*${levels[index - 1] ?? ''}`;
        return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]\n`;
      })
      .join('');
    const { value, problems } = readManifest(text);
    assert.equal(value, undefined);
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      ['aliasLimit'],
    );
    assert.ok(timeToRead(text) < 1000);
  });

  test('a bomb of merge keys is refused', () => {
    const lines = ['a0: &a0 {k: v}'];
    for (let level = 1; level < 40; level += 1)
      lines.push(`a${level}: &a${level}\n  x: *a${level - 1}\n  <<: *a${level - 1}\n  y: *a${level - 1}`);
    assert.deepEqual(
      readManifest(lines.join('\n'))
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ kind }) => kind),
      ['aliasLimit'],
    );
  });

  test('1,000 levels are read, in either style', () => {
    const flow = `a: ${'['.repeat(1000)}${']'.repeat(1000)}\n`;
    assert.deepEqual(readManifest(flow).problems, []);
    const block = Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    assert.deepEqual(readManifest(block).problems, []);
  });

  for (const depth of [1300, 5000, 50_000])
    for (const [name, text] of [
      ['closed lists', `a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`],
      ['open lists', `a: ${'['.repeat(depth)}\n`],
      ['open maps', `a: ${'{a: '.repeat(depth)}\n`],
      ['dashes', `a:\n ${'- '.repeat(depth)}\n`],
      ['question marks', `${'? '.repeat(depth)}\n`],
    ] as const)
      test(`${depth} ${name} inside one another are refused, in a second`, () => {
        const { value, problems } = readManifest(text);
        assert.equal(value, undefined);
        assert.ok(problems.some(({ kind }) => kind === 'depthLimit' || kind === 'syntax'));
        const milliseconds = timeToRead(text);
        assert.ok(milliseconds < 1000, `${milliseconds} ms`);
      });

  const repeated: [name: string, part: string][] = [
    ['keys', 'key%: value\n'],
    ['the same key', 'key: value\n'],
    ['items', '- item %\n'],
    ['quotes', 'a%: "x\n'],
    ['brackets', ']\n'],
    ['commas', 'a%: [,\n'],
    ['comments', '# comment\n'],
    ['blank lines', '\n'],
    ['documents', '---\na: 1\n'],
    ['anchors', 'a%: &a%\n'],
    ['block texts', 'a%: |\n  x\n'],
    ['control characters', '\u0007'],
    ['colons', 'a: b: '],
    ['tabs', '\t'],
    ['plain lines', 'word\n  '],
  ];
  for (const [name, part] of repeated)
    test(`reading is linear in the number of ${name}`, () => {
      const build = (count: number): string =>
        Array.from({ length: count }, (_, index) => part.replaceAll('%', String(index))).join('');
      const [small, large] = [timeToRead(build(2000)), timeToRead(build(32_000))];
      // Sixteen times the text; what grows with the square would take 256 times as long.
      assert.ok(large < Math.max(200, small * 80), `${small} ms, ${large} ms`);
      assert.doesNotThrow(() => readDocuments(build(3000)));
    });
});
