import { canonicalText } from './canonical';
import { listChanges, type Change } from './changes';
import type { FieldPath, FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import { identifyItems } from './listItems';
import { presentAt } from './objectFields';
import type { JsonPatchOperation } from './patchOperation';
import { topologyAt, type ListTopology } from './topology';

/**
 * The operations (RFC 6902) that lead from the live object to the changed one; none where the two are equal in meaning.
 * Each stands behind `test`s of the uid, of what it overwrites and of the keys of the list elements on its way, so that
 * only another change of the same field has it refused. A list whose elements come, go or move, and a union that makes
 * another choice, is tested and replaced as a whole.
 *
 * A `test` for null says that nothing is there: RFC 6902 has no such test, but in evanphx/json-patch, which the API
 * server uses, it holds where the field is missing. Where it does not hold, the patch is refused and nothing is lost.
 * The same library breaks off, and nothing is written, where a `test` meets a list that holds null.
 */
export function listPatchOperations(
  live: JsonObject,
  changed: JsonObject,
  topology: ListTopology,
): JsonPatchOperation[] {
  const changes = listChanges(live, changed, topology);
  if (changes.length === 0) return [];
  const wholes = new Set(changes.flatMap((change) => wholePath(change, topology) ?? []).map(nameOf));
  const before = createLocator(live, topology);
  const after = createLocator(changed, topology);
  const operations = new Map<string, JsonPatchOperation[]>();
  for (const change of changes) {
    const whole = outermost(change.path, wholes);
    const place = before(whole ?? change.path);
    for (const { pointer, value } of place.keys)
      operations.set(`${pointer} is the key`, [test(pointer, value)]);
    const value = whole ? after(whole).value : change.kind === 'order' ? undefined : change.after;
    operations.set(place.pointer, [test(place.pointer, place.value), write(place, value)]);
  }
  return [test('/metadata/uid', presentAt(live, ['metadata', 'uid'])), ...[...operations.values()].flat()];
}

function test(path: string, value: JsonValue | undefined): JsonPatchOperation {
  return { op: 'test', path, value: value ?? null };
}

function write({ pointer: path, value: before }: Place, after: JsonValue | undefined): JsonPatchOperation {
  if (after === undefined) return { op: 'remove', path };
  return { op: before === undefined ? 'add' : 'replace', path, value: after };
}

/** The path of the list or union that must be replaced for the change; undefined where the field alone can be. */
function wholePath({ kind, path }: Change, topology: ListTopology): [FieldPath] | undefined {
  // Elements with equal keys are told apart only by where they stand.
  const copy = path.findIndex((step) => typeof step === 'number');
  if (copy >= 0) return [path.slice(0, copy)];
  if (kind === 'order') return [path];
  if (kind === 'changed') return undefined;
  const parent = path.slice(0, -1);
  const isMember = typeof path.at(-1) === 'object';
  return isMember || topologyAt(topology, parent).map === 'union' ? [parent] : undefined;
}

/** The shortest beginning of the path that is among the named ones. */
function outermost(path: FieldPath, names: ReadonlySet<string>): FieldPath | undefined {
  for (let length = 0; names.size > 0 && length <= path.length; length++) {
    const beginning = path.slice(0, length);
    if (names.has(nameOf(beginning))) return beginning;
  }
  return undefined;
}

function nameOf(path: FieldPath): string {
  return canonicalText(path as JsonValue[]);
}

/** Where a path leads in an object, and the fields by which the list elements on the way are known. */
interface Place {
  /** RFC 6901. */
  readonly pointer: string;
  readonly value: JsonValue | undefined;
  readonly keys: readonly { readonly pointer: string; readonly value: JsonValue | undefined }[];
}

/** Follows paths through an object; each list is looked through once. The parent of what a path leads to must be there. */
function createLocator(object: JsonObject, topology: ListTopology): (path: FieldPath) => Place {
  const indexes = new Map<JsonValue[], ReadonlyMap<string, number>>();
  const indexOf = (list: JsonValue[], step: FieldPathStep, here: ListTopology): number => {
    const known = indexes.get(list) ?? indexItems(list, here);
    indexes.set(list, known);
    return known.get(nameOf([step])) ?? -1;
  };
  return (path) => {
    let place: Place = { pointer: '', value: object, keys: [] };
    let here = topology;
    for (const step of path) {
      if (typeof step === 'string') {
        place = fieldOf(place, step);
        here = here.field(step);
      } else {
        const list = Array.isArray(place.value) ? place.value : [];
        const index = typeof step === 'number' ? step : indexOf(list, step, here);
        place = elementOf(place, index, list[index], here);
        here = here.element();
      }
    }
    return place;
  };
}

function indexItems(list: JsonValue[], { list: kind }: ListTopology): Map<string, number> {
  const items = identifyItems(list, kind) ?? [];
  return new Map(
    items.flatMap(({ step }, index) => (step === undefined ? [] : [[nameOf([step]), index] as const])),
  );
}

function fieldOf({ pointer, value, keys }: Place, key: string): Place {
  return {
    pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value: isJsonObject(value) ? getField(value, key) : undefined,
    keys,
  };
}

function elementOf(
  list: Place,
  index: number,
  value: JsonValue | undefined,
  { list: kind }: ListTopology,
): Place {
  const element: Place = { pointer: `${list.pointer}/${index}`, value, keys: [] };
  const names = kind.kind === 'map' ? kind.keys : [];
  return { ...element, keys: [...list.keys, ...names.map((name) => fieldOf(element, name))] };
}
