import { getField, isJsonObject, type JsonObject } from '../merge/json';
import { readGeneration } from './generation';
import { mapsAt, textAt, timeAt } from './read';

/** When an object's managers last wrote it, as `metadata.managedFields` records it; milliseconds, in whole seconds. */
export interface LastWrites {
  /** Of anything but metadata and status. */
  readonly spec?: number;
  readonly status?: number;
}

/** The last writes of an object. Nothing where none is recorded: a removal leaves no entry of its own. */
export function lastWrites(object: JsonObject): LastWrites {
  let [spec, status] = [-Infinity, -Infinity];
  for (const entry of mapsAt(object, 'metadata', 'managedFields')) {
    const time = timeAt(entry, 'time');
    if (time === undefined) continue;
    const fields = getField(entry, 'fieldsV1');
    const names = isJsonObject(fields) ? Object.keys(fields) : [];
    if (textAt(entry, 'subresource') === 'status' || names.includes('f:status'))
      status = Math.max(status, time);
    if (names.some((name) => !besidesSpec.has(name))) spec = Math.max(spec, time);
  }
  return { ...(spec > -Infinity ? { spec } : {}), ...(status > -Infinity ? { status } : {}) };
}

const besidesSpec = new Set(['f:metadata', 'f:status', 'f:apiVersion', 'f:kind', '.']);

/**
 * Whether the status was written after the spec, for objects that do not report the generation that it is of. Within
 * the same second, and where nothing is recorded, nobody can tell; the first generation has no status of another one.
 */
export type StatusAge = 'afterSpec' | 'beforeSpec' | 'unknown';

/** The age of an object's status. */
export function statusAge(object: JsonObject, { spec, status }: LastWrites): StatusAge {
  if (readGeneration(object) === 1) return 'afterSpec';
  if (spec === undefined || status === undefined || spec === status) return 'unknown';
  return status > spec ? 'afterSpec' : 'beforeSpec';
}
