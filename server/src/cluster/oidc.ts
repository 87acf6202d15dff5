import { readFile } from 'node:fs/promises';
import { Agent } from 'undici';
import { isObject, type JsonValue, parseJson, textAt } from './json';

/** A token of an OpenID Connect provider. `expires` is in milliseconds since 1970; 0 where the token does not say. */
export interface OidcToken {
  idToken: string;
  expires: number;
}

/** Why there is no token. The message is for people and holds no token. */
export class OidcError extends Error {}

/**
 * A function that gives the id-token of an `oidc` auth provider, refreshed where it has expired or `refused` says so.
 * A refresh token that the issuer replaces is kept in memory: the kubeconfig is the user's and is not written. Throws
 * an OidcError.
 */
export function createOidcLogin(
  config: Readonly<Record<string, string>>,
): (options: { refused: boolean }) => Promise<OidcToken> {
  let idToken = config['id-token'] ?? '';
  let refreshToken = config['refresh-token'] ?? '';
  return async ({ refused }) => {
    if (refused || Date.now() >= expiryOf(idToken)) {
      const answer = await refresh(config, refreshToken);
      idToken = textAt(answer, 'id_token') ?? '';
      refreshToken = textAt(answer, 'refresh_token') ?? refreshToken;
      if (idToken === '') throw new OidcError('the OIDC issuer gave no id-token');
    }
    return { idToken, expires: expiryOf(idToken) };
  };
}

/** Ten seconds before a JSON Web Token ends, as in client-go. */
function expiryOf(token: string): number {
  try {
    const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const seconds = isObject(claims) ? claims['exp'] : undefined;
    return typeof seconds === 'number' ? seconds * 1000 - 10_000 : 0;
  } catch {
    return 0;
  }
}

/** OpenID Connect Core §12: the token endpoint, found by discovery, exchanges a refresh token. */
async function refresh(config: Readonly<Record<string, string>>, refreshToken: string): Promise<JsonValue> {
  const issuer = config['idp-issuer-url'] ?? '';
  if (issuer === '' || refreshToken === '')
    throw new OidcError('the OIDC id-token has expired and there is no refresh-token; sign in again');
  const agent = await createAgent(config);
  try {
    const document = await ask(agent, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const endpoint = textAt(document.body, 'token_endpoint') ?? '';
    if (document.status !== 200 || !URL.canParse(endpoint))
      throw new OidcError(`the OIDC issuer ${issuer} does not describe itself`);
    const client = { id: config['client-id'] ?? '', secret: config['client-secret'] ?? '' };
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const header = [client.id, client.secret].map(encodeURIComponent).join(':');
    const basic = { authorization: `Basic ${Buffer.from(header).toString('base64')}` };
    const inForm = { ...form, client_id: client.id, client_secret: client.secret };
    // A secret goes into the header, or, where that is not taken, into the form.
    const first = client.secret === '' ? { ...form, client_id: client.id } : form;
    let answer = await ask(agent, endpoint, first, client.secret === '' ? {} : basic);
    if (answer.status !== 200 && client.secret !== '') answer = await ask(agent, endpoint, inForm);
    if (answer.status === 200) return answer.body;
    const reason = textAt(answer.body, 'error') ?? '';
    const known = /^[a-z_]{1,40}$/.test(reason) ? `: ${reason}` : '';
    throw new OidcError(
      `the OIDC issuer refused to refresh the token (${answer.status}${known}); sign in again`,
    );
  } finally {
    await agent.destroy();
  }
}

async function createAgent(config: Readonly<Record<string, string>>): Promise<Agent> {
  const data = config['idp-certificate-authority-data'];
  const file = config['idp-certificate-authority'];
  const ca = data ? Buffer.from(data, 'base64') : file ? await readFile(file) : undefined;
  const timeout = 10_000;
  return new Agent({ connect: { ...(ca && { ca }) }, headersTimeout: timeout, bodyTimeout: timeout });
}

async function ask(
  agent: Agent,
  address: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: JsonValue }> {
  const url = new URL(address);
  const answer = await agent
    .request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
    })
    .catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
      throw new OidcError(`the OIDC issuer ${url.host} cannot be reached (${code})`);
    });
  const text = await answer.body.text();
  try {
    return { status: answer.statusCode, body: parseJson(text) };
  } catch {
    return { status: answer.statusCode, body: null };
  }
}
