import { readFile } from 'node:fs/promises';
import { createDispatcher } from '../../server/src/cluster/dispatcher';
import { readLines } from '../../server/src/cluster/lines';
import type { ControlPlane } from '../cluster/controlPlane';
import type { JsonObject } from '../../server/src/merge/json';

/**
 * Bare requests to the API server by the same HTTP client, with the same connection settings as the product's own:
 * what is left of a figure is what the product adds. Paths may have a query. Answers other than 2xx reject.
 */
export interface BareApi {
  get: (path: string) => Promise<string>;
  put: (path: string, body: string) => Promise<string>;
  /** A PUT for which the object may have moved: undefined for the answer 409. */
  tryPut: (path: string, body: string) => Promise<string | undefined>;
  post: (path: string, object: JsonObject) => Promise<JsonObject>;
  /** A JSON Merge Patch. */
  patch: (path: string, body: string) => Promise<string>;
  /** A server-side apply. */
  apply: (path: string, body: string) => Promise<string>;
  /** Calls `onEvent` with each line of a watch when it is there; resolves when the watch stands. */
  watch: (path: string, onEvent: (line: string) => void) => Promise<void>;
  /** Cuts off everything, watches too. */
  close: () => Promise<void>;
}

/** Bare requests as this user, over connections of their own that are kept alive. */
export async function createBareApi(
  controlPlane: ControlPlane,
  user: 'admin' | 'limited' = 'admin',
): Promise<BareApi> {
  const dispatcher = createDispatcher(
    { certificateAuthority: await readFile(controlPlane.caFile), insecureSkipTlsVerify: false },
    undefined,
  );
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${controlPlane.tokens[user]}`,
    'user-agent': 'bench',
  };
  const request = (method: Method, path: string, { text, type = 'application/json' }: Body = {}) =>
    dispatcher.request({
      origin: controlPlane.server,
      method,
      path,
      headers: { ...headers, 'content-type': type },
      ...(text === undefined ? {} : { body: text }),
    });
  const begin = async (method: Method, path: string, body?: Body) => {
    const answer = await request(method, path, body);
    if (isGood(answer)) return answer;
    throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
  };
  const send = async (method: Method, path: string, body?: Body): Promise<string> =>
    await (await begin(method, path, body)).body.text();
  const follow = async (lines: AsyncIterable<string>, onEvent: (line: string) => void): Promise<void> => {
    for await (const line of lines) onEvent(line);
  };
  return {
    get: (path) => send('GET', path),
    put: (path, text) => send('PUT', path, { text }),
    tryPut: async (path, body) => {
      const answer = await request('PUT', path, { text: body });
      const text = await answer.body.text();
      if (answer.statusCode === 409) return undefined;
      if (isGood(answer)) return text;
      throw new Error(`PUT ${path}: ${answer.statusCode} ${text}`);
    },
    patch: (path, text) => send('PATCH', path, { text, type: 'application/merge-patch+json' }),
    apply: (path, text) => send('PATCH', path, { text, type: 'application/apply-patch+yaml' }),
    post: async (path, object) =>
      JSON.parse(await send('POST', path, { text: JSON.stringify(object) })) as JsonObject,
    watch: async (path, onEvent) => {
      const { body } = await begin('GET', path);
      // Its end is the end of the figure: what a figure misses of it, the figure reports.
      void follow(readLines(body), onEvent).catch(() => undefined);
    },
    close: () => dispatcher.destroy(),
  };
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH';

interface Body {
  text?: string;
  type?: string;
}

function isGood({ statusCode }: { statusCode: number }): boolean {
  return statusCode >= 200 && statusCode < 300;
}
