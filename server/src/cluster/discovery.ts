import type { Result } from '../session/ports';
import type { ResourceSummary } from '../protocol/messages';
import type { Connection } from './connection';
import { readAggregated } from './discoveryDocument';
import type { KubernetesObject } from '../session/ports';
import { readObject } from './objects';
import { firstHeader } from './status';
import { discoverEachVersion } from './unaggregatedDiscovery';

/** What an API server serves, remembered. Sorted by group and name, a group's versions in its order of preference. */
export interface Discovery {
  resources(options: { refresh?: true; signal: AbortSignal }): Promise<Result<ResourceSummary[]>>;
}

/** The groups below one root path, and the ETag by which the server knows this very answer. */
interface Known {
  etag: string | undefined;
  resources: ResourceSummary[];
}

export function createDiscovery(connection: Connection): Discovery {
  const known = new Map<string, Known>();

  const discover = async (
    root: '/api' | '/apis',
    options: { refresh?: true; signal: AbortSignal },
  ): Promise<Result<ResourceSummary[]>> => {
    const before = known.get(root);
    if (before !== undefined && options.refresh === undefined) return { kind: 'ok', value: before.resources };
    const answer = await connection.send({
      method: 'GET',
      path: root,
      accept,
      ...(before?.etag === undefined ? {} : { headers: { 'if-none-match': before.etag } }),
      signal: options.signal,
    });
    if (answer.kind === 'failed') return answer;
    if (answer.value.status === 304 && before !== undefined) return { kind: 'ok', value: before.resources };
    const document = readObject(answer.value, connection);
    if (document.kind === 'failed') return document;
    const found = await readResources(document.value, connection, options.signal);
    if (found.kind === 'failed') return found;
    known.set(root, { etag: firstHeader(answer.value.headers['etag']), resources: found.value });
    return found;
  };

  return {
    async resources(options) {
      const [core, groups] = await Promise.all([discover('/api', options), discover('/apis', options)]);
      if (core.kind === 'failed') return core;
      if (groups.kind === 'failed') return groups;
      return { kind: 'ok', value: sort([...core.value, ...groups.value]) };
    },
  };
}

/** Aggregated discovery, which answers all in one; a server before 1.26 answers in the plain form. */
const accept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

async function readResources(
  document: KubernetesObject,
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<ResourceSummary[]>> {
  return document['kind'] === 'APIGroupDiscoveryList'
    ? { kind: 'ok', value: readAggregated(document) }
    : discoverEachVersion(document, connection, signal);
}

/** A stable sort: versions of a group keep their order, which is the server's preference. */
function sort(resources: ResourceSummary[]): ResourceSummary[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return resources.toSorted(
    (one, other) => compare(one.group, other.group) || compare(one.resource, other.resource),
  );
}
