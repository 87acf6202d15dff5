import { readFile } from 'node:fs/promises';
import type { CredentialsOptions } from './credentials';
import { pluginName, runExecPlugin } from './execPlugin';
import { createLogin, type Login } from './kubeconfig';
import type { ExecEntry, UserEntry } from './kubeconfigTypes';
import { createOidcLogin, OidcError } from './oidc';
import { redact } from './redact';

/** `expires` is in milliseconds since 1970; without it the login is good until it is refused. */
export type SignInAnswer =
  { kind: 'ok'; login: Login; expires?: number } | { kind: 'failed'; detail: string };

/** Signs in anew; `refused` says that the login before was not taken although its time was not over. */
export type SignIn = (options: { refused: boolean }) => Promise<SignInAnswer>;

/** The way in which this user signs in. It may throw; `signInProblem` says why in words. */
export function createSignIn(options: CredentialsOptions): SignIn {
  const { user } = options;
  const { exec, authProvider } = user;
  // A token that stands in the kubeconfig goes before a plugin, as in client-go.
  const hasToken = user.token !== undefined || user.tokenFile !== undefined;
  if (exec !== undefined && !hasToken) return signInByPlugin(exec, options);
  if (authProvider?.name === 'oidc' && !hasToken) return signInByOidc(user);
  return signInByConfig(user);
}

/** Whether signing in again can bring another login: by everything but what stands in the kubeconfig itself. */
export function isRenewable(user: UserEntry): boolean {
  const inFile = [user.clientCertificate, user.clientKey].some((source) => source && 'file' in source);
  return (
    user.tokenFile !== undefined ||
    inFile ||
    (user.token === undefined && (user.exec !== undefined || user.authProvider !== undefined))
  );
}

/** A file's problem by its code and path; anything else in its own words, without what looks like a token. */
export function signInProblem(error: unknown, user: UserEntry): string {
  if (error instanceof OidcError) return error.message;
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

/** How long a plugin may take: it may wait for a sign-in in the browser. Requests do not wait that long. */
const pluginTimeoutMilliseconds = 180_000;

function signInByPlugin(exec: ExecEntry, options: CredentialsOptions): SignIn {
  const { context, environment, signal, log } = options;
  return async () => {
    const started = performance.now();
    const answer = await runExecPlugin(exec, {
      environment,
      timeoutMilliseconds: pluginTimeoutMilliseconds,
      signal,
      ...(exec.provideClusterInfo ? { cluster: options.cluster } : {}),
    });
    const outcome = answer.kind === 'ok' ? 'ok' : 'failed';
    const milliseconds = Math.round(performance.now() - started);
    log(`credential plugin ${pluginName(exec)} for ${context}: ${outcome} ${milliseconds} ms`);
    return answer;
  };
}

function signInByOidc(user: UserEntry): SignIn {
  const { authProvider, ...rest } = user;
  const login = createLogin(rest);
  const oidc = createOidcLogin(authProvider?.config ?? {});
  return async (options) => {
    const { idToken, expires } = await oidc(options);
    return { kind: 'ok', login: { ...(await login()), authorization: `Bearer ${idToken}` }, expires };
  };
}

/** How long what stands in files is used before they are read again, as in client-go. */
const fileLifetimeMilliseconds = 60_000;

function signInByConfig(user: UserEntry): SignIn {
  const login = createLogin(user);
  const provider = user.authProvider?.name;
  return async () => {
    const { authorization, ...rest } = await login();
    const token = await readToken(user);
    const header = token === undefined ? authorization : `Bearer ${token}`;
    if (provider !== undefined && header === undefined)
      return { kind: 'failed', detail: `the auth provider ${provider} gave no token; is it supported?` };
    return {
      kind: 'ok',
      login: { ...rest, ...(header === undefined ? {} : { authorization: header }) },
      ...lifetimeOf(user),
    };
  };
}

/** An auth provider keeps and renews its token itself, so it is asked every time; what stands in the kubeconfig stays. */
function lifetimeOf(user: UserEntry): { expires?: number } {
  if (user.authProvider !== undefined) return { expires: 0 };
  return isRenewable(user) ? { expires: Date.now() + fileLifetimeMilliseconds } : {};
}

/** The token in the user's token file; it goes before the kubeconfig's own, which stands in while there is no file. */
async function readToken(user: UserEntry): Promise<string | undefined> {
  if (user.tokenFile === undefined) return undefined;
  try {
    const token = (await readFile(user.tokenFile, 'utf8')).trim();
    return token === '' ? undefined : token;
  } catch (error) {
    if (user.token !== undefined) return undefined;
    throw error;
  }
}
