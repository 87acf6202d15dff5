import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import type { Cluster } from '../../../server/src/session/ports';
import type { ControlPlane } from '../../cluster/controlPlane';
import { kubectlApply, type Manifest, twin, write } from './writing';

export interface Twins {
  controlPlane: ControlPlane;
  cluster: Cluster;
  /** As kubectl names it, e.g. `configmap`. */
  type: string;
  /** The object's name, where it is another than the one that `make` gets. */
  nameOf?: (name: string) => string;
  /** The file at each of three steps. */
  make: (name: string, step: number) => Manifest;
  /** What others do to both before each step. */
  between?: (name: string, step: number) => Promise<void>;
  /** The steps at which the fields of others are taken over; at these there must be some. */
  forced?: readonly number[];
}

/**
 * Does the same to two objects, the one by us and the other by `kubectl apply --server-side`, and compares what becomes
 * of them, their managedFields included.
 */
export async function compareTwins({ controlPlane, cluster, type, make, ...more }: Twins): Promise<void> {
  const { between = () => Promise.resolve(), forced = [], nameOf = (own: string) => own } = more;
  const [ours, theirs] = [`ours-${count}`, `theirs-${count++}`];
  for (const step of [0, 1, 2]) {
    await Promise.all([between(ours, step), between(theirs, step)]);
    const isForced = forced.includes(step);
    await applyOurs(cluster, make(ours, step), { isForced });
    await kubectlApply(controlPlane, make(theirs, step), ...(isForced ? ['--force-conflicts'] : []));
    await compare(() =>
      Promise.all([ours, theirs].map((own) => twin(controlPlane, { type, name: nameOf(own), own }))),
    );
  }
}

/** Controllers need a moment for what they say in `status`. */
async function compare(read: () => Promise<unknown[]>): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const [ours, theirs] = await read();
    if (isDeepStrictEqual(ours, theirs)) return;
    if (Date.now() > deadline) assert.deepEqual(ours, theirs);
    await wait(100);
  }
}

let count = 0;

/** Applies as a user does: in vain at first where fields are to be taken over, and then by force. */
async function applyOurs(
  cluster: Cluster,
  manifest: Manifest,
  { isForced }: { isForced: boolean },
): Promise<void> {
  const { outcomes } = await write(cluster, [manifest]);
  const { key, result } = outcomes[0]!;
  if (!isForced) {
    assert.ok(['written', 'unchanged'].includes(result.kind), JSON.stringify(result));
    return;
  }
  assert.ok(result.kind === 'owned', JSON.stringify(result));
  const { conflicts } = result;
  const forced = await write(cluster, [manifest], { takeOver: { key, conflicts } });
  const said = JSON.stringify([forced.outcomes, conflicts.map(({ path }) => formatPointer(path))]);
  assert.equal(forced.outcomes[0]?.result.kind, 'written', said);
}
