import type { ObjectRef } from '../protocol/objectRef';
import { isNotFound, mayHaveBeenWritten } from '../session/attempt';
import type { Propagation } from '../session/writePorts';
import { takeSnapshot } from '../session/snapshot';
import { isCancelled, patiently } from './applyObject';
import { type Dependents, findDependents } from './dependents';
import { withoutWarnings as without, type Written } from './outcome';
import { isConflict, readRefusal } from './refusals';
import type { FileTarget, WritingContext } from './writing';

/**
 * Deletes the live object of a file's object as it was read when the user was asked, and no other: what hangs below it
 * is shown, and the user chooses what becomes of that.
 */
export async function deleteOne(
  target: FileTarget,
  ref: ObjectRef,
  context: WritingContext,
): Promise<Written> {
  const { cluster, signal } = context;
  const read = await cluster.get(ref, signal);
  if (read.kind === 'failed')
    return without(
      isNotFound(read.failure)
        ? { kind: 'unchanged' }
        : readRefusal(read.failure, { ...target, live: undefined }),
    );
  const { uid, resourceVersion } = takeSnapshot(read.value);
  const dependents = await findDependents({ ref, uid }, context);
  if (isCancelled(context)) return without({ kind: 'declined' });
  const chosen = await context.choose({
    uri: context.uri,
    message: `Delete ${target.title}?`,
    detail: describe(dependents),
    ways,
  });
  const propagation = ways.find(({ id }) => id === chosen)?.id;
  if (propagation === undefined || isCancelled(context)) return without({ kind: 'declined' });
  const answer = await patiently(context, () =>
    cluster.delete(ref, { uid, resourceVersion, propagation, signal }),
  );
  if (answer.kind === 'ok') {
    const { object, warnings } = answer.value;
    return { result: { kind: 'written', how: 'deleted', ...(object && { object }) }, warnings };
  }
  const { failure } = answer;
  if (isNotFound(failure)) return without({ kind: 'unchanged' });
  if (isConflict(failure)) return without({ kind: 'staleVersion' });
  if (!mayHaveBeenWritten(failure)) return without(readRefusal(failure, { ...target, live: read.value }));
  const now = await cluster.get(ref, new AbortController().signal);
  if (now.kind === 'failed')
    return without(
      isNotFound(now.failure) ? { kind: 'written', how: 'deleted' } : { kind: 'unknown', failure },
    );
  const after = takeSnapshot(now.value);
  if (after.uid !== uid) return without({ kind: 'written', how: 'deleted' });
  if (after.resourceVersion !== resourceVersion) return without({ kind: 'unknown', failure });
  return without(isCancelled(context) ? { kind: 'declined' } : { kind: 'refused', failure, notes: [] });
}

const ways: { id: Propagation; title: string }[] = [
  { id: 'Background', title: 'Delete, Dependents Afterwards' },
  { id: 'Foreground', title: 'Delete, Dependents First' },
  { id: 'Orphan', title: 'Delete, Keep Dependents' },
];

function describe({ names, isComplete }: Dependents): string {
  const shown = names.slice(0, mostShown);
  const rest = names.length - shown.length;
  return [
    names.length === 0 ? 'Nothing was found that depends on it.' : 'These depend on it:',
    ...shown,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(isComplete ? [] : ['There may be more: not everything could be looked at.']),
  ].join('\n');
}

const mostShown = 20;
