import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DidChangeTextDocumentNotification,
  type Position,
  PublishDiagnosticsNotification,
} from 'vscode-languageserver-protocol';
import { type ObjectRef, toUri } from '../../server/src/protocol/objectRef';
import { type Arrival, recordNotifications, timesOf } from './arrivals';
import { type BareApi, createBareApi } from './bareApi';
import { benchContext } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { inKilobytes } from './quantities';
import { openWatched } from './savedObject';
import { type ServerProcess, startServerProcess } from './serverProcess';
import { summarize } from './statistics';

/** From a keystroke in an object of a megabyte, whose status is written all the time, to the marks that it makes. */
export const typingFigure: Figure = { name: 'typing', measure: measureTyping };

async function measureTyping(bench: Bench): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const { serverBundle } = await bench.packed();
  const api = await createBareApi(controlPlane);
  const kubeconfig = controlPlane.kubeconfigs.admin;
  const server = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  const stopping = new AbortController();
  try {
    const { uri, path } = await createLargeObject(api);
    const document = await openWatched(server.editor, uri);
    const text = document.text();
    const writing = writeStatus(api, path, stopping.signal);
    const begun = performance.now();
    const delays = await measureKeystrokes(bench, { server, uri, text });
    const seconds = (performance.now() - begun) / 1_000;
    stopping.abort();
    const written = await writing;
    return [
      {
        figure: `keystroke in ${inKilobytes(text.length)} whose status is written 10 times a second, to its marks`,
        target: '≤ 50 ms, p95',
        unit: 'ms',
        measured: summarize(delays),
        judgedBy: 'p95',
        limit: 50,
        medians: { 'status written': { value: written / seconds, unit: 'writes/s' } },
      },
    ];
  } finally {
    stopping.abort();
    await server.stop();
    await api.close();
  }
}

/** By turns a character behind the uid, which is marked, and its removal, which takes the mark away. */
async function measureKeystrokes(
  bench: Bench,
  { server, uri, text }: { server: ServerProcess; uri: string; text: string },
): Promise<number[]> {
  const { connection } = server.editor;
  const arrivals: Arrival[] = [];
  recordNotifications(connection, arrivals);
  const line = text.split('\n').findIndex((each) => each.startsWith('  uid: '));
  const start: Position = { line, character: text.split('\n')[line]!.length };
  const typed: Position = { line, character: start.character + 1 };
  const [warmUp, rounds] = [bench.rounds(30), bench.rounds(300)];
  const delays: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await wait(typingMilliseconds + Math.random() * typingMilliseconds);
    arrivals.length = 0;
    const isTyped = round % 2 === 0;
    const begun = performance.now();
    void connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: firstVersion + round },
      contentChanges: [
        isTyped ? { range: { start, end: start }, text: 'x' } : { range: { start, end: typed }, text: '' },
      ],
    });
    const content = isTyped ? 'metadata.uid is written by the API server alone' : '"diagnostics":[]';
    const { marks } = await timesOf(arrivals, {
      marks: { name: PublishDiagnosticsNotification.method, content },
    });
    if (round >= warmUp) delays.push(marks - begun);
  }
  return delays;
}

/** An object of a custom resource with a status of its own, with files of 10 KB as large ConfigMaps have them. */
async function createLargeObject(api: BareApi): Promise<{ uri: string; path: string }> {
  const [group, version, resource] = ['bench.example.dev', 'v1', 'archives'];
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await api.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: resource, singular: 'archive', kind: 'Archive', listKind: 'ArchiveList' },
      versions: [{ name: version, served: true, storage: true, schema, subresources: { status: {} } }],
    },
  });
  const collection = `/apis/${group}/${version}/namespaces/default/${resource}`;
  const file = Array.from({ length: 167 }, (_, index) =>
    `key.number.${index} = "a value of the line ${index}"`.padEnd(59),
  ).join('\n');
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`settings-${index}.conf`, file]),
  );
  const object = {
    apiVersion: `${group}/${version}`,
    kind: 'Archive',
    metadata: { name: 'large' },
    spec: { files },
  };
  await waitUntilServed(api, collection);
  await api.post(collection, object);
  const ref: ObjectRef = {
    context: benchContext,
    namespace: 'default',
    group,
    version,
    resource,
    name: 'large',
  };
  return { uri: toUri(ref), path: `${collection}/large` };
}

async function waitUntilServed(api: BareApi, collection: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await api.get(collection);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await wait(100);
    }
  }
}

/** Writes the status ten times a second until the signal is aborted; how often it did. */
async function writeStatus(api: BareApi, path: string, signal: AbortSignal): Promise<number> {
  let written = 0;
  while (!signal.aborted) {
    const next = performance.now() + 100;
    await api.patch(`${path}/status`, JSON.stringify({ status: { beats: written } }));
    written += 1;
    await wait(Math.max(0, next - performance.now()));
  }
  assert.ok(written > 0);
  return written;
}

/** As fast as people type. */
const typingMilliseconds = 100;
/** Beyond those of the editor that opened the document. */
const firstVersion = 1_000;
