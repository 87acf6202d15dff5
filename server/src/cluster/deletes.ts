import type { Result } from '../session/ports';
import type { DeleteAnswer, DeleteOptions } from '../session/writePorts';
import type { ObjectRef } from '../protocol/objectRef';
import type { Connection } from './connection';
import { stringifyJson } from './json';
import { readObject, readVersion } from './objects';
import { objectPath } from './paths';
import { isStatus } from './status';
import { parseWarnings } from './warnings';

/**
 * Deletes an object if it is still this version of it. The answer is the object where it waits for its finalizers or
 * for a grace period; an object that is deleted already answers with success again.
 */
export async function deleteObject(
  connection: Connection,
  ref: ObjectRef,
  { uid, resourceVersion, propagation, dryRun, signal }: DeleteOptions,
): Promise<Result<DeleteAnswer>> {
  if (uid === '' || resourceVersion === '')
    throw new TypeError('an object that is deleted is named by its uid and resourceVersion');
  if (ref.subresource !== undefined) throw new TypeError('a subresource is not deleted');
  const answer = await connection.send({
    method: 'DELETE',
    path: objectPath(ref),
    body: stringifyJson({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid, resourceVersion },
      propagationPolicy: propagation,
      ...(dryRun && { dryRun: ['All'] }),
    }),
    signal,
  });
  if (answer.kind === 'failed') return answer;
  const warnings = parseWarnings(answer.value.headers['warning']);
  const said = readObject(answer.value, connection);
  if (said.kind === 'failed') return said;
  if (isStatus(said.value)) return { kind: 'ok', value: { object: undefined, warnings } };
  const object = readVersion(answer.value, connection, ref);
  return object.kind === 'failed' ? object : { kind: 'ok', value: { object: object.value, warnings } };
}
