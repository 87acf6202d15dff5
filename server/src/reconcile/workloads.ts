import { fieldAt } from '../merge/fieldAt';
import type { JsonObject } from '../merge/json';
import { conditionWith, findCondition } from './conditions';
import { mapAt, mapsAt, readCounts, textAt, timeAt } from './read';
import {
  count,
  notTracked,
  progressing,
  reached,
  type RolloutPart,
  type RolloutRule,
  type RolloutState,
  someOf,
  stuckBy,
  type WaitingFor,
} from './rollout';

/**
 * A Deployment, done when `kubectl rollout status` says so. Beyond that command: paused where the spec says so, and
 * stuck also where its pods cannot be created (`ReplicaFailure`).
 */
export const deployment: RolloutRule = ({ object, conditions }) => {
  const counts = readCounts(object, {
    wanted: [['spec', 'replicas'], 1],
    updated: [['status', 'updatedReplicas'], 0],
    available: [['status', 'availableReplicas'], 0],
    all: [['status', 'replicas'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const { wanted, updated, available } = counts;
  const old = Math.max(0, counts.all - updated);
  const parts = [
    count('updated', updated, wanted),
    count('available', available, wanted),
    ...someOf('old', old),
  ];
  const next = firstThat({
    updated: updated < wanted,
    old: old > 0,
    available: available < updated,
  });
  if (fieldAt(object, ['spec', 'paused']) === true)
    return { kind: 'paused', as: 'paused', done: next === undefined, parts };
  const progress = findCondition(conditions, 'Progressing');
  if (progress?.reason === 'ProgressDeadlineExceeded') return stuckBy(progress, parts);
  if (next === undefined) return { kind: 'done', as: 'rolledOut', parts };
  const failure = conditionWith(conditions, 'ReplicaFailure', 'True');
  if (failure) return stuckBy(failure, parts);
  return { kind: 'progressing', waitingFor: next, parts, ...progressDeadline(object) };
};

/**
 * The Deployment controller counts from the last progress, and not at all once a rollout has succeeded; the largest
 * number of 32 bits stands for no deadline.
 */
function progressDeadline(object: JsonObject): { deadline: number; limit: number } | undefined {
  const progress = mapsAt(object, 'status', 'conditions').find(
    (each) => textAt(each, 'type') === 'Progressing',
  );
  if (progress === undefined || textAt(progress, 'status') !== 'True') return undefined;
  if (textAt(progress, 'reason') === 'NewReplicaSetAvailable') return undefined;
  const from = timeAt(progress, 'lastUpdateTime');
  const seconds = readCounts(object, { limit: [['spec', 'progressDeadlineSeconds'], 0] })?.limit ?? 0;
  if (from === undefined || seconds === 0 || seconds >= 2 ** 31 - 1) return undefined;
  const limit = seconds * 1_000;
  return { deadline: from + limit, limit };
}

/** A StatefulSet, done when `kubectl rollout status` says so: with a partition that is when the rest is updated. */
export const statefulSet: RolloutRule = ({ object }) => {
  const counts = readCounts(object, {
    wanted: [['spec', 'replicas'], 1],
    partition: [['spec', 'updateStrategy', 'rollingUpdate', 'partition'], 0],
    updated: [['status', 'updatedReplicas'], 0],
    ready: [['status', 'readyReplicas'], 0],
    all: [['status', 'replicas'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const { wanted, updated, ready, all } = counts;
  const heldBack = Math.min(counts.partition, wanted);
  const parts = [
    count('updated', updated, wanted),
    count('ready', ready, wanted),
    ...someOf('heldBack', heldBack),
    ...someOf('excess', all - wanted),
  ];
  if (isOnDelete(object)) return notTracked('onDelete', parts);
  const isPartitioned = mapAt(object, 'spec', 'updateStrategy', 'rollingUpdate') !== undefined;
  const revision = (name: string): string | undefined => textAt(object, 'status', name);
  const next = firstThat({
    ready: ready < wanted,
    updated: isPartitioned && updated < wanted - heldBack,
    revision: !isPartitioned && revision('updateRevision') !== revision('currentRevision'),
  });
  return rolloutOf(next, parts);
};

/** A DaemonSet, done when `kubectl rollout status` says so. */
export const daemonSet: RolloutRule = ({ object }) => {
  const counts = readCounts(object, {
    wanted: [['status', 'desiredNumberScheduled'], 0],
    updated: [['status', 'updatedNumberScheduled'], 0],
    available: [['status', 'numberAvailable'], 0],
    misscheduled: [['status', 'numberMisscheduled'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const { wanted, updated, available, misscheduled } = counts;
  const parts = [
    count('updated', updated, wanted),
    count('available', available, wanted),
    ...someOf('misscheduled', misscheduled),
  ];
  if (isOnDelete(object)) return notTracked('onDelete', parts);
  const next = firstThat({
    updated: updated < wanted,
    available: available < wanted,
  });
  return rolloutOf(next, parts);
};

/** A ReplicaSet or ReplicationController, which replaces no pods: done when as many are available as there shall be. */
export const replicaSet: RolloutRule = ({ object, conditions }) => {
  const counts = readCounts(object, {
    wanted: [['spec', 'replicas'], 1],
    available: [['status', 'availableReplicas'], 0],
    ready: [['status', 'readyReplicas'], 0],
    all: [['status', 'replicas'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const { wanted, available, ready, all } = counts;
  const parts = [
    count('ready', ready, wanted),
    count('available', available, wanted),
    ...someOf('excess', all - wanted),
  ];
  const failure = conditionWith(conditions, 'ReplicaFailure', 'True');
  if (failure) return stuckBy(failure, parts);
  const next = firstThat({
    ready: ready < wanted,
    available: available < wanted,
    scale: all > wanted,
  });
  return next === undefined ? { kind: 'done', as: 'reached', parts } : progressing(next, parts);
};

/** A scale, done when there are as many replicas as there shall be: whether they run it does not say. */
export const scale: RolloutRule = ({ object }) => {
  const counts = readCounts(object, { wanted: [['spec', 'replicas'], 0], all: [['status', 'replicas'], 0] });
  if (counts === undefined) return notTracked('malformed');
  const parts = [count('current', counts.all, counts.wanted)];
  return counts.all === counts.wanted ? reached(...parts) : progressing('scale', parts);
};

function isOnDelete(object: JsonObject): boolean {
  return textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete';
}

function rolloutOf(next: WaitingFor | undefined, parts: RolloutPart[]): RolloutState {
  return next === undefined ? { kind: 'done', as: 'rolledOut', parts } : progressing(next, parts);
}

/** The first name whose condition holds, in the order in which they are written. */
function firstThat(steps: Partial<Record<WaitingFor, boolean>>): WaitingFor | undefined {
  return (Object.keys(steps) as WaitingFor[]).find((step) => steps[step]);
}
