import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { ControlPlane } from '../cluster/controlPlane';
import { demoNamespace } from '../cluster/demo';
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

/** Runs kubectl as the admin in the namespace of the demo objects; resolves to what it prints, fails the test where it fails. */
export type RunKubectl = (...args: string[]) => Promise<string>;

/** kubectl for the tests of a suite with a demo cluster. */
export function useKubectl(cluster: () => ControlPlane): RunKubectl {
  return async (...args) => {
    const { code, stdout, stderr } = await cluster().kubectl(['-n', demoNamespace, ...args]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
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
