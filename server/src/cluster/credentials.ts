import type { Result, WriteLog } from '../session/ports';
import { failed } from './failures';
import type { JsonValue } from './json';
import type { Login } from './kubeconfig';
import type { UserEntry } from './kubeconfigTypes';
import { createSignIn, isRenewable, signInProblem } from './signIn';

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
  let refused = false;
  let running: Promise<Result<Login>> | undefined;

  const renew = async (): Promise<Result<Login>> => {
    const answer = await signIn({ refused }).catch((error: unknown) => ({
      kind: 'failed' as const,
      detail: signInProblem(error, options.user),
    }));
    running = undefined;
    refused = false;
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
      if (known?.login === login) {
        known = undefined;
        refused = true;
      }
      return isRenewable(options.user);
    },
  };
}
