import assert from 'node:assert/strict';
import { parseJson, stringifyJson } from '../../../server/src/cluster/json';
import { collectionPath, objectPath } from '../../../server/src/cluster/paths';
import type { JsonObject } from '../../../server/src/merge/json';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { putIntoEtcd } from '../../cluster/etcd';
import { askKubectl, type KubectlWords } from './kubectlWords';

/**
 * A second API server, behind which no controller stands: a version of an object that was recorded elsewhere is put
 * into its storage, and kubectl looks at that very version for as long as it needs.
 */
export interface Archive {
  /** What kubectl says of a version of an object. Fails where the API server serves anything else than this version. */
  ask(ref: ObjectRef, version: JsonObject): Promise<KubectlWords>;
  readonly controlPlane: ControlPlane;
}

/** Starts an archive. */
export async function startArchive(): Promise<Archive> {
  const controlPlane = await startControlPlane({ namespace: 'default' });
  return {
    controlPlane,
    async ask(ref, version) {
      await putIntoEtcd(controlPlane.etcdUrl, storageKey(ref), stringifyJson(version));
      const { status, body } = await controlPlane.request({ path: objectPath(ref) });
      assert.equal(status, 200, body);
      const stored = parseJson(body) as JsonObject;
      assert.deepEqual(withoutVersion(stored), withoutVersion(version));
      const { resourceVersion } = stored['metadata'] as { resourceVersion: string };
      await awaitCache(controlPlane, ref, resourceVersion);
      return askKubectl(controlPlane, ref, stored);
    },
  };
}

/** Lists are answered from a cache that may be behind the storage. */
async function awaitCache(
  controlPlane: ControlPlane,
  ref: ObjectRef,
  resourceVersion: string,
): Promise<void> {
  const query = new URLSearchParams({ resourceVersion, resourceVersionMatch: 'NotOlderThan', limit: '1' });
  const { status, body } = await controlPlane.request({
    path: `${collectionPath(ref, ref.namespace)}?${query.toString()}`,
  });
  assert.equal(status, 200, body);
}

function withoutVersion(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...(object['metadata'] as JsonObject), resourceVersion: '' } };
}

/** Where the API server stores an object: under the group only where the group is not one of its own old ones. */
function storageKey({ group, resource, namespace, name }: ObjectRef): string {
  const folder = group.includes('.') ? `${group}/${resource}` : (oldFolders.get(resource) ?? resource);
  return ['/registry', folder, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

const oldFolders: ReadonlyMap<string, string> = new Map([
  ['nodes', 'minions'],
  ['replicationcontrollers', 'controllers'],
]);
