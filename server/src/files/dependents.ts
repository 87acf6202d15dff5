import { textAt } from '../manifest/fileObjects';
import { fieldAt } from '../merge/fieldAt';
import type { ObjectRef } from '../protocol/objectRef';
import type { ResourceSummary } from '../protocol/messages';
import type { KubernetesObject } from '../session/ports';
import type { WritingContext } from './writing';

/** What goes with an object when it is deleted. */
export interface Dependents {
  /** `owned`: by `ownerReferences`, directly or through others; `inside`: in a namespace, or of a defined kind. */
  readonly kind: 'owned' | 'inside';
  /** `Kind name`, nearest first. */
  readonly names: readonly string[];
  /** Whether all that may depend on it was looked at: not where some resources could not be listed, or of many. */
  readonly isComplete: boolean;
}

/** An object that is to be deleted, as it was read. */
export interface Owner {
  readonly ref: ObjectRef;
  readonly object: KubernetesObject;
}

/**
 * Finds what goes with an object: all of a namespace, all objects of a defined kind, else its dependents in its
 * namespace; of one of the whole cluster those in no namespace alone, which is then not complete. Reads metadata only,
 * of each resource that may be listed.
 */
export async function findDependents(owner: Owner, context: WritingContext): Promise<Dependents> {
  const { ref, object } = owner;
  // What is remembered may lack the very kind that is deleted with its definition.
  const served = await context.cluster.resources({ refresh: true, signal: context.signal });
  const resources = served.kind === 'ok' ? onePerKind(served.value) : [];
  const type = ref.group === '' ? ref.resource : `${ref.resource}.${ref.group}`;
  if (type === 'namespaces') {
    const listed = await listAll(
      // Who deletes a namespace does not ask what has happened in it.
      resources.filter(({ namespaced, kind }) => namespaced && kind !== 'Event'),
      ref.name,
      context,
    );
    return inside(listed, served.kind === 'ok');
  }
  if (type === 'customresourcedefinitions.apiextensions.k8s.io') {
    const [group, plural] = [
      ['spec', 'group'],
      ['spec', 'names', 'plural'],
    ].map((path) => textAt(object, path));
    const own = resources.filter((each) => each.group === group && each.resource === plural);
    return inside(await listAll(own, undefined, context), served.kind === 'ok' && own.length > 0);
  }
  const listed = await listAll(
    resources.filter(({ namespaced }) => namespaced === (ref.namespace !== undefined)),
    ref.namespace,
    context,
  );
  const names = findOwned(listed.objects, textAt(object, ['metadata', 'uid']) ?? '');
  const isComplete = served.kind === 'ok' && ref.namespace !== undefined && listed.isComplete;
  return { kind: 'owned', names, isComplete };
}

interface Listed {
  readonly objects: readonly { kind: string; object: KubernetesObject }[];
  readonly isComplete: boolean;
}

async function listAll(
  resources: readonly ResourceSummary[],
  namespace: string | undefined,
  { cluster, signal }: WritingContext,
): Promise<Listed> {
  const objects = new Map<string, Listed['objects'][number]>();
  let isComplete = true;
  for (const { group, version, resource, kind } of resources.filter(({ verbs }) => verbs.includes('list'))) {
    const list = await cluster.readAllMetadata({
      resource: { group, version, resource },
      ...(namespace === undefined ? {} : { namespace }),
      signal,
    });
    if (list.kind === 'failed') isComplete = false;
    else
      for (const object of list.value.objects) {
        // Some objects are served as several resources.
        const uid = textAt(object, ['metadata', 'uid']) ?? '';
        if (!objects.has(uid)) objects.set(uid, { kind, object });
      }
  }
  return { objects: [...objects.values()], isComplete };
}

function inside({ objects, isComplete }: Listed, isKnown: boolean): Dependents {
  return { kind: 'inside', names: objects.map(nameOf), isComplete: isComplete && isKnown };
}

function findOwned(objects: Listed['objects'], uid: string): string[] {
  const owned = new Map<string, Listed['objects'][number][]>();
  for (const each of objects)
    for (const owner of ownersOf(each.object)) {
      const known = owned.get(owner);
      if (known === undefined) owned.set(owner, [each]);
      else known.push(each);
    }
  const names: string[] = [];
  const visited = new Set([uid]);
  // What is added while they are gone through comes after them.
  for (const owner of visited)
    for (const each of owned.get(owner) ?? []) {
      const own = textAt(each.object, ['metadata', 'uid']) ?? '';
      if (visited.has(own)) continue;
      visited.add(own);
      names.push(nameOf(each));
    }
  return names;
}

function nameOf({ kind, object }: Listed['objects'][number]): string {
  return `${kind} ${textAt(object, ['metadata', 'name']) ?? ''}`;
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
