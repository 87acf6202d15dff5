import type { ObjectRef } from '../protocol/objectRef';
import type { KubernetesObject, WatchItem, WatchOptions } from '../session/ports';
import { createItemQueue } from './itemQueue';
import { textAt } from './json';
import type { ObjectVersions } from './objectVersions';

/** One who follows an object, and what they have been told of it. */
export interface Follower {
  readonly ref: ObjectRef;
  /** The version from which on nothing may be missed. */
  readonly from: string;
  /** Whether the object is to be read or listed before it is called known. */
  readonly reread: boolean;
  /** Aborted when the follower has what they wanted, or their watch has ended. */
  readonly signal: AbortSignal;
  /** Where the follower hears of the object: nowhere yet, by a watch of its own (after a reading), or by the shared one. */
  source: 'waiting' | 'reading' | 'single' | 'shared';
  /** Ends the watch of its own. */
  single: AbortController | undefined;
  items: () => AsyncGenerator<WatchItem, void>;
  /** The watch that the follower hears stands now. */
  start: () => void;
  /** An item of that watch. */
  tell: (item: WatchItem) => void;
  /** A list is asked for now: what is told from here on is compared with it. */
  expectList: () => void;
  /** There was no list. */
  expectNoList: () => void;
  /** Goes on from the moment of a list. */
  goOnFrom: (list: ObjectVersions) => void;
  /** The version that a list has and the follower has yet to be told of. */
  missing: () => string | undefined;
  /** The object as it was read. */
  tellRead: (object: KubernetesObject) => void;
  /** Whether the follower has yet to hear, or has heard already, something that its watch is not at now. */
  isApart: () => boolean;
  /** Ends the items, after a last one. */
  end: (last?: WatchItem) => void;
}

/** A follower who waits. */
export function createFollower(options: WatchOptions): Follower {
  const { ref, resourceVersion, objectVersion = resourceVersion, reread = false } = options;
  const queue = createItemQueue<WatchItem>();
  const ending = new AbortController();
  let isStarted = false;
  let isListing = false;
  /** What was told last, and before that what was told since a list was asked for. */
  let told = [{ version: objectVersion, isGone: false }];
  /** The watch brings once more what was told already, up to this version. */
  let repeatedUpTo: string | undefined;
  let missing: string | undefined;

  const note = (version: string, isGone: boolean): void => {
    told = [...(isListing ? told : []), { version, isGone }];
    missing = undefined;
  };
  const start = (): void => {
    if (!isStarted) queue.push({ kind: 'started' });
    isStarted = true;
  };

  return {
    ref,
    from: resourceVersion,
    reread,
    signal: ending.signal,
    source: 'waiting',
    single: undefined,
    items: () => queue.items(),
    start,
    tell(item) {
      if (!('object' in item)) return queue.push(item);
      const version = versionOf(item.object);
      if (repeatedUpTo === undefined) {
        note(version, item.kind === 'DELETED');
        queue.push(item);
        start();
      } else if (version === repeatedUpTo) repeatedUpTo = undefined;
    },
    expectList() {
      told = told.slice(-1);
      isListing = true;
    },
    expectNoList: () => void (isListing = false),
    goOnFrom({ resourceVersion: moment, versions }) {
      const listed = versions.get(ref.name);
      const index = told.findLastIndex(({ version, isGone }) =>
        listed === undefined ? isGone : !isGone && version === listed,
      );
      const last = told.slice(-1);
      // What was told after the listed version is brought once more.
      repeatedUpTo = index >= 0 && index < told.length - 1 ? last[0]?.version : undefined;
      missing = index === -1 ? listed : undefined;
      isListing = false;
      told = last;
      if (index >= 0 || listed !== undefined) return;
      note(moment, true);
      queue.push({ kind: 'MISSING', resourceVersion: moment });
    },
    missing: () => missing,
    tellRead(object) {
      const version = versionOf(object);
      if (told.at(-1)?.version !== version) queue.push({ kind: 'READ', object });
      note(version, false);
    },
    isApart: () => missing !== undefined || repeatedUpTo !== undefined,
    end(last) {
      if (last !== undefined) queue.push(last);
      queue.end();
      ending.abort();
    },
  };
}

/** The version of an object; every object that can be watched has one. */
export function versionOf(object: KubernetesObject): string {
  return textAt(object, 'metadata', 'resourceVersion') ?? '';
}
