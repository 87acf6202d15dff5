import { migrateManagedFields, findClientSideManagers, isLastAppliedKept } from '../merge/csaMigration';
import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import { formatPointer } from '../merge/fieldPath';
import { lastAppliedField, withFieldAt } from '../merge/objectFields';
import { isJsonObject, type JsonObject } from '../merge/json';
import type { ObjectRef } from '../protocol/objectRef';
import { busyMilliseconds, isNotFound, mayHaveBeenWritten } from '../session/attempt';
import type { Failure, KubernetesObject, Result, WriteAnswer } from '../session/ports';
import type { OwnershipConflict } from './fileView';
import type { FileWriteResult } from './outcome';
import { readConflicts, readRefusal } from './refusals';
import type { FileTarget, WritingContext } from './writing';

/** An apply that a dry run has shown to go through. */
export interface PlannedApply {
  readonly kind: 'planned';
  readonly ref: ObjectRef;
  /** What is sent. */
  readonly object: JsonObject;
  readonly live: KubernetesObject | undefined;
  readonly after: KubernetesObject;
  /** The fields that are taken over from others; empty without force. */
  readonly takenOver: readonly OwnershipConflict[];
  /** The managers of `kubectl apply` (client-side) whose fields ours takes over. */
  readonly clientSide: readonly string[];
  readonly warnings: string[];
}

export type Plan = PlannedApply | { readonly kind: 'done'; readonly result: FileWriteResult };

/**
 * What an apply of this object would do, by a read and a dry run of the very same version. `confirmed` are conflicts
 * that the user takes over: with others beside them nothing is forced.
 */
export async function planApply(
  target: FileTarget,
  { ref, confirmed }: { ref: ObjectRef; confirmed: readonly OwnershipConflict[] | undefined },
  context: WritingContext,
): Promise<Plan> {
  const { cluster, manager, signal } = context;
  const object = sendableObject(target.object, ref);
  for (let restarts = 0; ; restarts++) {
    const read = await cluster.get(ref, signal);
    if (read.kind === 'failed' && !isNotFound(read.failure)) return refused(read.failure, []);
    const live = read.kind === 'ok' ? read.value : undefined;
    const sent = { object, live, topology: target.topology };
    const send = (force: boolean): Promise<Result<WriteAnswer>> =>
      patiently(context, () =>
        cluster.apply(ref, object, { manager, dryRun: true, ...(force && { force: true }), signal }),
      );
    let answer = await send(false);
    let takenOver: OwnershipConflict[] = [];
    if (answer.kind === 'failed' && confirmed !== undefined) {
      const conflicts = readConflicts(answer.failure, sent);
      if (conflicts.length > 0 && conflicts.every((conflict) => isAmong(conflict, confirmed))) {
        takenOver = conflicts;
        answer = await send(true);
      }
    }
    if (answer.kind === 'failed') return { kind: 'done', result: readRefusal(answer.failure, sent) };
    const { object: after, warnings } = answer.value;
    if (versionOf(after) !== versionOf(live) && restarts < mostRestarts) continue;
    const clientSide = findClientSideManagers(after);
    if (clientSide.length === 0 && live !== undefined && isEqual(after, live))
      return { kind: 'done', result: { kind: 'unchanged' } };
    return { kind: 'planned', ref, object, live, after, takenOver, clientSide, warnings };
  }
}

/**
 * Applies what was planned, and moves the object from client-side to server-side apply as `kubectl apply --server-side`
 * does. A forced apply is for the version that was compared alone. After a lost answer a read and a dry run tell
 * whether it has arrived; only where it has not is it sent again.
 */
export async function applyPlanned(
  target: FileTarget,
  plan: PlannedApply,
  context: WritingContext,
): Promise<{ result: FileWriteResult; warnings: string[] }> {
  const { cluster, manager, signal } = context;
  const { ref, object, live } = plan;
  const isForced = plan.takenOver.length > 0;
  const guarded = isForced ? withVersionOf(object, live) : object;
  const options = { manager, signal, ...(isForced && { force: true as const }) };
  const how = live === undefined ? 'created' : 'configured';
  for (let losses = 0; ; losses++) {
    const answer = await patiently(context, () => cluster.apply(ref, guarded, options));
    if (answer.kind === 'ok') {
      const { warnings } = answer.value;
      const moved = await moveToServerSide(answer.value.object, { plan, context });
      return {
        result: { kind: 'written', how, object: moved.object },
        warnings: [...warnings, ...moved.warnings],
      };
    }
    const { failure } = answer;
    if (!mayHaveBeenWritten(failure))
      return { result: readRefusal(failure, { object, live, topology: target.topology }), warnings: [] };
    const found = await findOut(plan, context);
    if (found.kind === 'arrived')
      return { result: { kind: 'written', how, object: found.object }, warnings: [] };
    if (found.kind === 'unknown') return { result: { kind: 'unknown', failure }, warnings: [] };
    if (signal.aborted) return { result: { kind: 'declined' }, warnings: [] };
    if (losses === mostRestarts) return { result: { kind: 'refused', failure, notes: [] }, warnings: [] };
  }
}

/** What an object of a file becomes on its way: named as its place is, whatever it says of a namespace. */
export function sendableObject(object: JsonObject, ref: Omit<ObjectRef, 'name'>): JsonObject {
  const placed = withFieldAt(object, ['metadata', 'namespace'], ref.namespace);
  return isJsonObject(placed) ? placed : object;
}

/** Sends again where the server is busy and has written nothing, for a minute at most. */
export async function patiently<T>(
  { clock, signal }: Pick<WritingContext, 'clock' | 'signal'>,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const deadline = clock.now() + longestWait;
  for (;;) {
    const answer = await send();
    if (answer.kind === 'ok' || answer.failure.kind !== 'status') return answer;
    const milliseconds = busyMilliseconds(answer.failure);
    // Only of 429 it is certain that nothing was written.
    if (milliseconds === undefined || answer.failure.status.code !== 429) return answer;
    if (clock.now() + milliseconds > deadline) return answer;
    await clock.sleep(milliseconds, signal);
    if (signal.aborted) return { kind: 'failed', failure: { kind: 'cancelled' } };
  }
}

/** Whether the write was cancelled by now. */
export function isCancelled({ signal }: Pick<WritingContext, 'signal'>): boolean {
  return signal.aborted;
}

const longestWait = 60_000;
const mostRestarts = 3;

/** Whether an apply has arrived whose answer was lost: then a dry run of it changes nothing any more. */
async function findOut(
  { ref, object, takenOver }: PlannedApply,
  { cluster, manager }: WritingContext,
): Promise<{ kind: 'arrived'; object: KubernetesObject } | { kind: 'notArrived' | 'unknown' }> {
  // What a cancelled write has done is to be known all the same; the request's own time-out ends it.
  const { signal } = new AbortController();
  const read = await cluster.get(ref, signal);
  if (read.kind === 'failed') return { kind: isNotFound(read.failure) ? 'notArrived' : 'unknown' };
  const force = takenOver.length > 0 ? { force: true as const } : {};
  const again = await cluster.apply(ref, object, { manager, dryRun: true, signal, ...force });
  if (again.kind === 'failed') return { kind: again.failure.kind === 'status' ? 'notArrived' : 'unknown' };
  return isEqual(again.value.object, read.value)
    ? { kind: 'arrived', object: read.value }
    : { kind: 'notArrived' };
}

/** As kubectl's `migrateToSSAIfNecessary`: what fails of it is a warning, and tried again at the next apply. */
async function moveToServerSide(
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
    const only = withFieldAt({ apiVersion, kind, metadata: { name: ref.name } }, lastAppliedField, record);
    const kept = await cluster.apply(ref, sendableObject(only as JsonObject, ref), {
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

function isAmong(conflict: OwnershipConflict, confirmed: readonly OwnershipConflict[]): boolean {
  return confirmed.some(
    ({ path, manager }) =>
      manager === conflict.manager && formatPointer(path) === formatPointer(conflict.path),
  );
}

function isConflict(failure: Failure): boolean {
  return failure.kind === 'status' && failure.status.reason === 'Conflict';
}

function refused(failure: Failure, notes: []): Plan {
  return failure.kind === 'cancelled'
    ? { kind: 'done', result: { kind: 'declined' } }
    : { kind: 'done', result: { kind: 'refused', failure, notes } };
}

function versionOf(object: KubernetesObject | undefined): unknown {
  return object === undefined ? undefined : fieldAt(object, ['metadata', 'resourceVersion']);
}

/** The object bound to the version and the uid of the one that it was compared with. */
function withVersionOf(object: JsonObject, live: KubernetesObject | undefined): JsonObject {
  let bound: JsonObject = object;
  for (const field of ['resourceVersion', 'uid']) {
    const path = ['metadata', field];
    const value = live === undefined ? undefined : fieldAt(live, path);
    const next = value === undefined ? bound : withFieldAt(bound, path, value);
    if (isJsonObject(next)) bound = next;
  }
  return bound;
}
