import type { WatchItem } from '../session/ports';
import { failed, type Destination } from './failures';
import { isObject, type JsonValue, parseJson, textAt } from './json';
import { failureOfStatus } from './status';

/**
 * What a line of a watch says. The change of an object that is not wanted is a `BOOKMARK` of its version where that
 * can be seen without reading the whole line.
 */
export function readEvent(line: string, to: Destination, isWanted: (name: string) => boolean): WatchItem {
  const [, name, passedVersion] = beginning.exec(line) ?? [];
  if (name !== undefined && passedVersion !== undefined && !isWanted(name))
    return { kind: 'BOOKMARK', resourceVersion: passedVersion };
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

/**
 * The beginning of a change of a built-in kind, whose metadata the API server writes in the order of its Go types: up
 * to name and version nothing but plain texts. Custom resources come in the order of the alphabet and are read whole.
 */
const beginning =
  /^\{"type":"(?:ADDED|MODIFIED|DELETED)","object":\{"kind":"[^"\\]*","apiVersion":"[^"\\]*","metadata":\{"name":"([^"\\]*)"(?:,"(?:generateName|namespace|selfLink|uid)":"[^"\\]*")*,"resourceVersion":"([^"\\]+)"/;

function parseQuietly(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
