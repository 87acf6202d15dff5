import type { ObjectRef } from '../protocol/objectRef';
import type { Clock, Cluster, Failure, RandomNumber, Result } from './ports';
import { type Snapshot, takeSnapshot } from './snapshot';

/** How well the live object is known. Times are milliseconds since 1970. */
export type Health =
  | { kind: 'connecting' }
  | { kind: 'watching' }
  /** Read again at an interval: watching is not allowed, or there is no object to watch. */
  | { kind: 'polling'; everyMilliseconds: number; because: Failure }
  | { kind: 'unknown'; since: number; because: Failure };

export interface FollowOptions {
  ref: ObjectRef;
  /** The resourceVersion from which to watch: the one that the document stands on. */
  from: string;
  /** The document's cluster; asked anew for each attempt, since credentials change. */
  connect: () => Promise<Result<Cluster>>;
  pollMilliseconds: () => number;
  clock: Clock;
  random: RandomNumber;
  signal: AbortSignal;
  /** How many writes of ours have ended so far: a reading that began before one of them did may be older than it. */
  endedWrites: () => number;
  /** `read`: the object as it is now; `watched`: as it was at one version after the other. */
  onLive: (snapshot: Snapshot, how: 'read' | 'watched') => void;
  onDeleted: () => void;
  onHealth: (health: Health) => void;
}

/** How one attempt ended: with a version to go on from, or with a reason to read the object anew. */
type Ending =
  | { kind: 'seen'; resourceVersion: string; milliseconds: number }
  | { kind: 'expired' }
  | { kind: 'poll'; because: Failure }
  | { kind: 'lost'; because: Failure };

/**
 * Follows one object until the signal is aborted. A closed stream resumes from the last version seen; after a lost
 * connection or an expired version (410) the object is read before anything is called current again; where watching
 * is not allowed the object is read at an interval.
 */
export async function followObject(options: FollowOptions): Promise<void> {
  const { signal, onHealth, clock } = options;
  let from: string | undefined = options.from;
  let losses = 0;
  let expirations = 0;
  while (!signal.aborted) {
    const ending: Ending = from === undefined ? await readAnew(options) : await watchFrom(from, options);
    if (isAborted(signal)) return;
    if (ending.kind === 'seen' && from !== undefined) expirations = 0;
    from = ending.kind === 'seen' ? ending.resourceVersion : undefined;
    if (ending.kind === 'seen') {
      losses = 0;
      if (ending.milliseconds < shortestStream) await clock.sleep(shortestStream, signal);
    } else if (ending.kind === 'poll') {
      const everyMilliseconds = options.pollMilliseconds();
      onHealth({ kind: 'polling', everyMilliseconds, because: ending.because });
      await clock.sleep(everyMilliseconds, signal);
    } else if (ending.kind === 'lost') {
      if (losses === 0) onHealth({ kind: 'unknown', since: clock.now(), because: ending.because });
      await clock.sleep(backoff(losses, options.random), signal);
      losses += 1;
    } else {
      if (expirations > 0) await clock.sleep(backoff(expirations, options.random), signal);
      expirations += 1;
    }
  }
}

/** A quorum read. Its version is where the next watch begins. */
async function readAnew(options: FollowOptions): Promise<Ending> {
  const writes = options.endedWrites();
  const cluster = await options.connect();
  const answer = cluster.kind === 'failed' ? cluster : await cluster.value.get(options.ref, options.signal);
  if (answer.kind === 'ok' && options.endedWrites() !== writes) return readAnew(options);
  if (answer.kind === 'ok') {
    const snapshot = takeSnapshot(answer.value);
    options.onLive(snapshot, 'read');
    return { kind: 'seen', resourceVersion: snapshot.resourceVersion, milliseconds: shortestStream };
  }
  if (statusCode(answer.failure) !== 404) return { kind: 'lost', because: answer.failure };
  options.onDeleted();
  return { kind: 'poll', because: answer.failure };
}

async function watchFrom(from: string, options: FollowOptions): Promise<Ending> {
  const { ref, signal, clock } = options;
  const cluster = await options.connect();
  if (cluster.kind === 'failed') return { kind: 'lost', because: cluster.failure };
  const begun = clock.now();
  let resourceVersion = from;
  const accepted = new AbortController();
  void noticeDelay(AbortSignal.any([accepted.signal, signal]), options);
  for await (const item of cluster.value.watch({ ref, resourceVersion, signal })) {
    if (signal.aborted) break;
    accepted.abort();
    if (item.kind === 'started') options.onHealth({ kind: 'watching' });
    else if (item.kind === 'failed') return endingOf(item.failure);
    else if (item.kind === 'BOOKMARK') resourceVersion = item.resourceVersion;
    else {
      const snapshot = takeSnapshot(item.object);
      resourceVersion = snapshot.resourceVersion;
      if (item.kind === 'DELETED') options.onDeleted();
      else options.onLive(snapshot, 'watched');
    }
  }
  accepted.abort();
  return { kind: 'seen', resourceVersion, milliseconds: clock.now() - begun };
}

/** While a watch is being begun nothing is known to be current; that is said where it takes more than a moment. */
async function noticeDelay(over: AbortSignal, { clock, onHealth }: FollowOptions): Promise<void> {
  await clock.sleep(longestDelay, over);
  if (!over.aborted) onHealth({ kind: 'connecting' });
}

function endingOf(failure: Failure): Ending {
  const code = statusCode(failure);
  if (code === 410) return { kind: 'expired' };
  return code === 403 || code === 405
    ? { kind: 'poll', because: failure }
    : { kind: 'lost', because: failure };
}

function statusCode(failure: Failure): number | undefined {
  return failure.kind === 'status' ? failure.status.code : undefined;
}

/** Exponential with full jitter, so that many documents do not come back at once. */
function backoff(losses: number, random: RandomNumber): number {
  return shortestBackoff + random() * Math.min(longestBackoff, shortestBackoff * 2 ** losses);
}

/** Read through a call, since it changes while the caller waits. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A stream that ends sooner is no reason to ask again at once. Milliseconds. */
const shortestStream = 1_000;
const longestDelay = 1_000;
const shortestBackoff = 250;
const longestBackoff = 15_000;
