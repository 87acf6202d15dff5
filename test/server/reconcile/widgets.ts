import type { JsonObject } from '../../../server/src/merge/json';

/** A definition of custom resources of the group example.dev, with these printer columns. */
export function definition(plural: string, kind: string, columns: JsonObject[] = []): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.dev` },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { kind, plural },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
}

/** A printer column of every type that there is. */
export const everyColumn: JsonObject[] = [
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  { name: 'Replicas', type: 'integer', jsonPath: '.status.replicas' },
  { name: 'Load', type: 'number', jsonPath: '.status.load' },
  { name: 'Healthy', type: 'boolean', jsonPath: '.status.healthy' },
  { name: 'Last Backup', type: 'date', jsonPath: '.status.lastBackup' },
  { name: 'Hosts', type: 'string', jsonPath: '.status.hosts' },
  { name: 'First Host', type: 'string', jsonPath: '.status.hosts[0]' },
  { name: 'Labels', type: 'string', jsonPath: '.metadata.labels' },
  { name: 'Nothing', type: 'string', jsonPath: '.status.nothing' },
  { name: 'Wide', type: 'string', priority: 1, jsonPath: '.status.phase' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

export function widget(name: string, spec: JsonObject = {}): JsonObject {
  return { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name, namespace: 'default' }, spec };
}
