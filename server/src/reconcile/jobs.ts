import { fieldAt } from '../merge/fieldAt';
import { conditionWith } from './conditions';
import { readCounts, timeAt } from './read';
import {
  count,
  notTracked,
  progressing,
  reached,
  type RolloutPart,
  type RolloutRule,
  someOf,
  stuckBy,
  words,
} from './rollout';

/**
 * A Job: done with the condition `Complete`, stuck with `Failed` or on its way there (`FailureTarget`); that word,
 * which `kubectl get job` has under STATUS, stands beside the reason. Without `completions` one success ends it
 * (kubectl shows `0/1`).
 */
export const job: RolloutRule = ({ object, conditions }) => {
  const counts = readCounts(object, {
    wanted: [['spec', 'completions'], 1],
    succeeded: [['status', 'succeeded'], 0],
    active: [['status', 'active'], 0],
    failed: [['status', 'failed'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const parts = [
    count('succeeded', counts.succeeded, counts.wanted),
    ...someOf('active', counts.active),
    ...someOf('failed', counts.failed),
  ];
  if (conditionWith(conditions, 'Complete', 'True')) return reached(...words('Complete'), ...parts);
  const failure =
    conditionWith(conditions, 'Failed', 'True') ?? conditionWith(conditions, 'FailureTarget', 'True');
  if (failure) return stuckBy(failure, [...parts, ...words(failure.type)]);
  if (fieldAt(object, ['spec', 'suspend']) === true || conditionWith(conditions, 'Suspended', 'True'))
    return { kind: 'paused', as: 'suspended', done: false, parts };
  const isMet = conditionWith(conditions, 'SuccessCriteriaMet', 'True') !== undefined;
  return progressing('completion', isMet ? [...parts, ...words('SuccessCriteriaMet')] : parts);
};

/** A CronJob: it never ends, so only what runs and what ran last is said. */
export const cronJob: RolloutRule = ({ object }) => {
  const active = fieldAt(object, ['status', 'active']) ?? [];
  if (!Array.isArray(active)) return notTracked('malformed');
  const parts = [
    ...someOf('active', active.length),
    ...ranAt('lastScheduled', timeAt(object, 'status', 'lastScheduleTime')),
    ...ranAt('lastSuccessful', timeAt(object, 'status', 'lastSuccessfulTime')),
  ];
  return fieldAt(object, ['spec', 'suspend']) === true
    ? { kind: 'paused', as: 'suspended', done: true, parts }
    : notTracked('periodic', parts);
};

function ranAt(what: 'lastScheduled' | 'lastSuccessful', at: number | undefined): RolloutPart[] {
  return at === undefined ? [] : [{ kind: 'time', what, at }];
}
