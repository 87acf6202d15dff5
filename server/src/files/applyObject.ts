import { findClientSideManagers } from '../merge/csaMigration';
import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import { formatPointer } from '../merge/fieldPath';
import { withFieldAt } from '../merge/objectFields';
import { isJsonObject, type JsonObject } from '../merge/json';
import type { ObjectRef } from '../protocol/objectRef';
import { busyMilliseconds, isNotFound, mayHaveBeenWritten } from '../session/attempt';
import type { Failure, KubernetesObject, Result } from '../session/ports';
import type { WriteAnswer } from '../session/writePorts';
import type { OwnershipConflict } from './fileView';
import { moveToServerSide, withVersionOf } from './moveToServerSide';
import { type FileWriteResult, withoutWarnings, type Written } from './outcome';
import { readConflicts, readRefusal, saysVersion } from './refusals';
import type { FileTarget, PlannedApply, WritingContext } from './writing';

export type Plan = PlannedApply | { readonly kind: 'done'; readonly result: FileWriteResult };

/**
 * What an apply of this object would do, by a dry run of the very version that the live object is known in: as it is
 * followed, else by a read. `confirmed` are conflicts that the user takes over: with others beside them nothing is
 * forced.
 */
export async function planApply(
  target: FileTarget,
  { ref, confirmed }: { ref: ObjectRef; confirmed: readonly OwnershipConflict[] | undefined },
  context: WritingContext,
): Promise<Plan> {
  const { cluster, manager, signal } = context;
  const object = sendableObject(target.object, ref);
  for (let restarts = 0; ; restarts++) {
    const { followed } = target;
    const isKnown = followed !== undefined && restarts === 0;
    const read = isKnown ? ({ kind: 'ok', value: followed } as const) : await cluster.get(ref, signal);
    if (read.kind === 'failed' && !isNotFound(read.failure)) return refused(read.failure);
    const live = read.kind === 'ok' ? read.value : undefined;
    if (live === undefined && saysVersion(object)) return { kind: 'done', result: { kind: 'copiedVersion' } };
    const sent = { object, live, topology: target.topology };
    const send = (force: boolean): Promise<Result<WriteAnswer>> =>
      patiently(
        context,
        () => cluster.apply(ref, object, { manager, dryRun: true, ...(force && { force: true }), signal }),
        { isDryRun: true },
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
    if (answer.kind === 'failed')
      return { kind: 'done', result: withConfirmed(readRefusal(answer.failure, sent), confirmed) };
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
): Promise<Written> {
  const { cluster, manager, clock, signal } = context;
  const { ref, object, live } = plan;
  const isForced = plan.takenOver.length > 0;
  const guarded = isForced ? withVersionOf(object, live) : object;
  const options = { manager, signal, ...(isForced && { force: true as const }) };
  const how = live === undefined ? 'created' : 'configured';
  const finish = async ({ object: applied, warnings }: WriteAnswer): Promise<Written> => {
    const moved = await moveToServerSide(applied, { plan, context });
    return {
      result: { kind: 'written', how, object: moved.object },
      warnings: [...warnings, ...moved.warnings],
    };
  };
  for (let losses = 0; ; losses++) {
    const answer = await patiently(context, () => cluster.apply(ref, guarded, options));
    if (answer.kind === 'ok') return finish(answer.value);
    const { failure } = answer;
    if (!mayHaveBeenWritten(failure))
      return withoutWarnings(readRefusal(failure, { object, live, topology: target.topology }));
    const found = await findOut(plan, context);
    if (found.kind === 'arrived') return finish({ object: found.object, warnings: [] });
    if (found.kind === 'unknown') return withoutWarnings({ kind: 'unknown', failure });
    if (isCancelled(context)) return withoutWarnings({ kind: 'declined' });
    const milliseconds = busyMilliseconds(failure) ?? pause;
    if (losses === mostRestarts || milliseconds > longestWait)
      return withoutWarnings({ kind: 'refused', failure, notes: [] });
    await clock.sleep(milliseconds, signal);
    if (isCancelled(context)) return withoutWarnings({ kind: 'declined' });
  }
}

/** What an object of a file becomes on its way: named as its place is, whatever it says of a namespace. */
export function sendableObject(object: JsonObject, ref: Omit<ObjectRef, 'name'>): JsonObject {
  const placed = withFieldAt(object, ['metadata', 'namespace'], ref.namespace);
  return isJsonObject(placed) ? placed : object;
}

/**
 * Sends again where the server is busy and has written nothing, for a minute at most: a 429 tells that, a 503 only of a
 * dry run.
 */
export async function patiently<T>(
  { clock, signal }: Pick<WritingContext, 'clock' | 'signal'>,
  send: () => Promise<Result<T>>,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<Result<T>> {
  const deadline = clock.now() + longestWait;
  for (;;) {
    const answer = await send();
    if (answer.kind === 'ok' || answer.failure.kind !== 'status') return answer;
    const milliseconds = busyMilliseconds(answer.failure);
    if (milliseconds === undefined || (answer.failure.status.code !== 429 && !isDryRun)) return answer;
    if (clock.now() + milliseconds > deadline) return answer;
    await clock.sleep(milliseconds, signal);
    if (signal.aborted) return { kind: 'failed', failure: { kind: 'cancelled' } };
  }
}

/** Whether the write was cancelled by now. */
export function isCancelled({ signal }: Pick<WritingContext, 'signal'>): boolean {
  return signal.aborted;
}

/** The result of a write whose answer was lost, and which has not arrived. */
export function notArrived(failure: Failure, context: WritingContext): FileWriteResult {
  return isCancelled(context) ? { kind: 'declined' } : { kind: 'refused', failure, notes: [] };
}

const longestWait = 60_000;
const mostRestarts = 3;
/** Before a lost apply is made again. Milliseconds. */
const pause = 300;

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

function isAmong(conflict: OwnershipConflict, confirmed: readonly OwnershipConflict[]): boolean {
  return confirmed.some(
    ({ path, manager }) =>
      manager === conflict.manager && formatPointer(path) === formatPointer(conflict.path),
  );
}

/** The refusal of an apply, with what the user takes over of that for which it was refused. */
function withConfirmed(
  result: FileWriteResult,
  confirmed: readonly OwnershipConflict[] = [],
): FileWriteResult {
  if (result.kind !== 'owned') return result;
  return { ...result, confirmed: result.conflicts.filter((conflict) => isAmong(conflict, confirmed)) };
}

function refused(failure: Failure): Plan {
  return failure.kind === 'cancelled'
    ? { kind: 'done', result: { kind: 'declined' } }
    : { kind: 'done', result: { kind: 'refused', failure, notes: [] } };
}

function versionOf(object: KubernetesObject | undefined): unknown {
  return object === undefined ? undefined : fieldAt(object, ['metadata', 'resourceVersion']);
}
