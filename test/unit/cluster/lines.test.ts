import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readLines } from '../../../server/src/cluster/lines';

// eslint-disable-next-line @typescript-eslint/require-await -- a stream is asynchronous
async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const size of sizes) yield bytes.subarray(start, (start += size));
  yield bytes.subarray(start);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(chunks)) lines.push(line);
  return lines;
}

suite('Lines of a stream', () => {
  test('do not depend on how the bytes are cut, also within a character', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((line) => line.trim() !== '' && !line.includes('\n')),
        ),
        fc.array(fc.nat({ max: 7 })),
        async (lines, sizes) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          assert.deepEqual(await collect(inPieces(bytes, sizes)), lines);
        },
      ),
    ));

  test('a line of many megabytes in small pieces takes no quadratic time', async () => {
    const bytes = Buffer.from(`${'ä'.repeat(4_000_000)}\nnext\n`);
    const sizes = Array.from({ length: 2000 }, () => 4_000);
    const [long, next] = await collect(inPieces(bytes, sizes));
    assert.equal(long?.length, 4_000_000);
    assert.equal(next, 'next');
  });

  test('a stream that ends within a line throws the code of a closed connection', async () => {
    await assert.rejects(collect(inPieces(Buffer.from('one\ntw'), [])), { code: 'UND_ERR_SOCKET' });
  });

  test('empty lines are left out', async () => {
    assert.deepEqual(await collect(inPieces(Buffer.from('\n\r\none\n\n'), [])), ['one']);
  });
});
