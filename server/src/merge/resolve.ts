import { adoptNode, adoptOrder } from './adopt';
import type { Conflict, Versions } from './conflicts';
import type { JsonValue } from './json';
import type { ListTopology } from './topology';

/**
 * The base that makes ours a plain change over theirs at the conflict: what theirs has there, base has too. A merge
 * with it has the conflict no more, and all others as before.
 */
export function keepOurs(
  { base, theirs }: Versions,
  conflict: Conflict,
  topology: ListTopology,
): JsonValue | undefined {
  return adoptConflict(base, theirs, conflict, topology);
}

/** Ours and base with what theirs has at the conflict. A merge with them has the conflict no more, all others as before. */
export function takeTheirs(
  { base, ours, theirs }: Versions,
  conflict: Conflict,
  topology: ListTopology,
): Versions {
  return {
    base: adoptConflict(base, theirs, conflict, topology),
    ours: adoptConflict(ours, theirs, conflict, topology),
    theirs,
  };
}

/** The target with what the source has at the conflict: the node at its path, or the order of the list and what is disputed in it. */
export function adoptConflict(
  target: JsonValue | undefined,
  source: JsonValue | undefined,
  conflict: Conflict,
  topology: ListTopology,
): JsonValue | undefined {
  if (conflict.kind !== 'order') return adoptNode(target, source, conflict.path, topology);
  const inside = conflict.inside.reduce(
    (value, inner) => adoptConflict(value, source, inner, topology),
    target,
  );
  return adoptOrder(inside, source, conflict.path, topology);
}
