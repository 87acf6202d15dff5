import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createBareApi } from './bareApi';
import { type BenchKind, createBenchObject, setRound } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { inKilobytes, milliseconds } from './quantities';
import {
  assertRound,
  openWatched,
  sameQuery,
  timeSave,
  typeRound,
  typingMilliseconds,
  versionOf,
} from './savedObject';
import { startServerProcess } from './serverProcess';
import { summarize } from './statistics';

/**
 * Saving an edited document that is watched, from the request of the client to the answer that it is saved: with the
 * server as it ships, in a process of its own.
 */
export const saveFigure: Figure = {
  name: 'save',
  measure: async (bench) => [
    ...(await measureSave(bench, 'deployment')),
    ...(await measureSave(bench, 'configMap')),
  ],
};

/** The bare PUT and kubectl write a twin, so that neither side sees what the other has written. */
async function measureSave(bench: Bench, kind: BenchKind): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  const { serverBundle } = await bench.packed();
  const kubeconfig = controlPlane.kubeconfigs.admin;
  const { editor, stop } = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    const name = `save-${kind.toLowerCase()}`;
    const saved = await createBenchObject(api, { kind, name, bytes: 5_000 });
    const twin = await createBenchObject(api, { kind, name: `${name}-twin`, bytes: 5_000 });
    const document = await openWatched(editor, saved.uri);
    let round = 0;
    let written = await api.get(twin.path);
    const file = join(controlPlane.folder, `${name}.json`);
    const save = async (): Promise<number> => {
      round += 1;
      await typeRound(document, round % 2);
      return timeSave(document);
    };
    const put = async (): Promise<number> => {
      const body = setRound(written, round % 2);
      await wait(typingMilliseconds);
      const putting = await timeOf(() => api.put(`${twin.path}?${sameQuery}`, body));
      assert.notEqual(versionOf(putting.value), versionOf(written));
      written = putting.value;
      return putting.milliseconds;
    };
    const replace = async (): Promise<number> => {
      await writeFile(file, setRound(written, round % 2));
      const replacing = await timeOf(() => controlPlane.kubectl(['replace', '-f', file]));
      assert.equal(replacing.value.code, 0, replacing.value.stderr);
      const now = await api.get(twin.path);
      assert.notEqual(versionOf(now), versionOf(written));
      written = now;
      return replacing.milliseconds;
    };
    const rows: Row[] = [];
    const words = `save a ${kind} of ${inKilobytes(document.text().length)} (JSON ${inKilobytes(written.length)})`;
    const byPut = await interleave({ save, put }, { rounds: bench.rounds(300), warmUp: bench.rounds(50) });
    rows.push({
      figure: words,
      target: '≤ 1.5 × bare PUT',
      unit: '×',
      measured: summarize(byPut.save.map((time, index) => time / byPut.put[index]!)),
      judgedBy: 'median',
      limit: 1.5,
      medians: { save: milliseconds(byPut.save), 'bare PUT': milliseconds(byPut.put) },
    });
    const byKubectl = await interleave(
      { save, replace },
      { rounds: bench.rounds(60), warmUp: bench.rounds(10) },
    );
    rows.push({
      figure: `${words}: kubectl replace / save`,
      target: '≥ 5 × faster than kubectl replace',
      unit: '×',
      measured: summarize(byKubectl.replace.map((time, index) => time / byKubectl.save[index]!)),
      judgedBy: 'median',
      floor: 5,
      medians: { save: milliseconds(byKubectl.save), 'kubectl replace': milliseconds(byKubectl.replace) },
    });
    for (const { path } of [saved, twin]) assertRound(path, await api.get(path), round % 2);
    return rows;
  } finally {
    await stop();
    await api.close();
  }
}
