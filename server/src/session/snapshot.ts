import { isEqual } from '../merge/equality';
import { fieldAt } from '../merge/fieldAt';
import { isJsonObject, type JsonObject } from '../merge/json';
import { shareParts } from '../merge/shareParts';
import type { ListTopology } from '../merge/topology';
import { type FieldOwnership, hideFields } from './hiddenFields';
import type { KubernetesObject } from './ports';

/** An object at one moment, as the API server sent it. `resourceVersion` is opaque: compared for equality only. */
export interface Snapshot {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly object: KubernetesObject;
  /** Of an object as a text of ours said it: what the API server has made of it, which nobody else has changed. */
  readonly completed?: KubernetesObject;
}

/** The snapshot of an object; parts that the API server always sends and this object lacks are empty texts. */
export function takeSnapshot(object: KubernetesObject): Snapshot {
  const text = (field: string): string => {
    const value = fieldAt(object, ['metadata', field]);
    return typeof value === 'string' ? value : '';
  };
  return { uid: text('uid'), resourceVersion: text('resourceVersion'), object };
}

/** The snapshot with another object in its place, of which nobody has written just that. */
export function withObject({ uid, resourceVersion }: Snapshot, object: KubernetesObject): Snapshot {
  return { uid, resourceVersion, object };
}

/** Which part of an object its text shows, and what that part means. */
export interface Shown {
  readonly ownership: FieldOwnership;
  readonly topology: ListTopology;
}

/** Whether two snapshots have the same meaning in everything that their text shows. */
export function showsTheSame(one: Snapshot, other: Snapshot, { ownership, topology }: Shown): boolean {
  return one === other || isEqual(visiblePart(one, ownership), visiblePart(other, ownership), topology);
}

/** What the text of this snapshot shows. */
export function visiblePart(snapshot: Snapshot, ownership: FieldOwnership): JsonObject {
  return hideFields(snapshot.object, ownership);
}

/**
 * The newer snapshot, its parts shared with the older one where they are the same: an object that is written often
 * changes little of itself, and what both have is then compared at once and kept once. The older one itself where
 * nothing is new.
 */
export function sharePartsOf(older: Snapshot, newer: Snapshot): Snapshot {
  const object = shareParts(older.object, newer.object);
  if (object === older.object && newer.resourceVersion === older.resourceVersion) return older;
  return isJsonObject(object) ? { ...newer, object } : newer;
}
