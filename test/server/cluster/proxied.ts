import { join } from 'node:path';
import type { Cluster } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, startFaultProxy } from '../faultProxy';
import { makeClusters } from './fixture';

/** A control plane, a proxy in front of it that makes faults, and the admin's connection through it. */
export interface ProxiedCluster {
  readonly controlPlane: ControlPlane;
  readonly proxy: FaultProxy;
  readonly cluster: Cluster;
  readonly stop: () => Promise<void>;
}

/** Starts them. The context is `prod`. */
export async function startProxiedCluster(): Promise<ProxiedCluster> {
  const controlPlane = await startControlPlane();
  const proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'by proxy');
  const { server } = proxy;
  const { caFile: certificateAuthority, tokens } = controlPlane;
  await writeKubeconfig(kubeconfig, [
    { context: 'prod', server, certificateAuthority, user: { token: tokens.admin } },
  ]);
  const clusters = makeClusters(kubeconfig);
  const stop = async (): Promise<void> => {
    await clusters.dispose();
    await proxy.close();
    await controlPlane.stop();
  };
  return { controlPlane, proxy, cluster: await clusters.open('prod'), stop };
}
