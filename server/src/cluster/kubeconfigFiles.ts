import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Result } from '../session/ports';
import { failed } from './failures';
import { stampFile } from './fileStamp';
import type { JsonValue } from './json';
import { KubeconfigError, mergeKubeconfigs, readKubeconfig } from './kubeconfigMerge';
import type { Kubeconfig } from './kubeconfigTypes';

/** Where the kubeconfig comes from. `setting` may name several files, joined as in the KUBECONFIG variable. */
export interface KubeconfigSource {
  setting(): string;
  environment: NodeJS.ProcessEnv;
  /** The value of a YAML text. Throws where it is none. */
  parseYaml(text: string): JsonValue | undefined;
}

/**
 * A function that gives the kubeconfig as its files are at this moment: the same object as long as no text of them has
 * changed. Fails with `kubeconfigMissing` or `kubeconfigBroken`.
 */
export function createKubeconfigReader(source: KubeconfigSource): () => Promise<Result<Kubeconfig>> {
  const parsed = new Map<string, { stamp: string | undefined; text: string; config: Kubeconfig }>();
  let merged: { parts: readonly Kubeconfig[]; whole: Kubeconfig } | undefined;

  const readOne = async (path: string): Promise<Result<Kubeconfig | undefined>> => {
    const known = parsed.get(path);
    const stamp = await stampFile(path);
    if (known !== undefined && stamp !== undefined && known.stamp === stamp)
      return { kind: 'ok', value: known.config };
    const text = await readFile(path, 'utf8').catch((error: unknown) => errorCode(error));
    if (typeof text === 'object') {
      if (text.code === 'ENOENT' || text.code === 'ENOTDIR') return { kind: 'ok', value: undefined };
      return failed({ kind: 'kubeconfigBroken', path, detail: readProblem(text.code) });
    }
    const config: Result<Kubeconfig> =
      known?.text === text ? { kind: 'ok', value: known.config } : parseFile(text, path, source);
    // The stamp was taken before the text, so a write in between is seen at the next call.
    if (config.kind === 'ok') parsed.set(path, { stamp, text, config: config.value });
    return config;
  };

  return async () => {
    const { paths, byDefault } = kubeconfigPaths(source);
    const results = await Promise.all(paths.map(readOne));
    const found: Kubeconfig[] = [];
    for (const result of results) {
      if (result.kind === 'failed') return result;
      if (result.value !== undefined) found.push(result.value);
    }
    if (found.length > 0) {
      const same =
        merged?.parts.length === found.length && found.every((part, index) => part === merged?.parts[index]);
      if (merged === undefined || !same) merged = { parts: found, whole: mergeKubeconfigs(found) };
      return { kind: 'ok', value: merged.whole };
    }
    const inCluster = byDefault ? await readServiceAccount(source.environment) : undefined;
    if (inCluster !== undefined) return { kind: 'ok', value: inCluster };
    return failed({ kind: 'kubeconfigMissing', paths });
  };
}

/** The setting, else KUBECONFIG, else `~/.kube/config`; each path once, in order. */
function kubeconfigPaths(source: KubeconfigSource): { paths: string[]; byDefault: boolean } {
  const { environment } = source;
  const home = environment['HOME'] || environment['USERPROFILE'] || homedir();
  const named = (source.setting().trim() || environment['KUBECONFIG'] || '')
    .split(delimiter)
    .filter((path) => path !== '')
    .map((path) => path.replace(/^~(?=$|[/\\])/, () => home));
  const byDefault = named.length === 0;
  return { paths: byDefault ? [join(home, '.kube', 'config')] : [...new Set(named)], byDefault };
}

function parseFile(text: string, path: string, source: KubeconfigSource): Result<Kubeconfig> {
  try {
    const document = saysNothing(text) ? undefined : source.parseYaml(text);
    return { kind: 'ok', value: readKubeconfig(document, path) };
  } catch (error) {
    const detail = error instanceof KubeconfigError ? error.message : yamlProblem(error);
    return failed({ kind: 'kubeconfigBroken', path, detail });
  }
}

function saysNothing(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*|---)?\s*$/.test(line));
}

/** Only the place: the parser's own message quotes the text around it, which may be a token. */
function yamlProblem(error: unknown): string {
  const mark = error instanceof Error && 'mark' in error ? error.mark : undefined;
  const place =
    typeof mark === 'object' && mark !== null && 'line' in mark && typeof mark.line === 'number'
      ? ` at line ${mark.line + 1}`
      : '';
  return `it is not valid YAML${place}`;
}

function errorCode(error: unknown): { code: string } {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return { code: typeof code === 'string' ? code : '' };
}

function readProblem(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read (permission denied)';
  if (code === 'EISDIR') return 'it is a folder';
  return `it cannot be read (${code})`;
}

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Inside a pod: the service account that Kubernetes mounts, as a kubeconfig. */
async function readServiceAccount(environment: NodeJS.ProcessEnv): Promise<Kubeconfig | undefined> {
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const port = environment['KUBERNETES_SERVICE_PORT'];
  const tokenFile = join(serviceAccountFolder, 'token');
  const token = await readFile(tokenFile).catch(() => undefined);
  if (!host || !port || token === undefined) return undefined;
  const namespace = await readFile(join(serviceAccountFolder, 'namespace'), 'utf8').catch(() => '');
  const name = 'in-cluster';
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const certificateAuthority = { file: join(serviceAccountFolder, 'ca.crt') };
  return {
    currentContext: name,
    contexts: new Map([[name, { cluster: name, user: name, namespace: namespace.trim() }]]),
    clusters: new Map([[name, { server, certificateAuthority, insecureSkipTlsVerify: false }]]),
    users: new Map([[name, { tokenFile }]]),
  };
}
