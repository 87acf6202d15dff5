import type { Result } from '../session/ports';
import type { ResourceSummary } from '../protocol/messages';
import type { Connection } from './connection';
import { readAggregated } from './discoveryDocument';
import type { KubernetesObject } from '../session/ports';
import { keepAnswers } from './keptAnswers';
import { readObject } from './objects';
import { discoverEachVersion } from './unaggregatedDiscovery';

/**
 * What an API server serves, remembered. Sorted by group and name, a group's versions in its order of preference; the
 * same array as long as nothing else is served.
 */
export interface Discovery {
  resources(options: { refresh?: true; signal: AbortSignal }): Promise<Result<ResourceSummary[]>>;
}

export function createDiscovery(connection: Connection): Discovery {
  const answers = keepAnswers(connection, {
    accept,
    read: async (answer, signal) => {
      const document = readObject(answer, connection);
      return document.kind === 'failed' ? document : readResources(document.value, connection, signal);
    },
    limit: 2,
  });

  const discover = async (
    root: '/api' | '/apis',
    { refresh, signal }: { refresh?: true; signal: AbortSignal },
  ): Promise<Result<ResourceSummary[]>> => {
    const kept = refresh === undefined ? answers.kept(root) : undefined;
    return kept === undefined ? answers.ask(root, signal) : { kind: 'ok', value: kept };
  };

  let last: { core: unknown; groups: unknown; all: ResourceSummary[] } | undefined;

  return {
    async resources(options) {
      const [core, groups] = await Promise.all([discover('/api', options), discover('/apis', options)]);
      if (core.kind === 'failed') return core;
      if (groups.kind === 'failed') return groups;
      if (last?.core !== core.value || last.groups !== groups.value)
        last = { core: core.value, groups: groups.value, all: sort([...core.value, ...groups.value]) };
      return { kind: 'ok', value: last.all };
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
