import type { WatchItem, WatchOptions } from '../session/ports';
import type { Connection } from './connection';
import { failed, networkFailure, type Destination } from './failures';
import { isObject, type JsonValue, parseJson, textAt } from './json';
import { readLines } from './lines';
import { collectionPath, objectPath } from './paths';
import { failureOfStatus } from './status';

/**
 * Follows one object from exactly a resourceVersion by a watch of its own. A watch that is aborted ends without an
 * item; so does one that the server ends.
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
  const patience = createPatience(ending, (seconds + graceSeconds) * 1000);
  const { context, server } = connection.to;
  try {
    yield { kind: 'started' };
    for await (const line of readLines(opened.value.body)) {
      const item = readEvent(line, connection.to);
      if (item.kind === 'BOOKMARK') patience.expectAnother();
      yield item;
      if (item.kind === 'failed') return;
    }
  } catch (error) {
    if (signal.aborted) return;
    const detail = 'the server has gone silent on a watch';
    yield ending.signal.aborted
      ? failed({ kind: 'unreachable', context, server, detail, sent: 'perhaps' })
      : failed(networkFailure(error, connection.to, 'perhaps'));
  } finally {
    patience.stop();
    ending.abort();
  }
}

/** How much later than asked for the server may end a watch before its silence counts as a broken connection. */
const graceSeconds = 30;

/** The API server's watch cache sends a bookmark every minute; two that do not come mean a dead connection. */
const bookmarkMilliseconds = 150_000;

interface Patience {
  expectAnother(): void;
  stop(): void;
}

/** Ends a stream that has been silent for longer than a living server would be. Keeps no process alive. */
function createPatience(ending: AbortController, milliseconds: number): Patience {
  const overall = setTimeout(() => ending.abort(), milliseconds).unref();
  let bookmark: NodeJS.Timeout | undefined;
  return {
    expectAnother() {
      clearTimeout(bookmark);
      bookmark = setTimeout(() => ending.abort(), bookmarkMilliseconds).unref();
    },
    stop() {
      clearTimeout(overall);
      clearTimeout(bookmark);
    },
  };
}

function readEvent(line: string, to: Destination): WatchItem {
  const event = parseQuietly(line);
  const type = textAt(event, 'type');
  const object = isObject(event) ? event['object'] : undefined;
  if (type === 'ERROR') return failed(failureOfStatus(object, to));
  if ((type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') && isObject(object))
    return { kind: type, object };
  if (type === 'BOOKMARK')
    return { kind: 'BOOKMARK', resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '' };
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
