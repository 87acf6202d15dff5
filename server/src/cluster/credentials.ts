import { readFile } from 'node:fs/promises';
import type { Result, WriteLog } from '../session/ports';
import { type PluginAnswer, pluginName, runExecPlugin } from './execPlugin';
import { failed } from './failures';
import { isObject, type JsonValue, parseJson } from './json';
import { createLogin, type Login } from './kubeconfig';
import type { UserEntry } from './kubeconfigTypes';
import { redact } from './redact';

/** The login of one context's user, kept while it is good. */
export interface Credentials {
  /** The login to use now. Fails with `credentials`; concurrent callers share one attempt. */
  current(): Promise<Result<Login>>;
  /** Forgets a login that the API server refused. False where asking again would bring the very same one. */
  drop(login: Login): boolean;
}

export interface CredentialsOptions {
  context: string;
  user: UserEntry;
  /** What a credential plugin is told about the cluster, where it asks for it. */
  cluster: JsonValue;
  environment: NodeJS.ProcessEnv;
  log: WriteLog;
  /** Stops a running plugin for good. */
  signal: AbortSignal;
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const signIn = createSignIn(options);
  let known: { login: Login; expires: number } | undefined;
  let running: Promise<Result<Login>> | undefined;

  const renew = async (): Promise<Result<Login>> => {
    const answer = await signIn().catch((error: unknown) => ({
      kind: 'failed' as const,
      detail: describe(error, options.user),
    }));
    running = undefined;
    if (answer.kind === 'failed')
      return failed({ kind: 'credentials', context: options.context, detail: answer.detail });
    known = { login: answer.login, expires: answer.expires ?? Infinity };
    return { kind: 'ok', value: answer.login };
  };
  return {
    current() {
      if (known !== undefined && Date.now() < known.expires)
        return Promise.resolve({ kind: 'ok', value: known.login });
      return (running ??= renew());
    },
    drop(login) {
      if (known?.login === login) known = undefined;
      return isRenewable(options.user);
    },
  };
}

/** How long a plugin may take: it may wait for a sign-in in the browser. Requests do not wait that long. */
const pluginTimeoutMilliseconds = 180_000;

/** How long what stands in files is used before they are read again, as in client-go. */
const fileLifetimeMilliseconds = 60_000;

function createSignIn(options: CredentialsOptions): () => Promise<PluginAnswer> {
  const { user, context } = options;
  const { exec } = user;
  const login = createLogin(user);
  if (exec !== undefined && user.token === undefined && user.tokenFile === undefined)
    return async () => {
      const started = performance.now();
      const answer = await runExecPlugin(exec, {
        environment: options.environment,
        timeoutMilliseconds: pluginTimeoutMilliseconds,
        signal: options.signal,
        ...(exec.provideClusterInfo ? { cluster: options.cluster } : {}),
      });
      const outcome = answer.kind === 'ok' ? 'ok' : 'failed';
      const milliseconds = Math.round(performance.now() - started);
      options.log(`credential plugin ${pluginName(exec)} for ${context}: ${outcome} ${milliseconds} ms`);
      return answer;
    };
  return async () => {
    const { authorization, ...rest } = await login();
    const fromFile = await readToken(user);
    const header = fromFile === undefined ? authorization : `Bearer ${fromFile}`;
    const provider = user.authProvider;
    if (provider !== undefined && header === undefined)
      return { kind: 'failed', detail: `the auth provider ${provider.name} gave no token; sign in again` };
    const now = Date.now();
    const expires = provider === undefined ? now + fileLifetimeMilliseconds : expiryOf(header, now);
    return {
      kind: 'ok',
      login: { ...rest, ...(header === undefined ? {} : { authorization: header }) },
      ...(isRenewable(user) ? { expires } : {}),
    };
  };
}

/** Whether signing in again can bring another login: everything but what stands in the kubeconfig itself. */
function isRenewable(user: UserEntry): boolean {
  const inFile = [user.clientCertificate, user.clientKey].some((source) => source && 'file' in source);
  return (
    user.tokenFile !== undefined ||
    inFile ||
    (user.token === undefined && (user.exec !== undefined || user.authProvider !== undefined))
  );
}

/** The token in the user's token file; it goes before the kubeconfig's own, which stands in while there is no file. */
async function readToken(user: UserEntry): Promise<string | undefined> {
  if (user.tokenFile === undefined) return undefined;
  const token = (
    await readFile(user.tokenFile, 'utf8').catch((error: unknown) => {
      if (user.token !== undefined) return '';
      throw error;
    })
  ).trim();
  return token === '' ? undefined : token;
}

/** Ten seconds before a JSON Web Token ends; at once for a token that does not say when it does. */
function expiryOf(header: string | undefined, now: number): number {
  try {
    const payload = Buffer.from(header?.split('.')[1] ?? '', 'base64url').toString();
    const claims = parseJson(payload);
    const seconds = isObject(claims) ? claims['exp'] : undefined;
    return typeof seconds === 'number' ? seconds * 1000 - 10_000 : now;
  } catch {
    return now;
  }
}

/** A file's problem by its code and path; anything else in its own words, without what looks like a token. */
function describe(error: unknown, user: UserEntry): string {
  if (!(error instanceof Error)) return 'signing in failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if ('path' in error && typeof error.path === 'string')
    return `the file ${error.path} cannot be read (${code ?? error.name})`;
  const secrets = [user.token, user.password, ...Object.values(user.authProvider?.config ?? {})];
  return redact(
    error.message,
    secrets.filter((secret) => secret !== undefined),
  );
}
