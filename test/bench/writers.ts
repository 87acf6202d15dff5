import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { backoff } from '../../server/src/session/save';
import { type Arrival, recordBareWatch, timesOf } from './arrivals';
import { type BareApi, createBareApi } from './bareApi';
import { type BenchObject, createBenchObject } from './benchObjects';
import type { Figure, Quantity, Row } from './figure';
import { interleave } from './interleave';
import { openWatched, sameQuery, timeSave, versionOf } from './savedObject';
import { type ServerProcess, startServerProcess } from './serverProcess';
import { summarize } from './statistics';

const writerCount = 8;
const blockMilliseconds = 2_000;

/** Eight people who each save a field of their own of one Deployment again and again, without a pause. */
export const writersFigure: Figure = {
  name: 'writers',
  measure: async (bench) => {
    const controlPlane = await bench.controlPlane();
    const { serverBundle } = await bench.packed();
    const { kubeconfigs } = controlPlane;
    const options = { kubeconfig: kubeconfigs.admin, defer: bench.defer };
    const api = await createBareApi(controlPlane);
    const apis = await forEachWriter(() => createBareApi(controlPlane));
    const servers = await forEachWriter(() => startServerProcess(serverBundle, options));
    try {
      const common = { kind: 'deployment', bytes: 5_000 } as const;
      const saved = await createBenchObject(api, { ...common, name: 'writers' });
      const twin = await createBenchObject(api, { ...common, name: 'writers-twin' });
      const sides = {
        ours: await prepareBlocks(api, saved, await openEverywhere(servers, saved.uri)),
        bare: await prepareBlocks(
          api,
          twin,
          apis.map((own, writer) => (count) => saveBare(own, twin.path, { writer, count })),
        ),
      };
      const measured = await interleave(sides, { rounds: bench.rounds(20), warmUp: bench.rounds(3) });
      return [rowOf(measured)];
    } finally {
      await Promise.all([
        ...servers.map(({ stop }) => stop()),
        ...[api, ...apis].map(({ close }) => close()),
      ]);
    }
  },
};

function forEachWriter<T>(start: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: writerCount }, start));
}

/** Writes a count into the writer's field and resolves when that is acknowledged. */
type Save = (count: number) => Promise<unknown>;

/** Each writer has an editor and a server process of its own, as people have. */
function openEverywhere(servers: readonly ServerProcess[], uri: string): Promise<Save[]> {
  return Promise.all(
    servers.map(async ({ editor }, writer): Promise<Save> => {
      const document = await openWatched(editor, uri);
      return (count) => {
        document.type((text) => setCount(text, { writer, count }));
        return timeSave(document);
      };
    }),
  );
}

/** What a script does: read, change, write, and after a wait the same again where another was faster. */
async function saveBare(api: BareApi, path: string, field: { writer: number; count: number }): Promise<void> {
  for (let moves = 0; ; moves += 1) {
    const changed = setCount(await api.get(path), field);
    if ((await api.tryPut(`${path}?${sameQuery}`, changed)) !== undefined) return;
    await wait(backoff(moves, Math.random));
  }
}

/**
 * A side for `interleave`: all writers at once for a while; milliseconds for each save acknowledged in that time.
 * Rejects where a save is not acknowledged, or is not in the object at the end or was not at any time before.
 */
async function prepareBlocks(
  api: BareApi,
  object: BenchObject,
  saves: readonly Save[],
): Promise<() => Promise<number>> {
  const counts = saves.map(() => 0);
  const versions: Arrival[] = [];
  await recordBareWatch(api, object, { name: historyName, arrivals: versions });
  return async () => {
    const before = [...counts];
    const deadline = performance.now() + blockMilliseconds;
    let inTime = 0;
    await Promise.all(
      saves.map(async (save, writer) => {
        while (performance.now() < deadline) {
          await save(counts[writer]! + 1);
          counts[writer]! += 1;
          if (performance.now() < deadline) inTime += 1;
        }
      }),
    );
    const now = await api.get(object.path);
    const isLast = { name: historyName, content: `"resourceVersion":"${String(versionOf(now))}"` };
    await timesOf(versions, { isLast });
    counts.forEach((count, writer) => {
      const kept = versions.map(({ content }) => countIn(content(), writer));
      assertKept(kept, { from: before[writer]!, to: count });
    });
    versions.length = 0;
    assert.ok(inTime > 0);
    return blockMilliseconds / inTime;
  };
}

/** Rejects where a count is missing in the versions of an object, or has gone back. */
function assertKept(kept: readonly number[], { from, to }: { from: number; to: number }): void {
  let last = from;
  for (const count of kept) {
    assert.ok(count === last || count === last + 1, `${last} is followed by ${count}`);
    last = count;
  }
  assert.equal(last, to);
}

/** The text of an object, in YAML or JSON, with this count in the writer's environment variable. */
function setCount(text: string, { writer, count }: { writer: number; count: number }): string {
  return text.replace(fieldOf(writer), `$1 changed ${count}`);
}

function countIn(text: string, writer: number): number {
  return Number(fieldOf(writer).exec(text)?.[3] ?? 0);
}

function fieldOf(writer: number): RegExp {
  return new RegExp(`(number ${String(writer).padStart(4, '0')})( changed (\\d+))?`);
}

function rowOf({ ours, bare }: Record<'ours' | 'bare', number[]>): Row {
  const perSecond = (each: number[]): Quantity => ({
    value: summarize(each.map((milliseconds) => 1_000 / milliseconds)).median,
    unit: 'saves/s',
  });
  return {
    figure: `saves in a second of ${writerCount} writers of one Deployment / those of bare GET-modify-PUT loops`,
    target: '',
    unit: '×',
    measured: summarize(ours.map((milliseconds, block) => bare[block]! / milliseconds)),
    judgedBy: 'median',
    medians: { ours: perSecond(ours), 'bare loops': perSecond(bare) },
  };
}

const historyName = 'history';
