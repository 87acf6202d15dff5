import { setTimeout as wait } from 'node:timers/promises';
import { type Failure, type Result, statusCode, type WatchItem } from '../session/ports';
import type { Connection } from './connection';
import { failed } from './failures';
import { type Follower, versionOf } from './follower';
import type { Followers } from './followers';
import { textAt } from './json';
import { getObject } from './objects';
import { listVersions, type ObjectVersions } from './objectVersions';
import { type Collection, watchStream } from './watch';

/** One watch of a whole collection for all who follow an object of it. */
export interface SharedWatch {
  isRunning(): boolean;
  /** Whether it has ended a moment ago, so that its followers are about to come back. */
  isMissed(): boolean;
  /** Begins the watch, or begins it anew, for those who wait and for all others. */
  gather(): void;
  /** Ends it; its followers know from where to go on. */
  stop(): void;
}

export interface SharedWatchOptions {
  connection: Connection;
  collection: Collection;
  followers: Followers;
  /** It runs, or runs anew. */
  onBegun: () => void;
  /** The user may not list or not watch the collection: those who wait are to be followed in another way. */
  onRefused: (failure: Failure) => void;
}

interface Running {
  /** Everything up to this version has been told. */
  position: string;
  ending: AbortController;
  items: AsyncGenerator<WatchItem, void>;
  /** Whether it began with a list. */
  isListed: boolean;
}

/**
 * A shared watch that does not run yet. It begins at the moment of a list: who knows another version than the list has
 * gets the object by a reading. Who comes later waits for the next list, from which it begins anew for all, since
 * versions are compared for equality only: nothing else tells where in a running watch a version belongs.
 */
export function createSharedWatch(options: SharedWatchOptions): SharedWatch {
  const { connection, collection, followers, onBegun, onRefused } = options;
  let running: Running | undefined;
  let isGathering = false;
  let missedUntil = -Infinity;
  let losses = 0;

  async function gather(): Promise<void> {
    if (isGathering) return;
    isGathering = true;
    while (followers.hearing('waiting').length > 0) {
      await wait(losses === 0 ? gatheringMilliseconds : backoff(losses));
      if (followers.hearing('waiting').length > 0) await begin();
    }
    isGathering = false;
  }

  async function begin(): Promise<void> {
    const covered = followers.all().filter(({ source }) => source !== 'reading');
    const common = running === undefined ? commonStart(covered) : undefined;
    const ending = new AbortController();
    const list = common ?? (await listFor(covered, ending.signal));
    if (list.kind === 'failed') return giveUp(list.failure, covered);
    const { resourceVersion } = list.value;
    const isWanted = (name: string): boolean => followers.of(name).length > 0;
    const stream = { collection, resourceVersion, isWanted, signal: ending.signal };
    const items = watchStream(connection, stream);
    const first = await items.next();
    if (first.done === true) return;
    if (first.value.kind === 'failed') return giveUp(first.value.failure, covered);
    if (followers.count() === 0) return ending.abort();
    losses = 0;
    running?.ending.abort();
    running = { position: resourceVersion, ending, items, isListed: common === undefined };
    for (const follower of covered.filter((one) => followers.has(one))) cover(follower, list.value, running);
    void read(running);
    onBegun();
  }

  function listFor(covered: readonly Follower[], signal: AbortSignal): Promise<Result<ObjectVersions>> {
    covered.forEach((follower) => follower.expectList());
    const names = new Set(covered.map(({ ref }) => ref.name));
    return listVersions(connection, collection, { names, signal });
  }

  function cover(follower: Follower, list: ObjectVersions, { isListed }: Running): void {
    follower.single?.abort();
    follower.source = 'shared';
    if (isListed) follower.goOnFrom(list);
    const version = follower.missing();
    if (version === undefined) follower.start();
    else void readMissing(follower, version);
  }

  /** What has changed since the list comes by the watch: a reading of it is not needed. */
  async function readMissing(follower: Follower, version: string): Promise<void> {
    const answer = await getObject(connection, follower.ref, follower.signal);
    if (follower.missing() !== version || !followers.has(follower)) return;
    if (answer.kind === 'ok' && versionOf(answer.value) === version) {
      follower.tellRead(answer.value);
      follower.start();
    } else if (answer.kind === 'failed' && statusCode(answer.failure) !== 404) {
      followers.remove(follower, answer);
    }
  }

  async function read(mine: Running): Promise<void> {
    let last: WatchItem | undefined;
    for await (const item of mine.items) {
      if (running !== mine) return;
      last = item;
      if (item.kind === 'BOOKMARK') mine.position = item.resourceVersion;
      else if ('object' in item) tell(item, mine);
    }
    if (running !== mine) return;
    if (last?.kind !== 'failed') {
      stop();
      missedUntil = Date.now() + returnMilliseconds;
      return;
    }
    running = undefined;
    missedUntil = Date.now() + recoveryMilliseconds;
    // Who comes back after an expired version is compared with a new list.
    const isExpired = statusCode(last.failure) === 410 && mine.isListed;
    for (const follower of followers.hearing('shared'))
      followers.remove(follower, isExpired ? undefined : last);
  }

  function tell(item: Extract<WatchItem, { object: unknown }>, mine: Running): void {
    mine.position = versionOf(item.object);
    for (const follower of followers.of(textAt(item.object, 'metadata', 'name') ?? ''))
      if (follower.source === 'shared') follower.tell(item);
  }

  function stop(): void {
    if (running === undefined) return;
    const { position, ending } = running;
    running = undefined;
    missedUntil = -Infinity;
    ending.abort();
    for (const follower of followers.hearing('shared'))
      followers.remove(
        follower,
        follower.isApart() ? undefined : { kind: 'BOOKMARK', resourceVersion: position },
      );
  }

  function giveUp(failure: Failure, covered: readonly Follower[]): void {
    covered.forEach((follower) => follower.expectNoList());
    const code = statusCode(failure);
    if (code === 403 || code === 405) return onRefused(failure);
    if (code !== 410) losses += 1;
    missedUntil = Date.now() + recoveryMilliseconds;
    for (const follower of followers.hearing('waiting')) followers.remove(follower, failed(failure));
  }

  return {
    isRunning: () => running !== undefined,
    isMissed: () => Date.now() < missedUntil,
    gather: () => void gather(),
    stop,
  };
}

/** The version from which all of them wait: no list is needed to go on from there. */
function commonStart(covered: readonly Follower[]): { kind: 'ok'; value: ObjectVersions } | undefined {
  const [first] = covered;
  const isCommon = covered.every(
    ({ source, from, reread }) => source === 'waiting' && !reread && from === first?.from,
  );
  if (first === undefined || !isCommon) return undefined;
  return { kind: 'ok', value: { resourceVersion: first.from, versions: new Map() } };
}

/** Exponential with jitter; short, since it is one request for all. */
function backoff(losses: number): number {
  return (
    gatheringMilliseconds + Math.random() * Math.min(longestBackoff, gatheringMilliseconds * 2 ** losses)
  );
}

/** Many documents are often opened at once. Milliseconds. */
const gatheringMilliseconds = 100;
const longestBackoff = 5_000;
/** How long followers take to come back: after an end at once, after a loss when their own waits are over. */
const returnMilliseconds = 2_000;
const recoveryMilliseconds = 20_000;
