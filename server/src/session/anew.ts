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

function withoutServerFields(object: KubernetesObject, { ownership }: LiveDocument): KubernetesObject {
  const fields = ownership.status === 'ignored' ? [...serverOwnedFields, ['status']] : serverOwnedFields;
  return withoutFields(object, fields);
}
