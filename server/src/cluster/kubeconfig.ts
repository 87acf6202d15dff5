import type { RequestOptions } from 'node:https';
import { KubeConfig, loadYaml } from '@kubernetes/client-node';
import type { JsonValue } from './json';
import type { DataOrFile, UserEntry } from './kubeconfigTypes';

/** The raw value of a kubeconfig's YAML text. Throws where it is no YAML. */
export function parseKubeconfigYaml(text: string): JsonValue | undefined {
  return loadYaml<JsonValue | undefined>(text);
}

/** What a request is signed with. Certificate and key are PEM. */
export interface Login {
  authorization?: string;
  certificate?: Buffer | string;
  key?: Buffer | string;
}

/**
 * A function that signs in as this user with certificate, token, password or an auth provider (OIDC); it keeps the
 * tokens that it has refreshed. Throws where a file cannot be read or the provider fails.
 */
export function createLogin(user: UserEntry): () => Promise<Login> {
  const name = 'only';
  const config = new KubeConfig();
  config.loadFromOptions({
    // Only the user counts here: server, authority and proxy are the transport's own business.
    clusters: [{ name, server: 'https://kubernetes', skipTLSVerify: false }],
    users: [
      {
        name,
        ...entry('cert', user.clientCertificate),
        ...entry('key', user.clientKey),
        token: user.token,
        username: user.username,
        password: user.password ?? '',
        authProvider: user.authProvider && structuredClone(user.authProvider),
      },
    ],
    contexts: [{ name, cluster: name, user: name }],
    currentContext: name,
  });
  return async () => {
    const options: RequestOptions = { headers: {} };
    await config.applyToHTTPSOptions(options);
    const basic =
      typeof options.auth === 'string' ? `Basic ${Buffer.from(options.auth).toString('base64')}` : undefined;
    const headers = options.headers as Record<string, string>;
    const authorization = headers['Authorization'] ?? basic;
    return {
      ...(authorization === undefined ? {} : { authorization }),
      ...(options.cert ? { certificate: options.cert as Buffer } : {}),
      ...(options.key ? { key: options.key as Buffer } : {}),
    };
  };
}

function entry(prefix: 'cert' | 'key', source: DataOrFile | undefined): Record<string, string> {
  if (source === undefined) return {};
  return 'data' in source ? { [`${prefix}Data`]: source.data } : { [`${prefix}File`]: source.file };
}
