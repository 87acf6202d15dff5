import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { inspect } from 'node:util';
import { parseJson, stringifyJson } from '../../../server/src/cluster/json';
import { readFile } from '../../../server/src/manifest/documents';
import { listChanges, type Change } from '../../../server/src/merge/changes';
import { findDrift, type StatedVersions } from '../../../server/src/merge/drift';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { withFieldAt } from '../../../server/src/merge/objectFields';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import { takeLive } from '../../../server/src/merge/takeLive';
import type { ListTopology } from '../../../server/src/merge/topology';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';
import { definition, manifestsOfKinds } from './driftKinds';
import { commonManifests } from './driftManifests';
import { changeSomewhere } from './randomChange';
import { seededRandom } from './random';

/** An object of a manifest in the cluster. */
interface Stated {
  readonly file: JsonObject;
  readonly topology: ListTopology;
  readonly path: string;
}

/**
 * The judge of what is drift is server-side apply itself: a forced dry run of the file's apply changes something just
 * where there is drift.
 */
suite('server-side apply as the judge of drift', () => {
  let controlPlane: ControlPlane;
  let objects: Stated[];
  let unsure = 0;

  before(async () => {
    controlPlane = await startControlPlane();
    await request('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', 'POST', read(definition)[0]);
    await waitForKind();
    objects = await Promise.all([commonManifests, manifestsOfKinds].flatMap(read).map(state));
  });
  after(() => controlPlane.stop());

  test('R098, R100, R101, R103, R104: what was just applied has no drift, whatever defaults the server adds', async () => {
    for (const stated of objects) {
      const live = await apply(stated);
      await compare(stated, live, 'applied');
    }
    assert.equal(unsure, 0);
    assert.ok(objects.length >= 30);
  });

  test('other managers’ changes are drift just where an apply would undo them; taken into the file none is left', async (context) => {
    const random = seededRandom(11);
    const counts: Record<string, number> = {};
    for (const stated of objects) {
      let refused = 0;
      const base = await apply(stated);
      for (let round = 0; round < 8; round += 1) {
        await tryToPut(stated, base);
        let live = await apply(stated);
        for (let changes = 0; changes <= random.below(3); changes += 1) {
          const answer = await tryToPut(stated, changeSomewhere(live, random));
          if (answer) live = answer;
          else refused += 1;
        }
        const outcome = await compare(stated, live, `${round}`);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
      counts['refused'] = (counts['refused'] ?? 0) + refused;
    }
    context.diagnostic(JSON.stringify({ ...counts, unsure }));
    assert.ok(unsure < 5);
    assert.ok((counts['drifted'] ?? 0) > 40 && (counts['same'] ?? 0) > 40);
  });

  test('false that was taken away is missed, false that the server left out is not', async () => {
    const find = (name: string) => objects.find(({ path }) => path.endsWith(name))!;
    const drifts = async ({ path, file, topology }: Stated): Promise<string[]> => {
      const live = await request(path);
      const drift = findDrift({ file, live, topology, status: 'ignored', manager });
      return drift.map((one) => `${one.kind} ${formatFieldPath(one.path)}`);
    };
    const [storage, web] = [find('/storageclasses/drift-class'), find('/deployments/web')];
    for (const stated of [storage, web]) await apply(stated);
    assert.deepEqual(await drifts(web), []); // hostNetwork: false, paused: false
    assert.deepEqual(await drifts(storage), []);
    const patch = '[{"op": "remove", "path": "/allowVolumeExpansion"}]';
    const args = ['patch', 'storageclass', 'drift-class', '--type=json', '-p', patch];
    const { code, stderr } = await controlPlane.kubectl(args);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await drifts(storage), ['missing allowVolumeExpansion']);
    await controlPlane.kubectl(['patch', 'deployment', 'web', '-p', '{"spec": {"revisionHistoryLimit": 4}}']);
    assert.deepEqual(await drifts(web), ['changed spec.revisionHistoryLimit']); // null in the file
  });

  async function compare(
    stated: Stated,
    live: JsonObject,
    name: string,
  ): Promise<'drifted' | 'same' | 'inapplicable'> {
    const { file, topology } = stated;
    const settled = await tryToApply(stated, file);
    if (!settled) return 'inapplicable';
    const undone = changesOf(live, settled, topology);
    const versions: StatedVersions = { file, live, topology, status: 'ignored', manager };
    for (const known of [versions, { ...versions, settled }]) {
      const drift = findDrift(known);
      const isSettled = 'settled' in known;
      const shown = inspect({ isSettled, path: stated.path, name, undone, drift, live }, { depth: 12 });
      // What says nothing and was changed and taken away again is not to be told from what is missed.
      const isUnsure = !isSettled && drift.every(({ kind, file }) => kind === 'missing' && !file);
      if (isUnsure && drift.length > 0 && undone.length === 0) unsure += 1;
      else assert.equal(drift.length > 0, undone.length > 0, shown);
      const taken = takeLive(known, drift);
      const after = await tryToApply(stated, taken as JsonObject);
      assert.ok(after, shown);
      const left = findDrift({ ...known, file: taken, ...(isSettled && { settled: after }) });
      assert.deepEqual(left, [], inspect({ shown, taken, left }, { depth: 12 }));
      const wouldChange = changesOf(live, after, topology);
      assert.deepEqual(wouldChange, [], inspect({ shown, taken, wouldChange }, { depth: 12 }));
    }
    return undone.length > 0 ? 'drifted' : 'same';
  }

  /** What an apply changes but for what only the server writes. */
  function changesOf(live: JsonObject, applied: JsonObject, topology: ListTopology): Change[] {
    const [from, to] = [live, applied].map((object) =>
      ['managedFields', 'resourceVersion', 'generation'].reduce<JsonValue>(
        (rest, field) => withFieldAt(rest, ['metadata', field], undefined),
        withFieldAt(object, ['status'], undefined),
      ),
    );
    return listChanges(from, to, topology);
  }

  const manager = 'kubernetes-live-edit';
  const query = `fieldManager=${manager}&force=true`;

  function apply({ path, file }: Stated): Promise<JsonObject> {
    return request(`${path}?${query}`, 'PATCH', file, 'application/apply-patch+yaml');
  }

  /** A dry run; undefined where the object would not be valid with what others have made of it. */
  async function tryToApply({ path }: Stated, object: JsonObject): Promise<JsonObject | undefined> {
    const answer = await controlPlane.request({
      path: `${path}?${query}&dryRun=All`,
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: stringifyJson(object),
    });
    return answer.status < 300 ? (parseJson(answer.body) as JsonObject) : undefined;
  }

  async function tryToPut({ path }: Stated, object: JsonObject): Promise<JsonObject | undefined> {
    const rest = withFieldAt(object, ['metadata', 'resourceVersion'], undefined);
    const answer = await controlPlane.request({
      path: `${path}?fieldManager=kubectl-edit`,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson(rest),
    });
    return answer.status < 300 ? (parseJson(answer.body) as JsonObject) : undefined;
  }

  async function request(
    path: string,
    method = 'GET',
    body?: JsonObject,
    type = 'application/json',
  ): Promise<JsonObject> {
    const answer = await controlPlane.request({
      path,
      method,
      ...(body && { headers: { 'content-type': type }, body: stringifyJson(body) }),
    });
    const object = parseJson(answer.body);
    assert.ok(answer.status < 300 && isJsonObject(object), `${method} ${path}: ${answer.body}`);
    return object;
  }

  async function waitForKind(): Promise<void> {
    for (let waits = 0; waits < 100; waits += 1) {
      const { status } = await controlPlane.request({ path: '/openapi/v3/apis/drift.example.dev/v1' });
      if (status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('The API server does not publish the kind.');
  }

  async function state(file: JsonObject): Promise<Stated> {
    const [apiVersion, kind] = [file['apiVersion'] as string, file['kind'] as string];
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
    const root = group === '' ? `/api/${version!}` : `/apis/${apiVersion}`;
    const { resources } = (await request(root)) as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    const resource = resources.find((one) => one.kind === kind && !one.name.includes('/'));
    assert.ok(resource);
    const openApi: JsonValue = await request(`/openapi/v3${root}`);
    const topology = openApiTopology(openApi, { group: group!, version: version!, kind });
    assert.ok(topology);
    const { name } = file['metadata'] as { name: string };
    const place = resource.namespaced ? '/namespaces/default' : '';
    return { file, topology, path: `${root}${place}/${resource.name}/${name}` };
  }
});

function read(text: string): JsonObject[] {
  return readFile(text).documents.map(({ reading }) => {
    assert.ok(isJsonObject(reading.value), JSON.stringify(reading.problems));
    return reading.value;
  });
}
