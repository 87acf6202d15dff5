import { isEqual } from '../merge/equality';
import type { FieldPath, FieldPathStep } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import { type ListTopology, topologyAt } from '../merge/topology';
import { parseFieldPath } from './hiddenFields';
import type { FieldNote, LiveDocument } from './liveDocument';
import type { SaveOutcome } from './outcome';
import type { KubernetesObject } from './ports';

/** What the API server said of the fields of a save of this text: why it refused them, or what it warns of. */
export function noteOutcome(
  outcome: SaveOutcome,
  text: string,
  { topology, read }: Pick<LiveDocument, 'topology' | 'read'>,
): FieldNote[] {
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
  const { value } = read(text);
  const refuse = (path: FieldPath | undefined, words: string): FieldNote => ({
    ...{ kind: 'refused', path, message: words },
    said: path && valueAt(value, path, topology),
  });
  const causes = (details?.causes ?? []).flatMap((cause) => {
    if (cause.message === undefined) return [];
    const path = cause.field === undefined ? undefined : resolveCause(cause.field, sent, topology);
    return [refuse(path, cause.message)];
  });
  return causes.length > 0 ? causes : [refuse(namedPath(message, sent, topology), message)];
}

/** What is left of a document's notes with another text: a field that says something else now is not what was refused. */
export function notesOf(
  { notes, cleanText, topology, read }: LiveDocument,
  text: string,
): readonly FieldNote[] {
  if (!notes.some(isRefusal)) return notes;
  if (text === cleanText) return notes.filter((note) => !isRefusal(note));
  const { value } = read(text);
  if (value === undefined) return notes; // broken for the moment, as texts are while they are typed
  return notes.filter((note) => {
    const { path, said } = note;
    if (!isRefusal(note) || path === undefined) return true;
    return isEqual(valueAt(value, path, topology), said, topologyAt(topology, path));
  });
}

function isRefusal({ kind }: FieldNote): boolean {
  return kind === 'refused';
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
export function namedPath(
  message: string,
  object: KubernetesObject,
  topology: ListTopology,
): FieldPath | undefined {
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
