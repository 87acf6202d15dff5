import assert from 'node:assert/strict';
import type { JsonObject } from '../../server/src/merge/json';
import { startEditor } from '../server/editor/editor';
import { setTimeout as wait } from 'node:timers/promises';
import { createBareApi } from './bareApi';
import { type BenchKind, createBenchObject, setRound } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { summarize } from './statistics';
import { inKilobytes, milliseconds } from './quantities';

/** Saving an edited document that is watched, from the request of the client to the answer that it is saved. */
export const saveFigure: Figure = {
  name: 'save',
  measure: async (bench) => [await measureSave(bench, 'deployment'), await measureSave(bench, 'configMap')],
};

/** The bare PUT writes a twin, so that neither side sees what the other has written. */
async function measureSave(bench: Bench, kind: BenchKind): Promise<Row> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  const editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  try {
    const name = `save-${kind.toLowerCase()}`;
    const saved = await createBenchObject(api, { kind, name, bytes: 5_000 });
    const twin = await createBenchObject(api, { kind, name: `${name}-twin`, bytes: 5_000 });
    const document = await editor.open(saved.uri);
    await document.until(({ status }) => status()?.health.kind === 'watching');
    let round = 0;
    let written = await api.get(twin.path);
    const measured = await interleave(
      {
        save: async () => {
          round += 1;
          document.type((text) => setRound(text, round % 2));
          await wait(typingMilliseconds);
          const saving = await timeOf(() => document.save());
          assert.equal(saving.value.kind, 'saved', JSON.stringify(saving.value));
          return saving.milliseconds;
        },
        put: async () => {
          const body = setRound(written, round % 2);
          await wait(typingMilliseconds);
          const put = await timeOf(() => api.put(`${twin.path}?${sameQuery}`, body));
          assert.notEqual(versionOf(put.value), versionOf(written));
          written = put.value;
          return put.milliseconds;
        },
      },
      { rounds: bench.rounds(300), warmUp: bench.rounds(50) },
    );
    for (const { path } of [saved, twin]) {
      const now = await api.get(path);
      assert.ok(now.includes(`round ${round % 2}`), `${path} has not the value that was written last`);
    }
    return {
      figure: `save a ${kind} of ${inKilobytes(document.text().length)} (JSON ${inKilobytes(written.length)})`,
      target: '≤ 1.5 × bare PUT',
      unit: '×',
      measured: summarize(measured.save.map((save, index) => save / measured.put[index]!)),
      judgedBy: 'median',
      limit: 1.5,
      medians: { save: milliseconds(measured.save), 'bare PUT': milliseconds(measured.put) },
    };
  } finally {
    await editor.close();
    await api.close();
  }
}

function versionOf(json: string): unknown {
  return ((JSON.parse(json) as JsonObject)['metadata'] as JsonObject)['resourceVersion'];
}

/** The server has the typed text long before a person saves it. Longer than it gathers changes before publishing. */
const typingMilliseconds = 25;

/** What the product asks for, so that the API server does the same work. */
const sameQuery = 'fieldManager=bench&fieldValidation=Strict';
