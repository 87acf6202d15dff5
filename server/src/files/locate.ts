import { fieldAt } from '../merge/fieldAt';
import type { ObjectRef } from '../protocol/objectRef';
import { type Cluster, type Failure, type KubernetesObject, type Result, statusCode } from '../session/ports';
import { type Snapshot, takeSnapshot } from '../session/snapshot';

/** How an object was found; `from` is a version of its collection from which it can be watched. */
export type Located =
  | { kind: 'present'; snapshot: Snapshot; from: string }
  | { kind: 'absent'; from: string }
  /** Whether it is there is to be found out by reading it now and then: the collection may not be listed. */
  | { kind: 'unlisted' }
  | { kind: 'failed'; failure: Failure };

/**
 * Finds objects of one collection by one list of it, which also tells from where those can be watched that are not
 * there. Where it may not be listed, each is read by itself. In the order of the references, of which there is at least
 * one.
 */
export async function locateObjects(
  refs: readonly [ObjectRef, ...ObjectRef[]],
  { cluster, signal }: { cluster: Cluster; signal: AbortSignal },
): Promise<Located[]> {
  const { namespace, group, version, resource } = refs[0];
  const list = await cluster.readAll({
    resource: { group, version, resource },
    ...(namespace === undefined ? {} : { namespace }),
    names: [...new Set(refs.map(({ name }) => name))],
    signal,
  });
  if (list.kind === 'failed') {
    return isRefusal(list) ? readEach(refs, { cluster, signal }) : refs.map(() => list);
  }
  const { objects, resourceVersion: from } = list.value;
  const nameOf = (object: KubernetesObject): unknown => fieldAt(object, ['metadata', 'name']);
  const snapshots = new Map(objects.map((object) => [nameOf(object), takeSnapshot(object)]));
  return refs.map(({ name }) => {
    const snapshot = snapshots.get(name);
    return snapshot === undefined ? { kind: 'absent', from } : { kind: 'present', snapshot, from };
  });
}

function readEach(
  refs: readonly ObjectRef[],
  { cluster, signal }: { cluster: Cluster; signal: AbortSignal },
): Promise<Located[]> {
  return Promise.all(
    refs.map(async (ref): Promise<Located> => {
      const answer = await cluster.get(ref, signal);
      if (answer.kind === 'failed') return statusCode(answer.failure) === 404 ? { kind: 'unlisted' } : answer;
      const snapshot = takeSnapshot(answer.value);
      return { kind: 'present', snapshot, from: snapshot.resourceVersion };
    }),
  );
}

/** Whether listing is refused, which says nothing of reading. */
function isRefusal({ failure }: Extract<Result<unknown>, { kind: 'failed' }>): boolean {
  const code = statusCode(failure);
  return code === 403 || code === 405;
}
