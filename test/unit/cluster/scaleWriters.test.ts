import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { withoutScaleWriters, withScaleWriters } from '../../../server/src/cluster/scaleWriters';
import type { KubernetesObject } from '../../../server/src/session/ports';

const scale = (replicas: number): KubernetesObject => ({
  kind: 'Scale',
  metadata: { name: 'web', resourceVersion: '7' },
  spec: { replicas },
});

function object(spec: KubernetesObject, ...managedFields: KubernetesObject[]): KubernetesObject {
  return { kind: 'Deployment', metadata: { name: 'web', managedFields }, spec };
}

const entry = (
  manager: string,
  fieldsV1: KubernetesObject,
  more: KubernetesObject = {},
): KubernetesObject => ({
  manager,
  operation: 'Update',
  ...more,
  fieldsV1,
});

function managersOf({ metadata }: KubernetesObject): unknown {
  const { managedFields } = metadata as { managedFields?: { manager: string; fieldsV1: unknown }[] };
  return managedFields?.map(({ manager, fieldsV1 }) => `${manager} ${JSON.stringify(fieldsV1)}`);
}

const replicas = '{"f:spec":{"f:replicas":{}}}';

suite('The writers of a scale', () => {
  test('are those who hold the number, and hold nothing else in it', () => {
    const whole = object(
      { replicas: 3 },
      entry('creator', { 'f:spec': { 'f:replicas': {}, 'f:template': {} } }),
      entry('other', { 'f:spec': { 'f:paused': {} } }),
    );
    assert.deepEqual(managersOf(withScaleWriters(scale(3), whole)), [`creator ${replicas}`]);
  });

  test('are found in a custom resource by what one who has scaled it holds', () => {
    const whole = object(
      { size: 3 },
      entry('creator', { 'f:spec': { '.': {}, 'f:size': {} } }),
      entry('kubectl', { 'f:spec': { 'f:size': {} } }, { subresource: 'scale' }),
    );
    assert.deepEqual(managersOf(withScaleWriters(scale(3), whole)), [
      `creator ${replicas}`,
      `kubectl ${replicas}`,
    ]);
  });

  test('are not known where the object says another number, or nobody is recorded', () => {
    const holder = entry('creator', { 'f:spec': { 'f:replicas': {} } });
    for (const whole of [object({ replicas: 4 }, holder), object({ replicas: 3 }), {}])
      assert.deepEqual(withScaleWriters(scale(3), whole), scale(3));
    const odd = object({ replicas: 3 }, { fieldsV1: 'none', subresource: 'scale' }, { manager: 'x' });
    assert.deepEqual(withScaleWriters(scale(3), odd), scale(3));
  });

  test('are not sent', () => {
    const whole = object({ replicas: 3 }, entry('creator', { 'f:spec': { 'f:replicas': {} } }));
    assert.deepEqual(withoutScaleWriters(withScaleWriters(scale(3), whole)), scale(3));
    assert.deepEqual(withoutScaleWriters(scale(3)), scale(3));
  });
});
