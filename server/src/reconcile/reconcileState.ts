import type { JsonObject } from '../merge/json';
import type { Condition } from './conditions';
import type { GenerationState } from './generation';
import { lastWrites, type LastWrites, type StatusAge } from './lastWrites';
import type { RolloutState } from './rollout';
import { judgeRollout, readObject } from './rolloutState';

/**
 * What an object says of whether the cluster has acted on its spec. It depends on the object alone, so that it needs
 * to be found out once for each version; what goes by with time is left to those who put it into words.
 */
export interface ReconcileState {
  readonly generation: GenerationState;
  readonly conditions: readonly Condition[];
  readonly rollout: RolloutState;
  readonly lastWrites: LastWrites;
  readonly statusAge: StatusAge;
}

/** The state of an object. Never throws: what is malformed counts as not said. */
export function reconcileState(object: JsonObject): ReconcileState {
  const read = readObject(object);
  const { generation, conditions, statusAge } = read;
  return { generation, conditions, statusAge, lastWrites: lastWrites(object), rollout: judgeRollout(read) };
}
