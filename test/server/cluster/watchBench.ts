import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { Cluster, WatchItem } from '../../../server/src/session/ports';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../faultProxy';
import { apply, makeClusters, noSignal, type TestClusters, valueOf } from './fixture';

/** A cluster behind a proxy, and namespaces in it: each test has one of its own, and with it watches of its own. */
export interface WatchBench {
  readonly controlPlane: ControlPlane;
  readonly proxy: FaultProxy;
  /** Contexts `prod`, with all rights, and `named`, with those that a test gives. */
  readonly clusters: TestClusters;
  readonly kubeconfig: string;
  namespace: () => string;
  /** Begins a namespace, and forgets faults. */
  begin: () => Promise<void>;
  kubectl: (...args: string[]) => Promise<string>;
  configMap: (name: string) => ObjectRef;
  /** Writes the value of each ConfigMap; the others stay as they are. */
  write: (values: Record<string, string>) => Promise<void>;
  /** What the user of the context `named` may do with ConfigMaps of the namespace from now on. */
  allow: (rule: { resourceNames?: string[]; verbs: string[] }) => Promise<void>;
  followAll: (cluster: Cluster, names: string[]) => Promise<Following[]>;
  /** Requests of the namespace that are so, and how many. */
  requests: (which: (request: SeenRequest) => boolean) => SeenRequest[];
  count: (which: (request: SeenRequest) => boolean) => number;
  /** A watch of the collection stands for all of these. */
  untilShared: (following: Following[]) => Promise<void>;
  stop: () => Promise<void>;
}

/** One who follows an object, and what has come so far. */
export interface Following {
  /** Kinds of items, of objects with their value; no bookmarks. */
  seen: string[];
  items: WatchItem[];
  isOver: () => boolean;
  stop: () => void;
}

/** Gives the test file that calls it a bench, with a namespace of its own for each test; to be had once tests run. */
export function useWatchBench(): () => WatchBench {
  let bench: WatchBench | undefined;
  const running = (): WatchBench => bench ?? assert.fail('the bench has not been started');
  before(async () => {
    bench = await startWatchBench();
  });
  beforeEach(() => running().begin());
  after(() => bench?.stop());
  return running;
}

async function startWatchBench(): Promise<WatchBench> {
  const controlPlane = await startControlPlane();
  const proxy = await startFaultProxy(controlPlane);
  const kubeconfig = join(controlPlane.folder, 'by proxy');
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: 'prod', server: proxy.server }),
    controlPlane.contextOf('none', { context: 'named', server: proxy.server }),
  ]);
  const clusters = makeClusters(kubeconfig, { requestTimeoutMilliseconds: () => 30_000 });
  let namespaces = 0;
  const namespace = (): string => `shared-${namespaces}`;
  const kubectl = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await controlPlane.kubectl(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const configMap = (name: string): ObjectRef => ({
    context: 'prod',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: namespace(),
    name,
  });
  const requests: WatchBench['requests'] = (which) =>
    proxy.requests.filter((one) => one.url.includes(`/namespaces/${namespace()}/`) && which(one));

  return {
    controlPlane,
    proxy,
    clusters,
    kubeconfig,
    namespace,
    async begin() {
      proxy.clear();
      namespaces += 1;
      await kubectl('create', 'namespace', namespace());
    },
    kubectl,
    configMap,
    async write(values) {
      const objects = Object.entries(values).map(([name, value]) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: namespace() },
        data: { a: value },
      }));
      await apply(controlPlane, manifestOf(objects));
    },
    allow: (rule) => apply(controlPlane, manifestOf(rightsOf('none', namespace(), rule))),
    followAll: (cluster, names) => Promise.all(names.map((name) => follow(cluster, configMap(name)))),
    requests,
    count: (which) => requests(which).length,
    async untilShared(following) {
      await until(
        () => requests(isSharedWatch).length > 0 && following.every(({ seen }) => seen.includes('started')),
        () => following.map(({ seen }) => seen),
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
    async stop() {
      await clusters.dispose();
      await proxy.close();
      await controlPlane.stop();
    },
  };
}

/** Follows an object from the version that it has now, or from the given one. */
export async function follow(
  cluster: Cluster,
  ref: ObjectRef,
  { from, reread = false }: { from?: string; reread?: boolean } = {},
): Promise<Following> {
  const ending = new AbortController();
  const { signal } = ending;
  const items: WatchItem[] = [];
  const seen: string[] = [];
  let isOver = false;
  const resourceVersion = from ?? (await versionOf(cluster, ref));
  const read = async (): Promise<void> => {
    for await (const item of cluster.watch({ ref, resourceVersion, reread, signal })) {
      items.push(item);
      if (item.kind !== 'BOOKMARK') seen.push(describe(item));
    }
    isOver = true;
  };
  void read();
  return { seen, items, isOver: () => isOver, stop: () => ending.abort() };
}

/** The version that an object has now. */
export async function versionOf(cluster: Cluster, ref: ObjectRef): Promise<string> {
  const { metadata } = valueOf(await cluster.get(ref, noSignal()));
  return (metadata as { resourceVersion: string }).resourceVersion;
}

/** Waits until this holds; fails with `what` where it does not within a time that is enough on a busy machine. */
export async function until(holds: () => boolean, what: () => unknown = () => ''): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!holds()) {
    if (Date.now() > deadline) assert.fail(`it did not come about: ${JSON.stringify(what())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function stopAll(following: Following[]): void {
  following.forEach(({ stop }) => stop());
}

/** What each has seen, in one text each. */
export function seenBy(following: Following[]): string[] {
  return following.map(({ seen }) => seen.join());
}

export function isWatch({ url }: SeenRequest): boolean {
  return url.includes('watch=1');
}

/** A watch of a collection. */
export function isSharedWatch(request: SeenRequest): boolean {
  return isWatch(request) && !request.url.includes('fieldSelector');
}

export function isList({ url }: SeenRequest): boolean {
  return url.includes('limit=');
}

function describe(item: WatchItem): string {
  if (!('object' in item)) return item.kind;
  const data = item.object['data'] as { a: string } | undefined;
  return data === undefined ? item.kind : `${item.kind} ${data.a}`;
}

function rightsOf(user: string, namespace: string, rule: object): object[] {
  const metadata = { name: 'limits', namespace };
  const apiGroup = 'rbac.authorization.k8s.io';
  const apiVersion = `${apiGroup}/v1`;
  const rules = [{ apiGroups: [''], resources: ['configmaps'], ...rule }];
  const roleRef = { apiGroup, kind: 'Role', name: 'limits' };
  const subjects = [{ apiGroup, kind: 'User', name: user }];
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects },
  ];
}

function manifestOf(objects: object[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n---\n');
}
