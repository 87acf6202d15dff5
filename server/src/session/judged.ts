import { reconcileState, type ReconcileState } from '../reconcile/reconcileState';
import type { LiveDocument } from './liveDocument';
import type { Snapshot } from './snapshot';

/** What is concluded from one version of an object: found out once for it, since a status can be large. */
export interface Judged {
  readonly snapshot: Snapshot;
  readonly state: ReconcileState;
  /** Since when the generation of this version has not been observed; milliseconds since 1970. */
  readonly unobservedSince: number | undefined;
}

/** The document with what is concluded from the object as it is known now, at this time (milliseconds since 1970). */
export function judgeDocument(document: LiveDocument, now: number): LiveDocument {
  const snapshot = knownSnapshot(document);
  const judged = judgeSnapshot(snapshot, document, now);
  return judged === document.judged ? document : { ...document, judged };
}

/** What is concluded from a version of an object, after what was concluded from the one before it. */
export function judgeSnapshot(
  snapshot: Snapshot,
  before: Pick<LiveDocument, 'judged' | 'health'>,
  now: number,
): Judged {
  if (before.judged?.snapshot === snapshot) return before.judged;
  const state = reconcileState(snapshot.object);
  return { snapshot, state, unobservedSince: lagSince(before, { snapshot, state }, now) };
}

/** What is concluded from the object of a document. */
export function judgementOf(document: LiveDocument): Pick<Judged, 'state' | 'unobservedSince'> {
  const snapshot = knownSnapshot(document);
  return document.judged?.snapshot === snapshot
    ? document.judged
    : { state: reconcileState(snapshot.object), unobservedSince: undefined };
}

/** The live object, or the last one known where it is gone. */
export function knownSnapshot({ live, base }: Pick<LiveDocument, 'live' | 'base'>): Snapshot {
  return live.kind === 'present' ? live.snapshot : base;
}

/**
 * While the object is watched our own clock says when a generation came; otherwise the cluster's, as far as the object
 * records when its spec was written. A time in the future says nothing.
 */
function lagSince(
  { judged, health }: Pick<LiveDocument, 'judged' | 'health'>,
  { snapshot, state }: Pick<Judged, 'snapshot' | 'state'>,
  now: number,
): number | undefined {
  if (state.generation.kind !== 'notYetObserved') return undefined;
  if (judged?.unobservedSince !== undefined && isSameGeneration(judged, { snapshot, state }))
    return judged.unobservedSince;
  const written = health.kind === 'watching' ? now : (state.lastWrites.spec ?? now);
  return Math.min(written, now);
}

type Versioned = Pick<Judged, 'snapshot' | 'state'>;

function isSameGeneration(one: Versioned, other: Versioned): boolean {
  const [before, after] = [one.state.generation, other.state.generation];
  return (
    one.snapshot.uid === other.snapshot.uid &&
    before.kind !== 'noGeneration' &&
    after.kind !== 'noGeneration' &&
    before.generation === after.generation
  );
}
