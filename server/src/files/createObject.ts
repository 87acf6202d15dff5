import { isEqual } from '../merge/equality';
import { isNotFound, mayHaveBeenWritten } from '../session/attempt';
import { readWriters } from '../session/fieldManagers';
import type { Failure, KubernetesObject } from '../session/ports';
import type { NewObjectRef } from '../session/writePorts';
import { isCancelled, notArrived, patiently, sendableObject } from './applyObject';
import { withoutChance } from './movedObject';
import { type FileWriteResult, withoutWarnings as without, type Written } from './outcome';
import { readRefusal, saysVersion } from './refusals';
import { reviewChange } from './reviewWrites';
import type { FileTarget, WritingContext } from './writing';

/**
 * Makes a new object, after showing what the server would make of it; with a `generateName` another one each time.
 * `exists` where there is one of the name. An object whose answer was lost is not made again.
 */
export async function createOne(
  target: FileTarget,
  ref: NewObjectRef,
  context: WritingContext,
): Promise<Written> {
  const { cluster, manager, signal } = context;
  const object = sendableObject(target.object, ref);
  const sent = { object, live: undefined, topology: target.topology };
  if (saysVersion(object)) return without({ kind: 'copiedVersion' });
  const preview = await patiently(
    context,
    () => cluster.create(ref, object, signal, { manager, dryRun: true }),
    { isDryRun: true },
  );
  if (preview.kind === 'failed') return without(readRefusal(preview.failure, sent));
  const after = preview.value.object;
  const wanted = await context.review({
    uri: context.uri,
    message: `Create ${target.title}?`,
    detail:
      ref.name === undefined
        ? 'The API server makes a name of its generateName: each time another object.'
        : '',
    yes: 'Create',
    changes: [reviewChange(target, { before: undefined, after })],
  });
  if (!wanted || isCancelled(context)) return without({ kind: 'declined' });
  const answer = await patiently(context, () => cluster.create(ref, object, signal, { manager }));
  if (answer.kind === 'ok') {
    const { object: written, warnings } = answer.value;
    return { result: { kind: 'written', how: 'created', object: written }, warnings };
  }
  const { failure } = answer;
  if (!mayHaveBeenWritten(failure)) return without(readRefusal(failure, sent));
  return without(await findOut({ ref, after, failure }, context));
}

/** Nothing of the name: it has not arrived. Just what would be made, and made by us: it has. Else it may be another's. */
async function findOut(
  {
    ref: { name, ...place },
    after,
    failure,
  }: { ref: NewObjectRef; after: KubernetesObject; failure: Failure },
  context: WritingContext,
): Promise<FileWriteResult> {
  if (name === undefined) return { kind: 'unknown', failure };
  const read = await context.cluster.get({ ...place, name }, new AbortController().signal);
  if (read.kind === 'ok') {
    const isOurs =
      readWriters(read.value).some(({ writer }) => writer.manager === context.manager) &&
      isEqual(withoutChance(read.value), withoutChance(after));
    return isOurs ? { kind: 'written', how: 'created', object: read.value } : { kind: 'unknown', failure };
  }
  if (!isNotFound(read.failure)) return { kind: 'unknown', failure };
  return notArrived(failure, context);
}
