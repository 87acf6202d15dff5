import assert from 'node:assert/strict';
import { describeSaveProgress } from '../../../server/src/features/saveProgress';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { Saved } from '../../../server/src/session/outcome';
import type { Failure } from '../../../server/src/session/ports';
import {
  advanceSaveProgress,
  beginSaveProgress,
  type SaveProgress,
} from '../../../server/src/session/saveProgress';
import { type Snapshot, takeSnapshot } from '../../../server/src/session/snapshot';
import { open } from './documents';

/** When it was saved; milliseconds since 1970. */
export const savedAt = Date.UTC(2026, 0, 2, 12);

interface Version {
  kind?: string;
  apiVersion?: string;
  uid?: string;
  generation?: number | bigint | undefined;
  spec?: JsonObject;
  status?: JsonObject;
  more?: JsonObject;
}

let versions = 0;

/** A version of an object; a Deployment of three replicas and of generation 7 where nothing else is said. */
export function version(parts: Version = {}): Snapshot {
  const { kind = 'Deployment', apiVersion = 'apps/v1', uid = 'uid-1', spec = { replicas: 3 } } = parts;
  versions += 1;
  return takeSnapshot({
    apiVersion,
    kind,
    metadata: {
      name: 'web',
      uid,
      resourceVersion: `rv-${versions}`,
      ...('generation' in parts ? {} : { generation: 7 }),
      ...(parts.generation === undefined ? {} : { generation: parts.generation }),
      ...parts.more,
    },
    spec,
    ...(parts.status === undefined ? {} : { status: parts.status }),
  });
}

/** The outcome of a save with this answer, over that version. */
export function saved(answer: Snapshot, over?: Snapshot): Saved {
  const { object } = answer;
  const rest = { kept: [], ignored: [], completed: [], warnings: [], isNewVersion: true };
  return { kind: 'saved', ours: object, before: object, answer, ...(over && { over }), ...rest };
}

/** What the API server has answered to the save. */
export const answer = version({
  status: { observedGeneration: 6, replicas: 3, updatedReplicas: 3, availableReplicas: 3 },
});
const before = version({ generation: 6 });

/** The progress of a save that has begun. */
export function begun(): SaveProgress {
  const progress = beginSaveProgress(saved(answer, before), savedAt);
  assert.ok(progress);
  return progress;
}

/** A document whose live object is this one. */
export function watching(snapshot: Snapshot, more: Partial<LiveDocument> = {}): LiveDocument {
  return { ...open(snapshot), health: { kind: 'watching' }, ...more };
}

/** The words for each version of an object that comes so many seconds after the save. */
export function story(chapters: [seconds: number, LiveDocument | Snapshot][]): string[] {
  let progress = begun();
  return chapters.map(([seconds, is]) => {
    const now = savedAt + seconds * 1_000;
    progress = advanceSaveProgress(progress, 'uid' in is ? watching(is) : is, now);
    const { step } = progress;
    return `${step.kind === 'ended' ? `${step.as}: ` : ''}${describeSaveProgress(progress, now) ?? 'nothing'}`;
  });
}

/** The status of a Deployment that has seen its generation, with so many pods. */
export const counts = (updated: number, available: number): JsonObject => ({
  observedGeneration: 7,
  replicas: 3,
  updatedReplicas: updated,
  availableReplicas: available,
});
/** The part of a status that has these conditions. */
export const conditions = (...all: JsonObject[]): JsonObject => ({ conditions: all });
/** Why nothing is known. */
export const lost: Failure = {
  kind: 'unreachable',
  context: 'prod',
  server: 'https://x',
  detail: '',
  sent: 'no',
};
