import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { createClusters, type ClustersOptions } from '../../../server/src/cluster/clusters';
import type { Cluster, Clusters, Failure, Result } from '../../../server/src/session/ports';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { ControlPlane } from '../../cluster/controlPlane';

/** Clusters under test, and every line that they have logged. */
export interface TestClusters extends Clusters {
  readonly log: string[];
  /** A connection by this context; fails the test where there is none. */
  open(context: string): Promise<Cluster>;
  dispose(): Promise<void>;
}

/** Clusters of these kubeconfig files, with 30 s for a request and nothing of this process's environment but PATH. */
export function makeClusters(kubeconfig: string, options: Partial<ClustersOptions> = {}): TestClusters {
  const log: string[] = [];
  const clusters = createClusters({
    kubeconfig: () => kubeconfig,
    requestTimeoutMilliseconds: () => 30_000,
    environment: { PATH: process.env['PATH'] },
    log: (line) => void log.push(line),
    version: '1.2.3',
    ...options,
  });
  return { ...clusters, log, open: async (context) => valueOf(await clusters.connect(context)) };
}

/** The value of a result; fails the test where there is none. */
export function valueOf<T>(result: Result<T>): T {
  assert.ok(result.kind === 'ok', inspect(result, { depth: 6 }));
  return result.value;
}

/** The failure of a result, which must be of this kind. */
export function failureOf<Kind extends Failure['kind']>(
  result: { kind: string; failure?: Failure },
  kind: Kind,
): Extract<Failure, { kind: Kind }> {
  assert.equal(result.failure?.kind, kind, inspect(result, { depth: 6 }));
  return result.failure as Extract<Failure, { kind: Kind }>;
}

/** A signal that never comes. */
export function noSignal(): AbortSignal {
  return new AbortController().signal;
}

/** A folder for the files of one test file; it goes with `remove`. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Makes the objects of a manifest as the admin; fails the test where kubectl does. */
export async function apply(controlPlane: ControlPlane, manifest: string): Promise<void> {
  const { code, stderr } = await controlPlane.kubectl(['apply', '-f', '-'], { stdin: manifest });
  assert.equal(code, 0, stderr);
}

/** A ConfigMap's reference. */
export function configMap(context: string, namespace: string, name: string): ObjectRef {
  return { context, group: '', version: 'v1', resource: 'configmaps', namespace, name };
}

/** Waits until the condition holds; fails the test where it does not within half a minute. */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'the condition never held');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
