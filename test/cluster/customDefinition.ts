import type { JsonObject } from '../../server/src/merge/json';

/** The definition of a namespaced kind with one version, `v1`, and these fields; `version` has more of the version. */
export function customDefinition(options: {
  group: string;
  names: JsonObject & { plural: string; kind: string };
  properties: JsonObject;
  version?: JsonObject;
}): JsonObject {
  const { group, names, properties, version = {} } = options;
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names,
      versions: [{ name: 'v1', served: true, storage: true, ...version, schema }],
    },
  };
}
