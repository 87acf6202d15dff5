import { startControlPlane, type ControlPlane } from './controlPlane';
import { demoNamespace, loadDemo } from './demo';
import { ControlPlaneError } from './errors';

/** `npm run cluster`: a control plane with the demo objects, until it is interrupted. */
async function main(): Promise<void> {
  const stops: (() => Promise<void>)[] = []; // until there is one, the end of this process is what stops everything
  const end = () => {
    console.log('\nStopping the control plane.');
    void Promise.all(stops.map((stop) => stop())).finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);

  const controlPlane = await timed('Starting etcd, the API server, the controllers and kwok', () =>
    startControlPlane({
      name: 'demo',
      namespace: demoNamespace,
      controllers: true,
      kwok: true,
      report: (line) => console.log(line),
    }),
  );
  stops.push(() => controlPlane.stop());
  await timed('Applying the demo objects and waiting for the rollout', () => loadDemo(controlPlane));
  console.log(describe(controlPlane));
  setInterval(() => undefined, 60_000); // stay until a signal comes
}

/** Says what is being done and, at the end, for how long it went. */
async function timed<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  console.log(`${what} …`);
  const result = await step();
  console.log(`  done in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return result;
}

function describe({ server, folder, kubeconfigs, kubectlFile }: ControlPlane): string {
  return `
The control plane serves ${server}. Its logs are in ${folder}/logs.

  export KUBECONFIG=${kubeconfigs.admin}

Where no kubectl is installed:

  alias kubectl=${kubectlFile}

Other users: ${kubeconfigs.limited} (may read and update, but not watch),
             ${kubeconfigs.none} (may do nothing).

Ctrl+C stops it and removes everything.`;
}

main().catch((error: unknown) => {
  console.error(error instanceof ControlPlaneError ? error.message : error);
  process.exit(1);
});
