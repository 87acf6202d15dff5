import { textAt } from '../manifest/fileObjects';
import { fieldAt } from '../merge/fieldAt';
import type { ObjectRef } from '../protocol/objectRef';
import type { ResourceSummary } from '../protocol/messages';
import type { KubernetesObject } from '../session/ports';
import type { WritingContext } from './writing';

/** What hangs below an object by `ownerReferences`, directly or through others. */
export interface Dependents {
  /** `Kind name`, nearest first. */
  readonly names: readonly string[];
  /** Whether all that may depend on it was looked at: not where some resources could not be listed, or of many. */
  readonly isComplete: boolean;
}

/**
 * Finds the dependents of an object in its namespace; of one of the whole cluster those in no namespace alone, which
 * is then not complete. Reads metadata only, of each resource that may be listed.
 */
export async function findDependents(
  { ref, uid }: { ref: ObjectRef; uid: string },
  { cluster, signal }: WritingContext,
): Promise<Dependents> {
  const served = await cluster.resources({ signal });
  if (served.kind === 'failed') return { names: [], isComplete: false };
  const resources = served.value.filter(
    ({ verbs, namespaced }) => verbs.includes('list') && namespaced === (ref.namespace !== undefined),
  );
  let isComplete = ref.namespace !== undefined;
  const owned = new Map<string, { uid: string; name: string }[]>();
  const seen = new Set<string>();
  for (const resource of onePerKind(resources)) {
    const { group, version, resource: plural, kind } = resource;
    const list = await cluster.readAllMetadata({
      resource: { group, version, resource: plural },
      ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }),
      signal,
    });
    if (list.kind === 'failed') {
      isComplete = false;
      continue;
    }
    for (const object of list.value.objects) {
      const own = textAt(object, ['metadata', 'uid']) ?? '';
      if (seen.has(own)) continue;
      seen.add(own);
      for (const owner of ownersOf(object)) {
        const known = owned.get(owner) ?? [];
        known.push({ uid: own, name: `${kind} ${textAt(object, ['metadata', 'name']) ?? ''}` });
        owned.set(owner, known);
      }
    }
  }
  const names: string[] = [];
  const visited = new Set([uid]);
  let nearest = [uid];
  while (nearest.length > 0) {
    const next = nearest.flatMap((owner) => owned.get(owner) ?? []).filter((one) => !visited.has(one.uid));
    nearest = [];
    for (const one of next) {
      if (visited.has(one.uid)) continue;
      visited.add(one.uid);
      names.push(one.name);
      nearest.push(one.uid);
    }
  }
  return { names, isComplete };
}

/** Objects of one resource are the same in all of its versions. */
function onePerKind(resources: readonly ResourceSummary[]): ResourceSummary[] {
  const byName = new Map<string, ResourceSummary>();
  for (const resource of resources) {
    const name = `${resource.group}/${resource.resource}`;
    if (!byName.has(name)) byName.set(name, resource);
  }
  return [...byName.values()];
}

function ownersOf(object: KubernetesObject): string[] {
  const references = fieldAt(object, ['metadata', 'ownerReferences']);
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference) => textAt(reference, ['uid']) ?? []);
}
