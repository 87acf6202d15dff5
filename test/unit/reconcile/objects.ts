import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { generationState } from '../../../server/src/reconcile/generation';
import type { RolloutPart, RolloutState } from '../../../server/src/reconcile/rollout';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';

/** What an object consists of, beside its kind. `generation` and `observed` go where Kubernetes has them. */
export interface Sketch {
  generation?: JsonValue;
  observed?: JsonValue;
  metadata?: JsonObject;
  spec?: JsonValue;
  status?: JsonValue;
}

/** An object of this apiVersion and kind, as `apps/v1 Deployment`. */
export function make(type: string, { generation, observed, metadata, spec, status }: Sketch): JsonObject {
  const [apiVersion, kind] = type.split(' ') as [string, string];
  const seen: JsonObject = observed === undefined ? {} : { observedGeneration: observed };
  return {
    apiVersion,
    kind,
    metadata: { name: 'it', ...(generation === undefined ? {} : { generation }), ...metadata },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined && observed === undefined
      ? {}
      : { status: status === undefined || isJsonObject(status) ? { ...seen, ...status } : status }),
  };
}

/** One of `status.conditions`: `Ready=False/Reason: message`. */
export function condition(text: string, more: JsonObject = {}): JsonObject {
  const [, type = '', status = '', reason = '', message = ''] =
    /^([^=]*)=([^/:]*)(?:\/([^:]*))?(?:: (.*))?$/s.exec(text) ?? [];
  return { type, status, ...(reason && { reason }), ...(message && { message }), ...more };
}

/** A rollout in one line: `progressing updated: 3/5 updated, 4/5 available`. */
export function inOneLine(rollout: RolloutState): string {
  const parts = rollout.parts.map(partInOneLine).join(', ');
  return `${head(rollout)}${parts === '' ? '' : `: ${parts}`}`;
}

function head(rollout: RolloutState): string {
  switch (rollout.kind) {
    case 'done':
      return rollout.as;
    case 'progressing':
      return `progressing ${rollout.waitingFor}`;
    case 'stuck':
      return `stuck ${rollout.reason}${rollout.message === undefined ? '' : ` (${rollout.message})`}`;
    case 'paused':
      return `${rollout.as}${rollout.done ? ', done' : ''}`;
    case 'notTracked':
      return `not tracked, ${rollout.because}`;
  }
}

function partInOneLine(part: RolloutPart): string {
  switch (part.kind) {
    case 'count':
      return `${part.count}${part.of === undefined ? '' : `/${part.of}`} ${part.what}`;
    case 'text':
      return part.text;
    case 'time':
      return `${part.what} ${new Date(part.at).toISOString()}`;
    case 'finalizers':
      return `finalizers ${part.names.join(' ')}`;
  }
}

/** One test a row: what is said of an object of the type with this in it. */
export function testRollouts(type: string, rows: [title: string, sketch: Sketch, expected: string][]): void {
  for (const [title, sketch, expected] of rows) {
    test(`${type}: ${title}`, () => {
      const object = make(type, sketch);
      assert.equal(inOneLine(rolloutState(object)), expected, JSON.stringify(generationState(object)));
    });
  }
}

/** A status with these conditions and more. */
export function status(conditions: string[], more: JsonObject = {}): Sketch {
  return { status: { conditions: conditions.map((text) => condition(text)), ...more } };
}

/** A generation, and the one that was seen. */
export function seen(generation: number, observed: number): Sketch {
  return { generation, observed };
}
