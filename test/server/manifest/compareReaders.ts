import { isJsonObject, setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { isSameJson } from '../../../server/src/manifest/equal';
import { readManifest } from '../../../server/src/manifest/read';
import type { ManifestProblemKind } from '../../../server/src/manifest/reading';
import type { ApiReader } from './apiReader';

/** How our reading of a text and the API server's stand to each other. */
export type Comparison = 'bothRead' | 'bothRefuse' | 'onlyWeRefuse' | { difference: string };

/**
 * What we refuse and the API server takes, on purpose: of two equal keys it keeps one, of several documents it reads
 * the first, it takes a few characters for line ends, and it puts replacement characters into what is no UTF-8.
 */
export const stricter: ManifestProblemKind[] = ['duplicateKey', 'multipleDocuments', 'character', 'binary'];

/** Reads a text, whose root is a block map, with both. */
export async function compareReaders(text: string, api: ApiReader): Promise<Comparison> {
  const { value, problems } = readManifest(api.head + text);
  const theirs = await api.read(text);
  if (theirs.kind === 'refused') {
    return value === undefined
      ? 'bothRefuse'
      : { difference: `only the API server refuses: ${theirs.message}` };
  }
  if (value === undefined) {
    const isMeant = problems.some(({ kind }) => stricter.includes(kind));
    return isMeant || isBehindTheEnd(text)
      ? 'onlyWeRefuse'
      : { difference: `only we refuse: ${problems[0]?.message ?? ''}` };
  }
  const ours = isJsonObject(value) ? withoutHead(value) : {};
  if (isSameJson(asStored(ours), theirs.value)) return 'bothRead';
  return { difference: `the API server reads ${show(theirs.value)}, we read ${show(ours)}` };
}

/** Whether a document ends before the text does. */
export function isBehindTheEnd(text: string): boolean {
  return /^(?:---|\.\.\.)/m.test(text);
}

/** The object without what stands in the head of each. */
export function withoutHead(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key]) => !['apiVersion', 'kind', 'metadata'].includes(key)),
  );
}

/** The value as the API server holds it: integers beyond 64 bits with a sign are floating-point numbers there. */
function asStored(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') {
    return value >= -(2n ** 63n) && value < 2n ** 63n ? value : BigInt(String(Number(value)));
  }
  if (Array.isArray(value)) return value.map(asStored);
  if (!isJsonObject(value)) return value;
  const object: JsonObject = {};
  for (const [key, member] of Object.entries(value)) setField(object, key, asStored(member));
  return object;
}

function show(value: JsonValue): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
