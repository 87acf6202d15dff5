/** A ConfigMap with `mode: fast`. */
export function settingsMap(name: string, data: Record<string, string> = { mode: 'fast' }): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

/** A Deployment of 3 replicas with one container `web`, which has a port, a variable and a limit. */
export function deployment(name: string): object {
  const labels = { app: name };
  const container = {
    name: 'web',
    image: 'registry.example/shop:1',
    ports: [{ containerPort: 8080 }],
    env: [{ name: 'A', value: '1' }],
  };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: { replicas: 3, selector: { matchLabels: labels }, template },
  };
}

/** The custom resource `widgets.v1.example.dev`: a size, a list keyed by `id`, one that is a single value, a status. */
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: widgetSchema() },
      },
    ],
  },
};

/** A Widget. */
export function widget(name: string, spec: object = {}): object {
  return {
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name },
    spec: { size: 3, ...spec },
  };
}

function widgetSchema(): object {
  const item = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, weight: { type: 'integer' } },
  };
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['id'] };
  const list = { type: 'array', items: item };
  const spec = {
    type: 'object',
    properties: {
      size: { type: 'integer', minimum: 0 },
      keyed: { ...list, ...keyed },
      single: { ...list, 'x-kubernetes-list-type': 'atomic' },
    },
  };
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return { type: 'object', properties: { spec, status } };
}
