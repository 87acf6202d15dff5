import type { JsonObject } from '../merge/json';
import { openApiTopology } from '../merge/openApiTopology';
import { builtinTopology, type ListTopology } from '../merge/topology';
import type { Cluster, GroupVersion, KubernetesObject } from './ports';

/** The meaning of the lists and maps of objects, by the schemas of their clusters. */
export interface Topologies {
  /**
   * The topology of an object's kind as its cluster has it now, the same one as long as the schema does not change.
   * `builtinTopology` where the cluster tells none: no such schema, no right to read it, no answer, cancelled.
   */
  find(
    cluster: Pick<Cluster, 'schemas'>,
    object: KubernetesObject,
    signal: AbortSignal,
  ): Promise<ListTopology>;
}

/** Topologies that are read once for each kind of a schema document, and go with the document. */
export function createTopologies(): Topologies {
  const known = new WeakMap<JsonObject, Map<string, ListTopology>>();
  return {
    async find(cluster, object, signal) {
      const { apiVersion, kind } = object;
      const groupVersion = typeof apiVersion === 'string' ? parseApiVersion(apiVersion) : undefined;
      if (groupVersion === undefined || typeof kind !== 'string') return builtinTopology;
      const schemas = await cluster.schemas(groupVersion, signal);
      if (schemas.kind === 'failed') return builtinTopology;
      const document = schemas.value;
      const kinds = known.get(document) ?? new Map<string, ListTopology>();
      known.set(document, kinds);
      const topology =
        kinds.get(kind) ?? openApiTopology(document, { ...groupVersion, kind }) ?? builtinTopology;
      kinds.set(kind, topology);
      return topology;
    },
  };
}

/** `apps/v1` or `v1`; undefined for anything that is no group and version in Kubernetes: both are DNS names. */
function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const match = /^(?:([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\/)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$/.exec(
    apiVersion,
  );
  return match?.[2] === undefined ? undefined : { group: match[1] ?? '', version: match[2] };
}
