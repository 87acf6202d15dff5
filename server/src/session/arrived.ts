import { adoptOrder } from '../merge/adopt';
import { type Change, listChanges } from '../merge/changes';
import type { Versions } from '../merge/conflicts';
import { isEqual } from '../merge/equality';
import { formatPointer } from '../merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { mergeTo } from '../merge/merge';
import type { ListTopology } from '../merge/topology';
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
  const found = withoutMoves(value, versions, topology);
  if (!isJsonObject(found) || isEqual(found, base.object, topology)) return undefined;
  return { before: base, object: found };
}

/**
 * What was found of a write, without what others have moved: an element that the write removes and that is there all
 * the same stands as the live object has it, so the order of its list says nothing.
 */
function withoutMoves(
  found: JsonValue | undefined,
  { base, ours }: Pick<Versions, 'base' | 'ours'>,
  topology: ListTopology,
): JsonValue | undefined {
  const changes = listChanges(base, found, topology);
  const removed = ({ kind }: Change): boolean => kind === 'removed';
  const arrived = new Set(changes.filter(removed).map(({ path }) => formatPointer(path)));
  const left = listChanges(base, ours, topology).filter(
    (change) => removed(change) && !arrived.has(formatPointer(change.path)),
  );
  const lists = new Set(left.map(({ path }) => formatPointer(path.slice(0, -1))));
  return changes
    .filter(({ kind, path }) => kind === 'order' && lists.has(formatPointer(path)))
    .reduce((value, { path }) => adoptOrder(value, base, path, topology), found);
}
