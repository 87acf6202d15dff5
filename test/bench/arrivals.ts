import { setTimeout as wait } from 'node:timers/promises';
import {
  type NotificationMessage,
  type ProtocolConnection,
  Trace,
  TraceFormat,
} from 'vscode-languageserver-protocol/node';
import type { BareApi } from './bareApi';
import type { BenchObject } from './benchObjects';

/** Something that has arrived, and when by `performance.now()`. */
export interface Arrival {
  at: number;
  /** Of a notification its method, of a bare watch event the watch's name. */
  name: string;
  content: () => string;
}

/** Notes every notification of the server when the client takes it up, before any handler. */
export function recordNotifications(connection: ProtocolConnection, arrivals: Arrival[]): void {
  const log = (traced: unknown): void => {
    const at = performance.now();
    const { type, message } = traced as { type: string; message: NotificationMessage };
    if (type !== 'receive-notification') return;
    arrivals.push({ at, name: message.method, content: () => JSON.stringify(message.params) });
  };
  const options = { sendNotification: false, traceFormat: TraceFormat.JSON };
  void connection.trace(Trace.Messages, { log }, options);
}

/** Notes every event of a bare watch of this object when its line is whole. Resolves when the watch stands. */
export async function recordBareWatch(
  api: BareApi,
  { ref, created, collectionPath }: BenchObject,
  { name, arrivals }: { name: string; arrivals: Arrival[] },
): Promise<void> {
  const { resourceVersion } = created['metadata'] as { resourceVersion: string };
  const query = new URLSearchParams({
    watch: '1',
    fieldSelector: `metadata.name=${ref.name}`,
    resourceVersion,
  });
  await api.watch(`${collectionPath}?${query.toString()}`, (line) =>
    arrivals.push({ at: performance.now(), name, content: () => line }),
  );
}

/** When the first arrival of each kind came whose content holds this text. Rejects after ten seconds without one. */
export async function timesOf<Name extends string>(
  arrivals: readonly Arrival[],
  wanted: Readonly<Record<Name, { name: string; content: string }>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(wanted) as Name[];
  const deadline = Date.now() + 10_000;
  for (;;) {
    const times = names.map((name) => {
      const { name: from, content } = wanted[name];
      return arrivals.find((arrival) => arrival.name === from && arrival.content().includes(content))?.at;
    });
    if (times.every((time) => time !== undefined))
      return Object.fromEntries(names.map((name, index) => [name, times[index]])) as Record<Name, number>;
    if (Date.now() > deadline)
      throw new Error(`Not everything arrived: ${JSON.stringify({ wanted, times })}`);
    await wait(pollMilliseconds);
  }
}

/** Times are taken on arrival: how often they are looked for changes none of them. */
const pollMilliseconds = 5;
