import assert from 'node:assert/strict';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import { inspect, isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../../server/src/cluster/json';
import { collectionPath } from '../../../server/src/cluster/paths';
import type { JsonObject } from '../../../server/src/merge/json';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import { rolloutState } from '../../../server/src/reconcile/rolloutState';
import type { RolloutState } from '../../../server/src/reconcile/rollout';
import type { ControlPlane } from '../../cluster/controlPlane';

/** Every version of one object, as a watch from before its beginning brings them. */
export interface Recording {
  readonly ref: ObjectRef;
  readonly versions: readonly JsonObject[];
  /** Waits for a version, among those that come after the last one waited for, of which this holds; the version. */
  until(holds: (state: RolloutState, object: JsonObject) => boolean): Promise<JsonObject>;
  /** Waits until the object is gone. */
  gone(): Promise<void>;
  stop(): void;
}

/** Begins to record an object that is not there yet, from the newest resourceVersion of its cluster. */
export async function recordObject(controlPlane: ControlPlane, ref: ObjectRef): Promise<Recording> {
  const versions: JsonObject[] = [];
  let seen = 0;
  let isGone = false;
  let problem: string | undefined;
  const stop = await watchObject(controlPlane, ref, ({ type, object }) => {
    if (type === 'ADDED' || type === 'MODIFIED') versions.push(object);
    else if (type === 'DELETED') isGone = true;
    else problem = JSON.stringify(object);
  });
  const wait = async (holds: () => boolean): Promise<void> => {
    const deadline = Date.now() + patience;
    while (!holds()) {
      assert.equal(problem, undefined);
      const last = versions.at(-1);
      if (Date.now() > deadline)
        assert.fail(
          `${ref.resource}/${ref.name}: ${inspect(last && [rolloutState(last), last], { depth: 8 })}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    ref,
    versions,
    async until(holds) {
      let found: JsonObject | undefined;
      await wait(() => {
        for (; found === undefined && seen < versions.length; seen += 1) {
          const version = versions[seen] as JsonObject;
          if (holds(rolloutState(version), version)) found = version;
        }
        return found !== undefined;
      });
      return found ?? assert.fail();
    },
    gone: () => wait(() => isGone),
    stop,
  };
}

interface RawEvent {
  type: string;
  object: JsonObject;
}

/**
 * Watches one object, whatever becomes of it; the returned function ends that. An API server ends the watches of a
 * kind that has just been defined: they go on from the last version.
 */
async function watchObject(
  controlPlane: ControlPlane,
  ref: ObjectRef,
  onEvent: (event: RawEvent) => void,
): Promise<() => void> {
  // The version of a list is the newest one; that of an object may be too old to watch from.
  const { body } = await controlPlane.request({ path: '/api/v1/namespaces?limit=1' });
  let { resourceVersion } = (JSON.parse(body) as { metadata: { resourceVersion: string } }).metadata;
  let outgoing: ClientRequest | undefined;
  let isOver = false;
  const begin = (): void => {
    if (isOver) return;
    const fieldSelector = `metadata.name=${ref.name}`;
    const query = new URLSearchParams({ watch: 'true', resourceVersion, fieldSelector });
    const url = `${controlPlane.server}${collectionPath(ref, ref.namespace)}?${query.toString()}`;
    const headers = { authorization: `Bearer ${controlPlane.tokens.admin}` };
    outgoing = request(url, { headers, rejectUnauthorized: false, agent: false });
    outgoing.on('error', () => undefined); // it ends all the same
    outgoing.on('close', () => setTimeout(begin, 100));
    outgoing.on('response', (response) => {
      const lines = createInterface(response);
      lines.on('error', () => undefined);
      lines.on('line', (line) => {
        const event = parseJson(line) as unknown as RawEvent;
        if (response.statusCode !== 200) return; // tried again when it has ended
        const { resourceVersion: version } = event.object['metadata'] as { resourceVersion?: string };
        resourceVersion = version ?? resourceVersion;
        onEvent(event);
      });
    });
    outgoing.end();
  };
  begin();
  return () => {
    isOver = true;
    outgoing?.destroy();
  };
}

/** The versions that differ in more than who wrote them and when: heartbeats alone are not worth a comparison each. */
export function distinctVersions(versions: readonly JsonObject[]): JsonObject[] {
  const kept: JsonObject[] = [];
  let before: unknown;
  for (const version of versions) {
    const content = JSON.parse(
      JSON.stringify(version, (key, value: unknown) =>
        insignificant.has(key) ? undefined : typeof value === 'bigint' ? String(value) : value,
      ),
    ) as unknown;
    if (!isDeepStrictEqual(content, before)) kept.push(version);
    before = content;
  }
  return kept;
}

const insignificant = new Set(['resourceVersion', 'managedFields', 'lastHeartbeatTime']);

/** How long a state may take to come about: autoscalers look every 15 seconds. Milliseconds. */
const patience = 90_000;
