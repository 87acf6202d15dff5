import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { parseJson } from '../../../server/src/cluster/json';
import { isJsonObject, type JsonObject } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';

/** What an API server made of a YAML text: the fields that the text has, or why it refused it. */
export type ApiReading = { kind: 'read'; value: JsonObject } | { kind: 'refused'; message: string };

/** An API server as a reader of YAML: its own decoder reads, and answers in JSON. Nothing is stored. */
export interface ApiReader {
  /** Reads a text whose root is a block map; keys that every object has are written before it. */
  read: (text: string) => Promise<ApiReading>;
  /** The head of an object that the API server reads; the text follows it. */
  head: string;
  close: () => Promise<void>;
}

const group = 'oracle.example.dev';
const resource = 'readings';

/** Declares a kind that may hold anything, and opens a connection to the API server. */
export async function openApiReader(controlPlane: ControlPlane): Promise<ApiReader> {
  const definition = await controlPlane.request({
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    method: 'POST',
    body: JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${resource}.${group}` },
      spec: {
        group,
        scope: 'Cluster',
        names: { plural: resource, singular: 'reading', kind: 'Reading' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        ],
      },
    }),
  });
  if (definition.status !== 201) throw new Error(definition.body);
  const pool = new Pool(controlPlane.server, {
    connections: 4,
    connect: { ca: await readFile(controlPlane.caFile) },
  });
  const send = async (body: string): Promise<{ status: number; text: string }> => {
    const answer = await pool.request({
      path: `/apis/${group}/v1/${resource}?dryRun=All&fieldValidation=Ignore`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${controlPlane.tokens.admin}`,
        'content-type': 'application/yaml',
        accept: 'application/json',
      },
      body,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const head = `apiVersion: ${group}/v1\nkind: Reading\nmetadata: {name: r}\n`;
  for (let waits = 0; (await send(head)).status !== 201; waits += 1) {
    if (waits === 100) throw new Error('The API server does not serve the kind.');
    await setTimeout(100);
  }
  return {
    head,
    close: () => pool.close(),
    read: async (text) => {
      const answer = await send(head + text);
      const body = parseJson(answer.text);
      if (!isJsonObject(body)) throw new Error(answer.text);
      if (answer.status !== 201) return { kind: 'refused', message: answer.text };
      const own = Object.entries(body).filter(([key]) => !['apiVersion', 'kind', 'metadata'].includes(key));
      return { kind: 'read', value: Object.fromEntries(own) };
    },
  };
}
