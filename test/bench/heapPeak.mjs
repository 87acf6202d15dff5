/**
 * `node --expose-gc --max-semi-space-size=1 --heap-growing-percent=20 heapPeak.mjs BUNDLE INPUT WORK`: does the work of
 * `mergeWork` once with the input in a JSON file, and prints how many bytes heap and external memory held at most before
 * a collection, beyond what they held before the work. The small young generation is collected every megabyte, and the
 * old one whenever it has grown by a fifth, so that little of it is garbage: else V8 decides by its own speed whether it
 * collects the old one at all, and the peak is chance.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GCProfiler } from 'node:v8';

const [bundle, input, work] = process.argv.slice(2);
const { prepareMerge } = createRequire(import.meta.url)(bundle);
const prepared = prepareMerge(JSON.parse(readFileSync(input, 'utf8')));

globalThis.gc();
globalThis.gc();
const before = process.memoryUsage();
const profiler = new GCProfiler();
profiler.start();
const result = prepared[work]();
const after = process.memoryUsage();
const held = profiler
  .stop()
  .statistics.map(
    ({ beforeGC: { heapStatistics } }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory,
  );
const peak = Math.max(after.heapUsed + after.external, ...held) - before.heapUsed - before.external;
console.log(JSON.stringify({ peak, kept: result !== undefined }));
