import { type Generation, type GenerationState, readGeneration } from '../reconcile/generation';
import type { RolloutState } from '../reconcile/rollout';
import { readTermination } from '../reconcile/termination';
import { findFieldWriter, type FieldWriter } from './fieldManagers';
import { judgementOf } from './judged';
import type { LiveDocument } from './liveDocument';
import type { Saved } from './outcome';
import type { Snapshot } from './snapshot';

/** What has become of a save in the cluster so far. Times are milliseconds since 1970, by our own clock. */
export interface SaveProgress {
  readonly uid: string;
  /** The generation that the save has made. */
  readonly generation: Generation;
  readonly savedAt: number;
  readonly step: SaveStep;
  /** Since when nothing has gone on. */
  readonly since: number;
}

export type SaveStep =
  /** The controller has not said that it has seen the spec. */
  | { readonly kind: 'saved'; readonly generation: GenerationState }
  /** Nothing can be told from the status as it is, which may come. Not worth a word. */
  | { readonly kind: 'untold' }
  /** `isObserved`: the object reports that its controller has seen this generation. */
  | { readonly kind: 'rollingOut' | 'stuck'; readonly isObserved: boolean; readonly rollout: RolloutState }
  | { readonly kind: 'notKnown'; readonly since: number }
  | SaveEnd;

/** Nothing more is to be waited for. */
export type SaveEnd = { readonly kind: 'ended' } & (
  | { readonly as: 'done' | 'stuck' | 'paused'; readonly isObserved: boolean; readonly rollout: RolloutState }
  /** Somebody has changed the spec since; `by` as far as that is recorded. */
  | { readonly as: 'superseded'; readonly generation: Generation; readonly by: FieldWriter | undefined }
  /** There is nothing to be followed, or the object is gone or being deleted. */
  | { readonly as: 'nothing' | 'gone' | 'terminating' }
  | { readonly as: 'notKnown'; readonly since: number }
  /** Nothing has gone on for so long that we have stopped looking. */
  | { readonly as: 'givenUp'; readonly last: SaveStep; readonly milliseconds: number }
);

/**
 * The progress of a save; undefined where nobody acts on it: the kind has no generations, or the save has left the
 * generation as it was, since it has changed no spec.
 */
export function beginSaveProgress(saved: Saved, now: number): SaveProgress | undefined {
  const { answer, over } = saved;
  const generation = readGeneration(answer.object);
  if (generation === undefined) return undefined;
  if (over?.uid === answer.uid && readGeneration(over.object) === generation) return undefined;
  return { uid: answer.uid, generation, savedAt: now, step: { kind: 'untold' }, since: now };
}

/** The progress as the document's live object says now. */
export function advanceSaveProgress(
  progress: SaveProgress,
  document: LiveDocument,
  now: number,
): SaveProgress {
  if (progress.step.kind === 'ended') return progress;
  const found = findStep(progress, document, now);
  const isSame = found.kind === progress.step.kind && wordsOf(found) === wordsOf(progress.step);
  const since = isSame ? progress.since : now;
  return { ...progress, since, step: endInTime(found, { ...progress, since }, now) };
}

/** Where nothing goes on there is an end to waiting. */
function endInTime(step: SaveStep, { savedAt, since }: SaveProgress, now: number): SaveStep {
  const milliseconds = now - since;
  switch (step.kind) {
    case 'ended':
      return step;
    case 'untold':
      return now - savedAt < longestUntold ? step : { kind: 'ended', as: 'nothing' };
    case 'notKnown':
      return milliseconds < longestUnknown ? step : { kind: 'ended', as: 'notKnown', since: step.since };
    case 'stuck':
      // A condition of before may take a moment to go.
      return milliseconds < shortestStuck ? step : { ...step, kind: 'ended', as: 'stuck' };
    case 'saved':
    case 'rollingOut': {
      const deadline = step.kind === 'rollingOut' ? deadlineOf(step.rollout) : -Infinity;
      const isOver = milliseconds >= longestStandstill && now >= deadline + shortestStuck;
      return isOver ? { kind: 'ended', as: 'givenUp', last: step, milliseconds } : step;
    }
  }
}

function findStep(progress: SaveProgress, document: LiveDocument, now: number): SaveStep {
  const { live, health } = document;
  if (live.kind === 'deleted' || live.snapshot.uid !== progress.uid) return { kind: 'ended', as: 'gone' };
  if (health.kind === 'unknown') return { kind: 'notKnown', since: Math.min(health.since, now) };
  // A deletion makes a new generation, too.
  if (readTermination(live.snapshot.object) !== undefined) return { kind: 'ended', as: 'terminating' };
  const generation = readGeneration(live.snapshot.object);
  if (generation === undefined) return { kind: 'ended', as: 'nothing' };
  if (generation > progress.generation)
    return { kind: 'ended', as: 'superseded', generation, by: lastSpecWriter(live.snapshot) };
  // A version from before the save says nothing of it.
  return generation < progress.generation ? { kind: 'untold' } : judge(document);
}

/** What the live object says of its own generation. */
function judge(document: LiveDocument): SaveStep {
  const { generation, rollout } = judgementOf(document).state;
  if (generation.kind === 'notYetObserved') return { kind: 'saved', generation };
  const isObserved = generation.kind === 'observed';
  switch (rollout.kind) {
    case 'done':
      return { kind: 'ended', as: 'done', isObserved, rollout };
    case 'stuck':
      return { kind: 'stuck', isObserved, rollout };
    case 'paused':
      return { kind: 'ended', as: rollout.done ? 'done' : 'paused', isObserved, rollout };
    case 'notTracked':
      if (isObserved) return { kind: 'ended', as: 'done', isObserved, rollout };
      return rollout.because === 'cannotTell' ? { kind: 'untold' } : { kind: 'ended', as: 'nothing' };
    case 'progressing':
      if (rollout.waitingFor === 'observation') return { kind: 'saved', generation };
      // A Job works on for as long as it takes.
      if (rollout.waitingFor === 'completion') return { kind: 'ended', as: 'nothing' };
      return { kind: 'rollingOut', isObserved, rollout };
  }
}

/** Who wrote the spec last. A removal leaves no trace: where that would be ourselves, nobody knows. */
function lastSpecWriter({ object }: Snapshot): FieldWriter | undefined {
  const writer = findFieldWriter(object, ['spec']);
  return writer?.manager === ownManager ? undefined : writer;
}

/** When the object counts itself as stuck; in milliseconds, by the cluster's clock. */
function deadlineOf(rollout: RolloutState): number {
  return rollout.kind === 'progressing' ? (rollout.deadline ?? -Infinity) : -Infinity;
}

/** What there would be to say of a step, for a comparison. */
function wordsOf(step: SaveStep): string {
  const { kind } = step;
  if (kind !== 'rollingOut' && kind !== 'stuck') return kind;
  const { rollout } = step;
  return JSON.stringify([rollout.kind, rollout.kind === 'stuck' ? rollout.reason : '', rollout.parts]);
}

/** Our field manager, under which the API server records our writes. */
const ownManager = 'kubernetes-live-edit';
/** All of these in milliseconds. */
const longestUntold = 60_000;
const longestUnknown = 30_000;
const shortestStuck = 2_000;
/** Longer than a Deployment has by default (`progressDeadlineSeconds` 600) until it says itself that it is stuck. */
const longestStandstill = 900_000;
