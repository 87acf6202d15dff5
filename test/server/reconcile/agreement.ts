import assert from 'node:assert/strict';
import { describeCondition, describeRollout } from '../../../server/src/features/reconcile';
import type { JsonObject } from '../../../server/src/merge/json';
import { textAt } from '../../../server/src/reconcile/read';
import { reconcileState, type ReconcileState } from '../../../server/src/reconcile/reconcileState';
import { agreesWithColumns } from './columnWords';
import type { KubectlWords } from './kubectlWords';
import { agreesWithRolloutStatus } from './rolloutWords';

/** Fails where our state of an object, or a word for it, says something else than kubectl says of the same version. */
export function agreesWithKubectl(object: JsonObject, words: KubectlWords): ReconcileState {
  const state = reconcileState(object);
  const said = JSON.stringify({ words, state, status: object['status'] }, undefined, 1);
  const isDeleting = textAt(object, 'metadata', 'deletionTimestamp') !== undefined;
  try {
    // kubectl speaks of the rollout of what is being deleted as if it were to stay.
    if (words.rollout && !isDeleting) agreesWithRolloutStatus(state.rollout, words.rollout);
    for (const condition of words.conditions) agreesWithWait(state, condition);
    agreesWithColumns({ object, state, isDeleting, columns: words.columns });
    assert.doesNotMatch(describeRollout(state.rollout, Date.now()) ?? '', /\n|undefined|NaN/);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${said}`;
    throw error;
  }
  return state;
}

/**
 * A condition that `kubectl wait` takes for met is said plainly, but where nothing tells of which generation it is:
 * there we say that. One that it does not take for met because it is older than the spec is never said plainly.
 */
function agreesWithWait(
  { conditions }: ReconcileState,
  { type, status, isMet }: KubectlWords['conditions'][number],
): void {
  const condition = conditions.find((each) => each.type === type) ?? assert.fail(`${type} is not read`);
  assert.equal(condition.status, status);
  assert.equal(condition.age.kind !== 'older', isMet, type);
  const isPlain = describeCondition(condition, Date.now()).split(' · ')[0] === `${type}=${status}`;
  assert.equal(isPlain, condition.age.kind === 'current', type);
  if (!isMet) assert.equal(condition.tone, 'neutral', type);
}
