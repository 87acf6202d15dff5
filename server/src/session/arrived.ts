import { isEqual } from '../merge/equality';
import { isJsonObject } from '../merge/json';
import type { JsonObject } from '../merge/json';
import { mergeTo } from '../merge/merge';
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
  const versions = {
    base: base.object,
    ours: wholeObject(document, visible, base),
    theirs: live.object,
  };
  // Over all changes of both, each side takes back what the other alone has changed: what both have is left.
  const both = mergeTo('base', versions, topology).value;
  const { value } = mergeTo('base', { ...versions, base: both }, topology);
  if (!isJsonObject(value) || isEqual(value, base.object, topology)) return undefined;
  return { before: base, object: value };
}
