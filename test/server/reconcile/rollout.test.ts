import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { parseJson } from '../../../server/src/cluster/json';
import type { JsonObject } from '../../../server/src/merge/json';
import type { RolloutState, WaitingFor } from '../../../server/src/reconcile/rollout';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { agreesWithRolloutStatus } from './rolloutWords';
import { nodes, workload } from './workloads';

/** Resource and name: `deployments/web`. */
type Workload = `${'deployments' | 'statefulsets' | 'daemonsets'}/${string}`;

let controlPlane: ControlPlane;

before(async () => {
  controlPlane = await startControlPlane({ controllers: true, kwok: true, namespace: 'default' });
  const manifest = [
    ...nodes,
    ...['Deployment', 'StatefulSet', 'DaemonSet'].map((kind) => workload(kind, 'web')),
  ];
  await kubectl(['apply', '-f', '-'], manifest.map((object) => JSON.stringify(object)).join('\n---\n'));
});

afterEach(() => {
  controlPlane.resume('kube-controller-manager');
  controlPlane.resume('kwok');
});

after(() => controlPlane.stop());

async function kubectl(args: string[], stdin = ''): Promise<void> {
  const { code, stderr } = await controlPlane.kubectl(args, { stdin });
  assert.equal(code, 0, stderr);
}

async function read(of: Workload): Promise<{ object: JsonObject; version: unknown }> {
  const { status, body } = await controlPlane.request({ path: `/apis/apps/v1/namespaces/default/${of}` });
  assert.equal(status, 200, body);
  const object = parseJson(body) as { metadata: JsonObject };
  return { object, version: object.metadata['resourceVersion'] };
}

/**
 * Our state of a workload, compared with what kubectl says of the very same version; undefined where that went on
 * between the readings before and after kubectl's.
 */
async function compare(of: Workload): Promise<RolloutState | undefined> {
  const { object, version } = await read(of);
  const said = await controlPlane.kubectl(['rollout', 'status', '--watch=false', of.replace('s/', '/')]);
  if ((await read(of)).version !== version) return undefined;
  const state = rolloutState(object);
  agreesWithRolloutStatus(state, said);
  return state;
}

/** Compares again and again until a state is reached. */
async function follow(of: Workload, isThere: (state: RolloutState) => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const state = await compare(of);
    if (state && isThere(state)) return;
    assert.ok(Date.now() < deadline, `${of}: ${JSON.stringify(state)}`);
  }
}

const isDone = ({ kind }: RolloutState): boolean => kind === 'done';
const waitsFor =
  (...steps: WaitingFor[]) =>
  (state: RolloutState): boolean =>
    state.kind === 'progressing' && steps.includes(state.waitingFor);

/** What each of them waits for where no new pod becomes ready; of two nodes the second may have its turn, too. */
const workloads: [Workload, WaitingFor[]][] = [
  ['deployments/web', ['updated']],
  ['statefulsets/web', ['ready']],
  ['daemonsets/web', ['updated', 'available']],
];
for (const [of, steps] of workloads) {
  test(`R166 ${of}: our state and kubectl rollout status agree from one rollout to the next`, async () => {
    await follow(of, isDone);
    controlPlane.suspend('kube-controller-manager');
    await kubectl(['set', 'image', of, 'app=registry.example/app:2']);
    assert.deepEqual(await compare(of), { kind: 'progressing', waitingFor: 'observation', parts: [] });
    controlPlane.suspend('kwok'); // no new pod becomes ready
    controlPlane.resume('kube-controller-manager');
    await follow(of, waitsFor(...steps));
    controlPlane.resume('kwok');
    await follow(of, isDone);
  });
}

test('a Deployment waits for its old pods to go, and for new ones to be available', async () => {
  const of = 'deployments/web';
  controlPlane.suspend('kwok');
  await patch(of, {
    strategy: { rollingUpdate: { maxSurge: 3 } },
    template: { metadata: { labels: { round: 'one' } } },
  });
  await follow(of, waitsFor('old'));
  controlPlane.resume('kwok');
  await follow(of, isDone);
  controlPlane.suspend('kwok');
  await kubectl(['scale', 'deployment/web', '--replicas=4']);
  await follow(of, waitsFor('available'));
  controlPlane.resume('kwok');
  await follow(of, isDone);
});

test('a partition holds pods back, and the rest is a rollout of its own', async () => {
  const rollingUpdate = { partition: 2 };
  await patch('statefulsets/web', {
    updateStrategy: { rollingUpdate },
    template: { metadata: { labels: { round: 'two' } } },
  });
  const of = 'statefulsets/web';
  await follow(of, ({ kind, parts }) => kind === 'done' && JSON.stringify(parts).includes('heldBack'));
  await patch(of, { updateStrategy: { type: 'OnDelete', rollingUpdate: null } });
  await follow(of, ({ kind }) => kind === 'notTracked');
});

test('a paused Deployment is not done, one at its goal is', async () => {
  await kubectl(['rollout', 'pause', 'deployment/web']);
  await follow('deployments/web', (state) => state.kind === 'paused' && state.done);
  await kubectl(['set', 'image', 'deployment/web', 'app=registry.example/app:3']);
  await follow('deployments/web', (state) => state.kind === 'paused' && !state.done);
  await kubectl(['rollout', 'resume', 'deployment/web']);
  await follow('deployments/web', isDone);
});

test('a Deployment that misses its deadline is stuck', async () => {
  controlPlane.suspend('kwok');
  await patch('deployments/web', {
    progressDeadlineSeconds: 1,
    template: { metadata: { labels: { round: 'three' } } },
  });
  await follow('deployments/web', ({ kind }) => kind === 'stuck');
});

test('what is scaled to 0 is done', async () => {
  await kubectl(['scale', 'deployment/web', '--replicas=0']);
  await follow('deployments/web', isDone);
});

function patch(of: Workload, spec: JsonObject): Promise<void> {
  return kubectl(['patch', of.replace('s/', '/'), '--type=strategic', '-p', JSON.stringify({ spec })]);
}
