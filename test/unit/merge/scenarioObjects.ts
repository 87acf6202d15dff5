import type { JsonObject, JsonValue } from '../../../server/src/merge/json';

/** What differs between the versions of a Deployment; what is not given is as in the others. */
export interface DeploymentParts {
  readonly resourceVersion?: string;
  readonly metadata?: JsonObject;
  readonly replicas?: number;
  readonly containers?: JsonValue[];
  readonly status?: JsonValue;
}

/** A Deployment as an API server has it. */
export function deployment(parts: DeploymentParts): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'shop',
      namespace: 'demo',
      uid: 'aaaaaaaa-0000-4000-8000-000000000001',
      resourceVersion: parts.resourceVersion ?? '1000',
      generation: 4,
      labels: { app: 'shop' },
      ...parts.metadata,
    },
    spec: {
      replicas: parts.replicas ?? 3,
      selector: { matchLabels: { app: 'shop' } },
      template: {
        metadata: { labels: { app: 'shop' } },
        spec: { containers: parts.containers ?? [container({})] },
      },
    },
    status: parts.status ?? { observedGeneration: 4, readyReplicas: 3 },
  };
}

/** The container of the Deployment, with other fields. */
export function container(fields: JsonObject): JsonObject {
  return { name: 'web', image: 'registry.example/shop:1', ports: [{ containerPort: 8080 }], ...fields };
}

/** A Service with the ports and other fields of its spec. */
export function service(ports: JsonValue[], spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'dns', namespace: 'demo', resourceVersion: '400', ...metadata },
    spec: { selector: { app: 'dns' }, ports, ...spec },
  };
}

/** A custom resource with the spec, of the kind whose schema is in the fixtures. */
export function widget(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name: 'nully', namespace: 'demo', resourceVersion: '6', ...metadata },
    spec,
  };
}

/** A Lease, whose times have exactly six digits. */
export function lease(spec: JsonObject): JsonObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'worker-lock', namespace: 'demo', resourceVersion: '300' },
    spec: {
      holderIdentity: 'worker-a',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-02T03:04:05.000000Z',
      renewTime: '2026-01-02T03:04:05.123456Z',
      ...spec,
    },
  };
}
