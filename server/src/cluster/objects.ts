import type { KubernetesObject, ListOptions, Result } from '../session/ports';
import type { ObjectPage } from '../protocol/messages';
import type { ObjectRef } from '../protocol/objectRef';
import type { Connection } from './connection';
import type { HttpAnswer } from './exchange';
import { failed } from './failures';
import { isObject, type JsonValue, parseJson, textAt } from './json';
import { collectionPath, objectPath } from './paths';
import { firstHeader } from './status';

/** Reads an object from the quorum: no resourceVersion is asked for. */
export async function getObject(
  connection: Connection,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<Result<KubernetesObject>> {
  const answer = await connection.send({ method: 'GET', path: objectPath(ref), signal });
  return answer.kind === 'failed' ? answer : readVersion(answer.value, connection, ref);
}

/** One page of names. Only metadata is asked for, so that large objects cost nothing. */
export async function listObjects(connection: Connection, options: ListOptions): Promise<Result<ObjectPage>> {
  const { resource, namespace, continueToken, limit, signal } = options;
  const answer = await connection.send({
    method: 'GET',
    path: collectionPath(resource, namespace),
    query: { limit: String(limit), continue: continueToken },
    accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
    signal,
  });
  if (answer.kind === 'failed') return answer;
  const list = readObject(answer.value, connection);
  return list.kind === 'failed' ? list : { kind: 'ok', value: readPage(list.value) };
}

/**
 * The object of an answer in the version of the resource that was asked for. In another one it would say its fields in
 * another way; no API server answers so, but what stands before it may. A scale is a `Scale`, in a version that the
 * server chooses.
 */
export function readVersion(
  answer: HttpAnswer,
  connection: Connection,
  { group, version, subresource }: Pick<ObjectRef, 'group' | 'version' | 'subresource'>,
): Result<KubernetesObject> {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const object = readObject(answer, connection);
  if (object.kind === 'failed') return object;
  if (subresource === 'scale')
    return object.value['kind'] === 'Scale' ? object : foreignAnswer(answer, connection, 'Scale');
  if (object.value['apiVersion'] === apiVersion) return object;
  return foreignAnswer(answer, connection, `object of ${apiVersion}`);
}

/** The JSON object of an answer; anything else does not come from an API server. */
export function readObject(answer: HttpAnswer, connection: Connection): Result<KubernetesObject> {
  try {
    const value = parseJson(answer.text);
    if (isObject(value) && typeof value['kind'] === 'string') return { kind: 'ok', value };
  } catch {
    // said below
  }
  return foreignAnswer(answer, connection, 'Kubernetes object');
}

/** The failure of an answer that is not what an API server answers; `expected` is what it should have been. */
export function foreignAnswer(
  answer: HttpAnswer,
  { to }: Connection,
  expected: string,
): ReturnType<typeof failed> {
  const [type = ''] = (firstHeader(answer.headers['content-type']) ?? '').split(';');
  const detail = `its answer (${type === '' ? 'no content type' : type}) is no ${expected}`;
  return failed({ kind: 'notKubernetes', context: to.context, server: to.server, detail });
}

function readPage(list: KubernetesObject): ObjectPage {
  const items = Array.isArray(list['items']) ? list['items'] : [];
  const continueToken = textAt(list, 'metadata', 'continue');
  const metadata: JsonValue = list['metadata'] ?? null;
  const remaining = isObject(metadata) ? metadata['remainingItemCount'] : undefined;
  return {
    objects: items.map((item) => {
      const namespace = textAt(item, 'metadata', 'namespace');
      return { name: textAt(item, 'metadata', 'name') ?? '', ...(namespace ? { namespace } : {}) };
    }),
    ...(continueToken ? { continueToken } : {}),
    ...(typeof remaining === 'number' ? { remaining } : {}),
  };
}
