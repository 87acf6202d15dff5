import { fieldAt } from '../merge/fieldAt';
import type { JsonObject } from '../merge/json';
import { textsAt, timeAt } from './read';

/** That an object is being deleted: who it waits for, and since when (milliseconds, by the API server's clock). */
export interface Termination {
  readonly finalizers: readonly string[];
  readonly since?: number;
}

/**
 * The termination of an object; undefined where it has no `metadata.deletionTimestamp`. That is when the grace period
 * ends (ObjectMeta), so the deletion was asked for as many seconds before. A Namespace has finalizers in its spec, too.
 */
export function readTermination(object: JsonObject): Termination | undefined {
  if ((fieldAt(object, ['metadata', 'deletionTimestamp']) ?? null) === null) return undefined;
  const end = timeAt(object, 'metadata', 'deletionTimestamp');
  const grace = fieldAt(object, ['metadata', 'deletionGracePeriodSeconds']);
  const graceSeconds = typeof grace === 'number' && grace > 0 ? grace : 0;
  return {
    finalizers: [...textsAt(object, 'metadata', 'finalizers'), ...textsAt(object, 'spec', 'finalizers')],
    ...(end === undefined ? {} : { since: end - graceSeconds * 1_000 }),
  };
}
