import type { JsonObject } from '../merge/json';
import { conditionWith, findCondition } from './conditions';
import { podStatus, readyContainers, sidecarNames } from './podStatus';
import { mapsAt, textAt } from './read';
import {
  count,
  notTracked,
  progressing,
  reached,
  type RolloutPart,
  type RolloutRule,
  type RolloutState,
  stuckBy,
  words,
} from './rollout';

/**
 * A Pod: done when it is ready or has succeeded; stuck where it has failed, cannot be scheduled, or where the kubelet
 * gives a reason for which a container waits. With the words and numbers of `kubectl get pods`.
 */
export const pod: RolloutRule = ({ object, conditions }) => {
  const status = podStatus(object);
  const ready = readyPart(object);
  switch (textAt(object, 'status', 'phase')) {
    case 'Succeeded':
      return reached(...words(status));
    case 'Failed':
      return failed(object);
    case 'Running':
      if (conditionWith(conditions, 'Ready', 'True')) return reached(...words(status), ready);
      return waiting(object) ?? progressing('ready', [ready, ...words(status)]);
    case 'Pending': {
      const scheduled = findCondition(conditions, 'PodScheduled');
      if (scheduled?.status === 'False') {
        if (scheduled.reason === 'SchedulingGated')
          return { kind: 'paused', as: 'SchedulingGated', done: false, parts: [ready] };
        if (scheduled.reason === 'Unschedulable') return stuckBy(scheduled, [ready, ...words(status)]);
      }
      return waiting(object) ?? progressing('ready', [ready, ...words(status)]);
    }
    case undefined:
      return progressing('observation');
    default: // `Unknown`, or what a later version may have
      return notTracked('unknown', [ready, ...words(status)]);
  }
};

/** How many containers are ready of those that shall run on. */
function readyPart(object: JsonObject): RolloutPart {
  const all = mapsAt(object, 'spec', 'containers').length + sidecarNames(object).size;
  return count('ready', Math.min(readyContainers(object), all), all);
}

/** Stuck where a container waits for another reason than that its turn has not come. */
function waiting(object: JsonObject): RolloutState | undefined {
  for (const { status, prefix } of containers(object)) {
    const why = textAt(status, 'state', 'waiting', 'reason');
    if (why !== undefined && !usual.has(why))
      return stuck(object, `${prefix}${why}`, textAt(status, 'state', 'waiting', 'message'));
  }
  return undefined;
}

const usual: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function containers(object: JsonObject): { status: JsonObject; prefix: string }[] {
  return [
    ...mapsAt(object, 'status', 'initContainerStatuses').map((status) => ({ status, prefix: 'Init:' })),
    ...mapsAt(object, 'status', 'containerStatuses').map((status) => ({ status, prefix: '' })),
  ];
}

/** The pod's own reason (`Evicted`), else that of a container (`OOMKilled`), else the phase. */
function failed(object: JsonObject): RolloutState {
  const reason = textAt(object, 'status', 'reason') ?? podStatus(object) ?? 'Failed';
  return stuck(object, reason, textAt(object, 'status', 'message'));
}

/** Stuck for a reason, with kubectl's word beside it where that is another one. */
function stuck(object: JsonObject, reason: string, message: string | undefined): RolloutState {
  const status = podStatus(object);
  return {
    kind: 'stuck',
    reason,
    ...(message === undefined ? {} : { message }),
    parts: [readyPart(object), ...(status === reason ? [] : words(status))],
  };
}
