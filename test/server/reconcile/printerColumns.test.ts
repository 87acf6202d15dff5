import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { type EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { type WitnessedRequest } from '../editor/witness';
import { openWatched, patience, startWorkbench, type Workbench } from '../session/workbench';
import { definition, everyColumn, widget } from './widgets';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  await bench.create(definition('widgets', 'Widget', everyColumn), definition('plains', 'Plain'));
  await bench.kubectl(
    ...['wait', '--for=condition=Established', '--timeout=60s'],
    ...['crd/widgets.example.dev', 'crd/plains.example.dev'],
  );
  editor = await bench.edit();
});
after(() => bench.stop());

const say = (object: string, status: object): Promise<void> =>
  bench.patch(object, { status }, { manager: 'controller', subresource: 'status' });

/** The lens with the printer columns; empty where there is none. */
async function columnsLens(document: EditorDocument): Promise<string> {
  const lenses = await document.lensesAt(0);
  return lenses.find((title) => /\b[A-Z]{4,} /.test(title)) ?? '';
}

async function untilLens(document: EditorDocument, holds: (lens: string) => boolean): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const lens = await columnsLens(document);
    if (holds(lens)) return;
    assert.ok(Date.now() < deadline, `the lens is: ${lens}`);
    await wait(50);
  }
}

/** The requests for what the API server prints, so far. */
async function printings(document: EditorDocument): Promise<WitnessedRequest[]> {
  const requests = await bench.requests(document);
  return requests.filter(({ query }) => query.get('includeObject') === 'None');
}

test('a custom resource shows what kubectl get shows of it, and again what it shows after a change', async () => {
  await bench.create(widget('web'));
  await say('widget/web', { phase: 'Progressing', replicas: 2, hosts: ['a.example'], healthy: false });
  const document = await openWatched(editor, 'widgets.v1.example.dev/web');
  await untilLens(
    document,
    (lens) =>
      lens === 'PHASE Progressing · REPLICAS 2 · HEALTHY false · HOSTS ["a.example"] · FIRST HOST a.example',
  );
  await say('widget/web', {
    phase: 'Done',
    hosts: null,
    lastBackup: new Date(Date.now() - 7_500_000).toISOString(),
  });
  await untilLens(
    document,
    (lens) => lens === 'PHASE Done · REPLICAS 2 · HEALTHY false · LAST BACKUP 2 h ago',
  );
  document.close();
});

test('R165 what is printed of a status of an older generation is not said as if it were of this one', async () => {
  await bench.create(widget('old'));
  await say('widget/old', { phase: 'Done', observedGeneration: 1 });
  const document = await openWatched(editor, 'widgets.v1.example.dev/old');
  await untilLens(document, (lens) => lens === 'PHASE Done');
  await bench.patch('widget/old', { spec: { size: 9 } });
  await untilLens(document, (lens) => lens === 'status of generation 1: PHASE Done');
  document.close();
});

test('a hot object is asked about once in a second, and not at all when it is closed or gone', async () => {
  await bench.create(widget('hot'));
  await say('widget/hot', { phase: 'Begin' });
  const document = await openWatched(editor, 'widgets.v1.example.dev/hot');
  await untilLens(document, (lens) => lens === 'PHASE Begin');
  const begun = Date.now();
  const before = (await printings(document)).length;
  for (let round = 1; round <= 30; round += 1) await say('widget/hot', { phase: `Round${round}` });
  await untilLens(document, (lens) => lens === 'PHASE Round30');
  const seconds = (Date.now() - begun) / 1_000;
  const during = (await printings(document)).length - before;
  assert.ok(during >= 2 && during <= seconds + 2, `${during} in ${seconds} s`);
  document.close();
  const closed = (await printings(document)).length;
  await say('widget/hot', { phase: 'Unseen' });
  await wait(1_500);
  assert.equal((await printings(document)).length, closed);
});

test('nothing is asked about kinds with rules of their own, without a status, or with nothing to print', async () => {
  await bench.create(widget('still'), { ...widget('plain'), kind: 'Plain' });
  await bench.kubectl('create', 'deployment', 'web', '--image=registry.example/app:1');
  const still = await openWatched(editor, 'widgets.v1.example.dev/still');
  const deployment = await openWatched(editor, 'deployments.v1.apps/web');
  await say('plain/plain', { phase: 'Done' });
  const plain = await openWatched(editor, 'plains.v1.example.dev/plain');
  for (const phase of ['One', 'Two', 'Three']) {
    await say('plain/plain', { phase });
    await wait(1_100);
  }
  assert.deepEqual([await printings(still), await printings(deployment)], [[], []]);
  assert.equal((await printings(plain)).length, 1);
  assert.equal(await columnsLens(plain), '');
});
