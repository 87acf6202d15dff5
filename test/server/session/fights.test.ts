import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { versionsRequest } from '../../../server/src/protocol/versions';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { valueOf } from '../editor/valueOf';
import { nodes, workload } from '../reconcile/workloads';
import { lineOf, messagesOn, patience } from './workbench';

let controlPlane: ControlPlane;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane({
    name: 'prod',
    controllers: true,
    kwok: true,
    namespace: 'default',
  });
  editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  await create(...nodes);
});

after(async () => {
  await editor.close();
  await controlPlane.stop();
});

async function kubectl(args: string[], stdin = ''): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args, { stdin });
  assert.equal(code, 0, stderr);
  return stdout;
}

async function create(...objects: object[]): Promise<void> {
  await kubectl(['apply', '-f', '-'], objects.map((object) => JSON.stringify(object)).join('\n---\n'));
}

async function openDeployment(name: string): Promise<EditorDocument> {
  await create(workload('Deployment', name));
  const document = await editor.open(`k8slive:/prod/default/deployments.v1.apps/${name}.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  return document;
}

/** Sets the replicas of a Deployment under this field manager, as a program does. */
async function setReplicas(name: string, replicas: number, manager: string): Promise<void> {
  const answer = await controlPlane.request({
    method: 'PATCH',
    path: `/apis/apps/v1/namespaces/default/deployments/${name}?fieldManager=${manager}`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ spec: { replicas } }),
  });
  assert.equal(answer.status, 200, answer.body);
}

async function readReplicas(name: string): Promise<string> {
  return kubectl(['get', 'deployment', name, '-o=jsonpath={.spec.replicas}']);
}

/** Somebody who looks again and again, and sets the replicas where they are others than wanted. */
function keepReplicas(
  replicas: number,
  set: () => Promise<unknown>,
  read: () => Promise<string>,
): () => Promise<void> {
  let isOver = false;
  const keep = async (): Promise<void> => {
    while (!isOver) {
      if ((await read()) !== String(replicas)) await set();
      await wait(150);
    }
  };
  const keeping = keep();
  return async () => {
    isOver = true;
    await keeping;
  };
}

const fights = ({ diagnostics }: EditorDocument): string[] =>
  diagnostics().flatMap(({ message }) => (message.startsWith('Fought over') ? [message] : []));

async function fightLenses(document: EditorDocument): Promise<string[]> {
  return (await document.lenses()).filter((title) => title.includes('fought over'));
}

/** Who has written the versions that were seen, each once. */
async function writersOf({ uri }: EditorDocument): Promise<string[]> {
  const { versions } = valueOf(await editor.connection.sendRequest(versionsRequest, { uri }));
  return [...new Set(versions.map(({ title }) => title))];
}

test('a field that two programs set back and forth is said to be fought over, with both names, until they have stopped', async () => {
  const document = await openDeployment('fought');
  const read = (): Promise<string> => readReplicas('fought');
  const stops = [
    keepReplicas(2, () => kubectl(['scale', 'deployment/fought', '--replicas=2']), read),
    keepReplicas(5, () => setReplicas('fought', 5, 'autoscaler'), read),
  ];
  await document.until((it) => fights(it).length > 0, 60_000);
  const [message = ''] = fights(document);
  assert.match(
    message,
    /^Fought over by autoscaler and kubectl: spec\.replicas changed \d+ times in the last minute\.$/,
  );
  assert.ok(messagesOn(document, lineOf(document, 'replicas:')).includes(message));
  assert.equal((await fightLenses(document)).length, 1);
  await Promise.all(stops.map((stop) => stop()));
  await document.until((it) => fights(it).length === 0, 90_000);
  assert.deepEqual(await fightLenses(document), []);
});

test('one program that sets a field again and again fights with nobody', async () => {
  const document = await openDeployment('busy');
  for (let round = 1; round <= 12; round += 1) await setReplicas('busy', 1 + (round % 2), 'batch');
  await setReplicas('busy', 7, 'batch');
  await document.until(({ text }) => text().includes('replicas: 7'), patience);
  assert.deepEqual(fights(document), []);
  // The Deployment's controller may have numbered the revision after the opening.
  const writers = (await writersOf(document)).filter((writer) => !writer.includes('controller'));
  assert.deepEqual(writers, ['batch', 'as first opened']);
});

test('rollouts, and a controller that brings the replicas back into its bounds once, are no fight', async () => {
  const document = await openDeployment('scaled');
  for (const image of ['app:2', 'app:3', 'app:4'])
    await kubectl(['set', 'image', 'deployment/scaled', `app=registry.example/${image}`]);
  await kubectl(['rollout', 'undo', 'deployment/scaled']);
  await kubectl(['rollout', 'status', 'deployment/scaled', '--timeout=120s']);
  await create({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaled', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' },
      minReplicas: 4,
      maxReplicas: 6,
    },
  });
  await document.until(({ text }) => text().includes('replicas: 4'), 60_000);
  await kubectl(['scale', 'deployment/scaled', '--replicas=1']);
  await document.until(({ text }) => text().includes('replicas: 1'), patience);
  await document.until(({ text }) => text().includes('replicas: 4'), 60_000);
  assert.deepEqual(fights(document), []);
  assert.deepEqual(await fightLenses(document), []);
  const writers = await writersOf(document);
  for (const writer of ['kube-controller-manager/scale', 'kubectl/scale', 'kubectl-set'])
    assert.ok(writers.includes(writer), writers.join('\n'));
});
