import type { Workbench } from '../session/workbench';
import { customDefinition } from '../../cluster/customDefinition';

/** The custom resource `gadgets.v1.example.dev`: it is scaled by `spec.size`, and has conditions keyed by `type`. */
export const gadgetDefinition = customDefinition({
  group: 'example.dev',
  names: { plural: 'gadgets', kind: 'Gadget' },
  properties: {
    spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } },
    status: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        phase: { type: 'string' },
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            required: ['type'],
            properties: { type: { type: 'string' }, status: { type: 'string' } },
          },
        },
      },
    },
  },
  version: {
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.count' },
    },
  },
});

/** Defines Gadgets; resolves when they are served. */
export async function defineGadgets(bench: Workbench): Promise<void> {
  await bench.create(gadgetDefinition);
  await bench.kubectl('wait', '--for=condition=Established', 'crd/gadgets.example.dev');
}

/** A Gadget of size 3. */
export function gadget(name: string): object {
  return { apiVersion: 'example.dev/v1', kind: 'Gadget', metadata: { name }, spec: { size: 3 } };
}

/** Lets the user `none` do this in the namespace `default`; resolves when it is allowed. */
export async function allowParts(
  bench: Workbench,
  { name, rules }: { name: string; rules: { resources: string[]; verbs: string[] }[] },
): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const metadata = { name, namespace: 'default' };
  await bench.create(
    {
      apiVersion: `${group}/v1`,
      kind: 'Role',
      metadata,
      rules: rules.map((rule) => ({ apiGroups: ['apps'], ...rule })),
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: group, kind: 'Role', name },
      subjects: [{ apiGroup: group, kind: 'User', name: 'none' }],
    },
  );
  for (const { resources, verbs } of rules)
    for (const resource of resources) await untilAllowed(bench, verbs.at(-1) ?? '', resource);
}

async function untilAllowed(bench: Workbench, verb: string, resource: string): Promise<void> {
  const [name = '', subresource] = resource.split('/');
  const part = subresource === undefined ? [] : [`--subresource=${subresource}`];
  const isAllowed = async (): Promise<boolean> => {
    const { stdout } = await bench.controlPlane.kubectl(['auth', 'can-i', verb, name, ...part, '--as=none']);
    return stdout.includes('yes');
  };
  while (!(await isAllowed())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** An entry of an object's `managedFields` without its time, which no two writes share. */
export interface ManagedEntry {
  manager: string;
  operation: string;
  subresource?: string;
  fieldsV1: object;
}

/** Who holds which fields of an object, sorted; the manager `from` under the name `as`. */
export async function managersOf(
  bench: Workbench,
  object: string,
  { from, as }: { from: string; as: string },
): Promise<ManagedEntry[]> {
  const text = await bench.kubectl('get', object, '-o=json', '--show-managed-fields');
  const { metadata } = JSON.parse(text) as {
    metadata: { managedFields: ManagedEntry[] };
  };
  return metadata.managedFields
    .map(({ manager, operation, subresource, fieldsV1 }) => ({
      manager: manager === from ? as : manager,
      operation,
      ...(subresource && { subresource }),
      fieldsV1,
    }))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** The `spec` and `status` of an object. */
export async function partsOf(
  bench: Workbench,
  object: string,
): Promise<{ generation: number; spec: unknown; status: unknown }> {
  const { metadata, spec, status } = JSON.parse(await bench.kubectl('get', object, '-o=json')) as {
    metadata: { generation: number };
    spec: unknown;
    status: unknown;
  };
  return { generation: metadata.generation, spec, status };
}
