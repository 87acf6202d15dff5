import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import type { ListTopology } from '../../../server/src/merge/topology';
import type { ControlPlane } from '../../cluster/controlPlane';

/** An object as the API server has filled it in, and what it publishes of its kind. */
export interface LiveManifest {
  readonly object: JsonObject;
  readonly topology: ListTopology;
}

/** Creates Deployments, StatefulSets, Ingresses and definitions of custom resources of several sizes. */
export async function createLiveManifests(controlPlane: ControlPlane): Promise<LiveManifest[]> {
  const request = async (path: string, body?: JsonObject): Promise<JsonObject> => {
    const answer = await controlPlane.request({
      path,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as JsonObject;
  };
  const live: LiveManifest[] = [];
  for (const { group, resource, objects } of collections) {
    const openApi: JsonValue = await request(`/openapi/v3/apis/${group}/v1`);
    const isNamespaced = resource !== 'customresourcedefinitions';
    const path = `/apis/${group}/v1/${isNamespaced ? 'namespaces/default/' : ''}${resource}`;
    for (const object of objects) {
      const topology = openApiTopology(openApi, { group, version: 'v1', kind: object['kind'] as string });
      assert.ok(topology);
      live.push({ object: await request(path, object), topology });
    }
  }
  return live;
}

const small = { containers: 1, variables: 0, extras: false };
const usual = { containers: 2, variables: 6, extras: true };
const large = { containers: 4, variables: 25, extras: true };

const collections: readonly { group: string; resource: string; objects: readonly JsonObject[] }[] = [
  {
    group: 'apps',
    resource: 'deployments',
    objects: [small, usual, large].map((size, index) => makeDeployment(`merged-${index}`, size)),
  },
  {
    group: 'apps',
    resource: 'statefulsets',
    objects: [small, usual, large].map((size, index) => makeStatefulSet(`merged-${index}`, size)),
  },
  {
    group: 'networking.k8s.io',
    resource: 'ingresses',
    objects: [1, 4].map((count) => makeIngress(`merged-${count}`, count)),
  },
  {
    group: 'apiextensions.k8s.io',
    resource: 'customresourcedefinitions',
    objects: [3, 20].map((count) => makeDefinition(`Merged${count}`, count)),
  },
];

type Size = typeof small;

function makeMetadata(name: string): JsonObject {
  return {
    name,
    labels: { app: name, tier: 'backend', 'example.dev/team': 'shop' },
    annotations: {
      'example.dev/note': 'as created',
      'example.dev/runbook': 'https://example.dev/runbook',
      'example.dev/checked': 'true',
    },
    finalizers: ['example.dev/first', 'example.dev/second'],
  };
}

function makeDeployment(name: string, size: Size): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: makeMetadata(name),
    spec: { replicas: 2, selector: { matchLabels: { app: name } }, template: makeTemplate(name, size) },
  };
}

function makeStatefulSet(name: string, size: Size): JsonObject {
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: makeMetadata(name),
    spec: {
      serviceName: name,
      selector: { matchLabels: { app: name } },
      template: makeTemplate(name, size),
      volumeClaimTemplates: [claim],
    },
  };
}

function makeTemplate(name: string, size: Size): JsonObject {
  const names = ['web', 'proxy', 'metrics', 'log-shipper'].slice(0, size.containers);
  const extras = {
    initContainers: [makeContainer('migrate', size), makeContainer('warm-up', small)],
    volumes: [
      { name: 'data', emptyDir: {} },
      { name: 'settings', configMap: { name: 'settings' } },
      { name: 'token', secret: { secretName: 'token' } },
    ],
    imagePullSecrets: [{ name: 'registry' }],
  };
  const containers = names.map((container) => makeContainer(container, size));
  return {
    metadata: { labels: { app: name }, ...(size.extras && { annotations: { 'example.dev/scrape': 'yes' } }) },
    spec: { containers, ...(size.extras && extras) },
  };
}

function makeContainer(name: string, { variables, extras }: Size): JsonObject {
  const env = Array.from({ length: variables }, (_, index): JsonObject => {
    if (index % 5 !== 4) return { name: `SETTING_${index}`, value: `value ${index}` };
    return { name: `SECRET_${index}`, valueFrom: { secretKeyRef: { name: 'token', key: `key-${index}` } } };
  });
  const container = { name, image: `registry.example/${name}:1` };
  if (!extras) return container;
  const probe = { httpGet: { path: '/healthy', port: 8080 } };
  return {
    ...container,
    args: ['--verbose'],
    env,
    ports: [
      { containerPort: 8080, name: 'http' },
      { containerPort: 9090, name: 'metrics' },
      { containerPort: 8080, protocol: 'UDP' },
    ],
    resources: { limits: { memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
    volumeMounts: [
      { mountPath: '/data', name: 'data' },
      { mountPath: '/etc/settings', name: 'settings', readOnly: true },
    ],
    ...(['migrate', 'warm-up'].includes(name) ? {} : { readinessProbe: probe, livenessProbe: probe }),
  };
}

function makeIngress(name: string, count: number): JsonObject {
  const backend = { service: { name, port: { number: 80 } } };
  const rules = Array.from({ length: count }, (_, index) => ({
    host: `host-${index}.example`,
    http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
  }));
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: makeMetadata(name),
    spec: { ingressClassName: 'nginx', defaultBackend: backend, rules },
  };
}

function makeDefinition(kind: string, count: number): JsonObject {
  const [singular, group] = [kind.toLowerCase(), 'merge.example.dev'];
  const fields = Array.from({ length: count }, (_, index) => [
    `field${index}`,
    { type: index % 2 === 0 ? 'string' : 'integer', description: `The field number ${index}.` },
  ]);
  const spec = { type: 'object', properties: Object.fromEntries(fields) as JsonObject };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    // A definition with a finalizer of somebody else would never go away.
    metadata: { ...makeMetadata(`${singular}s.${group}`), finalizers: [] },
    spec: {
      group,
      names: { kind, plural: `${singular}s`, singular, shortNames: [`${singular[0]}${count}`] },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
