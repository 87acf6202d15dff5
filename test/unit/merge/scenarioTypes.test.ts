import assert from 'node:assert/strict';
import test from 'node:test';
import { listChanges } from '../../../server/src/merge/changes';
import { isEqual } from '../../../server/src/merge/equality';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import { merge, topologies, writes } from './scenarioMerge';
import { container, deployment, lease, widget } from './scenarioObjects';

test('R090 integers beyond 2^53 are compared and merged to the last digit', () => {
  const serial = (value: bigint, name: string): JsonObject =>
    widget({
      any: { serial: value, max: 9223372036854775807n, min: -9223372036854775808n, ratio: 0.1 },
      m: name,
    });
  const [base, theirs] = [serial(9007199254740993n, 'a'), serial(9007199254740992n, 'a')];
  assert.ok(!isEqual(base, theirs, topologies.Widget));
  writes(base, serial(9007199254740993n, 'b'), theirs, serial(9007199254740992n, 'b'));
  const conflicts = merge(base, serial(9007199254740994n, 'a'), theirs).conflicts;
  assert.deepEqual(conflicts, ['both-changed spec.any.serial']);
});

test('R092 a label on a CustomResourceDefinition leaves its schema as it is', () => {
  const definition = (metadata: JsonObject): JsonObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.dev', resourceVersion: '2', ...metadata },
    spec: {
      versions: [
        {
          name: 'v1',
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                template: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                mode: { type: 'string', enum: ['a', 'b'], default: 'a' },
                items: {
                  type: 'array',
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['k'],
                },
              },
            },
          },
        },
      ],
    },
  });
  const labelled = definition({ labels: { a: '1' } });
  writes(
    definition({}),
    labelled,
    definition({ generation: 2 }),
    definition({ labels: { a: '1' }, generation: 2 }),
  );
});

test('R093 R096 times are texts: no digit is added, dropped or rounded', () => {
  writes(lease({}), lease({ holderIdentity: 'worker-b' }), lease({}), lease({ holderIdentity: 'worker-b' }));
  const typed = lease({ renewTime: '2026-01-02T03:04:05.123456789Z' });
  writes(
    lease({}),
    typed,
    lease({ leaseDurationSeconds: 20 }),
    lease({ ...(typed.spec as JsonObject), leaseDurationSeconds: 20 }),
  );
});

test('R095 a time with other digits is another text', () => {
  const created = (creationTimestamp: string): JsonObject => deployment({ metadata: { creationTimestamp } });
  assert.ok(isEqual(created('2026-01-02T03:04:05Z'), created('2026-01-02T03:04:05Z'), builtinTopology));
  assert.ok(!isEqual(created('2026-01-02T03:04:05Z'), created('2026-01-02T03:04:05.000Z'), builtinTopology));
});

test('R097 the amounts that the server spells its own way are no change', () => {
  const amounts = (cpu: string, limit: string, memory: JsonValue): JsonObject =>
    deployment({
      containers: [container({ resources: { requests: { cpu, memory }, limits: { cpu: limit } } })],
    });
  const typed = amounts('1.2', '1000m', 134217728);
  const stored = amounts('1200m', '1', '128Mi');
  assert.deepEqual(listChanges(typed, stored, topologies.Deployment!), []);
  const labelled = {
    ...stored,
    metadata: { ...(stored.metadata as JsonObject), labels: { app: 'shop', x: 'y' } },
  };
  assert.deepEqual(merge(typed, typed, labelled).changes, ['metadata.labels.x']);
});
