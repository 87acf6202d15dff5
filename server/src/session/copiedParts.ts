import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { listLeaves, withoutPaths } from '../merge/leaves';
import { lastAppliedField, serverOwnedFields } from '../merge/objectFields';
import { type IndexPath, namePath } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import type { FieldWriter } from './fieldManagers';
import { type FieldOwners, readFieldOwners } from './fieldOwners';
import { type FieldOwnership, withoutFields } from './hiddenFields';
import type { KubernetesObject } from './ports';

/** A field that a manifest does not get, since only the cluster writes it, and who has. */
export interface ControllerField {
  readonly path: FieldPath;
  readonly manager: string;
}

/** A live object without what only its own cluster can say of it. */
export interface CopiedParts {
  readonly object: JsonObject;
  /** Leaves of `object` that no manager is recorded for, though managers are: the API server has assigned them. */
  readonly assigned: readonly IndexPath[];
  readonly controllerFields: readonly ControllerField[];
}

/**
 * What of a live object can stand in a manifest: not the fields that only the server writes, `status` where it is one
 * of these, the owners, which name uids of this cluster, nor what controllers wrote. A controller of an object is a
 * manager that writes its status; what it alone wrote is its own, unless most fields are, so that it is the object's
 * author. Every field is known by its recorded managers, never by its name.
 */
export function copyParts(
  live: KubernetesObject,
  { topology, status }: { topology: ListTopology; status: FieldOwnership['status'] },
): CopiedParts {
  const ownerReferences = ['metadata', 'ownerReferences'];
  const fields = [...serverOwnedFields, lastAppliedField, ownerReferences];
  const stripped = withoutFields(live, status === 'data' ? fields : [...fields, ['status']]);
  const owners = readFieldOwners(live);
  const leaves = listLeaves(stripped)
    .filter((path) => !isIdentity(path))
    .map((path) => ({ path, owners: owners.ownersOf(namePath(live, path, topology)) }));
  const author = findAuthor(leaves.map((leaf) => leaf.owners));
  const controllers = findControllers(owners, author);
  const isController = ({ manager, subresource }: FieldWriter): boolean =>
    subresource === 'status' || controllers.has(manager);
  const written = leaves.filter(({ owners: own }) => own.length > 0 && own.every(isController));
  const without = withoutPaths(
    stripped,
    written.map(({ path }) => path),
  );
  return {
    object: isJsonObject(without) ? withoutEmptied(without, stripped) : stripped,
    assigned:
      author === undefined ? [] : leaves.filter((leaf) => leaf.owners.length === 0).map(({ path }) => path),
    controllerFields: written.map(({ path, owners: [owner] }) => ({ path, manager: owner?.manager ?? '' })),
  };
}

/** Whether a path leads to what says which object it is; nobody is ever recorded for that. */
export function isIdentity(path: IndexPath): boolean {
  const [first, second] = path;
  return (
    first === 'apiVersion' ||
    first === 'kind' ||
    (first === 'metadata' && /^name(space)?$/.test(String(second)))
  );
}

/** The manager that wrote most of the object itself; undefined where nobody is recorded. */
function findAuthor(leaves: readonly (readonly FieldWriter[])[]): string | undefined {
  const counts = new Map<string, number>();
  for (const owners of leaves)
    for (const manager of new Set(
      owners.filter(({ subresource }) => subresource === undefined).map((own) => own.manager),
    ))
      counts.set(manager, (counts.get(manager) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

function findControllers({ writers }: FieldOwners, author: string | undefined): ReadonlySet<string> {
  const controllers = writers.filter(
    ({ subresource, manager }) => subresource === 'status' && manager !== author,
  );
  return new Set(controllers.map(({ manager }) => manager));
}

/** Maps of metadata that hold nothing any more go as well: annotations, labels. */
function withoutEmptied(object: JsonObject, before: JsonObject): JsonObject {
  const metadata = object['metadata'];
  const former = before['metadata'];
  if (!isJsonObject(metadata) || !isJsonObject(former)) return object;
  const emptied = Object.keys(metadata).filter((key) => {
    const [now, then] = [metadata[key], former[key]];
    return (
      isJsonObject(now) && Object.keys(now).length === 0 && isJsonObject(then) && Object.keys(then).length > 0
    );
  });
  return withoutFields(
    object,
    emptied.map((key) => ['metadata', key]),
  );
}
