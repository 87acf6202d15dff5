import { setTimeout as wait } from 'node:timers/promises';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { Random } from '../merge/random';

/** What happens to the cluster itself: the API server is killed or frozen, or the database is killed. */
export type Disruption = 'killApiServer' | 'freezeApiServer' | 'killEtcd';

/** One of them; killing takes several seconds, so it is rarer than freezing. */
export function chooseDisruption(random: Random): Disruption {
  return random.pick([
    'freezeApiServer',
    'freezeApiServer',
    'killApiServer',
    'killApiServer',
    'killEtcd',
  ] as const)!;
}

/** Makes it happen, and resolves when the cluster is up again. */
export async function disrupt(controlPlane: ControlPlane, kind: Disruption, random: Random): Promise<void> {
  switch (kind) {
    case 'killApiServer':
      return controlPlane.restart('kube-apiserver');
    case 'killEtcd':
      return controlPlane.restart('etcd');
    case 'freezeApiServer':
      controlPlane.suspend('kube-apiserver');
      await wait(800 + random.below(1_500));
      controlPlane.resume('kube-apiserver');
  }
}
