import { fieldAt } from '../merge/fieldAt';
import type { JsonObject } from '../merge/json';
import { conditionWith, findCondition } from './conditions';
import { mapAt, mapsAt, textAt } from './read';
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
 * gives a reason for which a container waits, in the words of `kubectl get pods`.
 */
export const pod: RolloutRule = ({ object, conditions }) => {
  const phase = textAt(object, 'status', 'phase');
  const parts = [readyContainers(object), ...words(phase)];
  switch (phase) {
    case 'Succeeded':
      return reached(...words('Succeeded'));
    case 'Failed':
      return failed(object, parts);
    case 'Running':
      if (conditionWith(conditions, 'Ready', 'True'))
        return reached(...words('Running'), readyContainers(object));
      return waiting(object, parts) ?? progressing('ready', [...parts, ...ended(object)]);
    case 'Pending': {
      const scheduled = findCondition(conditions, 'PodScheduled');
      if (scheduled?.status === 'False') {
        if (scheduled.reason === 'SchedulingGated')
          return { kind: 'paused', as: 'SchedulingGated', done: false, parts };
        if (scheduled.reason === 'Unschedulable') return stuckBy(scheduled, words(phase));
      }
      return waiting(object, parts) ?? progressing('ready', [...parts, ...ended(object)]);
    }
    case undefined:
      return progressing('observation');
    default: // `Unknown`, or what a later version may have
      return notTracked('unknown', words(phase));
  }
};

/** How many containers are ready of those that shall run on: init containers that stay count, others do not. */
function readyContainers(object: JsonObject): RolloutPart {
  const names = new Set([
    ...mapsAt(object, 'spec', 'containers').map(nameOf),
    ...mapsAt(object, 'spec', 'initContainers')
      .filter((container) => textAt(container, 'restartPolicy') === 'Always')
      .map(nameOf),
  ]);
  const ready = containers(object).filter(
    (status) => names.has(nameOf(status)) && fieldAt(status, ['ready']) === true,
  );
  return count('ready', Math.min(ready.length, names.size), names.size);
}

function nameOf(container: JsonObject): string | undefined {
  return textAt(container, 'name');
}

function containers(object: JsonObject): JsonObject[] {
  return [
    ...mapsAt(object, 'status', 'initContainerStatuses'),
    ...mapsAt(object, 'status', 'containerStatuses'),
  ];
}

/** Stuck where a container waits for another reason than that its turn has not come. */
function waiting(object: JsonObject, parts: RolloutPart[]): RolloutState | undefined {
  for (const status of containers(object)) {
    const reason = textAt(status, 'state', 'waiting', 'reason');
    if (reason === undefined || usual.has(reason)) continue;
    const message = textAt(status, 'state', 'waiting', 'message');
    return { kind: 'stuck', reason, ...(message === undefined ? {} : { message }), parts };
  }
  return undefined;
}

const usual: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/** Why containers have ended that were to run on: the kubelet starts them again. */
function ended(object: JsonObject): RolloutPart[] {
  const reasons = containers(object)
    .filter(
      (status) =>
        mapAt(status, 'state', 'terminated') && fieldAt(status, ['state', 'terminated', 'exitCode']) !== 0,
    )
    .map((status) => textAt(status, 'state', 'terminated', 'reason'));
  return words(...new Set(reasons));
}

/** The pod's own reason (`Evicted`), else that of a container (`OOMKilled`), else the phase. */
function failed(object: JsonObject, parts: RolloutPart[]): RolloutState {
  const [ownEnd] = ended(object);
  const reason = textAt(object, 'status', 'reason') ?? (ownEnd?.kind === 'text' ? ownEnd.text : 'Failed');
  const message = textAt(object, 'status', 'message');
  return { kind: 'stuck', reason, ...(message === undefined ? {} : { message }), parts };
}
