import type { Result } from '../session/ports';
import type { Connection } from './connection';
import { failed } from './failures';
import { textAt } from './json';
import { readObject } from './objects';
import { collectionPath } from './paths';
import type { Collection } from './watch';

/** Which versions some objects of a collection have, all at one moment. */
export interface ObjectVersions {
  /** The collection's version at that moment: a watch goes on from it. */
  resourceVersion: string;
  /** By name; those that are not there are left out. */
  versions: ReadonlyMap<string, string>;
}

/**
 * The versions of the objects by these names: a quorum list in pages of metadata alone, of which nothing else is
 * kept. Where its moment is too old before the last page (410), it begins once more.
 */
export async function listVersions(
  connection: Connection,
  collection: Collection,
  { names, signal }: { names: ReadonlySet<string>; signal: AbortSignal },
): Promise<Result<ObjectVersions>> {
  const listed = await listOnce(connection, collection, { names, signal });
  const { kind } = listed;
  const isTooOld =
    kind === 'failed' && listed.failure.kind === 'status' && listed.failure.status.code === 410;
  return isTooOld ? listOnce(connection, collection, { names, signal }) : listed;
}

async function listOnce(
  connection: Connection,
  { resource, namespace }: Collection,
  { names, signal }: { names: ReadonlySet<string>; signal: AbortSignal },
): Promise<Result<ObjectVersions>> {
  const versions = new Map<string, string>();
  let continueToken: string | undefined;
  for (;;) {
    const answer = await connection.send({
      method: 'GET',
      path: collectionPath(resource, namespace),
      query: { limit: String(pageSize), continue: continueToken },
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
      signal,
    });
    if (answer.kind === 'failed') return answer;
    const list = readObject(answer.value, connection);
    if (list.kind === 'failed') return list;
    const items = Array.isArray(list.value['items']) ? list.value['items'] : [];
    for (const item of items) {
      const name = textAt(item, 'metadata', 'name') ?? '';
      if (names.has(name)) versions.set(name, textAt(item, 'metadata', 'resourceVersion') ?? '');
    }
    continueToken = textAt(list.value, 'metadata', 'continue');
    if (continueToken) continue;
    const resourceVersion = textAt(list.value, 'metadata', 'resourceVersion');
    if (resourceVersion) return { kind: 'ok', value: { resourceVersion, versions } };
    const { context, server } = connection.to;
    return failed({ kind: 'notKubernetes', context, server, detail: 'its list has no resourceVersion' });
  }
}

/** As many as kubectl asks for at a time. */
const pageSize = 500;
