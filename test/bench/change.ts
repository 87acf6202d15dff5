import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { PublishDiagnosticsNotification } from 'vscode-languageserver-protocol';
import { statusNotification, textChangedNotification } from '../../server/src/protocol/messages';
import { startEditor } from '../server/editor/editor';
import { type Arrival, recordBareWatch, recordNotifications, timesOf } from './arrivals';
import { createBareApi } from './bareApi';
import { createBenchObject, setRound } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { milliseconds } from './quantities';
import { summarize } from './statistics';

/** From another writer's change, as a bare watch in this process sees it, to what the client is told of it. */
export const changeFigure: Figure = {
  name: 'change',
  measure: async (bench) => {
    const rows: Row[] = [];
    for (const open of [1, 200]) rows.push(...(await measureBoth(bench, open)));
    return rows;
  },
};

async function measureBoth(bench: Bench, open: number): Promise<Row[]> {
  const [text, diagnostic] = [textChangedNotification.method, PublishDiagnosticsNotification.method];
  return [
    ...(await measureChanges(bench, { state: 'clean', open, news: { name: 'new text', method: text } })),
    ...(await measureChanges(bench, {
      state: 'dirty',
      open,
      news: { name: 'diagnostic', method: diagnostic },
    })),
  ];
}

interface Document {
  state: 'clean' | 'dirty';
  /** How many documents are open, this one among them. */
  open: number;
  /** The notification that brings the changed value to a document in this state. */
  news: { name: string; method: string };
}

interface Delays {
  /** From the writer's request to the event of the faster of two bare watches. */
  bare: number[];
  /** From there to the other one's event: what chance does to equal watches. */
  later: number[];
  /** From the faster one's event to each notification. */
  news: number[];
  status: number[];
}

async function measureChanges(bench: Bench, { state, open, news }: Document): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  const editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  try {
    const object = await createBenchObject(api, {
      kind: 'deployment',
      name: `change-${state}-${open}`,
      bytes: 5_000,
    });
    const document = await editor.open(object.uri);
    await document.until(({ status }) => status()?.health.kind === 'watching');
    for (let index = 1; index < open; index += 1) {
      const name = `beside-${state}-${open}-${index}`;
      const { uri } = await createBenchObject(api, { kind: 'configMap', name, bytes: 5_000 });
      const beside = await editor.open(uri);
      await beside.until(({ status }) => status()?.health.kind === 'watching');
    }
    if (state === 'dirty') document.type((text) => text.replace('as created', 'as edited'));
    const arrivals: Arrival[] = [];
    recordNotifications(editor.connection, arrivals);
    await recordBareWatch(api, object, { name: 'one watch', arrivals });
    await recordBareWatch(api, object, { name: 'other watch', arrivals });
    const delays: Delays = { bare: [], later: [], news: [], status: [] };
    const [warmUp, rounds] = [bench.rounds(50), bench.rounds(300)];
    let written = await api.get(object.path);
    for (let round = 1; round <= warmUp + rounds; round += 1) {
      arrivals.length = 0;
      const started = performance.now();
      written = await api.put(object.path, setRound(written, round));
      const times = await timesOf(arrivals, {
        one: { name: 'one watch', content: `round ${round}"` },
        other: { name: 'other watch', content: `round ${round}"` },
        news: { name: news.method, content: `round ${round}` },
        status: { name: statusNotification.method, content: `resourceVersion ${versionOf(written)} ` },
      });
      if (round > warmUp) {
        const bare = Math.min(times.one, times.other);
        delays.bare.push(bare - started);
        delays.later.push(Math.max(times.one, times.other) - bare);
        delays.news.push(times.news - bare);
        delays.status.push(times.status - bare);
      }
      await wait(settlingMilliseconds);
    }
    assert.equal(document.isDirty(), state === 'dirty');
    assert.equal(document.text().includes(`round ${warmUp + rounds}`), state === 'clean');
    return (['news', 'status'] as const).map((kind) => ({
      figure: `change of a ${state} document, ${open} open, to its ${kind === 'news' ? news.name : 'status'}`,
      target: '≤ bare watch event + 20 ms, p95 too',
      unit: 'ms',
      measured: summarize(delays[kind]),
      judgedBy: 'p95',
      limit: 20,
      medians: {
        'PUT to bare watch event': milliseconds(delays.bare),
        'to another bare watch': milliseconds(delays.later),
        'its p95': { value: summarize(delays.later).p95, unit: 'ms' },
      },
    }));
  } finally {
    await editor.close();
    await api.close();
  }
}

function versionOf(json: string): string {
  return (JSON.parse(json) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** Longer than the server gathers changes before it publishes them. */
const settlingMilliseconds = 25;
