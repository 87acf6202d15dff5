import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { limitedNamespace } from '../cluster/access';
import type { ControlPlane } from '../cluster/controlPlane';
import { startEditor } from '../server/editor/editor';
import { requestsOf } from '../server/editor/witness';
import { type BareApi, createBareApi } from './bareApi';
import { benchContext, type BenchKind, createBenchObject, setRound } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { inKilobytes, milliseconds } from './quantities';
import { assertRound, sameQuery, timeSave, typeRound, typingMilliseconds } from './savedObject';
import { summarize } from './statistics';

/**
 * Saving a document whose object another writer has changed elsewhere, and the server does not know of it yet: a PUT
 * that is answered 409, a GET, a merge and a PUT.
 */
export const movedFigure: Figure = {
  name: 'moved',
  measure: async (bench) => [await measureMoved(bench, 'deployment'), await measureMoved(bench, 'configMap')],
};

/**
 * That the change is not known is no race here: the user may read and update but not watch, and the next reading is
 * an hour away. The wait before the second PUT is of no time, by a random number that is always 0.
 */
async function measureMoved(bench: Bench, kind: BenchKind): Promise<Row> {
  const controlPlane = await bench.controlPlane();
  const admin = await createBareApi(controlPlane);
  const api = await createBareApi(controlPlane, 'limited');
  const editor = await startEditor({
    kubeconfig: controlPlane.kubeconfigs.limited,
    settings: { pollIntervalSeconds: 3_600 },
    random: () => 0,
  });
  try {
    const name = `moved-${kind.toLowerCase()}`;
    const common = { kind, bytes: 5_000, namespace: limitedNamespace };
    const saved = await createBenchObject(admin, { ...common, name });
    const twin = await createBenchObject(admin, { ...common, name: `${name}-twin` });
    const uri = saved.uri.replace(`/${benchContext}/`, `/${benchContext}-limited/`);
    const document = await editor.open(uri);
    await document.until(({ status }) => status()?.health.kind === 'polling');
    const [rounds, warmUp] = [bench.rounds(300), bench.rounds(50)];
    let round = 0;
    const measured = await interleave(
      {
        save: async () => {
          round += 1;
          await typeRound(document, round);
          await writeElsewhere(admin, saved.path, round);
          return timeSave(document);
        },
        bare: async () => {
          const stale = setRound(await api.get(twin.path), round);
          await wait(typingMilliseconds);
          await writeElsewhere(admin, twin.path, round);
          const put = (body: string) => api.tryPut(`${twin.path}?${sameQuery}`, body);
          const three = await timeOf(async () => {
            const first = await put(stale);
            return { first, second: await put(setRound(await api.get(twin.path), round)) };
          });
          assert.equal(three.value.first, undefined);
          assert.ok(three.value.second !== undefined);
          return three.milliseconds;
        },
      },
      { rounds, warmUp },
    );
    for (const { path } of [saved, twin]) {
      const now = await api.get(path);
      assertRound(path, now, round);
      assert.ok(now.includes(`as written ${round}"`), `${path} has lost what the other writer has changed`);
    }
    await assertOneMoveEach(controlPlane, saved.path, warmUp + rounds);
    return {
      figure: `save a moved ${kind} of ${inKilobytes(document.text().length)}, less 409 + GET + PUT`,
      target: '≤ bare 409 + GET + PUT + 10 ms',
      unit: 'ms',
      measured: summarize(measured.save.map((save, index) => save - measured.bare[index]!)),
      judgedBy: 'median',
      limit: 10,
      medians: { save: milliseconds(measured.save), 'bare 409 + GET + PUT': milliseconds(measured.bare) },
    };
  } finally {
    await editor.close();
    await api.close();
    await admin.close();
  }
}

/** Another writer changes another field. */
async function writeElsewhere(api: BareApi, path: string, round: number): Promise<void> {
  const changed = (await api.get(path)).replace(/"as (created|written \d+)"/, `"as written ${round}"`);
  await api.put(path, changed);
}

/** Rejects where a save was anything else than 409, GET and PUT. */
async function assertOneMoveEach(controlPlane: ControlPlane, path: string, saves: number): Promise<void> {
  const [, ...seen] = await requestsOf(controlPlane, path); // the first has opened it
  const requests = seen.filter(({ verb }) => verb !== 'watch').map(({ verb, code }) => `${verb} ${code}`);
  const move = ['update 409', 'get 200', 'update 200'];
  assert.deepEqual(requests, Array.from({ length: saves }, () => move).flat());
}
