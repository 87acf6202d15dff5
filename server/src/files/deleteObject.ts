import { fieldAt } from '../merge/fieldAt';
import { type FieldPath, formatFieldPath, formatPointer } from '../merge/fieldPath';
import type { ObjectRef } from '../protocol/objectRef';
import { isNotFound, mayHaveBeenWritten } from '../session/attempt';
import type { Failure, KubernetesObject } from '../session/ports';
import { takeSnapshot } from '../session/snapshot';
import type { Propagation } from '../session/writePorts';
import { isCancelled, notArrived, patiently } from './applyObject';
import { type Dependents, findDependents } from './dependents';
import { findMoved, isAtVersion, isSameObject, mostMoves } from './movedObject';
import { type FileWriteResult, withoutWarnings as without, type Written } from './outcome';
import { isConflict, readRefusal } from './refusals';
import type { FileTarget, WritingContext } from './writing';

/**
 * Deletes the live object of a file's object, and no other of its name: what goes with it is shown, and the user
 * chooses what becomes of that. Each request is for the version that was read last; where more has moved since the user
 * was asked than what only the server and controllers write, they are asked again, once for each such field.
 */
export async function deleteOne(
  target: FileTarget,
  ref: ObjectRef,
  context: WritingContext,
): Promise<Written> {
  const { cluster, signal } = context;
  const read = await cluster.get(ref, signal);
  if (read.kind === 'failed') return without(refusalOf(read.failure, target, undefined));
  const shown = read.value;
  const dependents = await findDependents({ ref, object: shown }, context);
  if (isCancelled(context)) return without({ kind: 'declined' });
  const detail = describe(dependents);
  let propagation = await askHow({ target, detail, dependents }, context);
  if (propagation === undefined || isCancelled(context)) return without({ kind: 'declined' });
  const accepted = new Set<string>();
  let live = shown;
  for (let moves = 0; ; moves++) {
    const { uid, resourceVersion } = takeSnapshot(live);
    const options = { uid, resourceVersion, propagation, signal };
    const answer = await patiently(context, () => cluster.delete(ref, options));
    if (answer.kind === 'ok') {
      const { object, warnings } = answer.value;
      return { result: { kind: 'written', how: 'deleted', ...(object && { object }) }, warnings };
    }
    const { failure } = answer;
    if (mayHaveBeenWritten(failure)) return without(await findOut({ ref, live, failure }, context));
    if (!isConflict(failure)) return without(refusalOf(failure, target, live));
    const now = await cluster.get(ref, signal);
    if (now.kind === 'failed') return without(refusalOf(now.failure, target, live));
    // A 409 about something else, in the server's own words.
    if (isAtVersion(now.value, live)) return without({ kind: 'refused', failure, notes: [] });
    if (!isSameObject(now.value, shown) || moves === mostMoves) return without({ kind: 'moved' });
    live = now.value;
    const news = findMoved({ shown, now: live }, target).filter((path) => !accepted.has(formatPointer(path)));
    if (news.length === 0) continue;
    for (const path of news) accepted.add(formatPointer(path));
    propagation = await askHow({ target, detail: `${describeMoved(news)}\n${detail}`, dependents }, context);
    if (propagation === undefined || isCancelled(context)) return without({ kind: 'declined' });
    moves = -1;
  }
}

function refusalOf(
  failure: Failure,
  target: FileTarget,
  live: KubernetesObject | undefined,
): FileWriteResult {
  return isNotFound(failure) ? { kind: 'gone' } : readRefusal(failure, { ...target, live });
}

/** What became of a deletion whose answer was lost: it was for one version alone. */
async function findOut(
  { ref, live, failure }: { ref: ObjectRef; live: KubernetesObject; failure: Failure },
  context: WritingContext,
): Promise<FileWriteResult> {
  const read = await context.cluster.get(ref, new AbortController().signal);
  if (read.kind === 'failed')
    return isNotFound(read.failure) ? { kind: 'written', how: 'deleted' } : { kind: 'unknown', failure };
  const now = read.value;
  if (!isSameObject(now, live)) return { kind: 'written', how: 'deleted' };
  if (isEnding(now) && !isEnding(live)) return { kind: 'written', how: 'deleted', object: now };
  return notArrived(failure, context);
}

function isEnding(object: KubernetesObject): boolean {
  return fieldAt(object, ['metadata', 'deletionTimestamp']) !== undefined;
}

async function askHow(
  { target, detail, dependents }: { target: FileTarget; detail: string; dependents: Dependents },
  { uri, choose }: WritingContext,
): Promise<Propagation | undefined> {
  const ways = dependents.kind === 'owned' ? waysOfOwner : waysOfAll;
  const chosen = await choose({ uri, message: `Delete ${target.title}?`, detail, ways });
  return ways.find(({ id }) => id === chosen)?.id;
}

const waysOfOwner: { id: Propagation; title: string }[] = [
  { id: 'Background', title: 'Delete, Dependents Afterwards' },
  { id: 'Foreground', title: 'Delete, Dependents First' },
  { id: 'Orphan', title: 'Delete, Keep Dependents' },
];
/** What is in a namespace, or of a kind that is not defined any more, is never kept. */
const waysOfAll: { id: Propagation; title: string }[] = [{ id: 'Background', title: 'Delete All of It' }];

function describeMoved(paths: readonly FieldPath[]): string {
  const names = paths.slice(0, mostShown).map(formatFieldPath);
  const rest = paths.length - names.length;
  return `It has changed since you were asked: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

function describe({ kind, names, isComplete }: Dependents): string {
  const shown = names.slice(0, mostShown);
  const rest = names.length - shown.length;
  const [none, some] =
    kind === 'owned'
      ? ['Nothing was found that depends on it.', 'These depend on it:']
      : ['Nothing was found that goes with it.', `These are deleted with it (${names.length}):`];
  return [
    names.length === 0 ? none : some,
    ...shown,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(isComplete ? [] : ['There may be more: not everything could be looked at.']),
  ].join('\n');
}

const mostShown = 20;
