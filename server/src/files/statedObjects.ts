import type { FileDocument } from '../manifest/documents';
import { objectReading } from '../manifest/objectReading';
import type { ObjectIdentity, RecognizedFile, RecognizedObject } from '../manifest/recognize';
import { isJsonObject, type JsonObject, setField } from '../merge/json';

/** An object that a file states. */
export interface StatedObject {
  /** Names it within its file, whatever is edited around it. */
  readonly key: string;
  readonly recognized: RecognizedObject;
  readonly document: FileDocument;
}

/** The objects of a file in its order. Those that say the same identity are numbered from the second one on. */
export function listStatedObjects({ entries }: RecognizedFile): StatedObject[] {
  const counts = new Map<string, number>();
  return entries.flatMap(({ document, recognized }) => {
    if (recognized.kind !== 'object') return [];
    const identity = formatIdentity(recognized.identity);
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return [{ key: count === 1 ? identity : `${identity}#${count}`, recognized, document }];
  });
}

/** `apps/v1 Deployment shop/web`; nothing before the slash where no namespace is said, `*` behind a `generateName`. */
function formatIdentity({
  apiVersion,
  kind,
  namespace = '',
  name,
  generateName = '',
}: ObjectIdentity): string {
  return `${apiVersion} ${kind} ${namespace}/${name ?? `${generateName}*`}`;
}

/**
 * What a file says of an object, with the apiVersion and kind that the list around it may say in its place. Undefined
 * where the document has nothing there.
 */
export function statedValue({
  recognized,
  document,
}: Pick<StatedObject, 'recognized' | 'document'>): JsonObject | undefined {
  const written = writtenValue({ recognized, document });
  if (written === undefined) return undefined;
  const { apiVersion, kind } = recognized.identity;
  if (Object.hasOwn(written, 'apiVersion') && Object.hasOwn(written, 'kind')) return written;
  const stated: JsonObject = { apiVersion, kind };
  for (const [key, value] of Object.entries(written)) setField(stated, key, value);
  return stated;
}

/** What stands in the text for an object, and nothing else. */
export function writtenValue({
  recognized,
  document,
}: Pick<StatedObject, 'recognized' | 'document'>): JsonObject | undefined {
  const { value } = objectReading(document.content, recognized.path);
  return isJsonObject(value) ? value : undefined;
}

/** Whether values of an object must not be shown outside its text. */
export function isSecretObject({ apiVersion, kind }: ObjectIdentity): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}
