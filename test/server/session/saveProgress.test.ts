import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import type { ShownProgress } from '../editor/progress';
import { nodes, workload } from '../reconcile/workloads';
import { settingsMap, widget, widgetDefinition } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench({ controllers: true, kwok: true });
  editor = await bench.edit();
  await bench.create(...nodes);
});
afterEach(() => {
  bench.controlPlane.resume('kube-controller-manager');
  bench.controlPlane.resume('kwok');
});
after(() => bench.stop());

/** A Deployment of three pods that has rolled out, opened and watched. */
async function openRolledOut(name: string, change: object = {}): Promise<EditorDocument> {
  const { spec, ...rest } = workload('Deployment', name) as { spec: object };
  await bench.create({ ...rest, spec: { ...spec, ...change } });
  await bench.kubectl('rollout', 'status', `deployment/${name}`, '--timeout=60s');
  return openWatched(editor, `deployments.v1.apps/${name}`);
}

async function saveImage(document: EditorDocument, tag: string): Promise<void> {
  document.type((text) => text.replace(/registry\.example\/app:\S+/, `registry.example/app:${tag}`));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
}

/** Waits for a progress that has said something that matches, after so many others. */
async function waitForWords(document: EditorDocument, words: RegExp, before: number): Promise<ShownProgress> {
  const find = (): ShownProgress | undefined =>
    editor.progresses.shown.slice(before).find((shown) => words.test(shown.words.join('\n')));
  await document.until(() => find() !== undefined, patience);
  return find()!;
}

const countShown = (): number => editor.progresses.shown.length;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

test('R166 a save is not yet observed, then observed, then rolled out; the progress ends by itself', async () => {
  const document = await openRolledOut('whole');
  const before = countShown();
  bench.controlPlane.suspend('kube-controller-manager');
  await saveImage(document, '2');
  const progress = await waitForWords(
    document,
    /^saved · not yet observed: generation 2, controller has seen 1$/,
    before,
  );
  assert.equal(progress.title, 'Deployment whole');
  bench.controlPlane.suspend('kwok'); // no new pod becomes ready
  bench.controlPlane.resume('kube-controller-manager');
  await waitForWords(document, /^observed · \d of 3 updated/m, before);
  bench.controlPlane.resume('kwok');
  await waitForWords(document, /^rolled out · 3 of 3 updated, 3 available$/m, before);
  await document.until(() => progress.isEnded, patience);
  assert.equal(countShown(), before + 1);
  assert.deepEqual(editor.progresses.stuck, []);
});

test('what others changed is kept and said; what the controller writes with its status is only counted', async () => {
  const document = await openRolledOut('counted');
  document.type((text) => text.replace('replicas: 3', 'replicas: 2'));
  await bench.kubectl('set', 'image', 'deployment/counted', '*=registry.example/app:theirs');
  await bench.kubectl('rollout', 'status', 'deployment/counted', '--timeout=60s');
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(
    answer.message,
    /Kept from live: spec\.template\.spec\.containers.* → "registry\.example\/app:theirs"/,
  );
  assert.match(answer.message, / 1 field that a controller writes with the status moved along\.$/);
  assert.doesNotMatch(answer.message, /revision/);
});

test('a Deployment that misses its deadline is said to be stuck, once, with its reason', async () => {
  const document = await openRolledOut('stuck', { progressDeadlineSeconds: 2 });
  const before = countShown();
  bench.controlPlane.suspend('kwok');
  await saveImage(document, 'never-ready');
  const progress = await waitForWords(document, /^observed · /m, before);
  await document.until(() => editor.progresses.stuck.length > 0 && progress.isEnded, patience);
  await pause(1_000);
  const [sentence, ...more] = editor.progresses.stuck;
  assert.match(
    sentence ?? '',
    /^Deployment stuck was saved, and is stuck now\. ProgressDeadlineExceeded: ReplicaSet "stuck-\w+" has timed out progressing\.$/,
  );
  assert.deepEqual(more, []);
  editor.progresses.stuck.splice(0);
});

test('pods that a quota refuses are said to be stuck; with notifications off nothing is', async () => {
  const document = await openRolledOut('refused');
  const quiet = await bench.edit({ notificationLevel: 'none' });
  const hard = { pods: '0' };
  await bench.create({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none' }, spec: { hard } });
  try {
    await saveImage(document, '2');
    await document.until(() => editor.progresses.stuck.length > 0, patience);
    assert.match(editor.progresses.stuck.splice(0).join(), /stuck now\. FailedCreate: .*exceeded quota/);
    const other = await openWatched(quiet, 'deployments.v1.apps/refused');
    await saveImage(other, '3');
    await other.until(
      ({ status }) => /stuck: FailedCreate.* · generation 3, observed/.test(status()?.summary ?? ''),
      patience,
    );
    await pause(3_000);
    assert.deepEqual(quiet.progresses.stuck, []);
  } finally {
    await bench.kubectl('delete', 'resourcequota', 'none');
    await bench.kubectl('delete', 'deployment', 'refused');
  }
});

test('a later save takes the place of the one before, and somebody else who changes the spec ends it', async () => {
  const document = await openRolledOut('twice');
  const before = countShown();
  bench.controlPlane.suspend('kube-controller-manager');
  await saveImage(document, '2');
  const first = await waitForWords(document, /generation 2, controller has seen 1/, before);
  await saveImage(document, '3');
  const second = await waitForWords(document, /generation 3, controller has seen 1/, before);
  assert.notEqual(first, second);
  await document.until(() => first.isEnded, patience);
  assert.equal(second.isEnded, false);
  await bench.patch('deployment/twice', { spec: { replicas: 4 } }, { manager: 'ann' });
  await waitForWords(document, /^superseded by generation 4 of ann$/m, before);
  await document.until(() => second.isEnded, patience);
});

test('cancelling only stops showing; closing the document and deleting the object end it', async () => {
  const document = await openRolledOut('ended');
  const before = countShown();
  bench.controlPlane.suspend('kube-controller-manager');
  await saveImage(document, '2');
  const cancelled = await waitForWords(document, /generation 2/, before);
  await cancelled.cancel();
  await document.until(() => cancelled.isEnded, patience);
  assert.equal(
    await bench.valueIn('deployment/ended', '.spec.template.spec.containers[0].image'),
    'registry.example/app:2',
  );

  await saveImage(document, '3');
  const deleted = await waitForWords(document, /generation 3/, before);
  await bench.kubectl('delete', 'deployment', 'ended', '--cascade=orphan', '--wait=false');
  await waitForWords(document, /^being deleted$/m, before);
  await document.until(() => deleted.isEnded, patience);

  bench.controlPlane.resume('kube-controller-manager');
  const other = await openRolledOut('closed');
  bench.controlPlane.suspend('kube-controller-manager');
  const now = countShown();
  await saveImage(other, '2');
  const closed = await waitForWords(other, /generation 2/, now);
  other.close();
  await document.until(() => closed.isEnded, patience);
});

test('several documents at once have a progress each', async () => {
  const one = await openRolledOut('one');
  const two = await openRolledOut('two');
  const before = countShown();
  bench.controlPlane.suspend('kube-controller-manager');
  await Promise.all([saveImage(one, '2'), saveImage(two, '2')]);
  await one.until(() => countShown() === before + 2, patience);
  bench.controlPlane.resume('kube-controller-manager');
  const both = editor.progresses.shown.slice(before);
  await one.until(() => both.every(({ isEnded }) => isEnded), patience);
  assert.deepEqual(both.map(({ title }) => title).sort(), ['Deployment one', 'Deployment two']);
});

test('a lost connection is said while it lasts, and the rollout when it is back', async () => {
  const document = await openRolledOut('away');
  const before = countShown();
  bench.controlPlane.suspend('kube-controller-manager');
  await saveImage(document, '2');
  const progress = await waitForWords(document, /generation 2/, before);
  await bench.controlPlane.stopComponent('kube-apiserver');
  await waitForWords(document, /^not known since \d\d:\d\d:\d\d$/m, before);
  await bench.controlPlane.startComponent('kube-apiserver');
  bench.controlPlane.resume('kube-controller-manager');
  await waitForWords(document, /^rolled out · /m, before);
  await document.until(() => progress.isEnded, patience);
});

test('nothing is shown for what no controller acts on, for labels alone, or where it is not wanted', async () => {
  await bench.create(settingsMap('plain'));
  await bench.create(widgetDefinition);
  await bench.kubectl('wait', '--for=condition=Established', 'crd/widgets.example.dev');
  await bench.create(widget('small'));
  const before = countShown();
  const map = await openWatched(editor, 'configmaps.v1/plain');
  map.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await map.save()).kind, 'saved');
  const custom = await openWatched(editor, 'widgets.v1.example.dev/small');
  custom.type((text) => text.replace('size: 3', 'size: 4'));
  assert.equal((await custom.save()).kind, 'saved');
  const labelled = await openRolledOut('labelled');
  bench.controlPlane.suspend('kube-controller-manager');
  labelled.type((text) => text.replace('  name: labelled\n', '  name: labelled\n  labels:\n    mine: "1"\n'));
  assert.equal((await labelled.save()).kind, 'saved');
  const off = await bench.edit({ saveProgress: false });
  const unwanted = await openWatched(off, 'deployments.v1.apps/labelled');
  await saveImage(unwanted, '2');
  await pause(3_000);
  assert.equal(countShown(), before);
  assert.deepEqual(off.progresses.shown, []);
});
