import type { FieldPath } from '../merge/fieldPath';
import { parseManagedPath } from '../merge/managedPath';
import type { JsonObject } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import { findFieldWriter } from '../session/fieldManagers';
import type { FieldNote } from '../session/liveDocument';
import { namedPath, resolveCause } from '../session/notes';
import type { Failure, KubernetesObject } from '../session/ports';
import type { OwnershipConflict } from './fileView';
import type { FileWriteResult } from './outcome';

/** What was sent, and the live object as far as it is known. */
export interface Sent {
  readonly object: JsonObject;
  readonly live: KubernetesObject | undefined;
  readonly topology: ListTopology;
}

/**
 * What a refusal of a write means. The 409 of field managers is another one than that of versions: it alone has causes
 * `FieldManagerConflict`.
 */
export function readRefusal(failure: Failure, sent: Sent): FileWriteResult {
  if (failure.kind === 'cancelled') return { kind: 'declined' };
  if (failure.kind !== 'status') return { kind: 'refused', failure, notes: [] };
  const { reason } = failure.status;
  if (reason === 'AlreadyExists') return { kind: 'exists' };
  const conflicts = readConflicts(failure, sent);
  if (conflicts.length > 0) return { kind: 'owned', conflicts, confirmed: [] };
  if (isConflict(failure) && saysVersion(sent.object)) return { kind: 'staleVersion' };
  return { kind: 'refused', failure, notes: readNotes(failure, sent) };
}

/** The fields that an apply was refused for; those that others than it have. */
export function readConflicts(failure: Failure, { object, live }: Sent): OwnershipConflict[] {
  if (!isConflict(failure)) return [];
  return (failure.status.details?.causes ?? []).flatMap((cause) => {
    if (cause.reason !== 'FieldManagerConflict' || cause.field === undefined) return [];
    const path = parseManagedPath(cause.field, object);
    if (path === undefined) return [];
    const writer = live === undefined ? undefined : findFieldWriter(live, path);
    // The message names the manager between quotes: it is all that the server says of it.
    const manager = /"((?:[^"\\]|\\.)*)"/.exec(cause.message ?? '')?.[1] ?? writer?.manager ?? '';
    return [{ path, manager, writer }];
  });
}

/** A 409 of versions or of field managers: the object is not as the write takes it to be. */
export function isConflict(failure: Failure): failure is Failure & { kind: 'status' } {
  return failure.kind === 'status' && failure.status.reason === 'Conflict';
}

/** Whether an object names the version, or the very object, that it is for. */
export function saysVersion({ metadata }: JsonObject): boolean {
  return (
    typeof metadata === 'object' && metadata !== null && ('resourceVersion' in metadata || 'uid' in metadata)
  );
}

function readNotes(failure: Failure & { kind: 'status' }, { object, topology }: Sent): FieldNote[] {
  const { code, details, message } = failure.status;
  if (!codesOfRefusals.has(code)) return [];
  const refuse = (path: FieldPath | undefined, words: string): FieldNote => ({
    ...{ kind: 'refused', path, message: words },
    said: path && valueAt(object, path, topology),
  });
  const notes = (details?.causes ?? []).flatMap(({ field, message: words }) =>
    words === undefined
      ? []
      : [refuse(field === undefined ? undefined : resolveCause(field, object, topology), words)],
  );
  return notes.length > 0 ? notes : [refuse(namedPath(message, object, topology), message)];
}

/** What is said of the object and does not go by; a value of another type than its field is a 500 to an apply. */
const codesOfRefusals: ReadonlySet<number> = new Set([400, 403, 413, 422, 500]);
