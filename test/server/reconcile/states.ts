import type { RolloutState, WaitingFor } from '../../../server/src/reconcile/rollout';

/** What a test waits for. */
type Holds = (state: RolloutState) => boolean;

export const isDone: Holds = ({ kind }) => kind === 'done';

export function isKind(kind: RolloutState['kind']): Holds {
  return (state) => state.kind === kind;
}

export function isStuckBy(reason: string): Holds {
  return (state) => state.kind === 'stuck' && state.reason === reason;
}

/** On its way, with one of these steps next. */
export function waitsFor(...steps: WaitingFor[]): Holds {
  return (state) => state.kind === 'progressing' && steps.includes(state.waitingFor);
}
