import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { parseJson } from '../../../server/src/cluster/json';
import { readFile, type FileDocument } from '../../../server/src/manifest/documents';
import { applyEdits } from '../../../server/src/manifest/edit';
import { editObject } from '../../../server/src/manifest/editObject';
import { findRange } from '../../../server/src/manifest/ranges';
import { findDrift, type Drift } from '../../../server/src/merge/drift';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonValue } from '../../../server/src/merge/json';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import { takeLive } from '../../../server/src/merge/takeLive';
import type { ListTopology } from '../../../server/src/merge/topology';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';

const file = `# the shop
apiVersion: v1
kind: ConfigMap
metadata:
  name: conf
data:
  mode: slow # for now
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels: {app: shop, tier: front}
spec:
  replicas: 3 # three are enough
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      hostNetwork: false
      containers:
      - name: web # the first
        image: registry.example/shop:1
        ports:
        - containerPort: 8080
        resources:
          limits: {cpu: 0.5, memory: 1024Mi}
      - name: side
        image: "registry.example/side:1"
`;

suite('drift of a file that kubectl made, taken into its text', () => {
  let controlPlane: ControlPlane;
  let path: string;
  let topology: ListTopology;

  const kubectl = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await controlPlane.kubectl(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  /** Whether `kubectl diff` finds anything that an apply by force would change. */
  const differs = async (text: string): Promise<boolean> => {
    await writeFile(path, text);
    const flags = ['--server-side', '--force-conflicts', '--field-manager=kubernetes-live-edit'];
    const { code, stdout, stderr } = await controlPlane.kubectl(['diff', ...flags, '-f', path]);
    assert.ok(code === 0 || code === 1, stderr);
    assert.equal(code === 1, stdout !== '', stderr);
    return code === 1;
  };
  const drifted = async (
    text: string,
  ): Promise<{ document: FileDocument; live: JsonValue; drift: Drift[] }> => {
    const document = readFile(text).documents[1]!;
    const live = parseJson(await kubectl('get', 'deployment', 'shop', '-o', 'json', '--show-managed-fields'));
    const versions = { file: document.reading.value!, live, topology, status: 'ignored', manager } as const;
    return { document, live, drift: findDrift(versions) };
  };
  const take = async (text: string, wanted: (path: string) => boolean): Promise<string> => {
    const { document, live, drift } = await drifted(text);
    const versions = { file: document.reading.value!, live, topology, status: 'ignored', manager } as const;
    const target = takeLive(
      versions,
      drift.filter((one) => wanted(formatFieldPath(one.path))),
    );
    const edits = editObject({ document, path: [], topology }, target);
    assert.ok(edits);
    return applyEdits(text, edits);
  };
  const manager = 'kubernetes-live-edit';

  before(async () => {
    controlPlane = await startControlPlane();
    path = join(controlPlane.folder, 'drift.yaml');
    const openApi = parseJson((await controlPlane.request({ path: '/openapi/v3/apis/apps/v1' })).body);
    topology = openApiTopology(openApi, { group: 'apps', version: 'v1', kind: 'Deployment' })!;
    await writeFile(path, file);
    await kubectl('apply', '--server-side', `--field-manager=${manager}`, '-f', path);
  });
  after(() => controlPlane.stop());

  test('R103: exactly what kubectl changed is drift, on the very fields', async () => {
    assert.deepEqual((await drifted(file)).drift, []);
    assert.equal(await differs(file), false);
    await kubectl('scale', 'deployment', 'shop', '--replicas=5');
    const { document, drift } = await drifted(file);
    assert.deepEqual(
      drift.map(({ path: at }) => formatFieldPath(at)),
      ['spec.replicas'],
    );
    assert.equal(findRange(document.reading, drift[0]!.path).value.start.line, 14);
    assert.equal(await differs(file), true);
  });

  test('one field is taken, then all; every other byte of the file stays', async () => {
    await kubectl('label', 'deployment', 'shop', 'tier-', 'other=x');
    await kubectl('set', 'image', 'deployment/shop', 'side=registry.example/side:2');
    await kubectl('set', 'resources', 'deployment/shop', '-c=web', '--limits=cpu=500m,memory=2Gi');
    await kubectl('annotate', 'deployment', 'shop', 'example.dev/by=kubectl');
    const { drift } = await drifted(file);
    assert.deepEqual(
      drift.map(({ kind, path: at }) => `${kind} ${formatFieldPath(at)}`),
      [
        'missing metadata.labels.tier',
        'changed spec.replicas',
        'changed spec.template.spec.containers[name=web].resources.limits.memory',
        'changed spec.template.spec.containers[name=side].image',
      ],
    );
    const one = await take(file, (at) => at === 'spec.replicas');
    assert.equal(one, file.replace('replicas: 3 #', 'replicas: 5 #'));
    assert.equal(await differs(one), true);
    const all = await take(one, () => true);
    assert.equal(
      all,
      one.replace(', tier: front', '').replace('1024Mi', '2Gi').replace('side:1"', 'side:2"'),
    );
    assert.equal(await differs(all), false);
  });
});
