import type { Failure, WatchItem, WatchOptions } from '../session/ports';
import type { Connection } from './connection';
import { failed } from './failures';
import { createFollower, type Follower } from './follower';
import { createFollowers } from './followers';
import { collectionPath, objectPath } from './paths';
import { createSharedWatch } from './sharedWatch';
import { followAlone } from './singleWatch';
import type { Collection } from './watch';

/** Follows objects of one cluster. */
export interface Watches {
  follow(options: WatchOptions): AsyncGenerator<WatchItem, void>;
}

/**
 * Up to three objects of a collection are followed by a watch each, more of them by one watch of the collection where
 * the user may list and watch it.
 */
export function createWatches(connection: Connection): Watches {
  const groups = new Map<string, Group>();
  const groupOf = ({ ref }: WatchOptions): Group => {
    objectPath(ref); // throws for an empty name, which would follow every object
    const path = collectionPath(ref, ref.namespace);
    const group = groups.get(path) ?? createGroup(connection, { resource: ref, namespace: ref.namespace });
    groups.set(path, group);
    return group;
  };
  return {
    async *follow(options) {
      const { signal } = options;
      const { items, leave } = groupOf(options)(options);
      signal.addEventListener('abort', leave, { once: true });
      try {
        if (!signal.aborted) yield* items();
      } finally {
        signal.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}

/** Adds one who follows an object of a collection, until they leave. */
type Group = (options: WatchOptions) => Pick<Follower, 'items'> & { leave: () => void };

function createGroup(connection: Connection, collection: Collection): Group {
  let refused: { failure: Failure; until: number } | undefined;
  const isFew = (): boolean => followers.count() < sharedFrom;

  const followers = createFollowers(() => {
    if (followers.count() === 0) shared.stop();
    else if (isFew()) goBackSoon();
  });
  const shared = createSharedWatch({
    connection,
    collection,
    followers,
    onBegun: () => {
      refused = undefined;
      if (isFew()) goBackSoon();
    },
    onRefused: (failure) => {
      refused = { failure, until: Date.now() + refusalMilliseconds };
      followers.hearing('waiting').forEach(watchAlone);
    },
  });

  /** When few are left each is followed alone again; not at once, since documents are closed and opened again. */
  function goBackSoon(): void {
    if (!shared.isRunning()) return;
    setTimeout(() => {
      if (isFew()) shared.stop();
    }, hysteresisMilliseconds).unref();
  }

  function watchAlone(follower: Follower): void {
    const alone = followers.hearing('single').length + followers.hearing('reading').length;
    if (refused !== undefined && alone >= mostAlone) followers.remove(follower, failed(refused.failure));
    else void followAlone(follower, { connection, collection, followers });
  }

  return (options) => {
    const follower = createFollower(options);
    followers.add(follower);
    const isRefused = refused !== undefined && Date.now() < refused.until;
    const isMany = !isFew() || (options.together ?? 1) >= sharedFrom;
    if (!isRefused && (isMany || shared.isRunning() || shared.isMissed())) shared.gather();
    else watchAlone(follower);
    return { items: follower.items, leave: () => followers.remove(follower) };
  };
}

/** From so many objects on one watch serves them all. */
const sharedFrom = 4;
const hysteresisMilliseconds = 5_000;
/** How long it is believed that a collection may not be watched. */
const refusalMilliseconds = 600_000;
/** Each watch of one object holds a connection. */
const mostAlone = 32;
