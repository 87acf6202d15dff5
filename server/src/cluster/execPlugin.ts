import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { isObject, type JsonValue, parseJson, stringifyJson, textAt } from './json';
import type { ExecEntry } from './kubeconfigTypes';
import { redact } from './redact';
import type { SignInAnswer } from './signIn';

export interface PluginOptions {
  environment: NodeJS.ProcessEnv;
  timeoutMilliseconds: number;
  /** Stops the plugin. */
  signal: AbortSignal;
  /** `spec.cluster` of the request, for a plugin that asks for it. */
  cluster?: JsonValue;
}

/**
 * Runs a credential plugin without a shell and without a terminal, by the rules of client-go's exec provider
 * (`client.authentication.k8s.io`). The detail of a failure holds the plugin's words without anything like a token.
 */
export async function runExecPlugin(exec: ExecEntry, options: PluginOptions): Promise<SignInAnswer> {
  const problem = findProblem(exec);
  if (problem !== undefined) return { kind: 'failed', detail: problem };
  const output = await run(exec, options);
  return output.kind === 'failed' ? output : readCredential(output.text, exec);
}

/** The plugin's name, for messages and the log. */
export function pluginName(exec: ExecEntry): string {
  return basename(exec.command.replaceAll('\\', '/'));
}

const versions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

function findProblem(exec: ExecEntry): string | undefined {
  if (exec.command === '') return 'the credential plugin has no command';
  const name = pluginName(exec);
  if (!versions.includes(exec.apiVersion))
    return `the credential plugin ${name} has an apiVersion that is not supported; ${versions.join(' and ')} are`;
  if (exec.interactiveMode === 'Always')
    return `the credential plugin ${name} needs a terminal, which there is none of in an editor`;
  return undefined;
}

function run(
  exec: ExecEntry,
  options: PluginOptions,
): Promise<{ kind: 'ok'; text: string } | { kind: 'failed'; detail: string }> {
  const { signal, timeoutMilliseconds: timeout } = options;
  const env = {
    ...options.environment,
    ...Object.fromEntries(exec.env.map(({ name, value }) => [name, value])),
  };
  env['KUBERNETES_EXEC_INFO'] = stringifyJson({
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(options.cluster === undefined ? {} : { cluster: options.cluster }) },
  });
  return new Promise((resolve) => {
    const settings = { env, signal, timeout, killSignal: 'SIGKILL', windowsHide: true } as const;
    const child = execFile(exec.command, exec.args, settings, (error, stdout, stderr) => {
      if (error === null) resolve({ kind: 'ok', text: stdout });
      else resolve({ kind: 'failed', detail: describeError(error, stderr, exec, timeout) });
    });
    // A plugin that reads its input shall see that there is none, not wait for it.
    child.stdin?.on('error', () => undefined).end();
  });
}

function describeError(error: Error, stderr: string, exec: ExecEntry, timeout: number): string {
  const plugin = `the credential plugin ${pluginName(exec)}`;
  const code = 'code' in error ? error.code : undefined;
  const hint = exec.installHint === undefined ? '' : `: ${redact(exec.installHint, [])}`;
  if (code === 'ENOENT') return `${plugin} is not installed${hint}`;
  if (code === 'EACCES') return `${plugin} may not be run (permission denied)`;
  if (code === 'ABORT_ERR') return `${plugin} was stopped`;
  const secrets = exec.env
    .filter(({ name }) => /token|secret|password|key/i.test(name))
    .map(({ value }) => value);
  const words = redact(stderr, secrets);
  const said = words === '' ? '' : `: ${words}`;
  if ('killed' in error && error.killed === true)
    return `${plugin} gave no answer within ${Math.round(timeout / 1000)} s${said}`;
  return typeof code === 'number'
    ? `${plugin} failed with exit code ${code}${said}`
    : `${plugin} could not be run (${String(code)})${said}`;
}

function readCredential(text: string, exec: ExecEntry): SignInAnswer {
  const plugin = `the credential plugin ${pluginName(exec)}`;
  const answer = parseQuietly(text);
  if (!isObject(answer) || answer['kind'] !== 'ExecCredential')
    return { kind: 'failed', detail: `${plugin} did not answer with an ExecCredential` };
  if (answer['apiVersion'] !== exec.apiVersion)
    return { kind: 'failed', detail: `${plugin} answered in another apiVersion than ${exec.apiVersion}` };
  const token = textAt(answer, 'status', 'token');
  const certificate = textAt(answer, 'status', 'clientCertificateData');
  const key = textAt(answer, 'status', 'clientKeyData');
  if (!token && !(certificate && key))
    return { kind: 'failed', detail: `${plugin} gave neither a token nor a certificate with its key` };
  const expires = Date.parse(textAt(answer, 'status', 'expirationTimestamp') ?? '');
  return {
    kind: 'ok',
    login: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(certificate && key ? { certificate, key } : {}),
    },
    ...(Number.isNaN(expires) ? {} : { expires }),
  };
}

function parseQuietly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
