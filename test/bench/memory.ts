import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createBareApi } from './bareApi';
import { type BenchObject, createBenchObject } from './benchObjects';
import type { Figure, Row } from './figure';
import { openWatched } from './savedObject';
import { megabytes } from './quantities';
import { type ServerProcess, startProbed, startServerProcess } from './serverProcess';
import { summarize } from './statistics';

const objectCount = 200;

/** The server process with one and with 200 open and watched ConfigMaps of 5 KB, and after all were closed. */
export const memoryFigure: Figure = {
  name: 'memory',
  measure: async (bench) => {
    const controlPlane = await bench.controlPlane();
    const { serverBundle } = await bench.packed();
    const api = await createBareApi(controlPlane);
    try {
      const objects: BenchObject[] = [];
      for (let index = 0; index < objectCount; index += 1)
        objects.push(
          await createBenchObject(api, { kind: 'configMap', name: `memory-${index}`, bytes: 5_000 }),
        );
      const stages: Stages[] = [];
      for (let round = 0; round < bench.rounds(3); round += 1) {
        const { probed } = startProbed(['--eval', 'process.stdin.resume()'], { defer: bench.defer });
        const bare = await settled(probed.memory);
        await probed.stop();
        const { admin } = controlPlane.kubeconfigs;
        const server = await startServerProcess(serverBundle, { kubeconfig: admin, defer: bench.defer });
        stages.push({ bare, ...(await measureStages(server, objects)) });
        await server.stop();
      }
      return rowsOf(stages);
    } finally {
      await api.close();
    }
  },
};

interface Stages {
  /** Node alone. */
  bare: NodeJS.MemoryUsage;
  one: NodeJS.MemoryUsage;
  all: NodeJS.MemoryUsage;
  closed: NodeJS.MemoryUsage;
}

async function measureStages(server: ServerProcess, objects: BenchObject[]): Promise<Omit<Stages, 'bare'>> {
  const [first, ...others] = objects;
  assert.ok(first);
  const documents = [await openWatched(server.editor, first.uri)];
  const one = await settled(server.memory);
  for (const { uri } of others) documents.push(await openWatched(server.editor, uri));
  const all = await settled(server.memory);
  for (const document of documents) document.close();
  return { one, all, closed: await settled(server.memory) };
}

/** What is left to be done is done, and what is then garbage goes at the second collection at the latest. */
async function settled(memory: () => Promise<NodeJS.MemoryUsage>): Promise<NodeJS.MemoryUsage> {
  await wait(settlingMilliseconds);
  await memory();
  await wait(settlingMilliseconds);
  return memory();
}

function rowsOf(stages: Stages[]): Row[] {
  const all: [keyof Stages, string][] = [
    ['one', 'with 1 open object'],
    ['all', `with ${objectCount} open objects`],
    ['closed', 'after all were closed'],
  ];
  const median = (stage: keyof Stages, part: keyof NodeJS.MemoryUsage) =>
    megabytes(summarize(stages.map((measured) => measured[stage][part])).median);
  return all.map(([stage, words]) => ({
    figure: `resident memory of the server ${words}`,
    target: '',
    unit: 'MB',
    measured: summarize(stages.map((measured) => megabytes(measured[stage].rss).value)),
    judgedBy: 'median',
    medians: {
      heap: median(stage, 'heapUsed'),
      'outside the heap': median(stage, 'external'),
      'Node alone, resident': median('bare', 'rss'),
      'its heap': median('bare', 'heapUsed'),
    },
  }));
}

const settlingMilliseconds = 1_000;
