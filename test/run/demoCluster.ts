import type { ControlPlane } from '../cluster/controlPlane';
import { startControlPlane } from '../cluster/controlPlane';
import { loadDemo } from '../cluster/demo';
import { showStep } from '../run/steps';

/** A control plane with controllers, nodes and the demo objects. Whoever starts it must stop it. */
export async function startDemoCluster(): Promise<ControlPlane> {
  const controlPlane = await showStep('Starting a Kubernetes control plane', () =>
    startControlPlane({
      name: 'demo',
      controllers: true,
      kwok: true,
      report: (line) => console.log(`  ${line}`),
    }),
  );
  try {
    await showStep('Creating the demo objects', () => loadDemo(controlPlane));
    return controlPlane;
  } catch (error) {
    await controlPlane.stop();
    throw error;
  }
}
