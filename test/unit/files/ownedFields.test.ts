import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findOwnedFields } from '../../../server/src/files/ownedFields';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { topologyOfKind } from '../merge/fixtureTopology';

const topology = topologyOfKind('apps/v1', 'Deployment');
const container = (fields: JsonObject): JsonObject => ({
  'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': fields } } } },
});

interface Entry {
  manager: string;
  fields: JsonObject;
  operation?: string;
  subresource?: string;
}

const stated: JsonObject = {
  metadata: { labels: { team: 'shop' }, finalizers: ['a/b'] },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'web', image: 'web:1', args: ['a', 'b'] }] } },
  },
};

/** `spec.replicas: hpa, ann`, for each field. */
function owned(entries: readonly Entry[], file = stated): string[] {
  const managedFields = entries.map(({ manager, fields, operation = 'Update', ...more }) => ({
    ...{ manager, operation, apiVersion: 'apps/v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z' },
    ...more,
    fieldsV1: fields,
  }));
  const live = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', managedFields } };
  return findOwnedFields({ stated: file, live, topology, manager: 'ours' }).map(
    ({ path, writers }) => `${formatFieldPath(path)}: ${writers.map(({ manager }) => manager).join(', ')}`,
  );
}

suite('Fields of a file that others hold', () => {
  const replicas = { 'f:spec': { 'f:replicas': {} } };
  const cases: [string, readonly Entry[], string[]][] = [
    ['none where nobody is recorded', [], []],
    ['none that the file applies itself', [{ manager: 'ours', operation: 'Apply', fields: replicas }], []],
    [
      'those that its own name wrote otherwise, as a live document does',
      [{ manager: 'ours', fields: replicas }],
      ['spec.replicas: ours'],
    ],
    [
      'those through a subresource',
      [{ manager: 'ours', operation: 'Apply', subresource: 'scale', fields: replicas }],
      ['spec.replicas: ours'],
    ],
    [
      'each with all who hold it',
      [
        { manager: 'hpa', fields: replicas },
        { manager: 'ours', operation: 'Apply', fields: replicas },
        { manager: 'flux', operation: 'Apply', fields: replicas },
      ],
      ['spec.replicas: hpa, flux'],
    ],
    ['none that the file does not state', [{ manager: 'ann', fields: { 'f:spec': { 'f:paused': {} } } }], []],
    [
      'in the order of the file, in maps and in elements by their keys',
      [
        {
          manager: 'ann',
          fields: {
            ...container({ '.': {}, 'f:name': {}, 'f:image': {} }),
            'f:metadata': { 'f:labels': { '.': {}, 'f:team': {} } },
          },
        },
      ],
      [
        'metadata.labels.team: ann',
        'spec.template.spec.containers[name=web].name: ann',
        'spec.template.spec.containers[name=web].image: ann',
      ],
    ],
    [
      'an atomic list and an atomic map as one value',
      [
        {
          manager: 'ann',
          fields: {
            'f:spec': { ...(container({ 'f:args': {} })['f:spec'] as JsonObject), 'f:selector': {} },
          },
        },
      ],
      ['spec.selector: ann', 'spec.template.spec.containers[name=web].args: ann'],
    ],
    [
      'members of a set',
      [{ manager: 'ann', fields: { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"a/b"': {} } } } }],
      ['metadata.finalizers[=a/b]: ann'],
    ],
    [
      'not what is recorded for being there alone',
      [{ manager: 'ann', fields: { 'f:metadata': { 'f:labels': { '.': {} } } } }],
      [],
    ],
  ];
  for (const [title, entries, expected] of cases)
    test(title, () => {
      assert.deepEqual(owned(entries), expected);
    });

  test('anything may stand in the record', () => {
    const broken = [
      { manager: 'ann', fields: { 'f:spec': { 'k:{': {}, 'v:': {}, 'f:replicas': 7 } } },
    ] as unknown;
    assert.doesNotThrow(() => owned(broken as Entry[]));
  });
});
