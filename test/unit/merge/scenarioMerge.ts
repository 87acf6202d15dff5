import assert from 'node:assert/strict';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { mergeObject } from '../../../server/src/merge/mergeObject';
import { builtinTopology, type ListTopology } from '../../../server/src/merge/topology';
import { topologyOfKind } from './fixtureTopology';

/** The topologies of the kinds that the scenarios are about. */
export const topologies: Record<string, ListTopology> = {
  Deployment: topologyOfKind('apps/v1', 'Deployment'),
  Service: topologyOfKind('v1', 'Service'),
  Widget: topologyOfKind('example.dev/v1', 'Widget'),
  CustomResourceDefinition: topologyOfKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
};

/** What the merge writes, and its conflicts and changes by path. */
export interface Outcome {
  readonly object: JsonValue;
  readonly conflicts: string[];
  readonly changes: string[];
}

export function merge(base: JsonObject, ours: JsonObject, theirs: JsonObject): Outcome {
  const topology = topologies[base.kind as string] ?? builtinTopology;
  const merged = mergeObject({ base, ours, theirs, topology, hidden: [], status: 'ignored' });
  if (merged.kind === 'refused') throw new Error(merged.reason);
  const conflicts = merged.kind === 'conflicting' ? merged.conflicts : [];
  return {
    object: merged.object,
    conflicts: conflicts.map(({ kind, path }) => `${kind} ${formatFieldPath(path)}`),
    changes: merged.changes.map(({ path }) => formatFieldPath(path)),
  };
}

/** Asserts that the merge has no conflict and writes the very object. */
export function writes(base: JsonObject, ours: JsonObject, theirs: JsonObject, expected: JsonValue): void {
  const { object, conflicts } = merge(base, ours, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(object, expected);
}
