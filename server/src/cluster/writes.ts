import type { Failure, JsonPatch, KubernetesObject, Result } from '../session/ports';
import type { ApplyOptions, NewObjectRef, WriteAnswer, WriteOptions } from '../session/writePorts';
import type { ObjectRef } from '../protocol/objectRef';
import type { ApiRequest, Connection } from './connection';
import { failed } from './failures';
import { stringifyJson, textAt } from './json';
import { readVersion } from './objects';
import { collectionPath, objectPath } from './paths';
import { withoutScaleWriters } from './scaleWriters';
import { parseWarnings } from './warnings';

/**
 * Writes an object over the version that it carries. Throws where it carries no resourceVersion or no uid: no write
 * goes without a precondition.
 */
export async function replaceObject(
  connection: Connection,
  ref: ObjectRef,
  object: KubernetesObject,
  { signal, ...options }: WriteOptions & { signal: AbortSignal },
): Promise<Result<WriteAnswer>> {
  if (!textAt(object, 'metadata', 'resourceVersion') || !textAt(object, 'metadata', 'uid'))
    throw new TypeError('an object that is written carries the resourceVersion and uid that it replaces');
  const path = objectPath(ref);
  const body = stringifyJson(ref.subresource === 'scale' ? withoutScaleWriters(object) : object);
  return write(connection, ref, { method: 'PUT', path, body, signal }, options);
}

/**
 * Makes a new object; a status 409 `AlreadyExists` where there is one of its name. Throws where it carries a
 * resourceVersion or uid, which belong to another object, or another name or namespace than the reference, where it
 * has neither a name nor a `generateName`, and for a subresource, which comes and goes with its object.
 */
export async function createObject(
  connection: Connection,
  ref: NewObjectRef,
  object: KubernetesObject,
  { signal, ...options }: WriteOptions & { signal: AbortSignal },
): Promise<Result<WriteAnswer>> {
  const metadata = (field: string): string | undefined => textAt(object, 'metadata', field);
  if (metadata('resourceVersion') !== undefined || metadata('uid') !== undefined)
    throw new TypeError(
      'an object that is created carries neither the resourceVersion nor the uid of another',
    );
  if (metadata('name') !== ref.name || (metadata('namespace') ?? ref.namespace) !== ref.namespace)
    throw new TypeError('an object that is created has the name and namespace of its reference');
  if (ref.subresource !== undefined) throw new TypeError('a subresource is not created');
  if (ref.name === undefined && !metadata('generateName'))
    throw new TypeError('an object that is created has a name, or a generateName to make one of');
  // The path of a single object refuses names that are none; the body alone would not.
  if (ref.name !== undefined) objectPath({ ...ref, name: ref.name });
  const path = collectionPath(ref, ref.namespace);
  return write(connection, ref, { method: 'POST', path, body: stringifyJson(object), signal }, options);
}

/**
 * Changes the fields that the operations name. The API server applies them to the object as it is then, and again up
 * to five times where others write between. A status 422 `Invalid` without causes where a test fails or an operation
 * does not apply; 413 for more than 10,000. Throws unless one tests the uid: no write goes without a precondition.
 */
export async function patchObject(
  connection: Connection,
  ref: ObjectRef,
  operations: JsonPatch,
  { signal, ...options }: WriteOptions & { signal: AbortSignal },
): Promise<Result<WriteAnswer>> {
  const isBound = operations.some(
    (operation) =>
      operation.op === 'test' && operation.path === '/metadata/uid' && typeof operation.value === 'string',
  );
  if (!isBound) throw new TypeError('a patch tests the uid of the object that it changes');
  const request = {
    method: 'PATCH',
    path: objectPath(ref),
    headers: { 'content-type': 'application/json-patch+json' },
    body: stringifyAsGo(operations),
    signal,
  } as const;
  const answer = await write(connection, ref, request, options);
  return answer.kind === 'failed' ? failed(withoutObject(answer.failure)) : answer;
}

/**
 * Server-side apply, as `kubectl apply --server-side` sends it. Throws where the object says another name or namespace
 * than the reference.
 */
export async function applyObject(
  connection: Connection,
  ref: ObjectRef,
  object: KubernetesObject,
  { signal, force, ...options }: ApplyOptions,
): Promise<Result<WriteAnswer>> {
  const metadata = (field: string): string | undefined => textAt(object, 'metadata', field);
  if (metadata('name') !== ref.name || (metadata('namespace') ?? ref.namespace) !== ref.namespace)
    throw new TypeError('an object that is applied has the name and namespace of its reference');
  const request = {
    method: 'PATCH',
    path: objectPath(ref),
    query: { force: String(force === true) },
    // JSON is YAML.
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: stringifyJson(object),
    signal,
  } as const;
  const answer = await write(connection, ref, request, options);
  return answer.kind === 'failed' ? failed(withoutObject(answer.failure)) : answer;
}

/** The one way to write: with the name of a field manager, unknown and duplicate fields refused. */
async function write(
  connection: Connection,
  ref: NewObjectRef,
  request: ApiRequest,
  { manager = 'kubernetes-live-edit', dryRun }: WriteOptions,
): Promise<Result<WriteAnswer>> {
  const query = {
    ...request.query,
    ...(dryRun && { dryRun: 'All' }),
    fieldManager: manager,
    fieldValidation: 'Strict',
  };
  const answer = await connection.send({ ...request, query });
  if (answer.kind === 'failed') return answer;
  const written = readVersion(answer.value, connection, ref);
  if (written.kind === 'failed') return written;
  const warnings = parseWarnings(answer.value.headers['warning']);
  return { kind: 'ok', value: { object: written.value, warnings } };
}

/**
 * The JSON text as Go's encoding/json spells it: a `test` compares texts of the patch with the object's byte by byte,
 * and the API server has these characters escaped there. They occur in JSON only inside texts.
 */
function stringifyAsGo(operations: JsonPatch): string {
  const text = stringifyJson(operations.map((operation) => ({ ...operation })));
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The failure without the patched object: the API server quotes all of it, a Secret's values too, where the result of
 * a patch cannot be decoded (an unknown field, a value of another type).
 */
function withoutObject(failure: Failure): Failure {
  if (failure.kind !== 'status') return failure;
  const { status } = failure;
  const causes = status.details?.causes ?? [];
  if (!causes.some(({ field }) => field === 'patch')) return failure;
  const shortened = causes.map((cause) => ({
    ...cause,
    // What follows the quoted object says what is wrong with it.
    message: (cause.message ?? '').replace(/^[^"]*"(?:[^"\\]|\\.)*"(?:: )?/, ''),
  }));
  const message = shortened.map((cause) => cause.message).join('; ');
  return { ...failure, status: { ...status, message, details: { ...status.details, causes: shortened } } };
}
