import { parseArgs } from 'node:util';
import { printResult } from './printResult';
import { runTorture } from './run';

/**
 * Many writers at once, with faults and restarts, and a look at whether anything was lost: `npm run torture --
 * --rounds 10000`, with `--seed` to choose as an earlier run did and `--faults 0` for the speed without any.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      disruptEvery: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds ?? 1_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const faults = Number(values.faults ?? 30);
  const disruptEvery = Number(values.disruptEvery ?? (faults === 0 ? 0 : 600));
  console.log(`Torture: ${rounds} rounds, seed ${seed}`);
  const result = await runTorture({ rounds, seed, faults, disruptEvery, write: (line) => console.log(line) });
  printResult(result, (line) => console.log(line));
  process.exitCode = result.lost + result.misplaced + result.silent + result.rule > 0 ? 1 : 0;
}

void main();
