import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { renderManifest } from '../../server/src/manifest/render';
import { reviewRequest, writeFileRequest } from '../../server/src/protocol/files';
import { createBareApi } from './bareApi';
import { type BenchKind, planBenchObject, setRound } from './benchObjects';
import type { Bench, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { applyQuery, keysOf, openManifest, untilWatched } from './manifestFile';
import { inKilobytes, milliseconds } from './quantities';
import { assertRound, typingMilliseconds, versionOf } from './savedObject';
import { startServerProcess } from './serverProcess';
import { summarize } from './statistics';

/**
 * *Apply This Object* of an edited file, from the request of the client to its answer, with a user who says yes at
 * once. What is bare, and kubectl, apply a twin, so that neither side sees what the other has written.
 */
export async function measureApply(bench: Bench, kind: BenchKind): Promise<Row[]> {
  const controlPlane = await bench.controlPlane();
  const api = await createBareApi(controlPlane);
  const { serverBundle } = await bench.packed();
  const kubeconfig = controlPlane.kubeconfigs.admin;
  const { editor, stop } = await startServerProcess(serverBundle, { kubeconfig, defer: bench.defer });
  try {
    const name = `apply-${kind.toLowerCase()}`;
    const common = { kind, namespace: 'default', bytes: 5_000 };
    const [applied, twin] = [name, `${name}-twin`].map((each) => planBenchObject({ ...common, name: each }));
    const body = JSON.stringify(twin!.object);
    let written = '';
    for (const { path, object } of [applied!, twin!])
      written = await api.apply(`${path}?${applyQuery}`, JSON.stringify(object));
    const document = await openManifest(editor, { name, text: renderManifest(applied!.object) });
    await untilWatched(editor, document, 1);
    const keys = await keysOf(editor, document);
    let reviews = 0;
    editor.connection.onRequest(reviewRequest, () => {
      reviews += 1;
      return true;
    });
    let round = 0;
    const apply = async (): Promise<number> => {
      round += 1;
      document.type((text) => setRound(text, round % 2));
      await wait(typingMilliseconds);
      const wish = { uri: document.uri, keys, how: 'apply', workDoneToken: round } as const;
      const applying = await timeOf(() => editor.ask(writeFileRequest, wish));
      assert.match(applying.value.message, /: configured\.$/);
      return applying.milliseconds;
    };
    const dryRunAndPatch = async (): Promise<number> => {
      const text = setRound(body, round % 2);
      await wait(typingMilliseconds);
      const patching = await timeOf(async () => {
        await api.apply(`${twin!.path}?${applyQuery}&dryRun=All`, text);
        return api.apply(`${twin!.path}?${applyQuery}`, text);
      });
      assert.notEqual(versionOf(patching.value), versionOf(written));
      written = patching.value;
      return patching.milliseconds;
    };
    const file = join(controlPlane.folder, `${name}.json`);
    const applyByKubectl = async (): Promise<number> => {
      await writeFile(file, setRound(body, round % 2));
      const args = ['apply', '--server-side', '--field-manager=kubernetes-live-edit', '-f', file];
      const applying = await timeOf(() => controlPlane.kubectl(args));
      assert.equal(applying.value.code, 0, applying.value.stderr);
      const now = await api.get(twin!.path);
      assert.notEqual(versionOf(now), versionOf(written));
      written = now;
      return applying.milliseconds;
    };
    const words = `apply a ${kind} of ${inKilobytes(document.text().length)} (JSON ${inKilobytes(written.length)})`;
    const byPatch = await interleave(
      { apply, dryRunAndPatch },
      { rounds: bench.rounds(300), warmUp: bench.rounds(50) },
    );
    const byKubectl = await interleave(
      { apply, applyByKubectl },
      { rounds: bench.rounds(60), warmUp: bench.rounds(10) },
    );
    assert.equal(reviews, round);
    for (const { path } of [applied!, twin!]) assertRound(path, await api.get(path), round % 2);
    return [
      {
        figure: words,
        target: '≤ 1.5 × bare dry run and patch',
        unit: '×',
        measured: summarize(byPatch.apply.map((time, index) => time / byPatch.dryRunAndPatch[index]!)),
        judgedBy: 'median',
        limit: 1.5,
        medians: {
          apply: milliseconds(byPatch.apply),
          'bare dry run and patch': milliseconds(byPatch.dryRunAndPatch),
        },
      },
      {
        figure: `${words}: kubectl apply --server-side / apply`,
        target: '≥ 5 × faster than kubectl apply',
        unit: '×',
        measured: summarize(byKubectl.applyByKubectl.map((time, index) => time / byKubectl.apply[index]!)),
        judgedBy: 'median',
        floor: 5,
        medians: {
          apply: milliseconds(byKubectl.apply),
          'kubectl apply --server-side': milliseconds(byKubectl.applyByKubectl),
        },
      },
    ];
  } finally {
    await stop();
    await api.close();
  }
}
