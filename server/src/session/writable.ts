import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { identityFields } from '../merge/objectFields';
import { builtinTopology } from '../merge/topology';
import { readManifest } from '../manifest/read';
import { hideFields, restoreFields } from './hiddenFields';
import type { LiveDocument } from './liveDocument';
import type { KubernetesObject } from './ports';

/** Why a text cannot be written at all. */
export type Refusal =
  | { kind: 'unparsable'; line: number; detail: string }
  | { kind: 'identityChanged'; path: FieldPath; from: string; to: string }
  /** The text is of an earlier session, and the version that it was edited from is not known. */
  | { kind: 'restored' };

/** What a text would write. */
export type Writable =
  | { kind: 'changed'; object: KubernetesObject }
  /** It means what the base means; `ignored` are fields of the text that only the server writes. */
  | { kind: 'unchanged'; ignored: FieldPath[] }
  | { kind: 'refused'; refusal: Refusal };

/**
 * The object that the text of a document would write over its base: hidden and server-owned fields are the base's,
 * so the text cannot change `resourceVersion` or `uid`, which are the precondition of the write.
 */
export function readWritable(document: LiveDocument, text: string): Writable {
  const { base, ownership } = document;
  if (document.restored) return { kind: 'refused', refusal: { kind: 'restored' } };
  const reading = readManifest(text);
  const error = reading.problems.find((problem) => problem.severity === 'error');
  const visible = reading.value;
  if (error !== undefined || !isJsonObject(visible)) {
    const line = error?.range.start.line ?? 0;
    return { kind: 'refused', refusal: { kind: 'unparsable', line, detail: error?.message ?? notAnObject } };
  }
  const changed = changedIdentity(visible, base.object);
  if (changed !== undefined) return { kind: 'refused', refusal: changed };
  const object = restoreFields(visible, base.object, ownership);
  return isEqual(object, base.object, builtinTopology)
    ? { kind: 'unchanged', ignored: ignoredFields(visible, document) }
    : { kind: 'changed', object };
}

/** Fields of the text that differ from the base and will not be written, because only the server writes them. */
export function ignoredFields(visible: JsonObject, { base, ownership }: LiveDocument): FieldPath[] {
  return [...ownership.serverOwned, ...ownership.hidden].filter((path, index, all) => {
    const firstOfItsKind =
      all.findIndex((other) => isEqual([...other] as string[], [...path] as string[])) === index;
    const value = fieldAt(visible, path);
    return firstOfItsKind && value !== undefined && !isEqual(value, fieldAt(base.object, path) ?? null);
  });
}

/** Whether two objects mean the same in what a document's text shows. */
export function meansTheSame(
  one: KubernetesObject,
  other: KubernetesObject,
  { ownership }: LiveDocument,
): boolean {
  return isEqual(hideFields(one, ownership), hideFields(other, ownership), builtinTopology);
}

/** The first identity field in which a text differs from the object that it was opened from. */
export function changedIdentity(
  visible: JsonObject,
  base: KubernetesObject,
): (Refusal & { kind: 'identityChanged' }) | undefined {
  for (const path of identityFields) {
    const from = fieldAt(base, path) ?? null;
    const to = fieldAt(visible, path) ?? null;
    const left = path.at(-1) === 'namespace' && to === null;
    if (from !== to && !left)
      return { kind: 'identityChanged', path, from: describe(from), to: describe(to) };
  }
  return undefined;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '(none)' : 'a value that is no text';
}

const notAnObject = 'it is not a map of fields';
