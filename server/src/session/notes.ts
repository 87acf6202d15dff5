import type { FieldPath, FieldPathStep } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import { parseFieldPath } from './hiddenFields';
import type { FieldNote, LiveDocument } from './liveDocument';
import type { SaveOutcome } from './outcome';
import type { KubernetesObject } from './ports';

/** What the API server said of the fields of a save: why it refused them, or what it warns of. */
export function noteOutcome(outcome: SaveOutcome, { topology }: Pick<LiveDocument, 'topology'>): FieldNote[] {
  if (outcome.kind === 'saved')
    return outcome.warnings.map((message) => ({
      kind: 'warned',
      path: namedPath(message, outcome.answer.object, topology),
      message,
    }));
  if (outcome.kind !== 'rejected' || outcome.because !== 'failure' || outcome.failure.kind !== 'status')
    return [];
  const { failure, sent } = outcome;
  const { code, message, details } = failure.status;
  if (sent === undefined || (code !== 400 && code !== 422)) return [];
  const causes = (details?.causes ?? []).flatMap((cause): FieldNote[] => {
    if (cause.message === undefined) return [];
    const path = cause.field === undefined ? undefined : resolveCause(cause.field, sent, topology);
    return [{ kind: 'refused', path, message: cause.message }];
  });
  return causes.length > 0
    ? causes
    : [{ kind: 'refused', path: namedPath(message, sent, topology), message }];
}

/**
 * The path of a field as the API server writes it (field.Path in apimachinery: `spec.ports[0].name`,
 * `metadata.labels[app]`), as far as it begins in this object; elements of keyed lists by their keys, since the text
 * may have them in another order. Undefined where it is no path in it.
 */
export function resolveCause(
  text: string,
  object: KubernetesObject,
  topology: ListTopology,
): FieldPath | undefined {
  const path: FieldPathStep[] = [];
  let [value, node]: [JsonValue | undefined, ListTopology] = [object, topology];
  for (const name of parseFieldPath(text).map(String)) {
    if (Array.isArray(value)) {
      if (!/^\d+$/.test(name)) break;
      const element: JsonValue | undefined = value[Number(name)];
      path.push(elementStep(element, node) ?? Number(name));
      [value, node] = [element, node.element()];
    } else if (isJsonObject(value)) {
      path.push(name);
      [value, node] = [getField(value, name), node.field(name)];
    } else break;
  }
  const [first] = path;
  return typeof first === 'string' && Object.hasOwn(object, first) ? path : undefined;
}

/** The path that a sentence of the API server names, in quotes or before a colon; for the place alone. */
function namedPath(message: string, object: KubernetesObject, topology: ListTopology): FieldPath | undefined {
  const candidates = message.matchAll(/"([^"\s]+)"|(?:^|[\s,])([\w.[\]/-]+)(?=:\s)/g);
  for (const [, quoted, leading] of candidates) {
    const path = resolveCause(quoted ?? leading ?? '', object, topology);
    if (path !== undefined && path.length > 1) return path;
  }
  return undefined;
}

/** The step to an element of a keyed list by its keys. */
function elementStep(element: JsonValue | undefined, { list }: ListTopology): FieldPathStep | undefined {
  if (list.kind !== 'map' || !isJsonObject(element)) return undefined;
  const keys = list.keys.map((key): [string, JsonValue | undefined] => [
    key,
    getField(element, key) ?? list.keyDefaults.get(key),
  ]);
  return keys.every(isKey) ? Object.fromEntries(keys) : undefined;
}

function isKey(
  entry: [string, JsonValue | undefined],
): entry is [string, string | number | bigint | boolean] {
  return entry[1] !== undefined && entry[1] !== null && typeof entry[1] !== 'object';
}
