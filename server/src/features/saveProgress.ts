import type { DocumentView } from '../session/view';
import type { SaveEnd, SaveProgress, SaveStep } from '../session/saveProgress';
import { describeDuration } from './durations';
import { describeGeneration, describeRollout } from './reconcile';
import { shorten } from './rolloutParts';
import { clockTime, describeManager } from './values';

/** The words for a progress; undefined while there is nothing to say, or it has not taken long enough to be worth any. */
export function describeSaveProgress({ step, savedAt }: SaveProgress, now: number): string | undefined {
  return now - savedAt < quietMilliseconds ? undefined : describeStep(step, now);
}

function describeStep(step: SaveStep, now: number): string | undefined {
  switch (step.kind) {
    case 'untold':
      return undefined;
    case 'saved': {
      const { generation } = step;
      const isLag = generation.kind === 'notYetObserved';
      return isLag ? `saved · ${describeGeneration(generation) ?? ''}` : 'saved · waiting to be observed';
    }
    case 'rollingOut':
    case 'stuck':
      return join(step.isObserved ? 'observed' : 'saved', describeRollout(step.rollout, now));
    case 'notKnown':
      return `not known since ${clockTime(step.since)}`;
    case 'ended':
      return describeEnd(step, now);
  }
}

function describeEnd(end: SaveEnd, now: number): string | undefined {
  switch (end.as) {
    case 'done':
    case 'paused':
    case 'stuck':
      return describeRollout(end.rollout, now) ?? (end.isObserved ? 'observed' : undefined);
    case 'superseded': {
      const by = end.by === undefined ? '' : ` of ${describeManager(end.by)}`;
      return `superseded by generation ${end.generation}${by}`;
    }
    case 'nothing':
      return undefined;
    case 'gone':
      return 'deleted from the cluster';
    case 'terminating':
      return 'being deleted';
    case 'notKnown':
      return `stopped looking: not known since ${clockTime(end.since)}`;
    case 'givenUp': {
      const stood = `stopped looking: nothing went on for ${describeDuration(end.milliseconds)}`;
      return join(stood, describeStep(end.last, now));
    }
  }
}

/** The sentence for a save whose rollout is stuck, for a notification; undefined for every other step. */
export function describeStuckSave(step: SaveStep, name: string): string | undefined {
  if (step.kind !== 'ended' || step.as !== 'stuck' || step.rollout.kind !== 'stuck') return undefined;
  const { reason, message } = step.rollout;
  const why = message === undefined ? shorten(reason) : `${shorten(reason)}: ${shorten(message)}`;
  return `${name} was saved, and is stuck now. ${why}${/[.…]$/.test(why) ? '' : '.'}`;
}

/** `Deployment web`: what a progress is about. */
export function describeSaved({ objectKind, ref }: Pick<DocumentView, 'objectKind' | 'ref'>): string {
  return `${objectKind} ${ref.name}`;
}

function join(...words: (string | undefined)[]): string {
  return words.filter((each) => each !== undefined).join(' · ');
}

/** What is over by then is not worth a word. Milliseconds. */
const quietMilliseconds = 1_500;
