import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CodeLensRefreshRequest } from 'vscode-languageserver-protocol';
import { writeKubeconfig } from '../cluster/kubeconfig';
import type { Editor } from '../server/editor/editor';
import { type SeenRequest, startFaultProxy } from '../server/faultProxy';
import { createBareApi } from './bareApi';
import { benchContext } from './benchObjects';
import type { Bench, Row } from './figure';
import { countLenses, openManifest } from './manifestFile';
import { createManyManifests, type ManyManifests } from './manyManifests';
import { inKilobytes, milliseconds } from './quantities';
import { startServerProcess } from './serverProcess';
import { summarize } from './statistics';

interface Opened {
  /** From the opening to the lenses in which all objects are compared, and in which all are known to be current. */
  compared: number;
  watched: number;
}

/** Opening a file of many documents, with a server that has asked this cluster for nothing before. */
export async function measureFileOpening(bench: Bench): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  try {
    const manifests = await createManyManifests(api, 'opening');
    const opened: Opened[] = [];
    for (let round = 0; round < bench.rounds(20); round += 1)
      opened.push(await openFresh(bench, controlPlane.kubeconfigs.admin, manifests));
    const requests = await countRequests(bench, manifests);
    const [lists, watches] = [false, true].map((isWatch) => requests.filter(isObjectRequest(isWatch)));
    const words = `a file of ${manifests.count} documents (${inKilobytes(manifests.text.length)})`;
    return [
      {
        figure: `open ${words}, to the lenses of all`,
        target: '≤ 1 s, p95',
        unit: 'ms',
        measured: summarize(opened.map(({ compared }) => compared)),
        judgedBy: 'p95',
        limit: 1_000,
        medians: { 'until all are watched': milliseconds(opened.map(({ watched }) => watched)) },
      },
      {
        figure: `open ${words}: requests for objects of one resource and namespace at most, without the watch`,
        target: '≤ 1',
        unit: 'requests',
        measured: summarize([mostOf(lists!)]),
        judgedBy: 'median',
        limit: 1,
        medians: {
          'for objects': { value: lists!.length, unit: 'requests' },
          watches: { value: watches!.length, unit: 'requests' },
          all: { value: requests.length, unit: 'requests' },
        },
      },
    ];
  } finally {
    await api.close();
  }
}

async function openFresh(bench: Bench, kubeconfig: string, manifests: ManyManifests): Promise<Opened> {
  const { serverBundle } = await bench.packed();
  const { editor, stop } = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    return await timeOpening(editor, manifests);
  } finally {
    await stop();
  }
}

/** As VS Code does it: it asks for lenses at once, and a while after it was told that there are others. */
async function timeOpening(editor: Editor, { text, count }: ManyManifests): Promise<Opened> {
  let told = Promise.withResolvers<undefined>();
  editor.connection.onRequest(CodeLensRefreshRequest.type, () => told.resolve(undefined));
  const begun = performance.now();
  const document = await openManifest(editor, { name: 'many', text });
  let compared: number | undefined;
  for (;;) {
    const next = (told = Promise.withResolvers<undefined>());
    const lenses = await countLenses(editor, document);
    const now = performance.now() - begun;
    if (lenses.compared === count) compared ??= now;
    if (lenses.watched === count) return { compared: compared!, watched: now };
    const isTold = await Promise.race([next.promise.then(() => true), wait(longestMilliseconds, false)]);
    assert.ok(isTold, `${lenses.compared} of ${count} objects are compared, ${lenses.watched} are watched`);
    await wait(askingMilliseconds);
  }
}

/** All requests of a server for the file, until all its objects are watched and some time after that. */
async function countRequests(bench: Bench, manifests: ManyManifests): Promise<readonly SeenRequest[]> {
  const controlPlane = await bench.controlPlane();
  const proxy = await startFaultProxy(controlPlane);
  const { serverBundle } = await bench.packed();
  const kubeconfig = join(controlPlane.folder, 'opening.yaml');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: benchContext, server: proxy.server }),
  ]);
  const { editor, stop } = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    await timeOpening(editor, manifests);
    await wait(settlingMilliseconds);
    return [...proxy.requests];
  } finally {
    await stop();
    await proxy.close();
  }
}

function isObjectRequest(isWatch: boolean): (request: SeenRequest) => boolean {
  return ({ url }) => collectionOf(url) !== undefined && /[?&]watch=/.test(url) === isWatch;
}

/** How many requests there are for the collection that has most. */
function mostOf(requests: readonly SeenRequest[]): number {
  const counts = new Map<string | undefined, number>();
  for (const { url } of requests) {
    const collection = collectionOf(url);
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/** The namespaced collection that a request is for, or for an object of: `/api/v1/namespaces/shop/services`. */
function collectionOf(url: string): string | undefined {
  return /^\/(?:api|apis\/[^/]+)\/[^/]+\/namespaces\/[^/]+\/[^/?]+/.exec(url)?.[0];
}

/** How long VS Code waits for more when it is told that there are other lenses, before it asks. */
const askingMilliseconds = 250;
const settlingMilliseconds = 2_000;
const longestMilliseconds = 10_000;
