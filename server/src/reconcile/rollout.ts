import type { JsonObject } from '../merge/json';
import type { Condition } from './conditions';
import type { GenerationState } from './generation';
import type { StatusAge } from './lastWrites';

/** How far an object is on its way to what its spec says, in numbers and in the object's own words. */
export type RolloutState =
  /** `rolledOut` of what replaces pods, `reached` of every other state. */
  | { kind: 'done'; as: 'rolledOut' | 'reached'; parts: RolloutPart[] }
  /**
   * `deadline` in milliseconds, by the cluster's clock: when a Deployment that stays so counts as stuck; `limit` is how
   * long after its last progress that is.
   */
  | { kind: 'progressing'; waitingFor: WaitingFor; parts: RolloutPart[]; deadline?: number; limit?: number }
  /** The object itself says that something is wrong. `since` in milliseconds. */
  | { kind: 'stuck'; reason: string; message?: string; since?: number; parts: RolloutPart[] }
  /** Held back on purpose, in a word that kubectl has for it. `done`: there is nothing that waits. */
  | { kind: 'paused'; as: Hold; done: boolean; parts: RolloutPart[] }
  | { kind: 'notTracked'; because: NotTracked; parts: RolloutPart[] };

/** What comes next. */
export type WaitingFor =
  | 'observation'
  | 'updated'
  | 'old'
  | 'available'
  | 'ready'
  | 'revision'
  | 'completion'
  | 'scale'
  | 'binding'
  | 'resize'
  | 'state'
  | 'deletion';

export type Hold = 'paused' | 'suspended' | 'SchedulingDisabled' | 'SchedulingGated' | 'ScalingDisabled';

/**
 * Why nothing is concluded: no rule for the kind; pods that are replaced only when somebody deletes them; a CronJob,
 * which never ends; a status that says nothing of what counts; one of another history; one of which nobody can tell
 * which spec it is of; one that cannot be read.
 */
export type NotTracked =
  'noRule' | 'onDelete' | 'periodic' | 'unknown' | 'otherHistory' | 'cannotTell' | 'malformed';

export type RolloutPart =
  /** `of` is how many there shall be; parts with an equal one stand side by side. */
  | { kind: 'count'; what: Counted; count: number; of?: number }
  /** A word or a message of the object itself, such as a phase. May be long and have several lines. */
  | { kind: 'text'; text: string }
  | { kind: 'time'; what: 'lastScheduled' | 'lastSuccessful'; at: number }
  | { kind: 'finalizers'; names: string[] };

export type Counted =
  | 'updated'
  | 'available'
  | 'ready'
  | 'current'
  | 'old'
  | 'excess'
  | 'heldBack'
  | 'misscheduled'
  | 'succeeded'
  | 'active'
  | 'failed';

/** An object whose generation and conditions have been read: what the rules of the kinds begin with. */
export interface ReadObject {
  readonly object: JsonObject;
  readonly generation: GenerationState;
  readonly statusAge: StatusAge;
  readonly conditions: readonly Condition[];
}

/** The rule of a kind: what the object says, as if its status were of its spec as it is now. */
export type RolloutRule = (read: ReadObject) => RolloutState;

/** A count among the parts. */
export function count(what: Counted, counted: number, of?: number): RolloutPart {
  return { kind: 'count', what, count: counted, ...(of === undefined ? {} : { of }) };
}

/** A count that is worth a word only where it is not 0. */
export function someOf(what: Counted, counted: number): RolloutPart[] {
  return counted > 0 ? [count(what, counted)] : [];
}

/** The object's own words among the parts; none where it has none. */
export function words(...texts: (string | undefined)[]): RolloutPart[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ kind: 'text' as const, text }]));
}

/** Stuck for what a condition says. */
export function stuckBy(condition: Condition, parts: RolloutPart[] = []): RolloutState {
  const { type, reason = type, message, since } = condition;
  return {
    kind: 'stuck',
    reason,
    ...(message === undefined ? {} : { message }),
    ...(since === undefined ? {} : { since }),
    parts,
  };
}

/** Done, where it is a state and no rollout. */
export function reached(...parts: RolloutPart[]): RolloutState {
  return { kind: 'done', as: 'reached', parts };
}

export function progressing(waitingFor: WaitingFor, parts: RolloutPart[] = []): RolloutState {
  return { kind: 'progressing', waitingFor, parts };
}

/** Nothing is concluded. */
export function notTracked(because: NotTracked, parts: RolloutPart[] = []): RolloutState {
  return { kind: 'notTracked', because, parts };
}
