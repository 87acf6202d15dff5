import { isLastAppliedKept, migrateManagedFields } from '../merge/csaMigration';
import { fieldAt } from '../merge/fieldAt';
import { isJsonObject, type JsonObject } from '../merge/json';
import { lastAppliedField, withFieldAt } from '../merge/objectFields';
import type { KubernetesObject } from '../session/ports';
import { isConflict } from './refusals';
import type { PlannedApply, WritingContext } from './writing';

/** As kubectl's `migrateToSSAIfNecessary`: what fails of it is a warning, and tried again at the next apply. */
export async function moveToServerSide(
  applied: KubernetesObject,
  { plan, context }: { plan: PlannedApply; context: WritingContext },
): Promise<{ object: KubernetesObject; warnings: string[] }> {
  const { cluster, manager, signal } = context;
  const { ref, object, takenOver } = plan;
  const warn = (now: KubernetesObject, what: string) => ({ object: now, warnings: [what] });
  let current = applied;
  const record = fieldAt(applied, lastAppliedField);
  // Only kubectl itself goes on writing its record, under its own name.
  if (manager === 'kubectl' && record !== undefined && !isLastAppliedKept(applied)) {
    const { apiVersion = null, kind = null } = applied;
    const { name, namespace } = ref;
    const metadata: JsonObject = { name, ...(namespace !== undefined && { namespace }) };
    const only = withFieldAt({ apiVersion, kind, metadata }, lastAppliedField, record);
    const kept = await cluster.apply(ref, only as JsonObject, {
      manager: 'kubectl-last-applied',
      signal,
    });
    if (kept.kind === 'failed') return warn(current, words.recordFailed);
    current = kept.value.object;
  }
  for (let conflicts = 0; ; conflicts++) {
    const patch = migrateManagedFields(current, manager);
    if (patch === undefined) return { object: current, warnings: [] };
    const answer = await cluster.patch(ref, patch, signal, { manager });
    if (answer.kind === 'ok') {
      current = answer.value.object;
      break;
    }
    if (!isConflict(answer.failure) || conflicts === mostRestarts) return warn(current, words.moveFailed);
    const read = await cluster.get(ref, signal);
    if (read.kind === 'failed') return warn(current, words.moveFailed);
    current = read.value;
  }
  const isForced = takenOver.length > 0;
  const again = await cluster.apply(ref, isForced ? withVersionOf(object, current) : object, {
    manager,
    signal,
    ...(isForced && { force: true as const }),
  });
  return again.kind === 'ok'
    ? { object: again.value.object, warnings: [] }
    : warn(current, words.againFailed);
}

const words = {
  recordFailed:
    'The record of kubectl apply could not be kept. The object itself was applied; the next apply tries it again.',
  moveFailed:
    'The fields of kubectl apply could not be moved to server-side apply. The object itself was applied; the next apply tries it again.',
  againFailed:
    'The fields of kubectl apply were moved to server-side apply, but fields that the file has dropped are still there. The next apply takes them out.',
};

const mostRestarts = 3;

/** What names one version of one object, below `metadata`. */
export const versionFields: readonly string[] = ['resourceVersion', 'uid'];

/** The object bound to the version and the uid of the one that it was compared with, or to one of the two. */
export function withVersionOf(
  object: JsonObject,
  live: KubernetesObject | undefined,
  fields = versionFields,
): JsonObject {
  let bound: JsonObject = object;
  for (const field of fields) {
    const path = ['metadata', field];
    const value = live === undefined ? undefined : fieldAt(live, path);
    const next = value === undefined ? bound : withFieldAt(bound, path, value);
    if (isJsonObject(next)) bound = next;
  }
  return bound;
}
