import { setTimeout as wait } from 'node:timers/promises';
import {
  CodeLensRequest,
  DidChangeTextDocumentNotification,
  InlayHintRequest,
  PublishDiagnosticsNotification,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { type Arrival, recordNotifications, timesOf } from './arrivals';
import { createBareApi } from './bareApi';
import type { Bench, Row } from './figure';
import { timeOf } from './interleave';
import { openManifest, untilWatched } from './manifestFile';
import { createManyManifests } from './manyManifests';
import { inKilobytes, milliseconds } from './quantities';
import { startServerProcess } from './serverProcess';
import { summarize } from './statistics';

/** Something that is typed, and its removal; each makes marks that have these words. */
interface Typing {
  figure: string;
  typed: TextDocumentContentChangeEvent;
  removed: TextDocumentContentChangeEvent;
  marks: { typed: string; removed: string };
}

/** From a keystroke in a file of many documents, whose last one is otherwise in the cluster, to the marks that it makes. */
export async function measureFileTyping(bench: Bench): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const { serverBundle } = await bench.packed();
  const api = await createBareApi(controlPlane);
  const kubeconfig = controlPlane.kubeconfigs.admin;
  const { editor, stop } = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    const { text, count } = await createManyManifests(api, 'typing');
    const drifted = text.replace(/(automountServiceAccountToken: )false(?![^]*Token: false)/, '$1true');
    const document = await openManifest(editor, { name: 'typing', text: drifted });
    await untilWatched(editor, document, count);
    const arrivals: Arrival[] = [];
    recordNotifications(editor.connection, arrivals);
    const words = `in a file of ${count} documents (${inKilobytes(text.length)})`;
    const rows: Row[] = [];
    let version = firstVersion;
    for (const typing of [typeCharacter(drifted), typeLine(drifted)]) {
      const [marks, asked]: [number[], number[]] = [[], []];
      const [warmUp, rounds] = [bench.rounds(30), bench.rounds(300)];
      for (let round = 0; round < warmUp + rounds; round += 1) {
        await wait(typingMilliseconds + Math.random() * typingMilliseconds);
        arrivals.length = 0;
        const what = round % 2 === 0 ? 'typed' : 'removed';
        const begun = performance.now();
        void editor.connection.sendNotification(DidChangeTextDocumentNotification.type, {
          textDocument: { uri: document.uri, version: version++ },
          contentChanges: [typing[what]],
        });
        const name = PublishDiagnosticsNotification.method;
        const times = await timesOf(arrivals, { marks: { name, content: typing.marks[what] } });
        const asking = await timeOf(() => askAgain());
        if (round < warmUp) continue;
        marks.push(times.marks - begun);
        asked.push(asking.milliseconds);
      }
      rows.push({
        figure: `${typing.figure} ${words}, to its marks`,
        target: '≤ 16 ms, p95',
        unit: 'ms',
        measured: summarize(marks),
        judgedBy: 'p95',
        limit: 16,
        medians: { 'lenses and hints, asked behind it': milliseconds(asked) },
      });
    }
    return rows;

    /** What an editor asks for when it is not typed in for a moment: all lenses, and the hints on the screen. */
    async function askAgain(): Promise<void> {
      const { uri } = document;
      const range = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
      await Promise.all([
        editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }),
        editor.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range }),
      ]);
    }
  } finally {
    await stop();
    await api.close();
  }
}

/** In the middle of the file, behind a value that is as in the cluster. */
function typeCharacter(text: string): Typing {
  const lines = text.split('\n');
  const middle = Math.floor(lines.length / 2);
  const line = lines.findIndex((each, index) => index > middle && each.endsWith('note: as created'));
  const start = { line, character: lines[line]!.length };
  const end = { line, character: start.character + 1 };
  return {
    figure: 'character',
    typed: { range: { start, end: start }, text: 'x' },
    removed: { range: { start, end }, text: '' },
    marks: { typed: 'as createdx', removed: '"diagnostics":[{' },
  };
}

/** At the top of the file, so that everything in it moves. */
function typeLine(text: string): Typing {
  const start = { line: 0, character: 0 };
  const line = text.split('\n').findLastIndex((each) => each.startsWith('automount'));
  const mark = (at: number): string => `"start":{"line":${at},`;
  return {
    figure: 'line before all others',
    typed: { range: { start, end: start }, text: '\n' },
    removed: { range: { start, end: { line: 1, character: 0 } }, text: '' },
    marks: { typed: mark(line + 1), removed: mark(line) },
  };
}

/** As fast as people type. */
const typingMilliseconds = 100;
/** Beyond those of the editor that opened the document. */
const firstVersion = 1_000;
