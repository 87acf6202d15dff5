import { getField, type JsonObject } from '../merge/json';
import { readConditions } from './conditions';
import { deletion } from './deletion';
import { generationState, readObserved } from './generation';
import { cronJob, job } from './jobs';
import { lastWrites, statusAge } from './lastWrites';
import { pod } from './pod';
import { mapAt, textAt } from './read';
import { notTracked, progressing, type ReadObject, type RolloutRule, type RolloutState } from './rollout';
import {
  apiService,
  byConventions,
  customResourceDefinition,
  horizontalPodAutoscaler,
  namespace,
  node,
  persistentVolumeClaim,
} from './states';
import { daemonSet, deployment, replicaSet, scale, statefulSet } from './workloads';

/** How far an object is, by the rule of its kind. Any JSON will do: what cannot be read is not concluded from. */
export function rolloutState(object: JsonObject): RolloutState {
  return judgeRollout(readObject(object));
}

/** What the rules of the kinds read of an object. */
export function readObject(object: JsonObject): ReadObject {
  const age = statusAge(object, lastWrites(object));
  return {
    object,
    generation: generationState(object),
    statusAge: age,
    conditions: readConditions(object, age),
  };
}

/** How far an object is whose parts have been read. */
export function judgeRollout(read: ReadObject): RolloutState {
  const { object, generation } = read;
  if (textAt(object, 'metadata', 'deletionTimestamp') !== undefined) return deletion(read);
  const status = getField(object, 'status');
  if (status !== undefined && status !== null && mapAt(object, 'status') === undefined)
    return notTracked('malformed');
  if (generation.kind === 'ahead') return notTracked('otherHistory');
  const type = typeOf(object);
  const judged = (rules.get(type) ?? byConventions)(read);
  // A controller has observed a generation of an object that says none: which spec the status is of is not known.
  if (generation.kind === 'noGeneration' && (readObserved(object) ?? 0) > 0)
    return notTracked(judged.kind === 'notTracked' ? judged.because : 'cannotTell');
  if (isObserved(read, type)) return judged;
  // The status is of an older generation, and so is all that was concluded from it; what the spec says stands.
  if (judged.kind === 'notTracked') return notTracked(judged.because);
  return judged.kind === 'paused' && (judged.as === 'paused' || judged.as === 'suspended')
    ? { ...judged, done: false, parts: [] }
    : progressing('observation');
}

/** Whether the kind has a rule of its own; others are read by the conventions. */
export function hasRolloutRule(object: JsonObject): boolean {
  return rules.has(typeOf(object));
}

/** Whether the status may be of the spec as it is now. */
function isObserved({ object, generation }: ReadObject, type: string): boolean {
  if (generation.kind === 'notYetObserved') return false;
  // A controller that has seen nothing leaves 0, or nothing at all.
  return !reporting.has(type) || (readObserved(object) ?? 0) > 0;
}

/** The kinds whose controllers always report what they have observed: where there is nothing, they were not there. */
const reporting: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  '/ReplicationController',
]);

/** The group of an object, empty for the core group, and its kind: `apps/Deployment`. */
function typeOf(object: JsonObject): string {
  const apiVersion = textAt(object, 'apiVersion') ?? '';
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `${group}/${textAt(object, 'kind') ?? ''}`;
}

/** By group and kind: the status of a kind is the same in its versions. */
const rules: ReadonlyMap<string, RolloutRule> = new Map([
  ['apps/Deployment', deployment],
  ['apps/StatefulSet', statefulSet],
  ['apps/DaemonSet', daemonSet],
  ['apps/ReplicaSet', replicaSet],
  ['/ReplicationController', replicaSet],
  ['batch/Job', job],
  ['batch/CronJob', cronJob],
  ['autoscaling/HorizontalPodAutoscaler', horizontalPodAutoscaler],
  ['autoscaling/Scale', scale],
  ['/PersistentVolumeClaim', persistentVolumeClaim],
  ['/Pod', pod],
  ['/Node', node],
  ['/Namespace', namespace],
  ['apiextensions.k8s.io/CustomResourceDefinition', customResourceDefinition],
  ['apiregistration.k8s.io/APIService', apiService],
]);
