import { join } from 'node:path';
import type { ControlPlane } from './controlPlane';
import { ControlPlaneError } from './errors';

/** The namespace of the demo objects. */
export const demoNamespace = 'shop';

/** The manifests of the demo objects, one file each. */
export const demoFolder = join(__dirname, 'demo');

const independent = ['node', 'namespace', 'configmap', 'secret', 'service', 'deployment', 'hpa'];

/**
 * Applies the demo objects and resolves when the Deployment `web` is rolled out, which needs the controllers and
 * kwok. Throws a ControlPlaneError with kubectl's words where it refuses.
 */
export async function loadDemo(controlPlane: ControlPlane): Promise<void> {
  const run = async (...args: string[]) => {
    const { code, stderr } = await controlPlane.kubectl(args);
    if (code !== 0) throw new ControlPlaneError(`kubectl ${args.join(' ')} failed:\n${stderr}`);
  };
  const files = (names: readonly string[]) => names.flatMap((name) => ['-f', manifest(name)]);
  const definition = 'customresourcedefinition/promotions.shop.example.com';
  await run('apply', ...files([...independent, 'customresourcedefinition']));
  await run('wait', '--for=condition=Established', '--timeout=30s', definition);
  await run('apply', ...files(['promotion']));
  await run(
    ...['patch', '-n', demoNamespace, 'promotion/autumn', '--subresource=status', '--type=merge'],
    ...['--patch-file', manifest('promotion-status')],
  );
  await run('rollout', 'status', '-n', demoNamespace, 'deployment/web', '--timeout=60s');
}

function manifest(name: string): string {
  return join(demoFolder, `${name}.yaml`);
}
