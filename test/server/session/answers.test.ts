import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limitedNamespace } from '../../cluster/access';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import type { Fault, SeenRequest } from '../faultProxy';
import { deployment, settingsMap } from './sampleObjects';
import { lineOf, messagesOn, openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

const isPut = ({ method }: SeenRequest): boolean => method === 'PUT';

async function openDeployment(name: string): Promise<EditorDocument> {
  await bench.create(deployment(name));
  return openWatched(editor, `deployments.v1.apps/${name}`);
}

/** A refused save: its sentence and its reason. The text is kept as it was typed, and unsaved. */
async function saveRefused(document: EditorDocument) {
  const typed = document.text();
  const answer = await document.save();
  assert.equal(answer.kind, 'problem', JSON.stringify(answer));
  assert.equal(document.text(), typed);
  assert.equal(document.isDirty(), true);
  return answer.problem;
}

/** Waits until exactly these lines carry words of the API server. */
async function untilMarked(document: EditorDocument, marks: Record<string, RegExp>): Promise<void> {
  const isMarked = ([words, message]: [string, RegExp]): boolean =>
    messagesOn(document, lineOf(document, words)).some((text) => message.test(text));
  await document.until(() => Object.entries(marks).every(isMarked), patience);
}

test('R052: who may not update is told the verb, the resource and the user; the text stays unsaved', async () => {
  await bench.kubectl('-n', limitedNamespace, 'create', 'service', 'clusterip', 'web', '--tcp=80');
  await bench.kubectl(
    '-n',
    limitedNamespace,
    'create',
    'role',
    'reader',
    '--verb=get,list,watch',
    '--resource=services',
  );
  await bench.kubectl(
    '-n',
    limitedNamespace,
    'create',
    'rolebinding',
    'reader',
    '--role=reader',
    '--user=limited',
  );
  const limited = await bench.edit({}, 'limited');
  const document = await limited.open(`k8slive:/prod/${limitedNamespace}/services.v1/web.yaml`);
  document.type((text) => text.replace('app: web', 'app: other'));
  const { reason, message } = await saveRefused(document);
  assert.equal(reason, 'forbidden');
  assert.match(message, /User "limited" cannot update resource "services".* in the namespace "shop"/);
  bench.proxy.inject(
    { kind: 'requestHeaders', headers: { authorization: 'Bearer not-valid' } },
    { when: isPut },
  );
  const unauthorized = await saveRefused(document);
  assert.equal(unauthorized.reason, 'unauthorized');
  assert.match(unauthorized.message, /no longer valid; sign in and try again/);
});

test('R179: each cause of a refusal is on its own line, by the elements of what was sent', async () => {
  const document = await openDeployment('causes');
  document.type((text) =>
    text
      .replace('image: registry.example/shop:1', 'image: ""')
      .replace('replicas: 3', 'replicas: -3')
      .replace(/( +)app: causes\n/, '$&$1tier: not/a/label\n'),
  );
  // In what is sent, and so in the server's words, the second container is the text's first.
  const containers = ['side', 'web'].map((name) => ({ name, image: 'registry.example/shop:1' }));
  await bench.patch('deployment/causes', { spec: { template: { spec: { containers } } } });
  await document.until(({ status }) => status()?.staleness !== 'current', patience);
  document.type((text) => `# a note\n# another\n${text}`);
  const { reason, message } = await saveRefused(document);
  assert.equal(reason, 'rejected');
  assert.match(message, /spec\.replicas: .*greater than or equal to 0/);
  assert.match(message, /spec\.template\.spec\.containers\[1\]\.image: Required value/);
  await untilMarked(document, {
    'replicas: -3': /Refused by the API server: .*greater than or equal to 0/,
    'image: ""': /Refused by the API server: Required value/,
    'labels:': /Refused by the API server: Invalid value/,
  });
  document.type((text) => `# a third\n${text.replace('replicas: -3', 'replicas: -2')}`);
  await document.until(
    ({ diagnostics }) => !diagnostics().some(({ message }) => /greater than/.test(message)),
  );
  await untilMarked(document, { 'image: ""': /Refused by the API server: Required value/ });
});

test('R058: a field that is not known is refused, on its line, and nothing is dropped in silence', async () => {
  const document = await openDeployment('strict');
  document.type((text) => text.replace('replicas: 3', 'replicas: 3\n  replics: 5'));
  const { message } = await saveRefused(document);
  assert.match(message, /strict decoding error: unknown field "spec\.replics"/);
  await untilMarked(document, { 'replics: 5': /unknown field/ });
  assert.equal((await bench.writes(document))[0]?.query.get('fieldValidation'), 'Strict');
  document.type((text) => text.replace('  replics: 5\n', '').replace('replicas: 3', 'replicas: 5'));
  assert.equal((await document.save()).kind, 'saved');
  await document.until(({ diagnostics }) => diagnostics().length === 0, patience);
});

test('R175, R176: what cannot change is said on its field, what can is saved as the one change', async () => {
  const document = await openDeployment('fixed');
  const selector = (text: string): string => text.replace(/(matchLabels:\n +app: )fixed/, '$1other');
  document.type((text) => selector(text.replace('replicas: 3', 'replicas: 4')));
  const { message } = await saveRefused(document);
  assert.match(message, /spec\.selector: .*field is immutable/);
  await untilMarked(document, { 'selector:': /field is immutable/ });
  document.type((text) => text.replace(/(matchLabels:\n +app: )other/, '$1fixed'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const sent = (await bench.controlPlane.audit()).findLast(
    ({ verb, requestURI }) => verb === 'update' && requestURI.includes('deployments/fixed'),
  );
  const live = JSON.parse(await bench.kubectl('get', 'deployment/fixed', '-o=json')) as { spec: unknown };
  assert.deepEqual(sent?.requestObject?.['spec'], live.spec);
});

test('R181: the one manager of what was typed is named after the product', async () => {
  const document = await openDeployment('owned');
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  assert.equal((await document.save()).kind, 'saved');
  const fields = '.metadata.managedFields[?(@.manager=="kubernetes-live-edit")].fieldsV1';
  assert.equal(await bench.valueIn('deployment/owned', fields), '{"f:spec":{"f:replicas":{}}}');
});

test('an object that is too large is refused once and said to be', async () => {
  await bench.create(settingsMap('large'));
  const document = await openWatched(editor, 'configmaps.v1/large');
  for (const [bytes, says] of [
    [1_100_000, /Too long|must have at most|too large/i],
    [3_300_000, /too large|limit is/i],
  ] as const) {
    document.type((text) => text.replace(/mode: .*/, `mode: ${'x'.repeat(bytes)}`));
    const before = bench.proxy.requests.filter(isPut).length;
    const { reason, message } = await saveRefused(document);
    assert.equal(reason, 'rejected', message.slice(0, 300));
    assert.match(message.slice(0, 1_000), says);
    assert.equal(bench.proxy.requests.filter(isPut).length, before + 1);
  }
  assert.equal(await bench.dataOf('large'), 'fast');
});

test('a refusal without causes is said, and not taken for a change of others', async () => {
  await bench.create(settingsMap('plain'));
  const document = await openWatched(editor, 'configmaps.v1/plain');
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const refusal: Fault = {
    kind: 'answer',
    status: 422,
    headers: { 'content-type': 'application/json' },
    body: '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Invalid","message":"a webhook does not want this","code":422}',
  };
  bench.proxy.inject(refusal, { when: isPut, times: 100 });
  const before = bench.proxy.requests.filter(isPut).length;
  const { reason, message } = await saveRefused(document);
  bench.proxy.clear();
  assert.equal(reason, 'rejected', message);
  assert.match(message, /a webhook does not want this/);
  assert.equal(bench.proxy.requests.filter(isPut).length, before + 1);
});
