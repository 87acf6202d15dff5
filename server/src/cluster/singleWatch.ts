import type { Connection } from './connection';
import { type Follower, versionOf } from './follower';
import type { Followers } from './followers';
import { getObject } from './objects';
import { type Collection, watchStream } from './watch';

/** Follows one object by a watch of its own; where it is to be reread, from the version of a reading on. */
export async function followAlone(
  follower: Follower,
  { connection, collection, followers }: SingleWatchOptions,
): Promise<void> {
  const { ref, from } = follower;
  const single = new AbortController();
  const signal = AbortSignal.any([follower.signal, single.signal]);
  follower.single = single;
  follower.source = follower.reread ? 'reading' : 'single';
  const resourceVersion = follower.reread ? await reread(follower, { connection, followers, signal }) : from;
  if (resourceVersion === undefined || isAborted(signal)) return;
  follower.source = 'single';
  const stream = { collection, name: ref.name, resourceVersion, isWanted: () => true, signal };
  for await (const item of watchStream(connection, stream)) {
    if (isAborted(signal)) return;
    if (item.kind === 'started') follower.start();
    else follower.tell(item);
  }
  if (!isAborted(signal)) followers.remove(follower);
}

export interface SingleWatchOptions {
  connection: Connection;
  collection: Collection;
  followers: Followers;
}

/** The version of a quorum read, which the follower is told of where it is another one. */
async function reread(
  follower: Follower,
  {
    connection,
    followers,
    signal,
  }: Pick<SingleWatchOptions, 'connection' | 'followers'> & { signal: AbortSignal },
): Promise<string | undefined> {
  const { ref } = follower;
  const answer = await getObject(connection, ref, signal);
  if (signal.aborted) return undefined;
  if (answer.kind === 'failed') {
    followers.remove(follower, answer);
    return undefined;
  }
  follower.tellRead(answer.value);
  return versionOf(answer.value);
}

/** Read through a call, since it changes while the caller waits. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
