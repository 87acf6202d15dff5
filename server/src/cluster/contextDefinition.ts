import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClusterAddress, Result } from '../session/ports';
import type { TlsMaterial } from './dispatcher';
import { failed, UnusableError } from './failures';
import { impersonationHeaders } from './impersonation';
import type { JsonValue } from './json';
import type { ClusterEntry, Kubeconfig, UserEntry } from './kubeconfigTypes';
import { findProxy } from './proxy';

/** Everything that a connection by one context needs; nothing of it is shared with another context. */
export interface ContextDefinition {
  readonly name: string;
  readonly address: ClusterAddress;
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly tls: TlsMaterial;
  readonly headers: Record<string, string | string[]>;
  readonly user: UserEntry;
  /** `spec.cluster` of an `ExecCredential`. */
  readonly execCluster: JsonValue;
  /** Two definitions with the same fingerprint are the same. */
  readonly fingerprint: string;
}

/**
 * What the kubeconfig says of a context at this moment. Fails with `unknownContext`, or with `contextUnusable` for
 * what kubectl would refuse too.
 */
export async function defineContext(
  kubeconfig: Kubeconfig,
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<Result<ContextDefinition>> {
  const context = kubeconfig.contexts.get(name);
  if (context === undefined)
    return failed({ kind: 'unknownContext', context: name, known: [...kubeconfig.contexts.keys()] });
  const cluster = kubeconfig.clusters.get(context.cluster);
  const user = context.user === '' ? {} : kubeconfig.users.get(context.user);
  try {
    if (cluster === undefined) throw new UnusableError(missing('cluster', context.cluster));
    if (user === undefined) throw new UnusableError(missing('user', context.user));
    checkUser(user);
    return { kind: 'ok', value: await define(name, cluster, user, environment) };
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    return failed({ kind: 'contextUnusable', context: name, detail: error.message });
  }
}

function missing(what: string, name: string): string {
  return name === '' ? `it names no ${what}` : `its ${what} "${name}" is not in the kubeconfig`;
}

/** Combinations that client-go refuses as contradictory. */
function checkUser(user: UserEntry): void {
  const { impersonate, exec, authProvider } = user;
  if (impersonate?.user === '')
    throw new UnusableError('its user has as-groups, as-uid or as-user-extra without as');
  if (exec !== undefined && authProvider !== undefined)
    throw new UnusableError('its user has both exec and auth-provider');
  if (user.username !== undefined && (user.token !== undefined || user.tokenFile !== undefined))
    throw new UnusableError('its user has both username and token');
  if ((user.clientCertificate === undefined) !== (user.clientKey === undefined))
    throw new UnusableError('its user has only one of client-certificate and client-key');
}

async function define(
  name: string,
  cluster: ClusterEntry,
  user: UserEntry,
  environment: NodeJS.ProcessEnv,
): Promise<ContextDefinition> {
  const server = parseServer(cluster, user);
  const authority = await readAuthority(cluster);
  if (authority !== undefined && cluster.insecureSkipTlsVerify)
    throw new UnusableError('its cluster has both certificate-authority and insecure-skip-tls-verify');
  const proxy = findProxy(server, cluster.proxyUrl, environment);
  const certificateAuthority = authority === undefined ? '' : hash(authority);
  return {
    name,
    address: { server: `${server.origin}${server.pathname.replace(/\/$/, '')}`, certificateAuthority },
    server,
    proxy,
    tls: {
      insecureSkipTlsVerify: cluster.insecureSkipTlsVerify,
      ...(authority === undefined ? {} : { certificateAuthority: authority }),
      ...(cluster.tlsServerName === undefined ? {} : { serverName: cluster.tlsServerName }),
    },
    headers: user.impersonate === undefined ? {} : impersonationHeaders(user.impersonate),
    user,
    execCluster: describeCluster(cluster, authority),
    fingerprint: hash(JSON.stringify([cluster, user, certificateAuthority, proxy])),
  };
}

/** An address without a scheme means https where anything about TLS is said, as in client-go. */
function parseServer(cluster: ClusterEntry, user: UserEntry): URL {
  if (cluster.server === '') throw new UnusableError('its cluster has no server');
  const withTls =
    cluster.certificateAuthority !== undefined ||
    cluster.insecureSkipTlsVerify ||
    user.clientCertificate !== undefined;
  const address = cluster.server.includes('://')
    ? cluster.server
    : `${withTls ? 'https' : 'http'}://${cluster.server}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new UnusableError('the server of its cluster is no http or https address');
  return url;
}

async function readAuthority(cluster: ClusterEntry): Promise<Buffer | undefined> {
  const source = cluster.certificateAuthority;
  if (source === undefined) return undefined;
  const what = 'file' in source ? `certificate-authority ${source.file}` : 'certificate-authority-data';
  const pem =
    'data' in source
      ? Buffer.from(source.data, 'base64')
      : await readFile(source.file).catch(() => {
          throw new UnusableError(`its ${what} cannot be read`);
        });
  try {
    new X509Certificate(pem);
  } catch {
    throw new UnusableError(`its ${what} is no PEM certificate`);
  }
  return pem;
}

function describeCluster(cluster: ClusterEntry, authority: Buffer | undefined): JsonValue {
  return {
    server: cluster.server,
    ...(cluster.tlsServerName === undefined ? {} : { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(authority === undefined ? {} : { 'certificate-authority-data': authority.toString('base64') }),
    ...(cluster.proxyUrl === undefined ? {} : { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.execConfig === undefined ? {} : { config: cluster.execConfig }),
  };
}

function hash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
