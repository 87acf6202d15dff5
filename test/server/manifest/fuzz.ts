import { parseArgs } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { isSameJson } from '../../../server/src/manifest/equal';
import { renderManifest } from '../../../server/src/manifest/render';
import { startControlPlane } from '../../cluster/controlPlane';
import { jsonObject } from '../../unit/manifest/jsonValues';
import { mangledText, yamlText } from '../../unit/manifest/yamlTexts';
import { openApiReader, type ApiReader } from './apiReader';
import { compareReaders } from './compareReaders';

/**
 * Compares the reader and the renderer with an API server on many random texts:
 * `node --import tsx test/server/manifest/fuzz.ts --runs 100000`, with `--seed` to repeat a run.
 */
const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const batch = 1000;

/** Counts the outcomes of a check on random inputs, eight at a time, and shows those that are longer than a word. */
async function count<T>(
  name: string,
  inputs: Arbitrary<T>,
  check: (input: T) => Promise<string>,
): Promise<void> {
  const outcomes = new Map<string, number>();
  for (let done = 0; done < runs; done += batch) {
    const pending = fc.sample(inputs, { numRuns: Math.min(batch, runs - done), seed: seed + done });
    const work = async (): Promise<void> => {
      for (let input = pending.pop(); input !== undefined; input = pending.pop()) {
        const outcome = await check(input);
        const isDifferent = outcome.includes(' ');
        if (isDifferent) {
          process.exitCode = 1;
          console.log(`${name}: ${outcome}`);
        }
        const kind = isDifferent ? 'different' : outcome;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }
  console.log(`${name}: ${runs} runs, seed ${seed}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
}

async function compareAll(api: ApiReader): Promise<void> {
  const compare = async (text: string): Promise<string> => {
    const comparison = await compareReaders(text, api);
    return typeof comparison === 'object' ? `${comparison.difference} ${JSON.stringify(text)}` : comparison;
  };
  await count('texts', yamlText, compare);
  await count('mangled texts', mangledText, compare);
  await count('rendered objects', jsonObject, async (object) => {
    const text = renderManifest({ spec: object });
    const reading = await api.read(text);
    if (reading.kind === 'refused') return `refused: ${reading.message} ${text}`;
    return isSameJson(reading.value['spec'], object) ? 'same' : `read differently: ${text}`;
  });
}

async function run(): Promise<void> {
  const controlPlane = await startControlPlane();
  try {
    const api = await openApiReader(controlPlane);
    await compareAll(api);
    await api.close();
  } finally {
    await controlPlane.stop();
  }
}

void run();
