import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from './api';
import type { Counts, Torture } from './context';
import { crewNames } from './crew';
import type { Account } from './ledger';
import { namespace, rackDefinition, targetObjects } from './objects';

/** Makes the objects, and the custom resource's definition. */
export async function createObjects(api: Api): Promise<void> {
  const post = async (path: string, body: unknown): Promise<void> => {
    for (let left = 100; ; left--) {
      const { status, object } = await api.send({ method: 'POST', path, body });
      if (status === 201) return;
      // A new resource is served a moment later.
      if (status !== 404 || left === 0) throw new Error(JSON.stringify(object));
      await wait(100);
    }
  };
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', rackDefinition);
  for (const { collectionPath, initial } of targetObjects) await post(collectionPath, initial);
}

/** The books of a run that begins. */
export function createTorture(
  parts: Pick<Torture, 'seed' | 'controlPlane' | 'api' | 'counts' | 'journal'>,
): Torture {
  const accounts = new Map<string, Account>();
  return {
    ...parts,
    writers: crewNames,
    shared: new Map(targetObjects.map(({ name }) => [name, new Set(['nobody'])])),
    account(target, writer) {
      const key = `${target.name} ${writer.name}`;
      const account = accounts.get(key) ?? { settled: [], perhaps: [] };
      accounts.set(key, account);
      return account;
    },
  };
}

/** Nothing has happened yet. */
export function noCounts(): Counts {
  return {
    rounds: 0,
    saves: 0,
    merges: 0,
    conflicts: 0,
    strangeConflicts: 0,
    unknown: 0,
    problems: {},
    moved: 0,
    faults: {},
    restarts: 0,
    increments: 0,
    undos: 0,
    reloads: 0,
    kubectl: 0,
    checkpoints: 0,
  };
}
