import type { GroupVersion, KubernetesObject, Result } from '../session/ports';
import type { Connection } from './connection';
import type { HttpAnswer } from './exchange';
import { isObject, type JsonValue } from './json';
import { keepAnswers } from './keptAnswers';
import { foreignAnswer } from './objects';
import { groupVersionPath } from './paths';

/** The schemas that an API server publishes as OpenAPI v3, a document for each group version. */
export interface Schemas {
  of(groupVersion: GroupVersion, signal: AbortSignal): Promise<Result<KubernetesObject>>;
}

/**
 * Loads and keeps schemas. The index at `/openapi/v3` is not needed: it leads to `/openapi/v3/<group version>?hash=`,
 * and the hash is the ETag that the document is sent with. A document asked for without a hash is the current one,
 * never a redirection; and the path is our own, whatever stands before the API server.
 */
export function createSchemas(connection: Connection): Schemas {
  const documents = keepAnswers(connection, {
    accept: 'application/json',
    read: (answer) => Promise.resolve(readSchemas(answer, connection)),
    limit: keptDocuments,
  });
  return {
    of: async (groupVersion, signal) => documents.ask(`/openapi/v3${groupVersionPath(groupVersion)}`, signal),
  };
}

/** For the kinds that are edited at the same time. The largest document, of the core group, takes 1 MB of memory. */
const keptDocuments = 16;

/**
 * Of an OpenAPI document only its components are kept: the operations, two thirds of it, are known without. Plain
 * JSON.parse, which takes milliseconds: no schema needs exact integers beyond 2^53, least of all the defaults of list
 * keys, which are texts, booleans and small numbers.
 */
function readSchemas(answer: HttpAnswer, connection: Connection): Result<KubernetesObject> {
  const document = parseQuietly(answer.text);
  if (!isObject(document) || typeof document['openapi'] !== 'string')
    return foreignAnswer(answer, connection, 'OpenAPI document');
  return { kind: 'ok', value: { components: document['components'] ?? {} } };
}

function parseQuietly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
