import type { FileWrite } from '../protocol/files';
import { applyAll } from './applyAll';
import { createOne } from './createObject';
import { deleteOne } from './deleteObject';
import { type FileWriteOutcome, withoutWarnings, type Written } from './outcome';
import { replaceOne } from './replaceObject';
import type { FileTarget, TakeOver, WritingContext } from './writing';

export interface WriteObjectsOptions extends WritingContext {
  readonly objects: readonly FileTarget[];
  readonly how: FileWrite;
  /** Of one of the objects that are applied: fields that the user takes over from others. */
  readonly takeOver?: TakeOver;
}

/**
 * Writes objects of a file: nothing without a review, each with an outcome of its own, in their order. Never throws;
 * what is cancelled is declined, but for what was sent before.
 */
export async function writeObjects(options: WriteObjectsOptions): Promise<FileWriteOutcome[]> {
  const { objects, how, signal, onProgress } = options;
  if (how === 'apply') return applyAll(objects, options);
  const outcomes: FileWriteOutcome[] = [];
  for (const [done, target] of objects.entries()) {
    const { key, title } = target;
    onProgress({ done, of: objects.length, message: title });
    const written = signal.aborted ? withoutWarnings({ kind: 'declined' }) : await writeOne(target, options);
    outcomes.push({ key, title, ...written });
  }
  return outcomes;
}

async function writeOne(target: FileTarget, { how, ...context }: WriteObjectsOptions): Promise<Written> {
  const { place } = target;
  if (place.kind === 'nowhere')
    return withoutWarnings({ kind: 'refused', failure: place.failure, notes: [] });
  if (place.kind === 'place') {
    if (how === 'replace') return replaceOne(target, place.ref, context);
    if (how === 'delete') return deleteOne(target, place.ref, context);
    return createOne(target, place.ref, context);
  }
  const { group, version, resource, namespaced } = place.resource;
  const ref = { context: context.cluster.context, group, version, resource };
  const namespace = target.identity.namespace ?? context.namespace;
  if (how === 'create') return createOne(target, namespaced ? { ...ref, namespace } : ref, context);
  const status = {
    code: 422,
    reason: 'Invalid',
    message: 'an object with a generateName and no name can only be created',
  };
  const failure = { kind: 'status', context: ref.context, status } as const;
  return withoutWarnings({ kind: 'refused', failure, notes: [] });
}
