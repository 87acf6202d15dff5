import fc, { type Arbitrary } from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';

/** The kinds that have a rule, and one that has none: apiVersion and kind. */
export const kinds = [
  ...['apps/v1 Deployment', 'apps/v1 StatefulSet', 'apps/v1 DaemonSet', 'apps/v1 ReplicaSet'],
  ...[
    'batch/v1 Job',
    'batch/v1 CronJob',
    'autoscaling/v2 HorizontalPodAutoscaler',
    'autoscaling/v1 Scale',
    'v1 PersistentVolumeClaim',
  ],
  ...['v1 Pod', 'v1 Node', 'v1 Namespace', 'apiregistration.k8s.io/v1 APIService', 'example.dev/v1 Widget'],
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
].map((type) => type.split(' ') as [apiVersion: string, kind: string]);

/** The names that the rules read, so that random JSON gets past the first look. */
const names = fc.constantFrom(
  ...['type', 'status', 'reason', 'message', 'lastTransitionTime', 'lastUpdateTime', 'observedGeneration'],
  ...['conditions', 'phase', 'replicas', 'updatedReplicas', 'availableReplicas', 'readyReplicas', 'active'],
  ...[
    'desiredNumberScheduled',
    'numberAvailable',
    'updatedNumberScheduled',
    'succeeded',
    'failed',
    'suspend',
  ],
  ...['updateStrategy', 'rollingUpdate', 'partition', 'paused', 'progressDeadlineSeconds', 'completions'],
  ...['containers', 'initContainers', 'containerStatuses', 'state', 'waiting', 'terminated', 'name', 'ready'],
  ...[
    'managedFields',
    'fieldsV1',
    'time',
    'f:spec',
    'f:status',
    'finalizers',
    'deletionTimestamp',
    'generation',
  ],
  ...['__proto__', 'constructor', ''],
);
export const scalars = fc.constantFrom<JsonValue>(
  ...[
    'True',
    'False',
    'Unknown',
    'Ready',
    'Progressing',
    'Failed',
    'Running',
    'Pending',
    'Bound',
    'OnDelete',
  ],
  ...[
    'ProgressDeadlineExceeded',
    '2026-01-02T03:04:05Z',
    '9999-12-31T23:59:59Z',
    '-000001-01-01T00:00:00Z',
    'a\nb',
  ],
  ...[null, true, false, 0, -0, 1, 2, 3, -1, 1.5, 1e300, 9007199254740993n, -(2n ** 70n)],
);
export const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 6 })
      .map((entries): JsonValue => Object.fromEntries(entries)),
  ),
}));
const conditions = fc.array(
  fc.oneof(
    { arbitrary: anyJson, weight: 1 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'Ready',
            'Degraded',
            'Progressing',
            'Failed',
            'Stalled',
            'PodScheduled',
            'Available',
          ),
          fc.constantFrom('True', 'False', 'Unknown'),
          someOf(
            ['reason', 'message', 'observedGeneration', 'lastTransitionTime', 'lastUpdateTime'],
            scalars,
          ),
        )
        .map(([type, status, more]): JsonValue => ({ type, status, ...more })),
      weight: 3,
    },
  ),
  { maxLength: 4 },
);

/** A map with some of the names. */
function someOf(keys: string[], values: Arbitrary<JsonValue>): Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(fc.constantFrom(...keys), values), { maxLength: keys.length })
    .map((entries) => Object.fromEntries(entries));
}

/** Objects of these kinds whose parts are random JSON with the names that the rules read. */
export const objects: Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom(...kinds),
    fc.oneof(anyJson, someOf(['generation', 'deletionTimestamp', 'managedFields', 'finalizers'], anyJson)),
    fc.oneof(
      anyJson,
      fc
        .tuple(anyJson, conditions)
        .map(([status, list]): JsonValue =>
          isJsonObject(status) ? { ...status, conditions: list } : status,
        ),
    ),
    anyJson,
  )
  .map(([[apiVersion, kind], metadata, status, spec]) => ({ apiVersion, kind, metadata, spec, status }));
