import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import type { WitnessedRequest } from '../editor/witness';
import type { SeenRequest } from '../faultProxy';
import { settingsMap } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

const isPut = ({ method }: SeenRequest): boolean => method === 'PUT';

/** A ConfigMap of its own with `mode: slow` typed into its document. */
async function typeInto(name: string, by: Editor): Promise<EditorDocument> {
  await bench.create(settingsMap(name));
  const document = await openWatched(by, `configmaps.v1/${name}`);
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  return document;
}

/**
 * Saves while the next `rounds` PUTs are held back until somebody else has written the object: each of them meets a
 * 409. `meanwhile` is what they write in the round of this number, from 1 on.
 */
async function saveInStorm(
  document: EditorDocument,
  { rounds, meanwhile }: { rounds: number; meanwhile: (round: number) => Promise<void> },
) {
  const seen = bench.proxy.requests.filter(isPut).length;
  const puts = (): number => bench.proxy.requests.filter(isPut).length - seen;
  const gates = Array.from({ length: rounds }, () => Promise.withResolvers<undefined>());
  gates.forEach(({ promise: until }) => bench.proxy.inject({ kind: 'hold', until }, { when: isPut }));
  const saving = document.save();
  for (const [index, gate] of gates.entries()) {
    await document.until(() => puts() === index + 1, patience);
    await meanwhile(index + 1);
    gate.resolve(undefined);
  }
  return saving;
}

/** Every write stands on a version and a uid, a repeated one on a read after the one before, no read on a cache. */
function assertCareful(requests: WitnessedRequest[]): void {
  for (const { verb, resourceVersion, uid, query } of requests) {
    if (verb === 'get') assert.equal(query.get('resourceVersion'), null);
    if (verb === 'update') assert.ok(/^[1-9]\d*$/.test(resourceVersion) && uid !== '');
  }
  const verbs = requests.map(({ verb }) => verb).join(' ');
  assert.doesNotMatch(verbs, /(update|patch) (update|patch)/);
  const versions = requests.flatMap(({ verb, resourceVersion }) =>
    verb === 'update' ? [resourceVersion] : [],
  );
  assert.equal(new Set(versions).size, versions.length, 'a version was sent twice');
}

test('R004: a write that meets 409 is made again over what a read brings, round after round', async () => {
  const document = await typeInto('storm', editor);
  const meanwhile = (round: number) =>
    bench.patch('configmap/storm', { data: { [`theirs-${round}`]: String(round) } });
  const answer = await saveInStorm(document, { rounds: 3, meanwhile });
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /Kept from live: data\.theirs-1 added \("1"\) \(ann at /);
  assert.equal(await bench.dataOf('storm'), '1 2 3 slow');
  const requests = await bench.requests(document);
  assertCareful(requests);
  assert.deepEqual(
    requests.slice(1).map(({ verb, code }) => `${verb} ${code}`),
    ['update 409', 'get 200', 'update 409', 'get 200', 'update 409', 'get 200', 'update 200'],
  );
  await document.until(({ text, isDirty }) => text().includes('theirs-3') && !isDirty(), patience);
});

test('R004: the wait after a 409 comes before the read, so that what is merged with is new', async () => {
  const patient = await startEditor({
    kubeconfig: join(bench.controlPlane.folder, 'by-proxy-admin.yaml'),
    random: () => 0.99,
  });
  try {
    const document = await typeInto('waited', patient);
    const meanwhile = () => bench.patch('configmap/waited', { data: { theirs: '1' } });
    const answer = await saveInStorm(document, { rounds: 1, meanwhile });
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    const events = (await bench.controlPlane.audit()).filter(
      ({ objectRef, stage }) => objectRef?.name === 'waited' && stage === 'ResponseComplete',
    );
    const refused = events.findIndex(({ responseStatus }) => responseStatus?.code === 409);
    const [conflict, read] = events.slice(refused);
    assert.equal(read?.verb, 'get');
    const waited = Date.parse(read.requestReceivedTimestamp) - Date.parse(conflict?.stageTimestamp ?? '');
    assert.ok(waited >= 90, `read after ${waited} ms`);
  } finally {
    await patient.close();
  }
});

test('a conflict that a repeated save meets is a question, and the next save starts from the version read', async () => {
  const document = await typeInto('met', editor);
  const meanwhile = () => bench.patch('configmap/met', { data: { mode: 'theirs' } });
  const answer = await saveInStorm(document, { rounds: 1, meanwhile });
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'conflict');
  assert.equal(await bench.dataOf('met'), 'theirs');
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  assert.equal((await document.save()).kind, 'problem');
  assert.deepEqual(await document.decide('yours'), { conflictsLeft: 0 });
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.dataOf('met'), 'slow');
  const requests = await bench.requests(document);
  assertCareful(requests);
  assert.deepEqual(
    requests.slice(1).map(({ verb, code }) => `${verb} ${code}`),
    ['update 409', 'get 200', 'update 200'],
  );
});

test('with a retryLimit of 0 a write that meets 409 is not made again, and the text is kept', async () => {
  const own = await bench.edit({ retryLimit: 0 });
  const document = await typeInto('never', own);
  const meanwhile = () => bench.patch('configmap/never', { data: { more: 'theirs' } });
  const answer = await saveInStorm(document, { rounds: 1, meanwhile });
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'busy');
  assert.match(
    answer.problem.message,
    /written by others so often .*Your text is kept; nothing was written\. Save again/,
  );
  assert.deepEqual(
    (await bench.writes(document)).map(({ code }) => code),
    [409],
  );
  assert.ok(document.isDirty() && document.text().includes('mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await bench.dataOf('never'), 'slow theirs');
  assertCareful(await bench.requests(document));
});

test('where the PUTs of the retryLimit do not get through, one patch of the changed field does', async () => {
  const own = await bench.edit({ retryLimit: 2 });
  const document = await typeInto('hot', own);
  const meanwhile = (round: number) => bench.patch('configmap/hot', { data: { beat: String(round) } });
  const answer = await saveInStorm(document, { rounds: 3, meanwhile });
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.deepEqual(
    (await bench.writes(document)).map(({ verb, code }) => `${verb} ${code}`),
    ['update 409', 'update 409', 'update 409', 'patch 200'],
  );
  assert.equal(await bench.dataOf('hot'), '3 slow');
  assertCareful(await bench.requests(document));
});

test('a patch does not go over a change of the same field: that is a question', async () => {
  const own = await bench.edit({ retryLimit: 1 });
  const document = await typeInto('hotter', own);
  const isPatch = ({ method }: SeenRequest): boolean => method === 'PATCH';
  const patches = (): number => bench.proxy.requests.filter(isPatch).length;
  const before = patches();
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: isPatch });
  const meanwhile = (round: number) => bench.patch('configmap/hotter', { data: { beat: String(round) } });
  const saving = saveInStorm(document, { rounds: 2, meanwhile });
  await document.until(() => patches() > before, patience);
  await bench.patch('configmap/hotter', { data: { mode: 'theirs' } });
  gate.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'problem', JSON.stringify(answer));
  assert.equal(answer.problem.reason, 'conflict');
  assert.equal(await bench.dataOf('hotter'), '2 theirs');
  assert.deepEqual(
    (await bench.requests(document)).slice(-2).map(({ verb, code }) => `${verb} ${code}`),
    ['patch 422', 'get 200'],
  );
});

test('a second save during a first waits for it; of several the newest text alone is written', async () => {
  const document = await typeInto('queued', editor);
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: isPut });
  const answers = [document.save()];
  for (const mode of ['slower', 'slowest']) {
    document.type((text) => text.replace(/mode: .*/, `mode: ${mode}`));
    answers.push(document.save());
  }
  gate.resolve(undefined);
  assert.deepEqual(
    (await Promise.all(answers)).map(({ kind }) => kind),
    ['saved', 'saved', 'saved'],
  );
  assert.equal(await bench.dataOf('queued'), 'slowest');
  const writes = await bench.writes(document);
  assert.deepEqual(
    writes.map(({ verb, code }) => `${verb} ${code}`),
    ['update 200', 'update 200'],
  );
  await document.until(({ isDirty, status }) => !isDirty() && status()?.staleness === 'current', patience);
  assertCareful((await bench.requests(document)).filter(({ verb }) => verb === 'get'));
});

test('what the watch brings after a save and is older than it does not move the text back', async () => {
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject(
    { kind: 'holdBody', until: gate.promise },
    { when: ({ url }) => url.includes('watch=') && url.includes('late') },
  );
  const document = await typeInto('late', editor);
  await bench.patch('configmap/late', { data: { color: 'green' } });
  await bench.patch('configmap/late', { data: { color: 'blue' } });
  assert.equal((await document.save()).kind, 'saved');
  await document.until(({ text }) => text().includes('color: blue'), patience);
  gate.resolve(undefined);
  await bench.patch('configmap/late', { data: { color: 'last' } });
  await document.until(({ text }) => text().includes('color: last'), patience);
  const shown: string[] = [];
  for (let text = ''; text !== document.text(); document.undo()) {
    text = document.text();
    shown.push(/color: (\w+)/.exec(text)?.[1] ?? 'none');
    if (shown.length > 20) break;
  }
  assert.deepEqual(
    shown.filter((color) => color === 'green'),
    [],
  );
  assert.deepEqual(shown.slice(0, 2), ['last', 'blue']);
});
