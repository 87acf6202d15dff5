import type { Position } from 'vscode-languageserver-types';
import type { FileBinding, FileObjectView, FileView } from '../files/fileView';
import { objectReading } from '../manifest/objectReading';
import type { ManifestReading } from '../manifest/reading';
import type { StatusView } from './statusView';

/** What an object of a file says; paths lead from the object on, and places are those of the file. */
export function readingOf({ document, recognized }: FileObjectView): ManifestReading {
  return objectReading(document, recognized.path);
}

/** What is known of the state of an object's live one; undefined where none is known. */
export function statusOf(object: FileObjectView): StatusView | undefined {
  const { state, ref, secret, recognized } = object;
  if (state.kind !== 'present' || ref === undefined) return undefined;
  const { health, reconcile, unobservedSince, termination } = state;
  return {
    ref,
    objectKind: recognized.identity.kind,
    secret,
    staleness: 'current',
    health,
    reconcile,
    unobservedSince,
    termination,
    reading: readingOf(object),
  };
}

/** The object whose lines a position (0-based) is on. */
export function objectAt(
  { objects }: Pick<FileView, 'objects'>,
  { line }: Position,
): FileObjectView | undefined {
  return objects.find(({ recognized: { range } }) => range.start.line <= line && line <= range.end.line);
}

/** The object that a command at a line (0-based) is about: the one there, or the nearest one before it, else the first. */
export function nearestObject(view: Pick<FileView, 'objects'>, line: number): FileObjectView | undefined {
  const { objects } = view;
  return (
    objectAt(view, { line, character: 0 }) ??
    objects.findLast(({ recognized }) => recognized.range.start.line <= line) ??
    objects[0]
  );
}

/**
 * `demo (current when opened) › shop › Deployment web`: where an object of a file goes, and what has decided it
 * where the user has not; the current context may be another one by now. A part that is not known is left out.
 */
export function describeFileObject(
  { recognized: { identity }, ref, state }: FileObjectView,
  binding: FileBinding,
): string {
  const { kind, name, generateName, namespace } = identity;
  const object = `${kind} ${name ?? `${generateName ?? ''}…`}`;
  if (binding.kind !== 'bound') return [...(namespace === undefined ? [] : [namespace]), object].join(' › ');
  const context =
    binding.by === 'currentContext' ? `${binding.context} (current when opened)` : binding.context;
  const assumed = state.kind === 'generated' ? binding.namespace : undefined;
  const place = ref === undefined ? (namespace ?? assumed) : (ref.namespace ?? '(cluster-scoped)');
  return [context, ...(place === undefined ? [] : [place]), object].join(' › ');
}
