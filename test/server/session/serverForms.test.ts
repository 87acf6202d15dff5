import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { deployment } from './sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

const isSettled = ({ isDirty, status }: EditorDocument): boolean =>
  !isDirty() && status()?.staleness === 'current';

/** An admission policy that annotates every Deployment named `injected` and gives it one replica at most. */
function admission(): object[] {
  const expression =
    'JSONPatch{op: "replace", path: "/spec/replicas", value: 1}, JSONPatch{op: "add", path: "/metadata/annotations", value: {"injected": "1"}}';
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['UPDATE'],
    resources: ['deployments'],
    resourceNames: ['injected'],
  };
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'inject' },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        reinvocationPolicy: 'Never',
        failurePolicy: 'Fail',
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `[${expression}]` } }],
      },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'inject' },
      spec: { policyName: 'inject' },
    },
  ];
}

test('R098: what admission makes of a save is said, shown in the text, and no change to be merged', async () => {
  await bench.create(deployment('injected'), ...admission());
  const marked = async (): Promise<boolean> => {
    const dry = [
      'annotate',
      'deployment/injected',
      'a=b',
      '--dry-run=server',
      '-o=jsonpath={.spec.replicas}',
    ];
    return (await bench.kubectl(...dry)) === '1';
  };
  for (const end = Date.now() + patience; !(await marked());) assert.ok(Date.now() < end, 'no admission');
  const document = await openWatched(editor, 'deployments.v1.apps/injected');
  document.type((text) => text.replace('shop:1', 'shop:2'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /The API server changed: spec\.replicas 3 → 1\./);
  assert.match(answer.message, /It filled in \d+ field/);
  await document.until(
    ({ text }) => text().includes('injected: "1"') && text().includes('replicas: 1'),
    patience,
  );
  await document.until(isSettled, patience);
  assert.deepEqual(document.diagnostics(), []);
  assert.equal((await document.save()).kind, 'unchanged');
  assert.equal((await bench.writes(document)).length, 1);
});

test('R101: stringData is saved into data, also after a 409, and the text then shows what the server has', async () => {
  await bench.kubectl('create', 'secret', 'generic', 'cred', '--from-literal=user=a');
  const document = await openWatched(editor, 'secrets.v1/cred');
  document.type((text) => `${text}stringData:\n  pass: hunter\n`);
  const gate = Promise.withResolvers<undefined>();
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: ({ method }) => method === 'PUT' });
  const saving = document.save();
  await document.until(
    () => bench.proxy.requests.some(({ method, url }) => method === 'PUT' && url.includes('cred')),
    patience,
  );
  await bench.patch('secret/cred', { data: { more: 'bW9yZQ==' } });
  gate.resolve(undefined);
  const answer = await saving;
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.doesNotMatch(JSON.stringify(answer), /hunter/);
  const encoded = Buffer.from('hunter').toString('base64');
  assert.equal(await bench.valueIn('secret/cred', '.data.pass'), encoded);
  assert.equal(await bench.valueIn('secret/cred', '.data.more'), 'bW9yZQ==');
  await document.until(
    ({ text }) => text().includes(`pass: ${encoded}`) && !text().includes('stringData'),
    patience,
  );
  await document.until(isSettled, patience);
});

test('R173: a refusal of a change of a Pod is short, begins with what is not allowed, and is marked', async () => {
  const containers = [{ name: 'c', image: 'registry.example/c:1', env: [{ name: 'A', value: '1' }] }];
  await bench.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p2' }, spec: { containers } });
  const document = await openWatched(editor, 'pods.v1/p2');
  document.type((text) => text.replace('c:1', 'c:2').replace('value: "1"', 'value: "2"'));
  const typed = document.text();
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(
    answer.problem.message,
    /^Could not save: spec: Forbidden: pod updates may not change fields other than/,
  );
  await document.until(
    ({ diagnostics }) => diagnostics().some(({ message }) => message.includes('pod updates')),
    patience,
  );
  assert.equal(document.text(), typed);
  assert.equal(await bench.valueIn('pod/p2', '.spec.containers[0].image'), 'registry.example/c:1');
  assert.ok(answer.problem.message.length < 1_000, answer.problem.message);
});

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' },
    minReplicas: 2,
    maxReplicas: 8,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
  },
};

test('R113: an object is read in the version that was asked for, whichever the server prefers', async () => {
  await bench.create(autoscaler);
  for (const version of ['v1', 'v2']) {
    const document = await openWatched(editor, `horizontalpodautoscalers.${version}.autoscaling/shop`);
    assert.match(document.text(), new RegExp(`^apiVersion: autoscaling/${version}$`, 'm'));
    assert.equal(document.text().includes('targetCPUUtilizationPercentage: 70'), version === 'v1');
    document.close();
  }
});

test('R112: an answer in another version is not taken for the object; no false change of apiVersion follows', async () => {
  const document = await openWatched(editor, 'horizontalpodautoscalers.v2.autoscaling/shop');
  document.type((text) => text.replace('maxReplicas: 8', 'maxReplicas: 9'));
  const path = '/namespaces/default/horizontalpodautoscalers/shop';
  const body = await bench.kubectl('get', '--raw', `/apis/autoscaling/v1${path}`);
  bench.proxy.inject(
    { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body },
    { when: ({ method, url }) => method === 'PUT' && url.includes('/autoscaling/v2/') },
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  await document.until(isSettled, patience);
  assert.match(document.text(), /^apiVersion: autoscaling\/v2$/m);
  assert.deepEqual(document.diagnostics(), []);
  assert.equal(await bench.valueIn('hpa/shop', '.spec.maxReplicas'), '9');
  document.type((text) => text.replace('autoscaling/v2', 'autoscaling/v1'));
  const refused = await document.save();
  assert.equal(refused.kind, 'problem');
  assert.match(refused.problem.message, /apiVersion was changed from autoscaling\/v2 to autoscaling\/v1/);
});
