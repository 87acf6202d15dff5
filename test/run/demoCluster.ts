import type { ControlPlane } from '../cluster/controlPlane';
import { startControlPlane } from '../cluster/controlPlane';
import { demoNamespace, loadDemo } from '../cluster/demo';
import { showStep } from '../run/steps';

/** A control plane with controllers, nodes and the demo objects, whose namespace is the context's own. Whoever starts it must stop it. */
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
    await showStep('Creating the demo objects', async () => {
      await loadDemo(controlPlane);
      await controlPlane.kubectl(['config', 'set-context', '--current', '--namespace', demoNamespace]);
    });
    return controlPlane;
  } catch (error) {
    await controlPlane.stop();
    throw error;
  }
}
