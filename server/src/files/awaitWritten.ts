import { fieldAt } from '../merge/fieldAt';
import type { ObjectRef } from '../protocol/objectRef';
import { statusCode, type KubernetesObject } from '../session/ports';
import type { WritingContext } from './writing';

/**
 * Waits until a namespace is active or the kind of a definition is served, as later objects of a file need it; false
 * where that does not come about within a minute, or the write is cancelled.
 */
export async function awaitWritten(
  ref: ObjectRef,
  what: 'active' | 'established',
  { cluster, clock, signal }: WritingContext,
): Promise<boolean> {
  const deadline = clock.now() + longestWait;
  while (!signal.aborted) {
    const read = await cluster.get(ref, signal);
    if (read.kind === 'ok' && (what === 'active' ? isActive(read.value) : isEstablished(read.value)))
      return true;
    if (read.kind === 'failed' && statusCode(read.failure) === 403) return what === 'active';
    if (clock.now() > deadline) return false;
    await clock.sleep(pause, signal);
  }
  return false;
}

const longestWait = 60_000;
const pause = 200;

function isActive(object: KubernetesObject): boolean {
  return fieldAt(object, ['status', 'phase']) === 'Active';
}

function isEstablished(object: KubernetesObject): boolean {
  const conditions = fieldAt(object, ['status', 'conditions']);
  return (
    Array.isArray(conditions) &&
    conditions.some(
      (condition) =>
        fieldAt(condition, ['type']) === 'Established' && fieldAt(condition, ['status']) === 'True',
    )
  );
}
