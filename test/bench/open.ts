import assert from 'node:assert/strict';
import { renderManifest } from '../../server/src/manifest/render';
import type { JsonObject } from '../../server/src/merge/json';
import { readRequest } from '../../server/src/protocol/messages';
import { defaultSettings } from '../../server/src/protocol/settings';
import { fieldOwnership, hideFields } from '../../server/src/session/hiddenFields';
import { startEditor } from '../server/editor/editor';
import { valueOf } from '../server/editor/valueOf';
import { createBareApi } from './bareApi';
import { type BenchKind, createBenchObject } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { summarize } from './statistics';
import { inKilobytes, milliseconds } from './quantities';

/** Reading an object for its document, from the request of the client to the text, with discovery remembered. */
export const openFigure: Figure = {
  name: 'open',
  measure: async (bench) => [
    await measureOpen(bench, { kind: 'deployment', bytes: 5_000 }),
    await measureOpen(bench, { kind: 'configMap', bytes: 200_000 }),
  ],
};

async function measureOpen(bench: Bench, { kind, bytes }: { kind: BenchKind; bytes: number }): Promise<Row> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  const editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  try {
    const { uri, path } = await createBenchObject(api, { kind, name: `open-${kind.toLowerCase()}`, bytes });
    const hasStatus = kind === 'deployment';
    const json = await api.get(path);
    const object = JSON.parse(json) as JsonObject;
    const visible = hideFields(object, fieldOwnership(defaultSettings.hiddenFields, { hasStatus }));
    const text = renderManifest(visible);
    const measured = await interleave(
      {
        open: async () => {
          const opened = await timeOf(() => editor.connection.sendRequest(readRequest, { uri }));
          assert.equal(valueOf(opened.value).text, text);
          return opened.milliseconds;
        },
        get: async () => {
          const answer = await timeOf(() => api.get(path));
          assert.equal(answer.value, json);
          return answer.milliseconds;
        },
        render: async () => (await timeOf(() => renderManifest(visible))).milliseconds,
      },
      { rounds: bench.rounds(300), warmUp: bench.rounds(50) },
    );
    const ratios = measured.open.map(
      (open, round) => (open - measured.render[round]!) / measured.get[round]!,
    );
    return {
      figure: `open a ${kind} of ${inKilobytes(text.length)} (JSON ${inKilobytes(json.length)}), less a rendering`,
      target: '≤ 2 × bare GET',
      unit: '×',
      measured: summarize(ratios),
      judgedBy: 'median',
      limit: 2,
      medians: {
        open: milliseconds(measured.open),
        'bare GET': milliseconds(measured.get),
        rendering: milliseconds(measured.render),
      },
    };
  } finally {
    await editor.close();
    await api.close();
  }
}
