import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { condition, make, type Sketch } from './objects';

/** An object of each kind that is where its spec wants it, observed and all. */
export const successes: readonly JsonObject[] = (
  [
    [
      'apps/v1 Deployment',
      counts({ updatedReplicas: 3, availableReplicas: 3, replicas: 3 }, 'Available=True'),
    ],
    ['apps/v1 StatefulSet', counts({ updatedReplicas: 3, readyReplicas: 3, replicas: 3 })],
    ['apps/v1 ReplicaSet', counts({ availableReplicas: 3, readyReplicas: 3, replicas: 3 })],
    ['autoscaling/v1 Scale', counts({ replicas: 3 })],
    ['v1 ReplicationController', counts({ availableReplicas: 3, readyReplicas: 3, replicas: 3 })],
    [
      'apps/v1 DaemonSet',
      counts({ desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3, numberReady: 3 }),
    ],
    ['batch/v1 Job', says('Complete=True')],
    [
      'autoscaling/v2 HorizontalPodAutoscaler',
      says('AbleToScale=True', { currentReplicas: 3, desiredReplicas: 3 }),
    ],
    ['v1 PersistentVolumeClaim', { status: { phase: 'Bound' } }],
    [
      'v1 Pod',
      {
        ...says('Ready=True', {
          phase: 'Running',
          containerStatuses: [{ name: 'app', ready: true, state: { running: {} } }],
        }),
        spec: { containers: [{ name: 'app' }] },
      },
    ],
    ['v1 Node', says('Ready=True')],
    ['v1 Namespace', { status: { phase: 'Active' } }],
    ['apiextensions.k8s.io/v1 CustomResourceDefinition', says('Established=True')],
    ['apiregistration.k8s.io/v1 APIService', says('Available=True')],
    ['example.dev/v1 Widget', says('Ready=True')],
  ] as [type: string, sketch: Sketch][]
).map(([type, sketch]) => make(type, { generation: 2, observed: 2, ...sketch }));

function counts(status: JsonObject, ...texts: string[]): Sketch {
  return { spec: { replicas: 3 }, status: { ...status, conditions: texts.map((text) => condition(text)) } };
}

function says(text: string, status: JsonObject = {}): Sketch {
  return { status: { ...status, conditions: [condition(text)] } };
}

/** The paths of all fields of an object, of elements of lists too. */
export function fieldPaths(value: JsonValue, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[...path], ...children.flatMap(([key, child]) => fieldPaths(child, [...path, key]))];
}

/** The object with another value at a path; without the field where that is undefined. */
export function withValue(
  object: JsonValue,
  [key, ...rest]: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return value;
  if (typeof object !== 'object' || object === null) return object;
  const child = (object as Record<string | number, JsonValue>)[key] ?? null;
  const changed = withValue(child, rest, value);
  if (Array.isArray(object))
    return object.flatMap((each, at) => (at !== key ? [each] : changed === undefined ? [] : [changed]));
  const others = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]]);
}
