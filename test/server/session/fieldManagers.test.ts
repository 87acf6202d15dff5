import assert from 'node:assert/strict';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { findFieldWriter, findLastWriter } from '../../../server/src/session/fieldManagers';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { runProgram } from '../../cluster/runProgram';
import { apply } from '../cluster/fixture';

let controlPlane: ControlPlane;

before(async () => {
  controlPlane = await startControlPlane();
  await apply(controlPlane, deployment('web:1'));
});
after(() => controlPlane.stop());

const deployment = (image: string, more = ''): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default, labels: {app: web}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: "${image}", args: [a, b], ports: [{containerPort: 80}]${more}}
`;

async function kubectl(args: string[], stdin = ''): Promise<void> {
  const { code, stderr } = await controlPlane.kubectl(args, { stdin });
  assert.equal(code, 0, stderr);
}

async function readDeployment(): Promise<JsonObject> {
  const { body } = await controlPlane.request({ path: '/apis/apps/v1/namespaces/default/deployments/web' });
  return JSON.parse(body) as JsonObject;
}

async function writer(path: FieldPath): Promise<string> {
  const found = findFieldWriter(await readDeployment(), path);
  return found ? [found.manager, found.operation, found.subresource].filter(Boolean).join(' ') : 'nobody';
}

const container: FieldPath = ['spec', 'template', 'spec', 'containers', { name: 'web' }];
const port: FieldPath = [...container, 'ports', { containerPort: 80, protocol: 'TCP' }];

test('what kubectl apply, scale, edit, label and apply --server-side have written is told from each other', async () => {
  const applied = 'kubectl-client-side-apply Update';
  assert.equal(await writer([...container, 'image']), applied);
  assert.equal(await writer([...container, 'args', 1]), applied);
  assert.equal(await writer(['spec', 'selector', 'matchLabels', 'app']), applied);
  assert.equal(await writer([...port, 'containerPort']), applied);
  assert.equal(await writer(port), applied);

  await kubectl(['scale', 'deployment/web', '--replicas=4']);
  assert.equal(await writer(['spec', 'replicas']), 'kubectl Update scale');

  const editor = join(controlPlane.folder, 'edit.sh');
  await writeFile(editor, '#!/bin/sh\nsed -i "s/image: web:1/image: web:2/" "$1"\n', { mode: 0o755 });
  const { code, stderr } = await runProgram({
    command: controlPlane.kubectlFile,
    args: ['--kubeconfig', controlPlane.kubeconfigs.admin, 'edit', 'deployment/web'],
    environment: { ...process.env, KUBE_EDITOR: editor },
    stdin: '',
  });
  assert.equal(code, 0, stderr);
  assert.equal(await writer([...container, 'image']), 'kubectl-edit Update');
  assert.equal(await writer([...container, 'name']), applied);

  await kubectl(['label', 'deployment/web', 'team=shop']);
  assert.equal(await writer(['metadata', 'labels', 'team']), 'kubectl-label Update');
  assert.equal(await writer(['metadata', 'labels', 'app']), applied);

  const env = ', env: [{name: MODE, value: fast}]';
  await kubectl(
    ['apply', '--server-side', '--force-conflicts', '--field-manager=deployer', '-f', '-'],
    deployment('web:3', env),
  );
  assert.equal(await writer([...container, 'image']), 'deployer Apply');
  assert.equal(await writer([...container, 'env', { name: 'MODE' }, 'value']), 'deployer Apply');
  assert.equal(await writer(['spec', 'replicas']), 'kubectl Update scale');

  await kubectl(['label', 'deployment/web', 'team-']);
  assert.equal(await writer(['metadata', 'labels', 'team']), 'nobody');
  const time = findLastWriter(await readDeployment())?.time ?? '';
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, time);
});
