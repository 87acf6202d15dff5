import { adoptNode } from '../merge/adopt';
import { listChanges } from '../merge/changes';
import { isEqual } from '../merge/equality';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import { topologyAt } from '../merge/topology';
import { type Mergeable, wholeObject } from './merged';
import type { KubernetesObject } from './ports';
import type { Snapshot } from './snapshot';

/** A write whose answer was lost and that others have written over in part. */
export interface ArrivedWrite {
  readonly before: Snapshot;
  /** What the text was derived from, with those of its changes that the live object has. */
  readonly object: KubernetesObject;
}

/**
 * What has arrived of a write whose answer was lost, by the live object: a write arrives as a whole or not at all, and
 * what others have changed since does not hide the rest. Undefined where the live object has none of the changes.
 */
export function arrivedWrite(
  document: Mergeable,
  visible: JsonObject,
  live: Snapshot,
): ArrivedWrite | undefined {
  const { base, topology } = document;
  const changes = listChanges(base.object, wholeObject(document, visible, base), topology);
  const arrived = changes.filter(
    ({ kind, path, after }) =>
      kind !== 'order' && isEqual(valueAt(live.object, path, topology), after, topologyAt(topology, path)),
  );
  const object = arrived.reduce<JsonValue | undefined>(
    (value, { path }) => adoptNode(value, live.object, path, topology),
    base.object,
  );
  return arrived.length > 0 && isJsonObject(object) ? { before: base, object } : undefined;
}
