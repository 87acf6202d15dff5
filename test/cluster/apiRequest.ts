import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';

/** A bare HTTP request: no retry, no connection kept, no certificate checked unless `caFile` is given. */
export interface ApiRequest {
  url: string;
  method?: string;
  token?: string;
  caFile?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds without a byte on the line; 10 seconds where not given. */
  timeout?: number;
}

export interface ApiAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends the request and reads the whole answer. Rejects where no answer comes, with a `code` as Node has it. */
export async function sendRequest(request: ApiRequest): Promise<ApiAnswer> {
  const ca = request.caFile === undefined ? undefined : await readFile(request.caFile);
  const send = request.url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = { ...request.headers };
  if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`;
  if (request.body !== undefined) {
    headers['content-type'] ??= 'application/json';
    // Without a length the API server ignores the body of a DELETE.
    headers['content-length'] = String(Buffer.byteLength(request.body));
  }
  return new Promise((resolve, reject) => {
    const outgoing = send(request.url, {
      method: request.method ?? 'GET',
      headers,
      agent: false,
      timeout: request.timeout ?? 10_000,
      ...(ca === undefined ? { rejectUnauthorized: false } : { ca }),
    });
    outgoing.on('timeout', () => outgoing.destroy(timeoutError(request.url)));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    outgoing.end(request.body);
  });
}

/** Whether the request is answered with 200; no answer counts as no. */
export async function isOk(request: ApiRequest): Promise<boolean> {
  try {
    return (await sendRequest({ timeout: 2_000, ...request })).status === 200;
  } catch {
    return false;
  }
}

function timeoutError(url: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`No answer from ${url}`), { code: 'ETIMEDOUT' });
}
