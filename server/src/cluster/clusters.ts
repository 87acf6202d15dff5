import type { Cluster, Clusters, Result, WriteLog } from '../session/ports';
import type { ContextSummary } from '../protocol/messages';
import { createCluster } from './cluster';
import { type Connection, createConnection } from './connection';
import { type ContextDefinition, defineContext } from './contextDefinition';
import { createCredentials } from './credentials';
import { parseKubeconfigYaml } from './kubeconfig';
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
  const known = new Map<string, { fingerprint: string; cluster: Cluster }>();

  const open = (context: ContextDefinition): Cluster => {
    const connection = connectBy(context, options, ending.signal);
    connections.add(connection);
    const cluster = createCluster(connection, context.address);
    known.set(context.name, { fingerprint: context.fingerprint, cluster });
    return cluster;
  };

  return {
    async contexts() {
      const kubeconfig = await read();
      return kubeconfig.kind === 'failed' ? kubeconfig : { kind: 'ok', value: summarize(kubeconfig.value) };
    },
    async connect(name): Promise<Result<Cluster>> {
      const kubeconfig = await read();
      if (kubeconfig.kind === 'failed') return kubeconfig;
      const context = await defineContext(kubeconfig.value, name, options.environment);
      if (context.kind === 'failed') return context;
      const before = known.get(name);
      const unchanged = before?.fingerprint === context.value.fingerprint;
      return { kind: 'ok', value: unchanged ? before.cluster : open(context.value) };
    },
    async dispose() {
      ending.abort();
      await Promise.all([...connections].map((connection) => connection.close()));
    },
  };
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
