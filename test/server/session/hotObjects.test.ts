import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Editor } from '../editor/editor';
import { openWatched, patience, startWorkbench, type Workbench } from './workbench';
import { writeAgainAndAgain } from './writers';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

/** `2026-01-02T03:04:05.000017Z` for 17. */
const microTime = (number: number): string => `2026-01-02T03:04:05.${String(number).padStart(6, '0')}Z`;

test('R001: a label of a Node is saved while its status is written fifty times a second', async () => {
  await bench.create({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-a', labels: { pool: 'blue' } },
  });
  const document = await editor.open('k8slive:/prod/_/nodes.v1/node-a.yaml');
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  const beats = writeAgainAndAgain(bench, '/api/v1/nodes/node-a/status', {
    milliseconds: 20,
    change: (number) => ({ status: { nodeInfo: { bootID: String(number) } } }),
  });
  for (const tier of ['gold', 'silver', 'bronze']) {
    document.type((text) =>
      text.replace(/ +tier: .*\n/, '').replace(/( +)pool: blue\n/, `$&$1tier: ${tier}\n`),
    );
    const answer = await document.save();
    assert.equal(answer.kind, 'saved', JSON.stringify(answer));
    assert.equal(await bench.valueIn('node/node-a', '.metadata.labels.tier'), tier);
    await document.until(({ isDirty, text }) => !isDirty() && text().includes(tier), patience);
  }
  const count = await beats.stop();
  assert.equal(await bench.valueIn('node/node-a', '.status.nodeInfo.bootID'), String(count));
  assert.deepEqual(editor.questions, []);
  const requests = await bench.requests(document);
  for (const [index, { verb, resourceVersion, uid }] of requests.entries()) {
    if (verb === 'update') assert.ok(resourceVersion !== '' && uid !== '');
    if (verb === 'patch') assert.equal(requests[index - 1]?.verb, 'get');
  }
});

test('R003, R040: status that a controller writes leaves the typed text alone and is no question', async () => {
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' };
  const spec = { scaleTargetRef: target, minReplicas: 2, maxReplicas: 8 };
  await bench.create({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'shop' },
    spec,
  });
  const document = await openWatched(editor, 'horizontalpodautoscalers.v2.autoscaling/shop');
  document.type((text) => text.replace('minReplicas: 2', 'minReplicas: 5'));
  const typed = document.text();
  for (let replicas = 1; replicas <= 8; replicas += 1) {
    const status = { currentReplicas: replicas, desiredReplicas: replicas, conditions: [] };
    await bench.patch('hpa/shop', { status }, { manager: 'controller', subresource: 'status' });
  }
  const version = await bench.valueIn('hpa/shop', '.metadata.resourceVersion');
  await document.until(
    ({ status }) => status()?.summary.includes(`resourceVersion ${version}`) === true,
    patience,
  );
  assert.equal(document.status()?.staleness, 'current');
  assert.deepEqual(document.diagnostics(), []);
  assert.equal(document.text(), typed);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.doesNotMatch(answer.message, /Kept from live/);
  assert.deepEqual(
    (await bench.writes(document)).map(({ code }) => code),
    [200],
  );
  assert.equal(await bench.valueIn('hpa/shop', '.spec.minReplicas'), '5');
  assert.equal(await bench.valueIn('hpa/shop', '.status.currentReplicas'), '8');
  assert.equal(await bench.valueIn('hpa/shop', '.apiVersion'), 'autoscaling/v2');
});

test('R039: a Lease is saved while it is renewed, and keeps the newest renewal to the microsecond', async () => {
  const spec = { holderIdentity: 'worker-a', leaseDurationSeconds: 15, renewTime: microTime(0) };
  await bench.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'lock' },
    spec,
  });
  const document = await openWatched(editor, 'leases.v1.coordination.k8s.io/lock');
  const renewals = writeAgainAndAgain(bench, '/apis/coordination.k8s.io/v1/namespaces/default/leases/lock', {
    milliseconds: 100,
    change: (number) => ({ spec: { renewTime: microTime(number) } }),
  });
  document.type((text) => text.replace('leaseDurationSeconds: 15', 'leaseDurationSeconds: 30'));
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  const last = microTime(await renewals.stop());
  assert.equal(await bench.valueIn('lease/lock', '.spec.leaseDurationSeconds'), '30');
  assert.equal(await bench.valueIn('lease/lock', '.spec.renewTime'), last);
  await document.until(({ text, isDirty }) => text().includes(last) && !isDirty(), patience);
});
