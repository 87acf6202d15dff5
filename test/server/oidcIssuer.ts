import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

/** An OpenID Connect issuer that refreshes tokens. */
export interface OidcIssuer {
  readonly url: string;
  /** Tokens that it has given out, and the refresh tokens that it was given. */
  readonly idTokens: readonly string[];
  readonly refreshTokens: readonly string[];
  /** Answers every refresh with an error from now on. */
  refuse(): void;
  close(): Promise<void>;
}

export interface OidcIssuerOptions {
  certificateFile: string;
  keyFile: string;
  /** Where the client `kubectl` has a secret, and where it is to be sent. */
  clientSecret?: string;
  secretIn?: 'header' | 'form';
}

/** Starts an issuer on a free port of 127.0.0.1 with this certificate. Its tokens live for an hour. */
export async function startOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const idTokens: string[] = [];
  const refreshTokens: string[] = [];
  let refusing = false;
  const server = createServer(
    { cert: await readFile(options.certificateFile), key: await readFile(options.keyFile) },
    (request, response) => {
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration') {
        answer(200, {
          issuer: issuer(),
          token_endpoint: `${issuer()}/token`,
          jwks_uri: `${issuer()}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
        return;
      }
      void readForm(request).then((form) => {
        if (!isClient(request, form, options)) {
          answer(401, { error: 'invalid_client' });
          return;
        }
        refreshTokens.push(form.get('refresh_token') ?? '');
        if (refusing) {
          answer(400, { error: 'invalid_grant', error_description: 'the refresh token is gone' });
          return;
        }
        const idToken = makeIdToken(issuer(), 3600);
        idTokens.push(idToken);
        answer(200, {
          id_token: idToken,
          access_token: 'a',
          token_type: 'bearer',
          refresh_token: `refresh-${idTokens.length}`,
        });
      });
    },
  );
  const issuer = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: issuer(),
    idTokens,
    refreshTokens,
    refuse: () => void (refusing = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A JSON Web Token for the client `kubectl`. Its signature is not checked where it comes from the issuer itself. */
export function makeIdToken(issuer: string, lifetimeSeconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'kubectl', sub: 'jane', iat: now, exp: now + lifetimeSeconds };
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.${Buffer.from('signature').toString('base64url')}`;
}

function isClient(request: IncomingMessage, form: URLSearchParams, options: OidcIssuerOptions): boolean {
  const { clientSecret = '', secretIn = 'form' } = options;
  const header = `Basic ${btoa(`kubectl:${encodeURIComponent(clientSecret)}`)}`;
  if (secretIn === 'header') return request.headers.authorization === header;
  return form.get('client_id') === 'kubectl' && (form.get('client_secret') ?? '') === clientSecret;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
