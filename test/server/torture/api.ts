import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { JsonObject } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';

/** What the API server answers; `object` is a Status where it refuses. */
export interface ApiReply {
  status: number;
  object: JsonObject;
}

/** Bare requests to the API server itself, past all proxies. They reject where no answer comes. */
export interface Api {
  send: (request: {
    method: 'GET' | 'PUT' | 'POST' | 'PATCH';
    path: string;
    body?: unknown;
    type?: string;
  }) => Promise<ApiReply>;
  /** The object as it is, read from the quorum; waits for an API server that is being restarted. */
  read: (path: string) => Promise<JsonObject>;
  close: () => Promise<void>;
}

/** Connects as the admin. */
export async function connectApi({ server, caFile, tokens }: ControlPlane): Promise<Api> {
  const pool = new Pool(server, {
    connections: 8,
    connect: { ca: await readFile(caFile) },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  });
  const send: Api['send'] = async ({ method, path, body, type = 'application/json' }) => {
    const answer = await pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': type, 'user-agent': 'torture' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.statusCode, object: JSON.parse(await answer.body.text()) as JsonObject };
  };
  return {
    send,
    async read(path) {
      const deadline = Date.now() + 120_000;
      for (;;) {
        const reply = await send({ method: 'GET', path }).catch(() => undefined);
        if (reply?.status === 200) return reply.object;
        if (Date.now() > deadline) throw new Error(`${path} cannot be read: ${JSON.stringify(reply)}`);
        await wait(100);
      }
    },
    close: () => pool.destroy(),
  };
}
