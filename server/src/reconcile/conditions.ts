import { getField, type JsonObject } from '../merge/json';
import {
  asGeneration,
  compareGenerations,
  type Generation,
  readGeneration,
  readObserved,
} from './generation';
import type { StatusAge } from './lastWrites';
import { type Polarity, polarityOf, type Tone, toneOf } from './polarity';
import { mapsAt, textAt, timeAt } from './read';

/** One of `status.conditions` (Kubernetes API conventions, typical status properties), as far as it can be read. */
export interface Condition {
  readonly type: string;
  /** `True`, `False`, `Unknown` or what else was sent. */
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  /** `lastTransitionTime` in milliseconds, by the clock of who wrote it: it may be in the future. */
  readonly since?: number;
  readonly age: ConditionAge;
  readonly polarity: Polarity;
  /** Good or bad only where the condition is known to speak of the spec as it is now. */
  readonly tone: Tone;
}

/**
 * Which spec a condition speaks of: by its own `observedGeneration`, else by that of the status, else by when the
 * status was written. Where nothing is said of generations there is only one spec to speak of.
 */
export type ConditionAge =
  | { kind: 'current' }
  | { kind: 'older'; generation: Generation }
  | { kind: 'ahead'; generation: Generation }
  /** The generation is not reported, and the status was written before the spec. */
  | { kind: 'writtenBefore' }
  | { kind: 'unknown' };

/** The conditions of an object, in its order. Those without a type say nothing and are left out. */
export function readConditions(object: JsonObject, statusAge: StatusAge): Condition[] {
  const generation = readGeneration(object);
  const ofStatus = readObserved(object);
  return mapsAt(object, 'status', 'conditions').flatMap((sent) => {
    const [type, status, reason, message] = ['type', 'status', 'reason', 'message'].map((key) =>
      textAt(sent, key),
    );
    if (type === undefined) return [];
    const since = timeAt(sent, 'lastTransitionTime');
    const observed = asGeneration(getField(sent, 'observedGeneration')) || ofStatus;
    const age: ConditionAge =
      generation === undefined && observed
        ? { kind: 'unknown' }
        : ageOf(compareGenerations(generation, observed), statusAge);
    const said = {
      type,
      ...(status === undefined ? {} : { status }),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
      ...(since === undefined ? {} : { since }),
    };
    return [
      { ...said, age, polarity: polarityOf(type), tone: age.kind === 'current' ? toneOf(said) : 'neutral' },
    ];
  });
}

function ageOf(compared: ReturnType<typeof compareGenerations>, statusAge: StatusAge): ConditionAge {
  switch (compared.kind) {
    case 'observed':
    case 'noGeneration':
      return { kind: 'current' };
    case 'notYetObserved':
      return { kind: 'older', generation: compared.observed };
    case 'ahead':
      return { kind: 'ahead', generation: compared.observed };
    case 'notReported':
      if (statusAge === 'afterSpec') return { kind: 'current' };
      return { kind: statusAge === 'beforeSpec' ? 'writtenBefore' : 'unknown' };
  }
}

/** The first condition of a type that has a status, which is the one that `kubectl wait` reads; else the first one. */
export function findCondition(conditions: readonly Condition[], type: string): Condition | undefined {
  const all = conditions.filter((condition) => condition.type === type);
  return all.find(({ status }) => status !== undefined) ?? all[0];
}

/** The first condition of a type, where its status is this. */
export function conditionWith(
  conditions: readonly Condition[],
  type: string,
  status: 'True' | 'False' | 'Unknown',
): Condition | undefined {
  const condition = findCondition(conditions, type);
  return condition?.status === status ? condition : undefined;
}
