import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { statusNotification } from '../../server/src/protocol/messages';
import { toUri } from '../../server/src/protocol/objectRef';
import { writeKubeconfig } from '../cluster/kubeconfig';
import type { EditorDocument } from '../server/editor/document';
import { type FaultProxy, startFaultProxy } from '../server/faultProxy';
import { type Arrival, recordNotifications, timesOf } from './arrivals';
import { type BareApi, createBareApi } from './bareApi';
import { benchContext, createBenchObject, setRound } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { megabytes } from './quantities';
import { versionOf } from './savedObject';
import { type ServerProcess, startServerProcess } from './serverProcess';
import { type Spread, summarize } from './statistics';

/**
 * A thousand open and watched objects of three resources, 5 KB each: connections and memory of the server, and what a
 * change of one of them costs against the same change with ten open.
 */
export const manyObjectsFigure: Figure = { name: 'manyObjects', measure: measureManyObjects };

interface Opened {
  uri: string;
  path: string;
}

async function measureManyObjects(bench: Bench): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const { serverBundle } = await bench.packed();
  const api = await createBareApi(controlPlane);
  const proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'many-objects.yaml');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: benchContext, server: proxy.server }),
  ]);
  const server = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    const objects = await createObjects(api);
    const bumped = objects[0]!;
    const idle = await settled(server);
    await openAll(server, objects.slice(0, fewObjects));
    const withFew = await bump(bench, { api, server, path: bumped.path });
    const connections = watchConnections(proxy);
    const begun = performance.now();
    await openAll(server, objects.slice(fewObjects));
    const opening = performance.now() - begun;
    await wait(settlingMilliseconds);
    const [open, most] = connections.stop();
    const withMany = await bump(bench, { api, server, path: bumped.path });
    const requests = proxy.requests.length;
    await wait(bench.rounds(20_000));
    assert.equal(proxy.requests.length, requests, 'something is asked for at an interval');
    const many = await settled(server);
    const above = (part: 'rss' | 'heapUsed') => megabytes(many[part] - idle[part]).value;
    const ratio = withMany.cpu.median / withFew.cpu.median;
    return [
      {
        figure: `connections with ${objects.length} open objects of 3 resources`,
        target: '≤ 6',
        unit: 'connections',
        measured: single(open),
        judgedBy: 'median',
        limit: 6,
        medians: {
          'most while they were opened': { value: most, unit: 'connections' },
          'until all were watched': { value: opening, unit: 'ms' },
        },
      },
      {
        figure: `resident memory with ${objects.length} open objects, less the idle server`,
        target: '≤ 64 MiB',
        unit: 'MB',
        measured: single(above('rss')),
        judgedBy: 'median',
        limit: 67.1,
        medians: { heap: { value: above('heapUsed'), unit: 'MB' }, 'idle, resident': megabytes(idle.rss) },
      },
      {
        figure: `processor time of a change with ${objects.length} open objects, against ${fewObjects}`,
        target: '≤ 1.2 ×',
        unit: '×',
        measured: single(ratio),
        judgedBy: 'median',
        limit: 1.2,
        medians: {
          [`with ${objects.length}`]: { value: withMany.cpu.median, unit: 'ms' },
          [`with ${fewObjects}`]: { value: withFew.cpu.median, unit: 'ms' },
          'write to status': { value: withMany.delay.median, unit: 'ms' },
          [`with ${fewObjects}, too`]: { value: withFew.delay.median, unit: 'ms' },
        },
      },
    ];
  } finally {
    await server.stop();
    await proxy.close();
    await api.close();
  }
}

/** By turns of the three resources. */
async function createObjects(api: BareApi): Promise<Opened[]> {
  const namespace = 'many-objects';
  await api.post('/api/v1/namespaces', { metadata: { name: namespace } });
  const objects: Opened[] = [];
  for (let index = 0; index < manyObjects; index += 1) {
    const name = `many-${index}`;
    const common = { name, bytes: 5_000, namespace };
    if (index % 3 === 2) objects.push(await createSecret(api, common));
    else
      objects.push(
        await createBenchObject(api, { ...common, kind: index % 3 === 0 ? 'configMap' : 'deployment' }),
      );
  }
  return objects;
}

async function createSecret(
  api: BareApi,
  { name, bytes, namespace }: { name: string; bytes: number; namespace: string },
): Promise<Opened> {
  const collection = `/api/v1/namespaces/${namespace}/secrets`;
  const data = { value: Buffer.alloc((bytes * 3) / 4, name).toString('base64') };
  await api.post(collection, { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data });
  const ref = { context: benchContext, namespace, group: '', version: 'v1', resource: 'secrets', name };
  return { uri: toUri(ref), path: `${collection}/${name}` };
}

/** All at once, as an editor does that comes back with them. */
async function openAll({ editor }: ServerProcess, objects: readonly Opened[]): Promise<void> {
  const documents = await Promise.all(objects.map(({ uri }) => editor.open(uri)));
  const isWatched = ({ status }: EditorDocument): boolean => status()?.health.kind === 'watching';
  // One after the other: a thousand that look every few milliseconds would hold up the server's requests.
  for (const document of documents) await document.until(isWatched, openingMilliseconds);
}

/** Another writer changes one object again and again: what each change costs the server, and until it is told. */
async function bump(
  bench: Bench,
  { api, server, path }: { api: BareApi; server: ServerProcess; path: string },
): Promise<{ cpu: Spread; delay: Spread }> {
  const arrivals: Arrival[] = [];
  recordNotifications(server.editor.connection, arrivals);
  const [cpu, delay]: [number[], number[]] = [[], []];
  let written = await api.get(path);
  for (let block = 0; block < bench.rounds(20) + warmUpBlocks; block += 1) {
    const before = await server.cpu();
    for (let round = 0; round < bumpsOfBlock; round += 1) {
      arrivals.length = 0;
      const started = performance.now();
      written = await api.put(path, setRound(written, block * bumpsOfBlock + round + 1));
      const content = `resourceVersion ${String(versionOf(written))} `;
      const times = await timesOf(arrivals, { status: { name: statusNotification.method, content } });
      if (block >= warmUpBlocks) delay.push(times.status - started);
    }
    if (block >= warmUpBlocks) cpu.push(((await server.cpu()) - before) / bumpsOfBlock);
  }
  return { cpu: summarize(cpu), delay: summarize(delay) };
}

/** How many connections are open at the end, and how many were at the most. */
function watchConnections(proxy: FaultProxy): { stop: () => [open: number, most: number] } {
  let most = 0;
  const look = (): void => void (most = Math.max(most, proxy.connections().open));
  const timer = setInterval(look, 5);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return [proxy.connections().open, most];
    },
  };
}

/** What is left to be done is done, and what is then garbage goes at the second collection at the latest. */
async function settled({ memory }: ServerProcess): Promise<NodeJS.MemoryUsage> {
  await wait(settlingMilliseconds);
  await memory();
  await wait(settlingMilliseconds);
  return memory();
}

function single(value: number): Spread {
  return summarize([value]);
}

const manyObjects = 1_000;
const fewObjects = 10;
const bumpsOfBlock = 10;
const warmUpBlocks = 5;
const settlingMilliseconds = 2_000;
const openingMilliseconds = 120_000;
