import type { ObjectRef } from '../protocol/objectRef';
import { type Clock, type Cluster, type Failure, type RandomNumber, type Result, statusCode } from './ports';
import { createPassedVersions, type PassedVersions } from './passedVersions';
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
  /** The version of the object itself as it is known there; `from` where not given. */
  objectVersion?: string;
  /** Whether the object is to be read before anything else, since it may not be as it was at that version. */
  readsFirst: boolean;
  /** How many of its collection begin to be followed with it; 1 where not given. */
  together?: number;
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
  /** The object had this version, as what is not told; what comes next is at least as new. */
  onPassed?: (resourceVersion: string) => void;
  onDeleted: () => void;
  onHealth: (health: Health) => void;
}

/** What is known of the object: as of which version of its collection, and its own. */
interface Place {
  resourceVersion: string;
  objectVersion: string;
}

/** How one attempt ended: with a place to go on from, or with a reason to read the object. */
type Ending =
  | { kind: 'ended'; place: Place; milliseconds: number; isIdle: boolean }
  | { kind: 'anew' }
  | { kind: 'missing'; because: Failure }
  | { kind: 'refused'; place: Place | undefined; because: Failure }
  | { kind: 'lost'; place: Place | undefined; because: Failure };

/** How often something happened, one after the other, that a wait grows with. */
interface Counts {
  losses: number;
  expirations: number;
  /** Watches that ended at once and brought nothing. */
  idleWatches: number;
}

/** What one attempt leaves for the next. */
interface Past {
  counts: Counts;
  versions: PassedVersions;
}

/**
 * Follows one object until the signal is aborted. A closed stream resumes from the last version seen; after a lost
 * connection or an expired version (410) the object is read before anything is called current again; where watching
 * is not allowed the object is read at an interval.
 */
export async function followObject(options: FollowOptions): Promise<void> {
  const { signal, onHealth, clock, random } = options;
  const counts: Counts = { losses: 0, expirations: 0, idleWatches: 0 };
  const { from, objectVersion = from } = options;
  const past: Past = { counts, versions: createPassedVersions(objectVersion) };
  let place: Place | undefined = options.readsFirst ? undefined : { resourceVersion: from, objectVersion };
  let refused: { because: Failure; until: number } | undefined;
  let lost: { since: number; because: Failure } | undefined;
  const poll = async (because: Failure): Promise<void> => {
    const everyMilliseconds = options.pollMilliseconds();
    onHealth({ kind: 'polling', everyMilliseconds, because });
    await clock.sleep(everyMilliseconds, signal);
  };
  while (!signal.aborted) {
    if (place !== undefined && refused !== undefined && clock.now() < refused.until) {
      await poll(refused.because);
      place = undefined;
      continue;
    }
    const ending: Ending =
      place === undefined ? await readAnew(past, options) : await watchFrom(place, past, options);
    if (isAborted(signal)) return;
    place = 'place' in ending ? ending.place : undefined;
    if (ending.kind !== 'lost') counts.losses = 0;
    if (ending.kind === 'lost') {
      const { because } = ending;
      const isSame = counts.losses > 0 && lost !== undefined && isSameReason(lost.because, because);
      lost = { since: counts.losses > 0 && lost !== undefined ? lost.since : clock.now(), because };
      if (!isSame) onHealth({ kind: 'unknown', ...lost });
      // To hurry does not help where it is not allowed, or where the context leads elsewhere.
      const isDecided = statusCode(because) === 403 || because.kind === 'otherCluster';
      await clock.sleep(isDecided ? options.pollMilliseconds() : backoff(counts.losses, random), signal);
      counts.losses += 1;
    } else if (ending.kind === 'refused') {
      refused = { because: ending.because, until: clock.now() + refusalMilliseconds };
    } else if (ending.kind === 'missing') {
      await poll(ending.because);
    } else if (ending.kind === 'anew') {
      if (counts.expirations > 0) await clock.sleep(backoff(counts.expirations, random), signal);
      counts.expirations += 1;
    } else if (ending.milliseconds < shortestStream) {
      counts.idleWatches = ending.isIdle ? counts.idleWatches + 1 : 0;
      const longer = counts.idleWatches > 1 ? backoff(counts.idleWatches, random) : 0;
      await clock.sleep(shortestStream + longer, signal);
      // Some servers end a watch from an expired version instead of saying so.
      if (counts.idleWatches >= mostIdleWatches) place = undefined;
    }
  }
}

/** A quorum read. Its version is where the next watch begins. */
async function readAnew(past: Past, options: FollowOptions): Promise<Ending> {
  const writes = options.endedWrites();
  const cluster = await options.connect();
  const answer = cluster.kind === 'failed' ? cluster : await cluster.value.get(options.ref, options.signal);
  if (answer.kind === 'ok' && options.endedWrites() !== writes) return readAnew(past, options);
  if (answer.kind === 'ok') {
    const snapshot = takeSnapshot(answer.value);
    if (past.versions.isOlder(snapshot.resourceVersion)) return { kind: 'anew' };
    past.versions.note(snapshot.resourceVersion);
    options.onLive(snapshot, 'read');
    return { kind: 'ended', place: placeOf(snapshot), milliseconds: Infinity, isIdle: false };
  }
  const because = answer.failure;
  if (statusCode(because) !== 404) return { kind: 'lost', place: undefined, because };
  options.onDeleted();
  return { kind: 'missing', because };
}

async function watchFrom(from: Place, { counts, versions }: Past, options: FollowOptions): Promise<Ending> {
  const { ref, signal, clock, together = 1 } = options;
  const reread = counts.losses > 0;
  const cluster = await options.connect();
  if (cluster.kind === 'failed') return { kind: 'lost', place: from, because: cluster.failure };
  const begun = clock.now();
  const writes = options.endedWrites();
  let place = from;
  let isStarted = false;
  const accepted = new AbortController();
  if (!reread) void noticeDelay(AbortSignal.any([accepted.signal, signal]), options);
  for await (const item of cluster.value.watch({ ref, ...from, reread, together, signal })) {
    if (signal.aborted) break;
    accepted.abort();
    if (item.kind === 'started') {
      isStarted = true;
      counts.losses = 0;
      options.onHealth({ kind: 'watching' });
    } else if (item.kind === 'failed') {
      // Where the watch has begun, something may have been missed at its end.
      return endingOf(item.failure, { place, isSure: !isStarted && !reread });
    } else if (item.kind === 'BOOKMARK') {
      place = { ...place, resourceVersion: item.resourceVersion };
    } else if (item.kind === 'PASSED') {
      versions.note(item.resourceVersion);
      options.onPassed?.(item.resourceVersion);
    } else if (item.kind === 'MISSING') {
      place = { resourceVersion: item.resourceVersion, objectVersion: item.resourceVersion };
      options.onDeleted();
    } else {
      // A reading may have been sent before a write of ours that has ended since.
      if (item.kind === 'READ' && options.endedWrites() !== writes) return { kind: 'anew' };
      const snapshot = takeSnapshot(item.object);
      if (item.kind === 'READ' && versions.isOlder(snapshot.resourceVersion)) return { kind: 'anew' };
      versions.note(snapshot.resourceVersion);
      place = placeOf(snapshot);
      if (item.kind === 'DELETED') options.onDeleted();
      else options.onLive(snapshot, item.kind === 'READ' ? 'read' : 'watched');
    }
    if (item.kind !== 'started') forget(counts);
  }
  accepted.abort();
  const milliseconds = clock.now() - begun;
  if (milliseconds >= shortestStream) forget(counts);
  return { kind: 'ended', place, milliseconds, isIdle: place === from };
}

/** The watch has brought something, or has lasted. */
function forget(counts: Counts): void {
  counts.expirations = 0;
  counts.idleWatches = 0;
}

function placeOf({ resourceVersion }: Snapshot): Place {
  return { resourceVersion, objectVersion: resourceVersion };
}

/** While a watch is being begun nothing is known to be current; that is said where it takes more than a moment. */
async function noticeDelay(over: AbortSignal, { clock, onHealth }: FollowOptions): Promise<void> {
  await clock.sleep(longestDelay, over);
  if (!over.aborted) onHealth({ kind: 'connecting' });
}

function endingOf(because: Failure, { place, isSure }: { place: Place; isSure: boolean }): Ending {
  const code = statusCode(because);
  if (code === 410 || code === 404) return { kind: 'anew' };
  if (code === 403 || code === 405) return { kind: 'refused', place: isSure ? place : undefined, because };
  return { kind: 'lost', place, because };
}

/** Whether two failures say the same, as far as there is a state of its own for it. */
function isSameReason(one: Failure, other: Failure): boolean {
  return one.kind === other.kind && statusCode(one) === statusCode(other);
}

/** Exponential with full jitter, so that many documents do not come back at once. */
function backoff(losses: number, random: RandomNumber): number {
  return shortestBackoff + random() * Math.min(longestBackoff, shortestBackoff * 2 ** losses);
}

/** Read through a call, since it changes while the caller waits. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A stream that ends sooner and brings nothing is no reason to ask again at once. Milliseconds. */
const shortestStream = 1_000;
const mostIdleWatches = 3;
/** How long it is believed that watching is not allowed. */
const refusalMilliseconds = 300_000;
const longestDelay = 1_000;
const shortestBackoff = 250;
const longestBackoff = 15_000;
