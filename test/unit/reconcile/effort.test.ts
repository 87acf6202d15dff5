import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeCondition,
  describeGeneration,
  describeRollout,
} from '../../../server/src/features/reconcile';
import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';
import { condition, make } from './objects';
import { kinds } from './randomObjects';

/** An object that counts how often something in it is read. */
function counting(object: JsonObject): { object: JsonObject; reads: () => number } {
  let reads = 0;
  const wrap = (value: JsonValue): JsonValue =>
    typeof value !== 'object' || value === null
      ? value
      : new Proxy(value, {
          get: (target, key, receiver) => {
            reads += 1;
            return wrap(Reflect.get(target, key, receiver) as JsonValue);
          },
          getOwnPropertyDescriptor: (target, key) => {
            reads += 1;
            return Reflect.getOwnPropertyDescriptor(target, key);
          },
        });
  return { object: wrap(object) as JsonObject, reads: () => reads };
}

/** An object with so many of everything that there can be many of. */
function large(type: string, size: number): JsonObject {
  const many = <Each extends JsonValue>(of: (index: number) => Each): Each[] =>
    Array.from({ length: size }, (_, at) => of(at));
  const container = (at: number): JsonObject => ({ name: `c${at}` });
  const status = (at: number): JsonObject => ({
    name: `c${at}`,
    ready: true,
    started: true,
    state: { running: {} },
  });
  return make(type, {
    generation: 2,
    observed: 2,
    metadata: {
      finalizers: many((at) => `example.dev/${at}`),
      managedFields: many((at) => ({
        manager: `m${at}`,
        time: '2026-01-02T03:04:05Z',
        fieldsV1: { 'f:spec': {} },
      })),
    },
    spec: {
      finalizers: many((at) => `example.dev/${at}`),
      containers: many(container),
      initContainers: many((at) => ({ ...container(at), restartPolicy: 'Always' })),
    },
    status: {
      phase: 'Running',
      conditions: many((at) => condition(`Type${at}Ready=False/Because: a message`)),
      active: many((at) => ({ name: `j${at}` })),
      containerStatuses: many(status),
      initContainerStatuses: many(status),
    },
  });
}

for (const [apiVersion, kind] of [...kinds, ['v1', 'ReplicationController'] as const]) {
  test(`${kind}: twice the object is twice the work, and not more`, () => {
    for (const metadata of [{}, { deletionTimestamp: '2026-01-02T03:04:05Z' }]) {
      const [small, big] = [200, 800].map((size) => {
        const made = large(`${apiVersion} ${kind}`, size);
        const { object, reads } = counting({
          ...made,
          metadata: { ...(made['metadata'] as JsonObject), ...metadata },
        });
        const state = reconcileState(object);
        describeGeneration(state.generation);
        for (const each of state.conditions) describeCondition(each, 0);
        describeRollout(state.rollout, 0);
        return reads();
      });
      assert.ok((big ?? 0) < 4.4 * (small ?? 0), `${small} reads, and ${big} with four times as much`);
    }
  });
}
