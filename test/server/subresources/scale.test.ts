import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { deployment, settingsMap } from '../session/sampleObjects';
import { lineOf, openWatched, patience, startWorkbench, type Workbench } from '../session/workbench';
import { writeAgainAndAgain } from '../session/writers';
import { versionsRequest } from '../../../server/src/protocol/versions';
import { defineGadgets, gadget, managersOf, partsOf } from './parts';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  await defineGadgets(bench);
  editor = await bench.edit();
});
after(() => bench.stop());

const replicas = '.spec.replicas';

async function openScale(name: string): Promise<EditorDocument> {
  await bench.create(deployment(name));
  return openWatched(editor, `deployments:scale.v1.apps/${name}`);
}

test('a scale is shown as the server gives it, with how far it is, and saved where kubectl scale ends', async () => {
  const document = await openScale('ours');
  await bench.create(deployment('theirs'));
  assert.match(document.text(), /^apiVersion: autoscaling\/v1\nkind: Scale\nmetadata:\n {2}name: ours\n/);
  assert.match(document.text(), /\nspec:\n {2}replicas: 3\nstatus:\n {2}replicas: 0\n/);
  assert.deepEqual(document.status()?.subresources, ['status']);
  const lenses = await document.lensesAt(0);
  assert.ok(lenses.includes('prod › default › deployments/scale ours'), lenses.join('\n'));
  assert.ok(lenses.includes('scaling · 0 of 3 replicas'), lenses.join('\n'));
  assert.deepEqual(await document.hints(), ['replicas: 3 ← 0 of 3 replicas']);
  for (const name of ['ours', 'theirs']) await bench.kubectl('scale', `deployment/${name}`, '--replicas=4');
  await document.until(({ text }) => text().includes('replicas: 4'), patience);
  document.type((text) => text.replace('replicas: 4', 'replicas: 5'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(answer.message, 'Saved deployments/scale "ours" to prod.');
  await bench.kubectl('scale', 'deployment/theirs', '--replicas=5');
  const [write, ...more] = await bench.writes(document);
  assert.ok(write);
  assert.ok(write.path.endsWith('/deployments/ours/scale'), write.path);
  assert.deepEqual([write.verb, write.code, more.length], ['update', 200, 0]);
  assert.ok(/^\d+$/.test(write.resourceVersion) && write.uid !== '', JSON.stringify(write));
  const renamed = (name: string, value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(`"${name}"`, '"it"'));
  assert.deepEqual(
    renamed('ours', await partsOf(bench, 'deployment/ours')),
    renamed('theirs', await partsOf(bench, 'deployment/theirs')),
  );
  const byUs = await managersOf(bench, 'deployment/ours', { from: 'kubernetes-live-edit', as: 'scaler' });
  const byKubectl = await managersOf(bench, 'deployment/theirs', { from: 'kubectl', as: 'scaler' });
  assert.ok(byUs.some(({ manager, subresource }) => manager === 'scaler' && subresource === 'scale'));
  assert.deepEqual(byUs, byKubectl);
});

test('a clean scale follows the object; what the scale does not show moves only its version', async () => {
  const document = await openScale('followed');
  const uid = await bench.valueIn('deployment/followed', '.metadata.uid');
  assert.ok(document.text().includes(uid));
  await bench.kubectl('scale', 'deployment/followed', '--replicas=7');
  await document.until(({ text }) => text().includes('replicas: 7'), patience);
  await bench.patch('deployment/followed', { status: { replicas: 2 } }, { subresource: 'status' });
  await document.until(({ text }) => /status:\n {2}replicas: 2\n/.test(text()), patience);
  const before = document.text();
  await bench.patch('deployment/followed', { spec: { paused: true } });
  const version = await bench.valueIn('deployment/followed', '.metadata.resourceVersion');
  const isAt = ({ status }: EditorDocument): boolean =>
    status()?.summary.includes(`resourceVersion ${version}`) === true;
  await document.until(isAt, patience);
  assert.equal(document.text(), before);
  assert.equal(document.status()?.staleness, 'current');
});

test('R015: the same number changed on both sides is a conflict that the user decides; nothing is sent before', async () => {
  const document = await openScale('disputed');
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  await bench.kubectl('scale', 'deployment/disputed', '--replicas=9');
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  const lenses = await document.lensesAt(lineOf(document, 'replicas: 4'));
  assert.ok(lenses.includes('Take Live (9 · kubectl/scale)'), lenses.join('\n'));
  const refused = await document.save();
  assert.equal(refused.kind, 'problem');
  assert.match(refused.problem.message, /both changed spec\.replicas of deployments\/scale "disputed"/);
  assert.deepEqual(await bench.writes(document), []);
  assert.deepEqual(await document.decide('yours', '/spec/replicas'), { conflictsLeft: 0 });
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.valueIn('deployment/disputed', replicas), '4');
});

test('a save that meets a 409 is made again over what others have changed of the object', async () => {
  const document = await openScale('moved');
  document.type((text) => text.replace('replicas: 3', 'replicas: 6'));
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: ({ method }) => method === 'PUT' });
  const seen = bench.proxy.requests.length;
  const saving = document.save();
  const isSent = (): boolean => bench.proxy.requests.slice(seen).some(({ method }) => method === 'PUT');
  await document.until(isSent, patience);
  await bench.patch('deployment/moved', { spec: { paused: true } });
  gate.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.deepEqual(
    (await bench.writes(document)).map(({ code }) => code),
    [409, 200],
  );
  assert.equal(await bench.valueIn('deployment/moved', replicas), '6');
  assert.equal(await bench.valueIn('deployment/moved', '.spec.paused'), 'true');
  await document.until(({ isDirty, status }) => !isDirty() && status()?.staleness === 'current', patience);
});

test('a change right behind a save of ours is taken over, though one reading stands for both', async () => {
  const document = await openScale('hurried');
  const gate = Promise.withResolvers<undefined>();
  const isReading = ({ method, url }: { method: string; url: string }): boolean =>
    method === 'GET' && url.endsWith('/deployments/hurried/scale');
  const seen = bench.proxy.requests.length;
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: isReading });
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  assert.equal((await document.save()).kind, 'saved');
  await document.until(() => bench.proxy.requests.slice(seen).some(isReading), patience);
  await bench.kubectl('scale', 'deployment/hurried', '--replicas=9');
  gate.resolve(undefined);
  await document.until(({ text, isDirty }) => text().includes('replicas: 9') && !isDirty(), patience);
  const version = await bench.valueIn('deployment/hurried', '.metadata.resourceVersion');
  const isAt = ({ status }: EditorDocument): boolean =>
    status()?.summary.startsWith(`resourceVersion ${version} · current`) === true;
  await document.until(isAt, patience);
});

test('the document of the object says who has scaled it, and keeps that in its own save', async () => {
  const scale = await openScale('both');
  const whole = await openWatched(editor, 'deployments.v1.apps/both');
  assert.deepEqual(whole.status()?.subresources, ['scale', 'status']);
  whole.type((text) => text.replace('registry.example/shop:1', 'registry.example/shop:2'));
  scale.type((text) => text.replace('replicas: 3', 'replicas: 8'));
  assert.equal((await scale.save()).kind, 'saved');
  const isTold = (): boolean =>
    whole.diagnostics().some(({ message }) => message.includes('kubernetes-live-edit/scale'));
  await whole.until(isTold, patience);
  assert.equal(whole.status()?.staleness, 'stale');
  const answer = await whole.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.valueIn('deployment/both', replicas), '8');
  await scale.until(({ isDirty, status }) => !isDirty() && status()?.staleness === 'current', patience);
});

test('the scale of a custom resource is the field that its definition names', async () => {
  await bench.create(gadget('scaled'));
  const document = await openWatched(editor, 'gadgets:scale.v1.example.dev/scaled');
  document.type((text) => text.replace('replicas: 3', 'replicas: 5'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await bench.valueIn('gadget/scaled', '.spec.size'), '5');
  await bench.kubectl('scale', 'gadget/scaled', '--replicas=2');
  await document.until(({ text, isDirty }) => text().includes('replicas: 2') && !isDirty(), patience);
  const { versions } = await editor.ask(versionsRequest, { uri: document.uri });
  assert.match(JSON.stringify(versions[0]), /kubectl\/scale/);
});

test('R001: an object that is written fifty times a second is read a few times a second, and scaled all the same', async () => {
  const document = await openScale('busy');
  const begun = Date.now();
  const path = '/apis/apps/v1/namespaces/default/deployments/busy';
  const beats = writeAgainAndAgain(bench, path, {
    milliseconds: 20,
    change: (number) => ({ metadata: { annotations: { beat: String(number) } } }),
  });
  for (const number of [4, 5, 6]) {
    document.type((text) => text.replace(/replicas: \d(?=\nstatus)/, `replicas: ${number}`));
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    assert.equal(await bench.valueIn('deployment/busy', replicas), String(number));
    await document.until(
      ({ isDirty, text }) => !isDirty() && text().includes(`replicas: ${number}`),
      patience,
    );
  }
  const before = (await bench.requests(document)).length;
  const watchedFrom = Date.now();
  const seen = bench.proxy.requests.length;
  const isRead = (): boolean =>
    bench.proxy.requests.slice(seen).filter(({ url }) => url.endsWith('/busy/scale')).length >= 8;
  await document.until(isRead, patience);
  const milliseconds = Date.now() - watchedFrom;
  const count = await beats.stop();
  assert.ok(count > 10, `only ${count} writes in ${Date.now() - begun} ms`);
  const readings = (await bench.requests(document)).length - before;
  assert.ok(readings <= milliseconds / 200 + 3, `${readings} readings in ${milliseconds} ms`);
  await bench.kubectl('scale', 'deployment/busy', '--replicas=1');
  await document.until(({ text }) => text().includes('replicas: 1\n'), patience);
});

test('the scale of an object that is gone is said to be gone, and is not created', async () => {
  const document = await openScale('gone');
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  await bench.kubectl('delete', 'deployment', 'gone');
  await document.until(({ status }) => status()?.staleness === 'deleted', patience);
  const lenses = await document.lensesAt(0);
  assert.ok(lenses.includes('Discard') && !lenses.includes('Create Anew'), lenses.join('\n'));
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(
    answer.problem.message,
    /^Not saved: deployments\/scale "gone" was deleted from the cluster\./,
  );
  assert.deepEqual(editor.questions, []);
  assert.deepEqual(await bench.writes(document), []);
  assert.ok(document.text().includes('replicas: 4'));
  await bench.create(deployment('gone'));
  await document.until(({ status }) => status()?.staleness === 'replaced', patience);
});

test('a kind without a scale, and a subresource that has no documents, are said in a sentence', async () => {
  await bench.create(settingsMap('plain'), deployment('plain'));
  await assert.rejects(
    editor.open('k8slive:/prod/default/configmaps:scale.v1/plain.yaml'),
    /The API server of context "prod" serves no scale of configmaps\.v1\. Open the object itself\./,
  );
  await assert.rejects(
    editor.open('k8slive:/prod/default/deployments:scale.v1.apps/missing.yaml'),
    /deployments\.apps "missing" not found/,
  );
  await assert.rejects(
    editor.open('k8slive:/prod/default/deployments:proxy.v1.apps/plain.yaml'),
    /names no live object\. .* with :scale or :status behind the resource/,
  );
});
