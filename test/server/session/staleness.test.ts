import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { lookAgainNotification } from '../../../server/src/protocol/messages';
import { limitedNamespace } from '../../cluster/access';
import { startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { settingsMap } from './sampleObjects';
import { lineOf, messagesOn, openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

const data = (values: Record<string, string>): object => ({ data: values });

/** The lenses of a document about the whole of it, without those that say which object it is. */
async function aboutState(document: EditorDocument): Promise<string[]> {
  return (await document.lensesAt(0)).slice(1);
}

test('R036 wave after wave of others is one information on the field, updated in place, and no notification', async () => {
  await bench.create(settingsMap('waves', { mode: 'fast', other: 'one' }));
  const document = await openWatched(editor, 'configmaps.v1/waves');
  document.type((text) => text.replace('other: one', 'other: mine'));
  const typed = document.text();
  const line = lineOf(document, 'mode: fast');
  for (const [index, manager] of ['ann', 'bob', 'cai', 'ann'].entries()) {
    await bench.patch('configmap/waves', data({ mode: `wave-${index}` }), { manager });
    await document.until(
      () =>
        messagesOn(document, line).some((words) => words.startsWith(`live: "wave-${index}" · ${manager} · `)),
      patience,
    );
    const [message, ...more] = document.diagnostics();
    assert.match(message?.message ?? '', / · (just now|\d+ s ago) · was "fast"$/);
    assert.equal(message?.severity, 3);
    assert.deepEqual(more, []);
  }
  assert.equal(document.text(), typed);
  assert.ok((await aboutState(document))[0]?.includes('1 change from live will be kept on save'));
  assert.deepEqual([editor.questions, editor.waits, editor.progresses.stuck], [[], [], []]);
  // Hidden fields alone say nothing.
  await bench.patch('configmap/waves', data({ mode: 'fast' }), { manager: 'ann' });
  await document.until(({ diagnostics }) => diagnostics().length === 0, patience);
});

test('R037 with offer a clean document waits, is marked stale, and follows when it is reloaded or the setting changes', async () => {
  await bench.create(settingsMap('offered', { mode: 'fast', other: 'one' }));
  const offering = await bench.edit({ followLive: 'offer' });
  const document = await openWatched(offering, 'configmaps.v1/offered');
  const opened = document.text();
  await bench.patch('configmap/offered', data({ mode: 'slow' }));
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  assert.equal(document.text(), opened);
  const lenses = await aboutState(document);
  assert.match(lenses[0] ?? '', / · live has moved: 1 change/);
  assert.ok(lenses.includes('Show What Changed') && lenses.includes('Reload'), lenses.join());
  assert.match(
    messagesOn(document, lineOf(document, 'mode: fast')).join(),
    /^live: "slow" · ann · .* was "fast"$/,
  );

  document.type((text) => text.replace('other: one', 'other: mine'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.dataOf('offered'), 'mine slow');
  await document.until(
    ({ text, status }) => text().includes('mode: slow') && status()?.staleness === 'current',
    patience,
  );

  await bench.patch('configmap/offered', data({ mode: 'slower' }));
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  await offering.changeSettings({ followLive: 'follow' });
  await document.until(
    ({ text, status }) => text().includes('slower') && status()?.staleness === 'current',
    patience,
  );
});

test('R118 an object that is being deleted says what holds it and since when; without that it is deleted', async () => {
  const metadata = { name: 'held', finalizers: ['example.dev/one', 'example.dev/two'] };
  await bench.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { mode: 'fast' } });
  const document = await openWatched(editor, 'configmaps.v1/held');
  document.type((text) => text.replace('mode: fast', 'mode: mine'));
  await bench.kubectl('delete', 'configmap', 'held', '--wait=false');
  await document.until(({ status }) => status()?.staleness === 'terminating', patience);
  const [state, action] = await aboutState(document);
  assert.match(
    state ?? '',
    / · being deleted since \d\d:\d\d:\d\d · held by example\.dev\/one, example\.dev\/two$/,
  );
  assert.equal(action, 'Show Live Object');
  assert.deepEqual(
    document
      .diagnostics()
      .map(({ range, message }) => [range.start.line, message.replace(/\d\d:\d\d:\d\d/, 'T')]),
    [
      [
        lineOf(document, 'finalizers:'),
        'configmaps "held" is being deleted since T. It is held by the finalizers example.dev/one, example.dev/two.',
      ],
    ],
  );
  await bench.patch('configmap/held', { metadata: { finalizers: null } });
  await document.until(({ status }) => status()?.staleness === 'deleted', patience);
  assert.deepEqual((await aboutState(document)).slice(1, 3), ['Create Anew', 'Discard']);
  assert.match(
    messagesOn(document, 0).join(),
    /^configmaps "held" was deleted from the cluster\. Your text is kept\.$/,
  );
});

test('R154 a right that is taken away is a state of its own, tried again, and back when it is given again', async () => {
  const shop = ['-n', limitedNamespace];
  await bench.kubectl(...shop, 'create', 'configmap', 'secured', '--from-literal=mode=fast');
  const limited = await bench.edit({ pollIntervalSeconds: 1 }, 'limited');
  const document = await limited.open(`k8slive:/prod/${limitedNamespace}/configmaps.v1/secured.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'polling', patience);
  const role = JSON.parse(await bench.kubectl(...shop, 'get', 'role', 'limited', '-o=json')) as {
    rules: unknown;
  };
  const setRules = (rules: unknown): Promise<string> =>
    bench.kubectl(...shop, 'patch', 'role', 'limited', '--type=merge', `-p=${JSON.stringify({ rules })}`);
  await setRules([]);
  await document.until(({ status }) => status()?.staleness === 'forbidden', patience);
  const [state, ...actions] = await aboutState(document);
  assert.match(state ?? '', / · no longer allowed to read it since \d\d:\d\d:\d\d/);
  assert.deepEqual(actions.slice(0, 2), ['Try Again', 'Show Log']);
  assert.match(
    messagesOn(document, 0).join(),
    /^You are no longer allowed to read configmaps "secured"\. Not allowed: the API server of context "prod" says: .*User "limited" cannot get resource "configmaps".*Your text is kept; it is tried again every 1 s\.$/,
  );
  document.type((text) => text.replace('mode: fast', 'mode: mine'));
  await setRules(role.rules);
  await document.until(({ status }) => status()?.staleness === 'current', patience);
  assert.deepEqual(document.diagnostics(), []);
  assert.ok(document.text().includes('mode: mine'));
});

test('not known since a moment, and known again when the cluster is back', async () => {
  await bench.create(settingsMap('lost'));
  const document = await openWatched(editor, 'configmaps.v1/lost');
  await bench.controlPlane.stopComponent('kube-apiserver');
  await document.until(({ status }) => status()?.health.kind === 'unknown', patience);
  assert.equal(document.status()?.staleness, 'unknown');
  const [state, ...actions] = await aboutState(document);
  assert.match(state ?? '', / · not known since \d\d:\d\d:\d\d/);
  assert.deepEqual(actions.slice(0, 2), ['Try Again', 'Show Log']);
  await bench.controlPlane.startComponent('kube-apiserver');
  await document.until(({ status }) => status()?.staleness === 'current', patience);
});

test('R154 Try Again looks at once, whatever the interval is, and calls nothing current before it has read', async () => {
  const shop = ['-n', limitedNamespace];
  await bench.kubectl(...shop, 'create', 'configmap', 'asked', '--from-literal=mode=fast');
  const limited = await bench.edit({ pollIntervalSeconds: 3_600 }, 'limited');
  const document = await limited.open(`k8slive:/prod/${limitedNamespace}/configmaps.v1/asked.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'polling', patience);
  const tryAgain = (): Promise<void> =>
    limited.connection.sendNotification(lookAgainNotification, { uri: document.uri });
  const binding = await bench.kubectl(...shop, 'get', 'rolebinding', 'limited', '-o=json');
  await bench.kubectl(...shop, 'delete', 'rolebinding', 'limited');
  await tryAgain();
  await document.until(({ status }) => status()?.staleness === 'forbidden', patience);
  const { metadata, ...rest } = JSON.parse(binding) as { metadata: { name: string; namespace: string } };
  const { name, namespace } = metadata;
  await bench.create({ ...rest, metadata: { name, namespace } });
  await bench.kubectl(...shop, 'patch', 'configmap', 'asked', '--type=merge', '-p={"data":{"mode":"slow"}}');
  await tryAgain();
  await document.until(
    ({ status, text }) => status()?.staleness === 'current' && text().includes('mode: slow'),
    patience,
  );
});

test('a context that is pointed at another cluster is a state of its own, also while the old watch goes on', async () => {
  const other = await startControlPlane({ name: 'other' });
  const { controlPlane } = bench;
  const kubeconfig = join(controlPlane.folder, 'moving.yaml');
  const here = controlPlane.contextOf('admin', { context: 'prod' });
  await writeKubeconfig(kubeconfig, [here]);
  const moving = await startEditor({ kubeconfig, settings: { pollIntervalSeconds: 1 } });
  try {
    await bench.create(settingsMap('bound'));
    const document = await openWatched(moving, 'configmaps.v1/bound');
    document.type((text) => text.replace('mode: fast', 'mode: mine'));
    await writeKubeconfig(kubeconfig, [other.contextOf('admin', { context: 'prod' })]);
    await document.until(({ status }) => status()?.staleness === 'otherCluster', patience);
    const [state, ...actions] = await aboutState(document);
    assert.match(state ?? '', / · the context leads to another cluster since \d\d:\d\d:\d\d/);
    assert.deepEqual(actions.slice(0, 2), ['Try Again', 'Reload from the Other Cluster']);
    const message = messagesOn(document, 0).join();
    assert.ok(message.includes(other.server) && message.includes(controlPlane.server), message);
    assert.ok(document.text().includes('mode: mine'));
    await writeKubeconfig(kubeconfig, [here]);
    await document.until(({ status }) => status()?.staleness === 'current', patience);
  } finally {
    await moving.close();
    await other.stop();
  }
});
