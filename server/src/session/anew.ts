import { isEqual } from '../merge/equality';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject } from '../merge/json';
import { presentAt, serverOwnedFields, withFieldAt } from '../merge/objectFields';
import { attemptWrite } from './attempt';
import { connectBound } from './boundCluster';
import { withoutFields } from './hiddenFields';
import type { LiveDocument } from './liveDocument';
import { wholeObject } from './merged';
import { readOurs } from './ours';
import type { SaveOutcome } from './outcome';
import type { Clusters, KubernetesObject } from './ports';
import type { Snapshot } from './snapshot';

/**
 * Creates the object of a document anew, as its text says: without the uid and the resourceVersion of the one that
 * was deleted, and without what else only the server writes. An object that is there meanwhile is left as it is.
 */
export async function createAnew(
  document: LiveDocument,
  text: string,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<SaveOutcome> {
  const ours = readOurs(document, text);
  if (ours.kind === 'refused') return { kind: 'rejected', because: 'refusal', refusal: ours.refusal };
  const connection = await connectBound(document, { clusters, signal });
  if (connection.kind === 'failed')
    return { kind: 'rejected', because: 'failure', failure: connection.failure };
  const object = withoutServerFields(wholeObject(document, ours.visible, document.base), document);
  const { ref, base } = document;
  const attempt = await attemptWrite((cluster) => cluster.create(ref, object, signal), {
    cluster: connection.value,
    ref,
    signal,
  });
  switch (attempt.kind) {
    case 'written': {
      const { answer, warnings } = attempt;
      const written = {
        ours: wholeObject(document, ours.visible, answer),
        before: base.object,
        answer,
        warnings,
      };
      return { kind: 'saved', ...written, kept: [], ignored: [], completed: [], isNewVersion: true };
    }
    case 'read': // the answer was lost, and an object is there: it may be ours or somebody else's
    case 'unknown':
      return { kind: 'unknown', sent: object, failure: attempt.failure };
    case 'gone': // the answer was lost, and nothing is there
      return { kind: 'gone', live: undefined };
    case 'busy':
    case 'failed':
      return { kind: 'rejected', because: 'failure', failure: attempt.failure, sent: object };
  }
}

/** The base that makes a text of a deleted object a change of the one that has taken its name. */
export function rebaseOnto(base: Snapshot, live: Snapshot): Snapshot {
  const uid = presentAt(live.object, ['metadata', 'uid']);
  const object = withFieldAt(base.object, ['metadata', 'uid'], uid);
  return { ...live, object: isJsonObject(object) ? object : base.object };
}

/**
 * The outcome of a save of this text, for the user: what only the server writes, and the text has of an earlier object
 * of the name, nobody has changed.
 */
export function withoutFormer(outcome: SaveOutcome, text: string, document: LiveDocument): SaveOutcome {
  if (outcome.kind !== 'saved' && outcome.kind !== 'unchanged') return outcome;
  const { uid } = outcome.kind === 'saved' ? outcome.answer : outcome.live;
  const bases = [...document.history.bases.values()].map(({ snapshot }) => snapshot);
  const former = bases.filter((base) => base.uid !== uid);
  if (former.length === 0) return outcome;
  const { value } = document.read(text);
  const isOfFormer = (path: FieldPath): boolean =>
    serverOwnedFields.some((field) => isEqualPath(field, path)) &&
    former.some(({ object }) => isEqual(presentAt(object, path), presentAt(value, path)));
  return {
    ...outcome,
    ignored: outcome.ignored.filter((path) => !isOfFormer(path)),
    kept: outcome.kept.filter(({ change }) => !isOfFormer(change.path)),
  };
}

function isEqualPath(one: FieldPath, other: FieldPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

function withoutServerFields(object: KubernetesObject, { ownership }: LiveDocument): KubernetesObject {
  const fields = ownership.status === 'data' ? serverOwnedFields : [...serverOwnedFields, ['status']];
  return withoutFields(object, fields);
}
