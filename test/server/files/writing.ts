import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { FileWriteOutcome } from '../../../server/src/files/outcome';
import { findPlace, indexKinds } from '../../../server/src/files/places';
import { writeObjects, type WriteObjectsOptions } from '../../../server/src/files/writeFile';
import type { FileTarget } from '../../../server/src/files/writing';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import type { Choice, Review } from '../../../server/src/protocol/files';
import { createTopologies } from '../../../server/src/session/topologies';
import type { Clock, Cluster } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import { noSignal, valueOf } from '../cluster/fixture';

/** An object of a file, as far as tests write it. */
export type Manifest = JsonObject & {
  apiVersion: string;
  kind: string;
  metadata: JsonObject & { name?: string; generateName?: string; namespace?: string };
};

export interface Written {
  outcomes: FileWriteOutcome[];
  reviews: Review[];
  choices: Choice[];
}

const realClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    }),
};

/** Writes objects as a user who says yes to everything unless told otherwise, in the namespace `default`. */
export async function write(
  cluster: Cluster,
  manifests: readonly Manifest[],
  options: Partial<WriteObjectsOptions> = {},
): Promise<Written> {
  const [reviews, choices]: [Review[], Choice[]] = [[], []];
  const outcomes = await writeObjects({
    uri: 'file:///manifest.yaml',
    cluster,
    namespace: 'default',
    manager: 'ours',
    clock: realClock,
    signal: noSignal(),
    onProgress: () => undefined,
    choose: (choice) => Promise.resolve(choice.ways[0]?.id),
    how: 'apply',
    ...options,
    objects: await Promise.all(manifests.map((manifest) => targetOf(cluster, manifest))),
    review: async (review) => {
      reviews.push(review);
      return (await options.review?.(review)) ?? true;
    },
    ...(options.choose && {
      choose: (choice) => {
        choices.push(choice);
        return options.choose!(choice);
      },
    }),
  });
  return { outcomes, reviews, choices };
}

async function targetOf(cluster: Cluster, manifest: Manifest): Promise<FileTarget> {
  const { apiVersion, kind, metadata } = manifest;
  const { name, generateName, namespace } = metadata;
  const identity = {
    apiVersion,
    kind,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined ? { name } : generateName !== undefined && { generateName }),
  };
  const served = valueOf(await cluster.resources({ signal: noSignal() }));
  const place = findPlace(identity, { context: cluster.context, namespace: 'default' }, indexKinds(served));
  const key = `${apiVersion} ${kind} ${namespace ?? ''}/${name ?? ''}`;
  const known = await createTopologies().find(cluster, manifest, noSignal());
  return {
    key,
    title: `${kind} ${name ?? generateName ?? ''}`,
    identity,
    object: manifest,
    place,
    topology: place.kind === 'place' ? known : builtinTopology,
    followed: undefined,
  };
}

/** The one outcome, which must be of this kind. */
export function only({ outcomes }: Written, kind: string): FileWriteOutcome {
  assert.equal(outcomes.length, 1);
  assert.equal(outcomes[0]!.result.kind, kind, inspect(outcomes, { depth: 8 }));
  return outcomes[0]!;
}

/** Applies by kubectl on the server as the manager `ours`; fails the test where kubectl does. */
export async function kubectlApply(
  controlPlane: ControlPlane,
  manifest: Manifest,
  ...more: string[]
): Promise<void> {
  const args = ['apply', '--server-side', '--field-manager=ours', ...more, '-f', '-'];
  const { code, stderr } = await controlPlane.kubectl(args, { stdin: JSON.stringify(manifest) });
  assert.equal(code, 0, stderr);
}

/**
 * An object by kubectl, without what two twins cannot have in common: `own` is what its name and all else of it holds.
 * Managed fields stand in the order of their managers, not of the second in which each has written last.
 */
export async function twin(
  controlPlane: ControlPlane,
  { type, name, own = name }: { type: string; name: string; own?: string },
): Promise<unknown> {
  const { code, stdout, stderr } = await controlPlane.kubectl([
    ...['get', type, name, '-o', 'json', '--show-managed-fields'],
  ]);
  assert.equal(code, 0, stderr);
  const text = stdout
    .replaceAll(own, 'NAME')
    .replaceAll(/"(?:time|creationTimestamp|lastTransitionTime)": ".*?"/g, '"at": ""')
    .replaceAll(/"(?:uid|resourceVersion|clusterIP)": ".*?"/g, '"own": ""');
  const object = JSON.parse(text) as { metadata: { managedFields?: Record<string, unknown>[] } };
  const order = ({ manager, operation, subresource }: Record<string, unknown>): string =>
    JSON.stringify([manager, operation, subresource]);
  object.metadata.managedFields?.sort((one, other) => order(one).localeCompare(order(other)));
  return object;
}
