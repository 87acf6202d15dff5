import { followObject, type Health } from '../session/follow';
import { type Clock, type Cluster, type RandomNumber, type Result, statusCode } from '../session/ports';
import { receiveAbsence, receiveObject, type Tracked } from './tracked';

export interface FollowTrackedOptions {
  /** How many of its collection are followed along with it, itself among them. */
  together: number;
  connect: () => Promise<Result<Cluster>>;
  clock: Clock;
  random: RandomNumber;
  pollMilliseconds: () => number;
  /** Something else is known of it now. */
  onChanged: () => void;
  /** It is gone, and no version is known from which its return could be watched: it is to be sought. */
  onMissing: () => void;
}

/** From where an object is followed. */
export type Start =
  /** A version of its collection, and its own where it is there. */
  | { kind: 'watch'; from: string; objectVersion: string | undefined }
  /** A reading; it is read again at an interval where it is not there. */
  | { kind: 'read'; isListed: boolean };

/** Follows an object until its `following` is aborted; it ends what followed it before. Rejects only by a fault of ours. */
export function followTracked(tracked: Tracked, start: Start, options: FollowTrackedOptions): Promise<void> {
  const { together, clock, random, connect, pollMilliseconds, onChanged } = options;
  tracked.following?.abort();
  const following = new AbortController();
  tracked.following = following;
  // It was read a moment ago: that its watch has not begun is said where that takes longer.
  if (start.kind === 'watch') tracked.health = { kind: 'watching' };
  const { signal } = following;
  return followObject({
    ref: tracked.place.ref,
    from: start.kind === 'watch' ? start.from : '',
    ...(start.kind === 'watch' && start.objectVersion !== undefined
      ? { objectVersion: start.objectVersion }
      : {}),
    readsFirst: start.kind === 'read',
    together,
    connect,
    pollMilliseconds,
    clock,
    random,
    signal,
    endedWrites: () => tracked.endedWrites,
    onLive: (snapshot, how) => {
      if (receiveObject(tracked, snapshot, { how, now: clock.now() })) onChanged();
    },
    onDeleted: () => {
      if (receiveAbsence(tracked)) onChanged();
    },
    onHealth: (health) => {
      if (signal.aborted) return;
      tracked.health = health;
      const isListed = start.kind === 'watch' || start.isListed;
      if (isListed && isMissing(health) && clock.now() >= tracked.missingSoughtAt + pollMilliseconds()) {
        tracked.missingSoughtAt = clock.now();
        following.abort();
        tracked.following = undefined;
        options.onMissing();
      } else onChanged();
    },
  });
}

/** Whether an object is read now and then since it is not there. */
function isMissing(health: Health): boolean {
  return health.kind === 'polling' && statusCode(health.because) === 404;
}
