import { textAt } from '../manifest/fileObjects';
import { isEqual } from '../merge/equality';
import type { ObjectRef } from '../protocol/objectRef';
import { mayHaveBeenWritten } from '../session/attempt';
import type { Failure, KubernetesObject, Result } from '../session/ports';
import type { WriteAnswer } from '../session/writePorts';
import { isCancelled, notArrived, patiently, sendableObject } from './applyObject';
import { withoutChance, findMoved, isAtVersion, isSameObject, mostMoves } from './movedObject';
import { versionFields, withVersionOf } from './moveToServerSide';
import { type FileWriteResult, withoutWarnings as without, type Written } from './outcome';
import { isConflict, readRefusal, saysVersion } from './refusals';
import { reviewChange } from './reviewWrites';
import type { FileTarget, WritingContext } from './writing';

/**
 * Replaces an object by what the file says: over the version that the user has been shown, or over the one that the
 * file names. Whatever the file does not say is gone then, but for what the server fills in. Where nothing has moved
 * since but what only the server and controllers write, it goes over the newest version.
 */
export async function replaceOne(
  target: FileTarget,
  ref: ObjectRef,
  context: WritingContext,
): Promise<Written> {
  const { cluster, signal } = context;
  const planned = await planReplace(target, ref, context);
  if (planned.kind === 'done') return without(planned.result);
  const { live: shown, after } = planned;
  if (isEqual(after, shown)) return without({ kind: 'unchanged' });
  const wanted = await context.review({
    uri: context.uri,
    message: `Replace ${target.title}?`,
    detail: 'What the file does not say is removed, but for what the API server fills in.',
    yes: 'Replace',
    changes: [reviewChange(target, { before: shown, after })],
  });
  if (!wanted || isCancelled(context)) return without({ kind: 'declined' });
  let live = shown;
  for (let moves = 0; ; moves++) {
    const answer = await send({ target, ref, live, isDryRun: false }, context);
    if (answer.kind === 'ok') {
      const { object: written, warnings } = answer.value;
      return { result: { kind: 'written', how: 'replaced', object: written }, warnings };
    }
    const { failure } = answer;
    if (mayHaveBeenWritten(failure)) return without(await findOut({ ref, live, after, failure }, context));
    if (!isConflict(failure)) return without(readRefusal(failure, { ...target, live }));
    if (saysVersion(target.object)) return without({ kind: 'staleVersion' });
    const now = await cluster.get(ref, signal);
    if (now.kind === 'failed') return without(readRefusal(now.failure, { ...target, live }));
    // A 409 about something else, in the server's own words.
    if (isAtVersion(now.value, live)) return without({ kind: 'refused', failure, notes: [] });
    const hasMoved =
      !isSameObject(now.value, shown) || findMoved({ shown, now: now.value }, target).length > 0;
    if (hasMoved || moves === mostMoves) return without({ kind: 'moved' });
    live = now.value;
  }
}

type Plan =
  | { kind: 'planned'; live: KubernetesObject; after: KubernetesObject }
  | { kind: 'done'; result: FileWriteResult };

/** What a replacement would make of the object, by a read and a dry run over the very same version. */
async function planReplace(target: FileTarget, ref: ObjectRef, context: WritingContext): Promise<Plan> {
  for (let moves = 0; ; moves++) {
    const read = await context.cluster.get(ref, context.signal);
    if (read.kind === 'failed')
      return { kind: 'done', result: readRefusal(read.failure, { ...target, live: undefined }) };
    const live = read.value;
    const preview = await send({ target, ref, live, isDryRun: true }, context);
    if (preview.kind === 'ok') return { kind: 'planned', live, after: preview.value.object };
    const isMoved = isConflict(preview.failure) && !saysVersion(target.object);
    if (!isMoved || moves === mostMoves)
      return { kind: 'done', result: readRefusal(preview.failure, { ...target, live }) };
  }
}

interface Sending {
  target: FileTarget;
  ref: ObjectRef;
  /** Over which version, where the file does not name its own. */
  live: KubernetesObject;
  isDryRun: boolean;
}

function send(
  { target, ref, live, isDryRun }: Sending,
  context: WritingContext,
): Promise<Result<WriteAnswer>> {
  const { cluster, manager, signal } = context;
  const stated = sendableObject(target.object, ref);
  const missing = versionFields.filter((field) => textAt(stated, ['metadata', field]) === undefined);
  const object = withVersionOf(stated, live, missing);
  const options = { manager, ...(isDryRun && { dryRun: true as const }) };
  return patiently(context, () => cluster.replace(ref, object, signal, options), { isDryRun });
}

/** What became of a replacement whose answer was lost: it was for one version alone. */
async function findOut(
  {
    ref,
    live,
    after,
    failure,
  }: { ref: ObjectRef; live: KubernetesObject; after: KubernetesObject; failure: Failure },
  context: WritingContext,
): Promise<FileWriteResult> {
  const now = await context.cluster.get(ref, new AbortController().signal);
  if (now.kind === 'failed') return { kind: 'unknown', failure };
  if (isAtVersion(now.value, live)) return notArrived(failure, context);
  return isEqual(withoutChance(now.value), withoutChance(after))
    ? { kind: 'written', how: 'replaced', object: now.value }
    : { kind: 'unknown', failure };
}
