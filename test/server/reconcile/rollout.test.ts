import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import type { RolloutState } from '../../../server/src/reconcile/rollout';
import { namespaced, type Stage, startStage } from './lives';
import { isDone, isKind, waitsFor } from './states';
import { workload } from './workloads';

/** Resource and name: `deployments/web`. */
type Workload = `${'deployments' | 'statefulsets'}/${string}`;

let stage: Stage;

before(async () => {
  stage = await startStage();
  await stage.create(...['Deployment', 'StatefulSet'].map((kind) => workload(kind, 'web')));
});
afterEach(() => stage.controlPlane.resume('kwok'));
after(() => stage.stop());

/** Compares what kubectl says at the same moment, again and again until a state is reached. */
async function follow(of: Workload, isThere: (state: RolloutState) => boolean): Promise<void> {
  const [resource = '', name = ''] = of.split('/');
  await stage.compareNow(namespaced(`${resource}.v1.apps`, name), isThere);
}

function patch(of: Workload, spec: JsonObject): Promise<void> {
  return stage.patch(of, { spec });
}

test('a Deployment waits for its old pods to go, and for new ones to be available', async () => {
  const of = 'deployments/web';
  stage.controlPlane.suspend('kwok');
  await patch(of, {
    strategy: { rollingUpdate: { maxSurge: 3 } },
    template: { metadata: { labels: { round: 'one' } } },
  });
  await follow(of, waitsFor('old'));
  stage.controlPlane.resume('kwok');
  await follow(of, isDone);
  stage.controlPlane.suspend('kwok');
  await stage.kubectl(['scale', 'deployment/web', '--replicas=4']);
  await follow(of, waitsFor('available'));
  stage.controlPlane.resume('kwok');
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
  await follow(of, isKind('notTracked'));
});

test('a paused Deployment is not done, one at its goal is', async () => {
  await stage.kubectl(['rollout', 'pause', 'deployment/web']);
  await follow('deployments/web', (state) => state.kind === 'paused' && state.done);
  await stage.kubectl(['set', 'image', 'deployment/web', 'app=registry.example/app:3']);
  await follow('deployments/web', (state) => state.kind === 'paused' && !state.done);
  await stage.kubectl(['rollout', 'resume', 'deployment/web']);
  await follow('deployments/web', isDone);
});

test('a Deployment that misses its deadline is stuck', async () => {
  stage.controlPlane.suspend('kwok');
  await patch('deployments/web', {
    progressDeadlineSeconds: 1,
    template: { metadata: { labels: { round: 'three' } } },
  });
  await follow('deployments/web', isKind('stuck'));
});

test('what is scaled to 0 is done', async () => {
  await stage.kubectl(['scale', 'deployment/web', '--replicas=0']);
  await follow('deployments/web', isDone);
});
