import { textAt } from '../manifest/fileObjects';
import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import type { JsonObject } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';
import type { ObjectRef } from '../protocol/objectRef';
import { mayHaveBeenWritten } from '../session/attempt';
import type { KubernetesObject } from '../session/ports';
import { isCancelled, patiently, sendableObject } from './applyObject';
import { versionFields, withVersionOf } from './moveToServerSide';
import { withoutWarnings as without, type Written } from './outcome';
import { isConflict, readRefusal } from './refusals';
import { reviewChange } from './reviewWrites';
import type { FileTarget, WritingContext } from './writing';

/**
 * Replaces an object by what the file says: over the version that the user has been shown, or over the one that the
 * file names. Whatever the file does not say is gone then, but for what the server fills in.
 */
export async function replaceOne(
  target: FileTarget,
  ref: ObjectRef,
  context: WritingContext,
): Promise<Written> {
  const { cluster, manager, signal } = context;
  const read = await cluster.get(ref, signal);
  if (read.kind === 'failed') return without(readRefusal(read.failure, { ...target, live: undefined }));
  const live = read.value;
  const stated = sendableObject(target.object, ref);
  // The version and uid of the live one, where the file does not name its own.
  const missing = versionFields.filter((field) => textAt(stated, ['metadata', field]) === undefined);
  const object = withVersionOf(stated, live, missing);
  const sent = { object: target.object, live, topology: target.topology };
  const preview = await patiently(
    context,
    () => cluster.replace(ref, object, signal, { manager, dryRun: true }),
    { isDryRun: true },
  );
  if (preview.kind === 'failed') return without(readRefusal(preview.failure, sent));
  if (isEqual(preview.value.object, live)) return without({ kind: 'unchanged' });
  const wanted = await context.review({
    uri: context.uri,
    message: `Replace ${target.title}?`,
    detail: 'What the file does not say is removed, but for what the API server fills in.',
    yes: 'Replace',
    changes: [reviewChange(target, { before: live, after: preview.value.object })],
  });
  if (!wanted || isCancelled(context)) return without({ kind: 'declined' });
  const answer = await patiently(context, () => cluster.replace(ref, object, signal, { manager }));
  if (answer.kind === 'ok') {
    const { object: written, warnings } = answer.value;
    return { result: { kind: 'written', how: 'replaced', object: written }, warnings };
  }
  const { failure } = answer;
  if (!mayHaveBeenWritten(failure))
    return without(isConflict(failure) ? { kind: 'staleVersion' } : readRefusal(failure, sent));
  // The write was for one version alone: an object that is still at it was not written.
  const now = await cluster.get(ref, new AbortController().signal);
  if (now.kind === 'failed') return without({ kind: 'unknown', failure });
  if (isAtVersion(now.value, live))
    return without(isCancelled(context) ? { kind: 'declined' } : { kind: 'refused', failure, notes: [] });
  return isEqual(comparable(now.value), comparable(preview.value.object))
    ? without({ kind: 'written', how: 'replaced', object: now.value })
    : without({ kind: 'unknown', failure });
}

function isAtVersion(one: KubernetesObject, other: KubernetesObject): boolean {
  return versionFields.every(
    (field) => fieldAt(one, ['metadata', field]) === fieldAt(other, ['metadata', field]),
  );
}

/** An object without what differs between a dry run and the write itself. */
function comparable(object: KubernetesObject): KubernetesObject {
  const rest = ['resourceVersion', 'managedFields', 'generation'].reduce(
    (part: JsonObject, field) => withFieldAt(part, ['metadata', field], undefined) as JsonObject,
    object,
  );
  return withFieldAt(rest, ['status'], undefined) as JsonObject;
}
