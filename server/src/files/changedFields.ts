import { listChanges } from '../merge/changes';
import { formatPointer } from '../merge/fieldPath';
import type { JsonValue } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import { type LiveChange, withWriters } from '../session/merged';
import type { Snapshot } from '../session/snapshot';

export interface ChangedFieldsOptions {
  stated: JsonValue;
  opened: Snapshot;
  live: Snapshot;
  topology: ListTopology;
  /** When this version came; milliseconds since 1970. */
  arrivedAt: number;
  /** What had changed before it came. */
  before: readonly LiveChange[];
}

/**
 * What has changed of the live object since the file was opened, of the fields that the file states. A change without a
 * recorded time keeps the time at which it was seen first.
 */
export function findChangedFields(options: ChangedFieldsOptions): LiveChange[] {
  const { stated, opened, live, topology, arrivedAt, before } = options;
  if (opened.object === live.object) return [];
  const changes = listChanges(opened.object, live.object, topology).filter(
    ({ path }) => path.length > 0 && valueAt(stated, path, topology) !== undefined,
  );
  if (changes.length === 0) return [];
  const seen = new Map(before.map(({ change, seenAt }) => [formatPointer(change.path), seenAt]));
  return withWriters(changes, live.object).map((changed) => {
    const { writer, change } = changed;
    if (writer?.time !== undefined && writer.isGuessed !== true) return changed;
    return { ...changed, seenAt: seen.get(formatPointer(change.path)) ?? arrivedAt };
  });
}
