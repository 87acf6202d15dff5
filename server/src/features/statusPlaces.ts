import type { FieldPath } from '../merge/fieldPath';
import type { Hold } from '../reconcile/rollout';
import type { StatusView } from './statusView';

/** Where the text says what the state of an object is about. */
export const places = {
  generation: ['metadata', 'generation'],
  observed: ['status', 'observedGeneration'],
  deletion: ['metadata', 'deletionTimestamp'],
  finalizers: [
    ['metadata', 'finalizers'],
    ['spec', 'finalizers'],
  ],
  deadline: ['spec', 'progressDeadlineSeconds'],
  partition: ['spec', 'updateStrategy', 'rollingUpdate', 'partition'],
  strategy: ['spec', 'updateStrategy', 'type'],
  conditions: ['status', 'conditions'],
} satisfies Record<string, FieldPath | FieldPath[]>;

/** The field that holds an object back. */
export const holdPlaces: Record<Hold, FieldPath> = {
  paused: ['spec', 'paused'],
  suspended: ['spec', 'suspend'],
  SchedulingDisabled: ['spec', 'unschedulable'],
  SchedulingGated: ['spec', 'schedulingGates'],
  ScalingDisabled: ['spec', 'scaleTargetRef'],
};

/** The fields that a kind's rollout can be told at, the likeliest first; none for kinds without a rule of their own. */
export function rolloutPlaces({
  ref,
  objectKind,
}: Pick<StatusView, 'ref' | 'objectKind'>): readonly FieldPath[] {
  return ref.subresource === 'scale' ? replicas : (byKind[`${ref.group}/${objectKind}`] ?? []);
}

const spec: FieldPath = ['spec'];
const replicas: readonly FieldPath[] = [['spec', 'replicas'], spec];

/** Where somebody who knows `kubectl get` of the kind would look for its columns. */
const byKind: Readonly<Record<string, readonly FieldPath[]>> = {
  'apps/Deployment': replicas,
  'apps/StatefulSet': replicas,
  'apps/ReplicaSet': replicas,
  '/ReplicationController': replicas,
  'apps/DaemonSet': [spec],
  'batch/Job': [['spec', 'completions'], spec],
  'batch/CronJob': [['spec', 'schedule'], spec],
  'autoscaling/HorizontalPodAutoscaler': [['spec', 'maxReplicas'], spec],
  '/PersistentVolumeClaim': [['spec', 'resources', 'requests', 'storage'], spec],
  '/Pod': [['spec', 'containers'], spec],
  '/Node': [spec],
  '/Namespace': [spec],
  'apiextensions.k8s.io/CustomResourceDefinition': [['spec', 'names'], spec],
  'apiregistration.k8s.io/APIService': [['spec', 'service'], spec],
};
