import { after, before } from 'node:test';
import type { ControlPlane } from '../cluster/controlPlane';
import { startDemoCluster } from '../run/demoCluster';
import { startWorkbench } from './workbench';
import type { Workbench, WorkbenchOptions } from './workbench';

/** Gives the suite that calls it a cluster with the demo objects; to be had once its tests run. */
export function useDemoCluster(): () => ControlPlane {
  return useThing(startDemoCluster);
}

/** Gives the suite that calls it a workbench; to be had once its tests run. `options` is asked when it starts. */
export function useWorkbench(options: () => WorkbenchOptions): () => Workbench {
  return useThing(() => startWorkbench(options()));
}

function useThing<T extends { stop: () => Promise<void> }>(start: () => Promise<T>): () => T {
  let thing: T | undefined;
  before(async () => {
    thing = await start();
  });
  after(() => thing?.stop());
  return () => {
    if (thing === undefined) throw new Error('It is there only while tests run.');
    return thing;
  };
}
