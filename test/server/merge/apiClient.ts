import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { parseJson, stringifyJson } from '../../../server/src/cluster/json';
import { isEqual } from '../../../server/src/merge/equality';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { Route } from './openApiLists';

/** What the API server answers: the object, or why it refuses, with the fields that others own at a 409. */
export type Answer =
  | { kind: 'object'; object: JsonObject }
  | { kind: 'refused'; code: number; message: string; fields: string[] };

export interface ApplyOptions {
  manager: string;
  force?: boolean;
  dryRun?: boolean;
}

/** The kinds into whose status the API server itself writes, with the condition that it makes true last. */
const writtenConditions: Readonly<Record<string, string>> = {
  APIService: 'Available',
  CustomResourceDefinition: 'Established',
  FlowSchema: 'Dangling',
};

/** Reads and writes objects of any kind in one namespace. */
export interface ApiClient {
  /** The object once the controllers inside the API server have written what they write into its status. */
  settle: (route: Route, object: JsonObject) => Promise<Answer>;
  /** Server-side apply on the route, or on its kind as a whole. */
  apply: (route: Route, object: JsonObject, options: ApplyOptions) => Promise<Answer>;
  /** What a PUT on the route would end with; nothing is stored. */
  tryToPut: (route: Route, object: JsonObject) => Promise<Answer>;
  close: () => Promise<void>;
}

/** Connects to the API server as the admin. */
export async function connect(controlPlane: ControlPlane, namespace: string): Promise<ApiClient> {
  const pool = new Pool(controlPlane.server, {
    connections: 4,
    connect: { ca: await readFile(controlPlane.caFile) },
  });
  const send = async (
    method: 'GET' | 'PATCH' | 'PUT',
    path: string,
    object?: JsonObject,
  ): Promise<Answer> => {
    const answer = await pool.request({
      path,
      method,
      headers: {
        authorization: `Bearer ${controlPlane.tokens.admin}`,
        'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
      },
      body: object === undefined ? null : stringifyJson(object),
    });
    const text = await answer.body.text();
    const body = parseJson(text);
    if (!isJsonObject(body)) throw new Error(text);
    return answer.statusCode < 300 ? { kind: 'object', object: body } : refusal(body);
  };
  const urlOf = ({ path, subresource }: Route, { metadata }: JsonObject, parameters: object): string => {
    const { name } = metadata as { name: string };
    const own = path.replace('{namespace}', namespace).replace('{name}', name);
    const query = new URLSearchParams({ fieldValidation: 'Strict', ...parameters });
    return `${own}${subresource === '' ? '' : `/${subresource}`}?${query.toString()}`;
  };
  const settle: ApiClient['settle'] = async (route, object) => {
    const condition = writtenConditions[route.kind.kind];
    if (condition === undefined) return { kind: 'object', object };
    let before = object;
    for (let waits = 0; waits < 100; waits += 1) {
      await setTimeout(200);
      const now = await send('GET', urlOf(route, object, {}));
      if (now.kind === 'refused') return now;
      if (hasCondition(now.object, condition) && isEqual(versionOf(now.object), versionOf(before)))
        return now;
      before = now.object;
    }
    throw new Error(`${route.kind.kind} does not become ${condition}.`);
  };
  return {
    settle,
    apply: (route, object, { manager, force = false, dryRun = false }) => {
      const parameters = { fieldManager: manager, force: String(force), ...(dryRun && { dryRun: 'All' }) };
      return send('PATCH', urlOf(route, object, parameters), object);
    },
    tryToPut: (route, object) =>
      send('PUT', urlOf(route, object, { fieldManager: 'editor', dryRun: 'All' }), object),
    close: () => pool.close(),
  };
}

function hasCondition({ status }: JsonObject, wanted: string): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status: now }) => type === wanted && now === 'True');
}

function versionOf({ metadata }: JsonObject): JsonValue | undefined {
  return (metadata as JsonObject)['resourceVersion'];
}

function refusal(status: JsonObject): Answer {
  const { code, message, details } = status as {
    code: number;
    message: string;
    details?: { causes?: { field?: string }[] };
  };
  const fields = (details?.causes ?? []).map(({ field = '' }) => field);
  return { kind: 'refused', code, message, fields };
}
