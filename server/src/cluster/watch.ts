import type { WatchItem, WatchOptions } from '../session/ports';
import type { Connection } from './connection';
import { failed, networkFailure, type Destination } from './failures';
import { isObject, type JsonValue, parseJson, textAt } from './json';
import { readLines } from './lines';
import { collectionPath, objectPath } from './paths';
import { failureOfStatus } from './status';

/**
 * Follows one object from exactly a resourceVersion by a watch of its own. It ends without an item when the server
 * ends it, when it is aborted, and after a long silence.
 */
export async function* watchObject(connection: Connection, options: WatchOptions): AsyncGenerator<WatchItem> {
  const { ref, resourceVersion, signal } = options;
  objectPath(ref); // throws for an empty name, which would follow every object
  const seconds = 300 + Math.floor(Math.random() * 300);
  const ending = new AbortController();
  const opened = await connection.stream({
    method: 'GET',
    path: collectionPath(ref, ref.namespace),
    query: {
      watch: '1',
      fieldSelector: `metadata.name=${ref.name}`,
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
      const item = readEvent(line, connection.to);
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

function readEvent(line: string, to: Destination): WatchItem {
  const event = parseQuietly(line);
  const type = textAt(event, 'type');
  const object = isObject(event) ? event['object'] : undefined;
  if (type === 'ERROR') return failed(failureOfStatus(object, to));
  if ((type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') && isObject(object))
    return { kind: type, object };
  const resourceVersion = textAt(object, 'metadata', 'resourceVersion');
  if (type === 'BOOKMARK' && resourceVersion) return { kind: type, resourceVersion };
  const detail = 'a line of its watch is no event';
  return failed({ kind: 'notKubernetes', context: to.context, server: to.server, detail });
}

function parseQuietly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
