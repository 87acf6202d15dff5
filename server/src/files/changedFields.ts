import { listChanges } from '../merge/changes';
import { formatPointer } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
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
    ({ path, before: from, after: to }) =>
      path.length > 0 && isAbout(valueAt(stated, path, topology), [from, to]),
  );
  if (changes.length === 0) return [];
  const seen = new Map(before.map(({ change, seenAt }) => [formatPointer(change.path), seenAt]));
  return withWriters(changes, live.object).map((changed) => {
    const { writer, change } = changed;
    if (writer?.time !== undefined && writer.isGuessed !== true) return changed;
    return { ...changed, seenAt: seen.get(formatPointer(change.path)) ?? arrivedAt };
  });
}

/** Whether a change of a value is one of what is stated there: a map that comes or goes may have nothing of it. */
function isAbout(
  stated: JsonValue | undefined,
  values: readonly [JsonValue | undefined, JsonValue | undefined],
): boolean {
  if (stated === undefined) return false;
  const maps = values.filter((value) => value !== undefined);
  if (!isJsonObject(stated) || !maps.every(isJsonObject) || Object.keys(stated).length === 0) return true;
  return Object.keys(stated).some((key) => {
    const [from, to] = values.map((value) => (isJsonObject(value) ? getField(value, key) : undefined));
    return (from !== undefined || to !== undefined) && isAbout(getField(stated, key), [from, to]);
  });
}
