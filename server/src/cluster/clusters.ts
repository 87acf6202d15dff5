import type { Cluster, Clusters, Result, WriteLog } from '../session/ports';
import type { ContextSummary } from '../protocol/messages';
import { createCluster } from './cluster';
import { type Connection, createConnection } from './connection';
import { type ContextDefinition, defineContext } from './contextDefinition';
import { createCredentials } from './credentials';
import { parseKubeconfigYaml } from './kubeconfig';
import { stampFile } from './fileStamp';
import { createKubeconfigReader } from './kubeconfigFiles';
import type { Kubeconfig } from './kubeconfigTypes';

export interface ClustersOptions {
  /** The kubeconfig setting: one path or several, joined as in KUBECONFIG; empty for kubectl's own rules. */
  kubeconfig: () => string;
  requestTimeoutMilliseconds: () => number;
  environment: NodeJS.ProcessEnv;
  log: WriteLog;
  /** The extension's version, for the User-Agent. */
  version: string;
}

/**
 * The clusters of the kubeconfig. A context that has not changed keeps its Cluster, and with it its login and its open
 * connections. `dispose` cuts off all requests and closes all sockets.
 */
export function createClusters(options: ClustersOptions): Clusters & { dispose(): Promise<void> } {
  const read = createKubeconfigReader({
    setting: options.kubeconfig,
    environment: options.environment,
    parseYaml: parseKubeconfigYaml,
  });
  const ending = new AbortController();
  const connections = new Set<Connection>();
  const known = new Map<string, Known>();

  const open = (context: ContextDefinition, by: Pick<Known, 'kubeconfig' | 'authority'>): Cluster => {
    const connection = connectBy(context, options, ending.signal);
    connections.add(connection);
    const cluster = createCluster(connection, context.address);
    known.set(context.name, { ...by, fingerprint: context.fingerprint, cluster });
    return cluster;
  };

  return {
    async contexts() {
      const kubeconfig = await read();
      return kubeconfig.kind === 'failed' ? kubeconfig : { kind: 'ok', value: summarize(kubeconfig.value) };
    },
    async connect(name): Promise<Result<Cluster>> {
      const before = known.get(name);
      // Each write waits for this: all files are looked at at once, as if the kubeconfig had not changed.
      const [kubeconfig, stamp] = await Promise.all([
        read(),
        before && stampAuthority(before.kubeconfig, name),
      ]);
      if (kubeconfig.kind === 'failed') return kubeconfig;
      const isUnchanged = before?.kubeconfig === kubeconfig.value;
      const authority = isUnchanged ? stamp : await stampAuthority(kubeconfig.value, name);
      const by = { kubeconfig: kubeconfig.value, authority };
      if (before !== undefined && authority !== undefined && isSame(before, by))
        return { kind: 'ok', value: before.cluster };
      const context = await defineContext(kubeconfig.value, name, options.environment);
      if (context.kind === 'failed') return context;
      const latest = known.get(name); // many may have asked at the same time
      if (latest?.fingerprint !== context.value.fingerprint)
        return { kind: 'ok', value: open(context.value, by) };
      known.set(name, { ...latest, ...by });
      return { kind: 'ok', value: latest.cluster };
    },
    async dispose() {
      ending.abort();
      await Promise.all([...connections].map((connection) => connection.close()));
    },
  };
}

/** A cluster and what its connection was made of. */
interface Known {
  kubeconfig: Kubeconfig;
  /** The stamp of the certificate authority's file; undefined where it cannot be relied on. */
  authority: string | undefined;
  fingerprint: string;
  cluster: Cluster;
}

function isSame(
  one: Pick<Known, 'kubeconfig' | 'authority'>,
  other: Pick<Known, 'kubeconfig' | 'authority'>,
): boolean {
  return one.kubeconfig === other.kubeconfig && one.authority === other.authority;
}

/** What tells whether the certificate authority of a context is still the same, without reading it. */
async function stampAuthority(kubeconfig: Kubeconfig, name: string): Promise<string | undefined> {
  const context = kubeconfig.contexts.get(name);
  const source =
    context === undefined ? undefined : kubeconfig.clusters.get(context.cluster)?.certificateAuthority;
  return source !== undefined && 'file' in source ? stampFile(source.file) : 'within the kubeconfig';
}

function connectBy(context: ContextDefinition, options: ClustersOptions, signal: AbortSignal): Connection {
  const { name, server, proxy, tls, headers, user } = context;
  const { environment, log, requestTimeoutMilliseconds } = options;
  return createConnection({
    to: {
      context: name,
      server: context.address.server,
      ...(proxy === undefined ? {} : { proxy: proxy.host }),
    },
    server,
    proxy,
    tls,
    headers,
    credentials: createCredentials({
      context: name,
      user,
      cluster: context.execCluster,
      environment,
      log,
      signal,
    }),
    userAgent: `kubernetes-live-edit/${options.version}`,
    requestTimeoutMilliseconds,
    log,
  });
}

function summarize(kubeconfig: Kubeconfig): ContextSummary[] {
  return [...kubeconfig.contexts].map(([name, context]) => ({
    name,
    cluster: context.cluster,
    server: kubeconfig.clusters.get(context.cluster)?.server ?? '',
    namespace: context.namespace || 'default',
    current: name === kubeconfig.currentContext,
  }));
}
