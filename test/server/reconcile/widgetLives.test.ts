import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import { inOneLine } from '../../unit/reconcile/objects';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';
import { makeClusters, noSignal, type TestClusters, valueOf } from '../cluster/fixture';
import { askKubectl } from './kubectlWords';
import { namespaced, type Stage, startStage } from './lives';
import { definition, everyColumn, widget } from './widgets';

let stage: Stage;
let clusters: TestClusters;

before(async () => {
  stage = await startStage();
  clusters = makeClusters(stage.controlPlane.kubeconfigs.admin, { requestTimeoutMilliseconds: () => 60_000 });
  for (const { kubectl } of [stage.controlPlane, stage.archive.controlPlane]) {
    const stdin = JSON.stringify(definition('widgets', 'Widget', everyColumn));
    assert.equal((await kubectl(['create', '-f', '-'], { stdin })).code, 0);
    const args = ['wait', 'crd/widgets.example.dev', '--for=condition=Established', '--timeout=60s'];
    assert.equal((await kubectl(args)).code, 0);
  }
});
after(async () => {
  await clusters.dispose();
  await stage.stop();
});

const refOf = (name: string): ObjectRef => ({
  context: 'test',
  ...namespaced('widgets.v1.example.dev', name),
});

/** Writes the status as a controller does. */
const say = (name: string, status: JsonObject): Promise<void> =>
  stage.patch(`widget/${name}`, { status }, { subresource: 'status' });
const ready = (status: string, more: JsonObject = {}): JsonObject => ({
  conditions: [{ type: 'Ready', status, lastTransitionTime: '2026-01-02T03:04:05Z', ...more }],
});
const change = (name: string, size: number): Promise<void> =>
  stage.patch(`widget/${name}`, { spec: { size } });

/** Ends a life, compares it with kubectl; what we have said of its versions, in order and without repetitions. */
async function live(name: string, play: () => Promise<void>): Promise<string[]> {
  const recording = await stage.record(refOf(name));
  await stage.create(widget(name, { size: 3 }));
  await play();
  await stage.kubectl(['label', `widget/${name}`, 'end=yes']); // as a manager of its own, who writes no spec
  await recording.until((_, { metadata }) => JSON.stringify(metadata).includes('"end":"yes"'));
  await stage.compare(recording);
  const lines = recording.versions.map((version) => inOneLine(rolloutState(version)));
  return lines.filter((line, index) => line !== lines[index - 1]);
}

test('R165 Ready of the spec before is not ready, then the real one', async () => {
  const states = await live('behind', async () => {
    await say('behind', { observedGeneration: 1, ...ready('True', { observedGeneration: 1 }) });
    await change('behind', 5);
    await say('behind', {
      observedGeneration: 2,
      ...ready('False', { observedGeneration: 2, reason: 'Resizing' }),
    });
    await say('behind', { observedGeneration: 2, ...ready('True', { observedGeneration: 2 }) });
  });
  assert.deepEqual(states, [
    'not tracked, noRule',
    'reached: Ready',
    'progressing observation',
    'progressing state: Resizing',
    'reached: Ready',
  ]);
});

test('R162 a controller that stays one generation behind', async () => {
  const states = await live('lagging', async () => {
    for (const size of [4, 5, 6]) {
      await change('lagging', size);
      await say('lagging', { observedGeneration: size - 3, ...ready('True') });
    }
  });
  assert.deepEqual(states, ['not tracked, noRule', 'progressing observation']);
});

test('R169 R163 a status of more generations than there are', async () => {
  const states = await live('restored', () => say('restored', { observedGeneration: 5, ...ready('True') }));
  assert.deepEqual(states, ['not tracked, noRule', 'not tracked, otherHistory']);
});

test('R172 a status that says nothing of generations, from before the last change', async () => {
  const second = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_100));
  const states = await live('silent', async () => {
    await say('silent', ready('True'));
    await second();
    await change('silent', 5);
    await second();
    await say('silent', ready('True', { reason: 'Again' }));
  });
  assert.deepEqual(states, [
    'not tracked, noRule',
    'reached: Ready',
    'not tracked, cannotTell',
    'reached: Ready',
  ]);
});

test('what the conventions say: reconciling, stalled, and polarities that are not known', async () => {
  const one = (type: string, status: string): JsonObject => ({
    type,
    status,
    reason: 'Because',
    observedGeneration: 1,
  });
  const states = await live('various', async () => {
    await say('various', { conditions: [one('Reconciling', 'True'), one('Ready', 'False')] });
    await say('various', { conditions: [one('Stalled', 'True'), one('Ready', 'False')] });
    await say('various', {
      conditions: [one('Degraded', 'True'), one('Odd', 'Unknown'), one('Ready', 'True')],
    });
  });
  assert.deepEqual(states, [
    'not tracked, noRule',
    'progressing state: Because',
    'stuck Because',
    'reached: Ready',
  ]);
});

test('printer columns of every type are those of kubectl get', async () => {
  await stage.create(widget('printed', { size: 3 }));
  const cluster = await clusters.open('test');
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000 - 3_600_000).toISOString().replace(/\.\d+/, '');
  const statuses: JsonObject[] = [
    {},
    {
      ...{ phase: 'Progressing', replicas: 3, load: 0.5, healthy: false, lastBackup: threeDaysAgo },
      ...{ hosts: ['a.example', 'b.example'], ...ready('True') },
    },
    // Of another type than the column, empty, and long.
    {
      phase: '',
      replicas: 'three',
      load: 7,
      healthy: 'yes',
      lastBackup: 'never',
      hosts: [],
      nothing: { a: [1] },
    },
    { phase: `${'long '.repeat(100)}\nand more`, replicas: 2 ** 53, load: 1e21, hosts: [null, 1] },
  ];
  for (const status of statuses) {
    await stage.patch('widget/printed', { status: { ...nothing, ...status } }, { subresource: 'status' });
    const object = valueOf(await cluster.get(refOf('printed'), noSignal()));
    const { columns, resourceVersion } = valueOf(await cluster.columns(refOf('printed'), noSignal()));
    assert.equal(resourceVersion, (object['metadata'] as JsonObject)['resourceVersion']);
    const { columns: said } = await askKubectl(stage.controlPlane, refOf('printed'), object);
    const ours = columns
      .filter(({ priority, name }) => priority === 0 && name !== 'Age')
      .map(({ name, cell }) => [name.toUpperCase(), asPrinted(cell)]);
    const theirs = Object.entries(said).filter(([heading]) => heading !== 'AGE');
    assert.deepEqual(
      ours,
      theirs.map(([heading, cell]) => [heading, cell]),
    );
  }
});

/** A cell as kubectl prints it: its first line. */
function asPrinted(cell: JsonValue): string {
  const text = cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : cell.toString();
  return text.replace(/\n[^]*/, '...').trim();
}

const nothing = {
  phase: null,
  replicas: null,
  load: null,
  healthy: null,
  lastBackup: null,
  hosts: null,
  nothing: null,
};

test('built-in kinds are printed, too, also for users who may read nothing but the object', async () => {
  const limited = makeClusters(stage.controlPlane.kubeconfigs.limited);
  const cluster = await limited.open('test-limited');
  await stage.kubectl([
    '-n',
    'shop',
    'create',
    'configmap',
    'settings',
    '--from-literal=a=1',
    '--from-literal=b=2',
  ]);
  const ref = { context: 'test-limited', ...namespaced('configmaps.v1', 'settings'), namespace: 'shop' };
  const { columns } = valueOf(await cluster.columns(ref, noSignal()));
  assert.deepEqual(columns.map(({ name, cell }) => [name, cell]).slice(0, 2), [
    ['Name', 'settings'],
    ['Data', 2],
  ]);
  await limited.dispose();
});
