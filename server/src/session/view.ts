import { readManifest } from '../manifest/read';
import type { ManifestReading } from '../manifest/reading';
import { type Change, listChanges } from '../merge/changes';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject } from '../merge/json';
import { builtinTopology } from '../merge/topology';
import type { Staleness } from '../protocol/messages';
import { isSecret, type ObjectRef } from '../protocol/objectRef';
import type { Health } from './follow';
import { isReplaced, type LiveDocument } from './liveDocument';
import type { KubernetesObject } from './ports';
import { showsTheSame, visiblePart } from './snapshot';
import { changedIdentity, ignoredFields, type Refusal } from './writable';

/** What there is to say about a live document: everything that features need, and nothing that they must decide. */
export interface DocumentView {
  uri: string;
  ref: ObjectRef;
  /** The object's kind, e.g. `Deployment`. */
  objectKind: string;
  /** Whether values of this object must not be shown outside its text. */
  secret: boolean;
  staleness: Staleness;
  /** The text is of an earlier session: which version it was edited from is not known. */
  restored: boolean;
  health: Health;
  /** Of the live object, or of the last one known. */
  resourceVersion: string;
  terminating: boolean;
  /** `metadata.generation` and `status.observedGeneration`, where the object has them. */
  generation: number | undefined;
  observedGeneration: number | undefined;
  /** Fields that the object has and its text does not show. */
  hidden: FieldPath[];
  /** What of the text's fields has changed in the live object since the text's base. */
  moved: Change[];
  reading: ManifestReading;
  /** Fields of the text that a save will not write, because only the server writes them. */
  ignored: FieldPath[];
  identityChange: (Refusal & { kind: 'identityChanged' }) | undefined;
}

/** The view of a document as it is now. Reads its text, so it costs what one parse costs. */
export function viewDocument(document: LiveDocument): DocumentView {
  const { base, live, ref, uri, ownership } = document;
  const { object, resourceVersion } = live.kind === 'present' ? live.snapshot : base;
  const reading = readManifest(document.text);
  const visible = isJsonObject(reading.value) ? reading.value : undefined;
  const kind = fieldAt(base.object, ['kind']);
  return {
    uri,
    ref,
    objectKind: typeof kind === 'string' ? kind : ref.resource,
    secret: isSecret(ref),
    staleness: stalenessOf(document),
    restored: document.restored,
    health: document.health,
    resourceVersion,
    terminating: fieldAt(object, ['metadata', 'deletionTimestamp']) !== undefined,
    generation: numberAt(object, ['metadata', 'generation']),
    observedGeneration: numberAt(object, ['status', 'observedGeneration']),
    hidden: ownership.hidden.filter((path) => fieldAt(object, path) !== undefined),
    moved: movedFields(document),
    reading,
    ignored: visible === undefined ? [] : ignoredFields(visible, document),
    identityChange: visible === undefined ? undefined : changedIdentity(visible, base.object),
  };
}

/** How the live object stands to the text's base. Nothing is called current unless it is known to be. */
function stalenessOf(document: LiveDocument): Staleness {
  const { live, base, health, ownership, restored } = document;
  if (live.kind === 'deleted') return 'deleted';
  if (isReplaced(document)) return 'replaced';
  if (restored || health.kind === 'unknown' || health.kind === 'connecting') return 'unknown';
  return showsTheSame(base, live.snapshot, ownership) ? 'current' : 'stale';
}

function numberAt(object: KubernetesObject, path: FieldPath): number | undefined {
  const value = fieldAt(object, path);
  return typeof value === 'number' ? value : undefined;
}

function movedFields(document: LiveDocument): Change[] {
  const { live, base, ownership } = document;
  if (live.kind === 'deleted' || isReplaced(document) || document.restored) return [];
  return listChanges(visiblePart(base, ownership), visiblePart(live.snapshot, ownership), builtinTopology);
}
