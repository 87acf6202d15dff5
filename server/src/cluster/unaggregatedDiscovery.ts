import type { ResourceSummary } from '../protocol/messages';
import type { KubernetesObject, Result } from '../session/ports';
import type { Connection } from './connection';
import { readGroupVersions, readResourceList } from './discoveryDocument';
import { readObject } from './objects';

/**
 * Asks every group version that an `APIVersions` or `APIGroupList` names, some at a time. One whose own server does
 * not answer is left out; the others do not suffer for it.
 */
export async function discoverEachVersion(
  document: KubernetesObject,
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<ResourceSummary[]>> {
  const waiting = readGroupVersions(document);
  const found: ResourceSummary[] = [];
  for (let next = waiting.splice(0, atOnce); next.length > 0; next = waiting.splice(0, atOnce)) {
    const lists = await Promise.all(next.map((version) => discoverVersion(version, connection, signal)));
    for (const list of lists) {
      if (list.kind === 'ok') found.push(...list.value);
      else if (list.failure.kind !== 'status' && list.failure.kind !== 'timeout') return list;
    }
  }
  return { kind: 'ok', value: found };
}

const atOnce = 8;

async function discoverVersion(
  { group, version }: { group: string; version: string },
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<ResourceSummary[]>> {
  const path =
    group === ''
      ? `/api/${encodeURIComponent(version)}`
      : `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`;
  const answer = await connection.send({ method: 'GET', path, signal });
  if (answer.kind === 'failed') return answer;
  const list = readObject(answer.value, connection);
  return list.kind === 'failed'
    ? list
    : { kind: 'ok', value: readResourceList(list.value, { group, version }) };
}
