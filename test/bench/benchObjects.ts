import type { JsonObject } from '../../server/src/merge/json';
import { type ObjectRef, toUri } from '../../server/src/protocol/objectRef';
import type { BareApi } from './bareApi';

/** The context of the benchmark's kubeconfig. */
export const benchContext = 'bench';

/** An object that figures write. */
export interface PlannedObject {
  ref: ObjectRef;
  /** Below the API server's address. */
  path: string;
  collectionPath: string;
  object: JsonObject;
}

/** An object in the cluster that figures open, write and watch. */
export interface BenchObject extends Omit<PlannedObject, 'object'> {
  uri: string;
  /** As the API server answered its creation. */
  created: JsonObject;
}

export type BenchKind = 'deployment' | 'configMap';

export interface BenchObjectOptions {
  kind: BenchKind;
  name: string;
  bytes: number;
  namespace?: string;
}

/** Creates an object whose text has about this many bytes. Its annotation `example.dev/round` says `round 0`. */
export async function createBenchObject(api: BareApi, options: BenchObjectOptions): Promise<BenchObject> {
  const { object, ...planned } = planBenchObject(options);
  const created = await api.post(planned.collectionPath, object);
  return { ...planned, uri: toUri(planned.ref), created };
}

/** The same object before it is there. It names its namespace where the options do. */
export function planBenchObject({ kind, name, bytes, namespace }: BenchObjectOptions): PlannedObject {
  const resource =
    kind === 'deployment'
      ? { group: 'apps', version: 'v1', resource: 'deployments' }
      : { group: '', version: 'v1', resource: 'configmaps' };
  const ref = { context: benchContext, namespace: namespace ?? 'default', ...resource, name };
  const root = ref.group === '' ? '/api/v1' : `/apis/${ref.group}/${ref.version}`;
  const collectionPath = `${root}/namespaces/${ref.namespace}/${ref.resource}`;
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    annotations: { 'example.dev/note': 'as created', 'example.dev/round': 'round 0' },
    labels: { app: name },
  };
  const object = kind === 'deployment' ? makeDeployment(metadata, bytes) : makeConfigMap(metadata, bytes);
  return { ref, path: `${collectionPath}/${name}`, collectionPath, object };
}

/** The same text, of an object in YAML or JSON, with another value in the annotation `example.dev/round`. */
export function setRound(text: string, round: number): string {
  return text.replace(/round \d+/, `round ${round}`);
}

/** Environment variables take up the bytes, as they do in real Deployments. */
function makeDeployment(metadata: { name: string } & JsonObject, bytes: number): JsonObject {
  const variables = Math.max(1, Math.round((bytes - deploymentBytes) / bytesOfVariable));
  const env = Array.from({ length: variables }, (_, index) => ({
    name: `SETTING_${String(index).padStart(4, '0')}`,
    value: `value of the setting number ${String(index).padStart(4, '0')}`,
  }));
  const labels = { app: metadata.name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'registry.example/web:1', env }] },
      },
    },
  };
}

/** Files of at most 10 KB, with lines as configuration files have them. */
function makeConfigMap(metadata: JsonObject, bytes: number): JsonObject {
  const lines = Math.max(1, Math.round(bytes / bytesOfLine));
  const files = Math.ceil(bytes / bytesOfFile);
  const data = Array.from({ length: files }, (_, file) => [
    `settings-${file}.conf`,
    Array.from({ length: Math.round(lines / files) }, (__, line) =>
      `key.number.${line} = "a value: ${line}"`.padEnd(bytesOfLine - 5).concat('#\n'),
    ).join(''),
  ]);
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: Object.fromEntries(data) as JsonObject };
}

const deploymentBytes = 1_100;
const bytesOfVariable = 76;
const bytesOfLine = 60;
const bytesOfFile = 10_000;
