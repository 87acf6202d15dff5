import { readManifest } from '../manifest/read';
import type { ManifestReading } from '../manifest/reading';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { identityFields } from '../merge/objectFields';
import type { LiveDocument } from './liveDocument';
import type { KubernetesObject } from './ports';

/** Why a text cannot be written at all. */
export type Refusal =
  | { kind: 'unparsable'; line: number; detail: string }
  | { kind: 'identityChanged'; path: FieldPath; from: string; to: string }
  /** The text is of an earlier session, and the version that it was edited from is not known. */
  | { kind: 'restored' };

/** What a text says, or why it is not to be written. */
export type Ours =
  | { kind: 'read'; reading: ManifestReading; visible: JsonObject }
  | { kind: 'refused'; reading: ManifestReading; refusal: Refusal };

/** Reads a text of one object. */
export type ReadText = (text: string) => ManifestReading;

/** `readManifest`, but the text that was read last costs nothing: a view follows each change, a save or a lens a view. */
export function createReadText(): ReadText {
  let last: { text: string; reading: ManifestReading } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, reading: readManifest(text) };
    return last.reading;
  };
}

/** Reads a text of a document as the object that the user wants. */
export function readOurs(document: Pick<LiveDocument, 'base' | 'restored' | 'read'>, text: string): Ours {
  const reading = document.read(text);
  const error = reading.problems.find((problem) => problem.severity === 'error');
  const visible = reading.value;
  if (error !== undefined || !isJsonObject(visible)) {
    const line = error?.range.start.line ?? 0;
    const detail = error?.message ?? 'it is not a map of fields';
    return { kind: 'refused', reading, refusal: { kind: 'unparsable', line, detail } };
  }
  if (document.restored) return { kind: 'refused', reading, refusal: { kind: 'restored' } };
  const changed = changedIdentity(visible, document.base.object);
  return changed === undefined
    ? { kind: 'read', reading, visible }
    : { kind: 'refused', reading, refusal: changed };
}

/** The first identity field in which a text differs from the object that it was opened from. */
function changedIdentity(visible: JsonObject, base: KubernetesObject): Refusal | undefined {
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
