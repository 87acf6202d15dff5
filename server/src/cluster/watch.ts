import type { GroupVersionResource } from '../protocol/objectRef';
import type { WatchItem } from '../session/ports';
import type { Connection } from './connection';
import { failed, networkFailure } from './failures';
import { readLines } from './lines';
import { collectionPath } from './paths';
import { readEvent } from './watchEvent';

/** The objects of a resource: of one namespace or, without one, of the cluster. */
export interface Collection {
  resource: GroupVersionResource;
  namespace: string | undefined;
}

export interface StreamOptions {
  collection: Collection;
  /** One object of the collection; all where not given. */
  name?: string;
  resourceVersion: string;
  /** Whether the changes of an object by this name are asked for; of another one they may come as bookmarks. */
  isWanted: (name: string) => boolean;
  signal: AbortSignal;
}

/**
 * One watch from exactly a resourceVersion. It ends without an item when the server ends it, when it is aborted, and
 * after a long silence.
 */
export async function* watchStream(
  connection: Connection,
  options: StreamOptions,
): AsyncGenerator<WatchItem, void> {
  const { collection, name, resourceVersion, isWanted, signal } = options;
  const seconds = 300 + Math.floor(Math.random() * 300);
  const ending = new AbortController();
  const opened = await connection.stream({
    method: 'GET',
    path: collectionPath(collection.resource, collection.namespace),
    query: {
      watch: '1',
      fieldSelector: name === undefined ? undefined : `metadata.name=${name}`,
      resourceVersion,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(seconds),
    },
    signal: AbortSignal.any([signal, ending.signal]),
  });
  if (opened.kind === 'failed') {
    if (!signal.aborted) yield opened;
    return;
  }
  const endSilence = () => ending.abort();
  const patience = silenceMilliseconds + Math.random() * silenceJitterMilliseconds;
  let silence = setTimeout(endSilence, patience).unref();
  try {
    yield { kind: 'started' };
    for await (const line of readLines(opened.value.body)) {
      clearTimeout(silence);
      silence = setTimeout(endSilence, patience).unref();
      const item = readEvent(line, connection.to, isWanted);
      yield item;
      if (item.kind === 'failed') return;
    }
  } catch (error) {
    if (!signal.aborted && !ending.signal.aborted)
      yield failed(networkFailure(error, connection.to, 'perhaps'));
  } finally {
    clearTimeout(silence);
    ending.abort();
  }
}

/**
 * A bookmark comes every minute while anything happens in a cluster. After a longer silence the connection may be
 * dead, which only a new watch can tell; in a cluster where nothing happens that does no harm.
 */
const silenceMilliseconds = 90_000;

/** So that many watches do not begin anew at once. */
const silenceJitterMilliseconds = 30_000;
