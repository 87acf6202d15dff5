import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { furtherProperties } from './furtherProperties';
import { mergeProperties } from './mergeProperties';
import { totalProperties } from './totality';

/**
 * Checks every property on random objects: `node --import tsx test/unit/merge/properties.ts --runs 100000`, with
 * `--seed` to repeat a run and `--only P5` for one property.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});

const seed = Number(values.seed ?? Date.now() % 2 ** 31);
let isBroken = false;
for (const property of [...mergeProperties, ...furtherProperties, ...totalProperties]) {
  if (values.only !== undefined && !property.title.startsWith(`${values.only} `)) continue;
  const started = performance.now();
  const details = fc.check(property.property, { numRuns: Number(values.runs ?? 1000), seed });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${details.failed ? 'BROKEN' : 'holds '} ${property.title}: ${details.numRuns} runs, seed ${seed}, ${seconds} s`,
  );
  if (details.failed) {
    isBroken = true;
    console.log(fc.defaultReportMessage(details));
  }
}
process.exitCode = isBroken ? 1 : 0;
