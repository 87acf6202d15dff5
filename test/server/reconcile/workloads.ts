import type { JsonObject } from '../../../server/src/merge/json';

const room = { cpu: '4', memory: '8Gi', pods: '50' };

/** A Node with room for pods; kwok makes it ready. */
export function node(name: string): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { allocatable: room, capacity: room },
  };
}

export const nodes: readonly JsonObject[] = ['node-1', 'node-2'].map(node);

/** A Deployment or StatefulSet of three pods, or a DaemonSet, in the namespace `default`. */
export function workload(kind: string, name: string): JsonObject {
  const labels = { app: name, kind };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: 'default' },
    spec: {
      ...(kind === 'DaemonSet' ? {} : { replicas: 3 }),
      ...(kind === 'StatefulSet' ? { serviceName: name } : {}),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          terminationGracePeriodSeconds: 0,
          containers: [{ name: 'app', image: 'registry.example/app:1' }],
        },
      },
    },
  };
}
