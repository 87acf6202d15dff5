import type { Cluster, ClusterAddress, Result } from '../session/ports';
import type { Connection } from './connection';
import { deleteObject } from './deletes';
import { createDiscovery } from './discovery';
import { failed } from './failures';
import { textAt } from './json';
import { getObject, listObjects } from './objects';
import { collectObjects } from './reads';
import { followScale } from './scaleWatch';
import { createSchemas } from './schemas';
import { shareRequests } from './sharedRequests';
import { printObject } from './tables';
import { createWatches } from './watches';
import { applyObject, createObject, patchObject, replaceObject } from './writes';

/** The port of the session to one API server, over a connection. */
export function createCluster(connection: Connection, address: ClusterAddress): Cluster {
  const { context, server } = connection.to;
  const discovery = createDiscovery(connection);
  const schemas = createSchemas(connection);
  const watches = createWatches(connection);
  let knownUid: string | undefined;

  const askUid = shareRequests(async (_only: string, signal: AbortSignal): Promise<Result<string>> => {
    const ref = { context, group: '', version: 'v1', resource: 'namespaces', name: 'kube-system' };
    const answer = await getObject(connection, ref, signal);
    if (answer.kind === 'failed') return answer;
    knownUid = textAt(answer.value, 'metadata', 'uid');
    const detail = 'its namespace kube-system has no uid';
    return knownUid === undefined
      ? failed({ kind: 'notKubernetes', context, server, detail })
      : { kind: 'ok', value: knownUid };
  });

  return {
    context,
    address,
    uid: async (signal) => (knownUid === undefined ? askUid('', signal) : { kind: 'ok', value: knownUid }),
    resources: (options) => discovery.resources(options),
    schemas: (groupVersion, signal) => schemas.of(groupVersion, signal),
    get: (ref, signal) => getObject(connection, ref, signal),
    columns: (ref, signal) => printObject(connection, ref, signal),
    list: (options) => listObjects(connection, options),
    readAll: (options) => collectObjects(connection, options),
    readAllMetadata: (options) => collectObjects(connection, options, 'metadata'),
    replace: (ref, object, signal, options) => replaceObject(connection, ref, object, { ...options, signal }),
    create: (ref, object, signal, options) => createObject(connection, ref, object, { ...options, signal }),
    patch: (ref, operations, signal, options) =>
      patchObject(connection, ref, operations, { ...options, signal }),
    apply: (ref, object, options) => applyObject(connection, ref, object, options),
    delete: (ref, options) => deleteObject(connection, ref, options),
    watch: (options) =>
      options.ref.subresource === 'scale'
        ? followScale(options, { connection, watches })
        : watches.follow(options),
  };
}
