import assert from 'node:assert/strict';
import test from 'node:test';
import { formatFieldPath, formatPointer } from '../../../server/src/merge/fieldPath';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { mergeObject, type ObjectVersions } from '../../../server/src/merge/mergeObject';
import { builtinTopology } from '../../../server/src/merge/topology';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const applied = (text: string): JsonObject => ({ annotations: { [lastApplied]: text } });

function configMap(data: string, metadata: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'n', uid: 'u', ...metadata },
    data: { data },
    ...more,
  };
}

interface Outcome {
  readonly object: JsonValue;
  /** What the text is to show, and what changes in it. */
  readonly visible: JsonValue;
  readonly changes: string[];
  readonly warnings: string[];
}

function merge(
  base: JsonValue,
  ours: JsonValue,
  theirs: JsonValue,
  options: Partial<ObjectVersions> = {},
): Outcome {
  const merged = mergeObject({ base, ours, theirs, ...defaults, ...options });
  if (merged.kind === 'refused') throw new Error(merged.reason);
  return {
    object: merged.object,
    visible: merged.visible,
    changes: merged.changes.map(({ kind, path }) => `${kind} ${formatFieldPath(path)}`),
    warnings: merged.warnings.map((warning) =>
      warning.kind === 'ignored' ? `ignored:${formatPointer(warning.path)}` : warning.kind,
    ),
  };
}

const defaults = { topology: builtinTopology, hidden: [], status: 'ignored' } as const;

test('an object that is gone, replaced or meant to be another is not merged', () => {
  const base = configMap('x');
  const refusal = (ours: JsonValue, theirs: JsonValue | undefined): string => {
    const merged = mergeObject({ base, ours, theirs, ...defaults });
    return merged.kind === 'refused' ? merged.reason : merged.kind;
  };
  assert.equal(refusal(base, undefined), 'deleted');
  assert.equal(refusal(base, configMap('x', { uid: 'v' })), 'recreated');
  assert.equal(refusal(configMap('x', { name: 'm' }), base), 'identity-changed');
  assert.equal(refusal(configMap('x', { namespace: 'm' }), base), 'identity-changed');
  assert.equal(refusal({ ...base, kind: 'Secret' }, base), 'identity-changed');
  assert.equal(refusal(null, base), 'identity-changed');
  assert.equal(refusal(base, base), 'clean');
});

test('what only the server writes is theirs; ours is told what of it is ignored', () => {
  const base = configMap('x', { resourceVersion: '1', generation: 1, selfLink: '/x' });
  const ours = configMap('y', { resourceVersion: '7', generation: 1, selfLink: '/x' });
  const theirs = configMap('x', { resourceVersion: '2', generation: 2 });
  const merged = merge(base, ours, theirs);
  assert.deepEqual(merged.object, configMap('y', { resourceVersion: '2', generation: 2 }));
  assert.deepEqual(merged.warnings, ['ignored:/metadata/resourceVersion']);
});

test('what ours merely lacks of it is written and neither shown nor a reason for a warning', () => {
  const base = configMap('x', { resourceVersion: '1', managedFields: [] });
  const merged = merge(base, configMap('y'), configMap('x', { resourceVersion: '2', managedFields: [{}] }));
  assert.deepEqual(merged.object, configMap('y', { resourceVersion: '2', managedFields: [{}] }));
  assert.deepEqual(merged.visible, configMap('y'));
  assert.deepEqual([merged.changes, merged.warnings], [[], []]);
});

test('a hidden field is never deleted, and shown no more than before', () => {
  const hidden = [['metadata', 'annotations', lastApplied], ['status']];
  const base = configMap('x', applied('1'), { status: { n: 1 } });
  const theirs = configMap('x', applied('2'), { status: { n: 2 }, immutable: true });
  const merged = merge(base, configMap('y'), theirs, { hidden });
  assert.deepEqual(merged.object, configMap('y', applied('2'), { status: { n: 2 }, immutable: true }));
  assert.deepEqual(merged.visible, configMap('y', {}, { immutable: true }));
  assert.deepEqual([merged.changes, merged.warnings], [['added immutable'], []]);
});

test('status is ignored with a warning, merged as data, or merged alone, as the endpoint has it', () => {
  const version = (data: string, a: number, b: number): JsonObject =>
    configMap(data, {}, { status: { a, b } });
  const [base, ours, theirs] = [version('x', 1, 1), version('y', 2, 1), version('x', 1, 3)];
  const ignored = merge(base, ours, theirs);
  assert.deepEqual([ignored.object, ignored.warnings], [version('y', 1, 3), ['ignored:/status']]);
  const data = merge(base, ours, theirs, { status: 'data' });
  assert.deepEqual([data.object, data.warnings], [version('y', 2, 3), []]);
  const edited = merge(base, ours, theirs, { status: 'edited', hidden: [['status']] });
  assert.deepEqual([edited.object, edited.warnings], [version('x', 2, 3), ['ignored:/data/data']]);
});

test('a text of the status alone leaves the rest unsaid, which is no change of it', () => {
  const version = (data: string, a: number): JsonObject => configMap(data, {}, { status: { a } });
  const shown = (a: number, metadata: JsonObject = {}): JsonObject => {
    const object = configMap('', metadata, { status: { a } });
    delete object['data'];
    return object;
  };
  const merged = merge(version('x', 1), shown(2), version('y', 1), { status: 'edited' });
  assert.deepEqual([merged.object, merged.warnings], [version('y', 2), []]);
  assert.deepEqual(merged.visible, shown(2));
  const labelled = merge(version('x', 1), shown(2, { labels: { l: '1' } }), version('x', 1), {
    status: 'edited',
  });
  assert.deepEqual([labelled.object, labelled.warnings], [version('x', 2), ['ignored:/metadata/labels']]);
});

test('of two changes of what kubectl last applied, theirs stays', () => {
  const [one, two, three] = [
    configMap('x', applied('1')),
    configMap('x', applied('2')),
    configMap('x', applied('3')),
  ];
  assert.deepEqual(merge(one, two, three).object, three);
  assert.deepEqual(merge(one, two, three).warnings, ['last-applied-theirs']);
  assert.deepEqual(merge(one, two, one).object, two);
  assert.deepEqual(merge(one, one, two).object, two);
  assert.deepEqual(merge(one, two, two).warnings, []);
  assert.deepEqual(merge(one, configMap('x'), two).object, two);
});

test('an object that is being deleted can be merged, with a warning', () => {
  const finalizers = (...names: string[]): JsonObject => configMap('x', { finalizers: names });
  const theirs = configMap('x', { finalizers: ['a', 'b'], deletionTimestamp: 'now' });
  const merged = merge(finalizers('a', 'b'), finalizers('b'), theirs);
  assert.deepEqual(merged.object, configMap('x', { finalizers: ['b'], deletionTimestamp: 'now' }));
  assert.deepEqual(merged.warnings, ['deleting']);
});

test('nothing changes in the text when nothing changed in the cluster', () => {
  const base = configMap('x', { resourceVersion: '1', labels: { a: '1' } }, { status: { n: 1 } });
  const ours = configMap('y', { labels: { b: '1' }, annotations: null }, { extra: null });
  const merged = merge(base, ours, structuredClone(base));
  assert.deepEqual([merged.visible, merged.changes], [ours, []]);
});
