import { renderManifest } from '../../server/src/manifest/render';
import type { JsonObject } from '../../server/src/merge/json';
import type { BareApi } from './bareApi';
import { planBenchObject } from './benchObjects';
import { applyQuery } from './manifestFile';

/** The text of a file of many objects, and where they are in the cluster. */
export interface ManyManifests {
  text: string;
  count: number;
}

/** Applies 200 objects of four kinds in two namespaces of this prefix. The file states all that is in the cluster. */
export async function createManyManifests(api: BareApi, prefix: string): Promise<ManyManifests> {
  const namespaces = [`${prefix}-shop`, `${prefix}-bank`];
  for (const name of namespaces) await api.post('/api/v1/namespaces', { metadata: { name } });
  const planned = Array.from({ length: count }, (_, index) =>
    planManifest(index, namespaces[index % namespaces.length]!),
  );
  for (const { path, object } of planned) await api.apply(`${path}?${applyQuery}`, JSON.stringify(object));
  return { text: planned.map(({ object }) => renderManifest(object)).join('---\n'), count };
}

/** Of ten objects four are ConfigMaps, three Deployments, two Services and one a ServiceAccount, as in shops' files. */
function planManifest(index: number, namespace: string): { path: string; object: JsonObject } {
  const name = `part-${index}`;
  const place = Math.floor(index / 2) % 10;
  if (place < 4) return planBenchObject({ kind: 'configMap', name, namespace, bytes: 800 });
  if (place < 7) return planBenchObject({ kind: 'deployment', name, namespace, bytes: 2_000 });
  const metadata = { name, namespace, labels: { app: name } };
  const root = `/api/v1/namespaces/${namespace}`;
  if (place < 9) {
    const ports = [{ name: 'web', port: 80, protocol: 'TCP', targetPort: 8080 }];
    const spec = { selector: { app: name }, ports };
    return {
      path: `${root}/services/${name}`,
      object: { apiVersion: 'v1', kind: 'Service', metadata, spec },
    };
  }
  return {
    path: `${root}/serviceaccounts/${name}`,
    object: {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata,
      automountServiceAccountToken: false,
    },
  };
}

const count = 200;
