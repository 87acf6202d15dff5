import { dirname, isAbsolute, join, sep } from 'node:path';
import { isObject, type JsonValue } from './json';
import type {
  ClusterEntry,
  ContextEntry,
  DataOrFile,
  ExecEntry,
  Impersonation,
  Kubeconfig,
  UserEntry,
} from './kubeconfigTypes';

type Raw = Record<string, JsonValue | undefined>;

/** Says which part of a kubeconfig file cannot be used. The message holds names, never values. */
export class KubeconfigError extends Error {}

/**
 * The entries of one file. Relative paths are taken from the file's folder. Throws a KubeconfigError where the
 * document is no kubeconfig.
 */
export function readKubeconfig(document: JsonValue | undefined, path: string): Kubeconfig {
  const folder = dirname(path);
  const root = asMapping(document ?? {}, 'the file');
  if (root['kind'] !== undefined && root['kind'] !== 'Config')
    throw new KubeconfigError('its kind is not Config');
  return {
    currentContext: text(root['current-context']) ?? '',
    contexts: readList(root, 'contexts', 'context', readContext),
    clusters: readList(root, 'clusters', 'cluster', (raw) => readCluster(raw, folder)),
    users: readList(root, 'users', 'user', (raw) => readUser(raw, folder)),
  };
}

/** Several files as one, as `kubectl config view` shows them: the first that says something wins. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const firstWins = <T>(pick: (config: Kubeconfig) => ReadonlyMap<string, T>): Map<string, T> => {
    const merged = new Map<string, T>();
    for (const [name, entry] of configs.flatMap((config) => [...pick(config)]))
      if (!merged.has(name)) merged.set(name, entry);
    return merged;
  };
  return {
    currentContext: configs.find((config) => config.currentContext !== '')?.currentContext ?? '',
    contexts: firstWins((config) => config.contexts),
    clusters: firstWins((config) => config.clusters),
    users: firstWins((config) => config.users),
  };
}

function readList<T>(root: Raw, list: string, key: string, read: (raw: Raw) => T): Map<string, T> {
  const value = root[list] ?? [];
  if (!Array.isArray(value)) throw new KubeconfigError(`${list} is not a list`);
  const entries = new Map<string, T>();
  for (const item of value) {
    const named = asMapping(item, `an entry of ${list}`);
    const name = text(named['name']);
    if (name === undefined) continue; // nothing can refer to it
    if (entries.has(name)) throw new KubeconfigError(`${list} has two entries named "${name}"`);
    entries.set(name, read(asMapping(named[key] ?? {}, `the ${key} "${name}"`)));
  }
  return entries;
}

function readContext(raw: Raw): ContextEntry {
  return {
    cluster: text(raw['cluster']) ?? '',
    user: text(raw['user']) ?? '',
    namespace: text(raw['namespace']) ?? '',
  };
}

function readCluster(raw: Raw, folder: string): ClusterEntry {
  const extensions = Array.isArray(raw['extensions']) ? raw['extensions'].filter(isObject) : [];
  const forExec = extensions.find((entry) => entry['name'] === 'client.authentication.k8s.io/exec');
  return {
    server: text(raw['server']) ?? '',
    insecureSkipTlsVerify: flag(raw['insecure-skip-tls-verify']),
    ...defined({
      certificateAuthority: dataOrFile(raw, 'certificate-authority', folder),
      tlsServerName: text(raw['tls-server-name']),
      proxyUrl: text(raw['proxy-url']),
      execConfig: forExec?.['extension'],
    }),
  };
}

function readUser(raw: Raw, folder: string): UserEntry {
  return defined({
    clientCertificate: dataOrFile(raw, 'client-certificate', folder),
    clientKey: dataOrFile(raw, 'client-key', folder),
    token: text(raw['token']),
    tokenFile: absolute(text(raw['tokenFile']), folder),
    username: text(raw['username']),
    password: text(raw['password']),
    impersonate: readImpersonation(raw),
    exec: isObject(raw['exec']) ? readExec(raw['exec'], folder) : undefined,
    authProvider: isObject(raw['auth-provider']) ? readAuthProvider(raw['auth-provider']) : undefined,
  });
}

function readImpersonation(raw: Raw): Impersonation | undefined {
  const user = text(raw['as']);
  const groups = texts(raw['as-groups']);
  const uid = text(raw['as-uid']);
  const extra = isObject(raw['as-user-extra']) ? raw['as-user-extra'] : {};
  if (user === undefined && groups.length === 0 && uid === undefined && Object.keys(extra).length === 0)
    return undefined;
  return {
    user: user ?? '',
    groups,
    ...defined({ uid }),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, texts(values)])),
  };
}

function readExec(raw: Raw, folder: string): ExecEntry {
  const command = text(raw['command']) ?? '';
  const env = Array.isArray(raw['env']) ? raw['env'].filter(isObject) : [];
  const withFolder = command.includes('/') || command.includes(sep);
  return {
    command: withFolder ? (absolute(command, folder) ?? '') : command,
    args: texts(raw['args']),
    env: env.map(({ name, value }) => ({ name: text(name) ?? '', value: text(value) ?? '' })),
    apiVersion: text(raw['apiVersion']) ?? '',
    provideClusterInfo: flag(raw['provideClusterInfo']),
    interactiveMode: text(raw['interactiveMode']) ?? 'IfAvailable',
    ...defined({ installHint: text(raw['installHint']) }),
  };
}

function readAuthProvider(raw: Raw): NonNullable<UserEntry['authProvider']> {
  const config = isObject(raw['config']) ? raw['config'] : {};
  const entries = Object.entries(config).map(([key, value]) => [key, text(value) ?? '']);
  return { name: text(raw['name']) ?? '', config: Object.fromEntries(entries) as Record<string, string> };
}

/** What stands in the kubeconfig itself wins over the file. */
function dataOrFile(raw: Raw, key: string, folder: string): DataOrFile | undefined {
  const data = text(raw[`${key}-data`]);
  if (data !== undefined) return { data };
  const file = absolute(text(raw[key]), folder);
  return file === undefined ? undefined : { file };
}

function absolute(path: string | undefined, folder: string): string | undefined {
  return path === undefined || isAbsolute(path) ? path : join(folder, path);
}

function asMapping(value: JsonValue, what: string): Raw {
  if (!isObject(value)) throw new KubeconfigError(`${what} is not a mapping`);
  return value;
}

/** A scalar as text; an empty one says nothing. */
function text(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A boolean as kubectl reads it, by YAML 1.1. */
function flag(value: JsonValue | undefined): boolean {
  return value === true || (typeof value === 'string' && /^(y|yes|on)$/i.test(value));
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map((item) => text(item) ?? '') : [];
}

/** The object without its undefined members. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
