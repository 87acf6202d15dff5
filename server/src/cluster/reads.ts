import type { Collected, CollectOptions, KubernetesObject, Result } from '../session/ports';
import type { Connection } from './connection';
import { isObject, type JsonValue, textAt } from './json';
import { foreignAnswer, readObject } from './objects';
import { collectionPath } from './paths';

/**
 * Whole objects of a collection, page by page, and the version at which they were all so: a quorum list, from whose
 * version a watch may begin. With `names` only those; one of them alone is asked for by itself. A list that takes
 * longer than the server keeps its version begins anew, a few times. `metadata` asks for no more of each object.
 */
export async function collectObjects(
  connection: Connection,
  options: CollectOptions,
  parts: 'all' | 'metadata' = 'all',
): Promise<Result<Collected>> {
  for (let restarts = 0; ; restarts++) {
    const collected = await collectOnce(connection, options, parts);
    const isExpired = collected.kind === 'failed' && isGone(collected);
    if (!isExpired || restarts === mostRestarts || options.signal.aborted) return collected;
  }
}

const mostRestarts = 3;
/** As client-go's pager asks for. */
const pageSize = 500;
const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

async function collectOnce(
  connection: Connection,
  options: CollectOptions,
  parts: 'all' | 'metadata',
): Promise<Result<Collected>> {
  const { resource, namespace, names, signal } = options;
  const wanted = names === undefined ? undefined : new Set(names);
  const [only] = names ?? [];
  const fieldSelector = wanted?.size === 1 ? `metadata.name=${escapeValue(only!)}` : options.fieldSelector;
  const objects: KubernetesObject[] = [];
  for (let continueToken: string | undefined; ;) {
    const answer = await connection.send({
      method: 'GET',
      path: collectionPath(resource, namespace),
      query: { limit: String(pageSize), continue: continueToken, fieldSelector },
      ...(parts === 'metadata' && { accept: metadataList }),
      signal,
    });
    if (answer.kind === 'failed') return answer;
    const list = readObject(answer.value, connection);
    if (list.kind === 'failed') return list;
    const items = readItems(list.value);
    const resourceVersion = textAt(list.value, 'metadata', 'resourceVersion');
    if (items === undefined || resourceVersion === undefined)
      return foreignAnswer(answer.value, connection, 'list of Kubernetes objects');
    for (const item of items)
      if (wanted?.has(textAt(item, 'metadata', 'name') ?? '') !== false) objects.push(item);
    continueToken = textAt(list.value, 'metadata', 'continue') || undefined;
    if (continueToken === undefined) return { kind: 'ok', value: { objects, resourceVersion } };
  }
}

/** As `fields.EscapeValue` of apimachinery. */
function escapeValue(text: string): string {
  return text.replace(/[\\,=]/g, '\\$&');
}

/** The items of a list; those of built-in kinds do not say which kind they are, the list does. */
function readItems(list: KubernetesObject): KubernetesObject[] | undefined {
  const { items, apiVersion, kind } = list;
  if (typeof kind !== 'string' || !kind.endsWith('List') || apiVersion === undefined) return undefined;
  // A list without items may say null (Go's nil slice).
  const values: JsonValue[] = Array.isArray(items) ? items : [];
  const types = { apiVersion, kind: kind.slice(0, -'List'.length) };
  return values.filter(isObject).map((item) => ({ ...types, ...item }));
}

function isGone({ failure }: Extract<Result<Collected>, { kind: 'failed' }>): boolean {
  return failure.kind === 'status' && failure.status.reason === 'Expired';
}
