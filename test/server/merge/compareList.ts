import { isEqual } from '../../../server/src/merge/equality';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { identifyItems } from '../../../server/src/merge/listItems';
import { mergeObject, type MergedObject } from '../../../server/src/merge/mergeObject';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import { topologyAt, type ListTopology } from '../../../server/src/merge/topology';
import type { Answer, ApiClient, ApplyOptions } from './apiClient';
import type { Place, Route } from './openApiLists';
import { changedElement, sampleElements, sampleObject } from './sampleObjects';
import { listAt, onlyValue, withValueAt } from './valueInObject';

/** How server-side apply and our merge stand to each other at a list. */
export type ListOutcome =
  /** The API server keeps and takes the list; how each of the edits ended. */
  | { kind: 'merged'; edits: Record<Edit, EditOutcome>; isElementChanged: boolean }
  /** Both see a conflict, at the same place: an atomic value that the list is in. */
  | { kind: 'conflict'; at: string }
  /** The API server does not keep the field. */
  | { kind: 'dropped' }
  /** The API server refuses the list, or one more element in it. */
  | { kind: 'refused'; message: string }
  | { kind: 'different'; message: string };

/** What the user does while another manager appends an element. */
export type Edit = 'appended' | 'prepended' | 'removed';

export type EditOutcome = { kind: 'same' } | { kind: 'refused' | 'different'; message: string };

/**
 * Lets a first manager apply the list with one element and a third one append another to it; then lets a second one
 * put an element behind or before them, or the first one take its own away, and compares the end with that of a merge
 * of the same edits.
 */
export async function compareList(api: ApiClient, place: Place, name: string): Promise<ListOutcome> {
  const { route, path } = place;
  const topology = openApiTopology(route.document, route.kind)!;
  const [first, second, third] = sampleElements(place);
  const sample = sampleObject(place, name, [first]);
  const created = await create(api, place, sample, name);
  if (created.kind === 'refused') return created;
  const base = created.object;
  const list = listAt(base, path);
  const kept = list.find((element) => isSameElement(element, first, topologyAt(topology, path)));
  if (kept === undefined) return { kind: 'dropped' };

  const edited = (elements: JsonValue[]): JsonObject => withValueAt(base, path, elements);
  const apply = (elements: JsonValue[], options: ApplyOptions): Promise<Answer> =>
    api.apply(route, onlyValue(sample, topology, path, elements), options);
  const added = await apply([third], { manager: 'third' });
  if (added.kind === 'refused') {
    if (added.code !== 409) return added;
    const versions = { base, ours: edited([...list, second]), theirs: edited([...list, third]) };
    return compareConflicts(added.fields, merge(versions, place, topology));
  }
  const live = added.object;
  const compare = async (applied: Answer, ours: JsonObject, theirs: JsonObject): Promise<EditOutcome> => {
    if (applied.kind === 'refused') return applied;
    const merged = merge({ base, ours, theirs }, place, topology);
    if (merged.kind !== 'clean') return { kind: 'different', message: describe(merged) };
    const stored = await api.tryToPut(route, withVersionOf(merged.object as JsonObject, live));
    if (stored.kind === 'refused') return stored;
    if (isEqual(comparable(stored.object), comparable(applied.object), topology)) return { kind: 'same' };
    const [mine, its] = [stored, applied].map(({ object }) => JSON.stringify(listAt(object, path)));
    return { kind: 'different', message: `merged ${mine}, applied ${its}` };
  };

  const dryRun = true;
  const changed = changedElement(place, kept);
  const front = [second, changed ?? kept];
  const whole = partOf(withValueAt(sample, path, []), route);
  return {
    kind: 'merged',
    isElementChanged: changed !== undefined,
    edits: {
      // Of two elements for one place, the applier's comes last and ours comes first: so theirs is what is applied.
      appended: await compare(
        await apply([second], { manager: 'second', dryRun }),
        live,
        edited([...list, second]),
      ),
      prepended: await compare(
        await apply(front, { manager: 'second', dryRun, force: changed !== undefined }),
        edited(list.flatMap((element) => (element === kept ? front : [element]))),
        live,
      ),
      removed: await compare(
        await api.apply(route, whole, { manager: 'first', dryRun }),
        edited(list.filter((element) => element !== kept)),
        live,
      ),
    },
  };
}

/** The object as the API server holds it once the first manager has applied it; a part that a subresource writes after the rest. */
export async function create(
  api: ApiClient,
  place: Place,
  sample: JsonObject,
  name: string,
): Promise<Answer> {
  const { route } = place;
  if (route.subresource === '') return api.apply(route, sample, { manager: 'first' });
  const whole: Route = { ...route, subresource: '' };
  const created = await api.apply(whole, sampleObject(place, name), { manager: 'first' });
  if (created.kind === 'refused') return created;
  await api.settle(whole, created.object);
  const written = await api.apply(route, partOf(sample, route), { manager: 'first' });
  if (written.kind === 'refused') return written;
  return api.settle(whole, written.object);
}

function isSameElement(left: JsonValue, right: JsonValue, { list }: ListTopology): boolean {
  const [one] = identifyItems([left], list) ?? [];
  const [other] = identifyItems([right], list) ?? [];
  return one !== undefined && one.id === other?.id;
}

export function merge(
  versions: { base: JsonValue; ours: JsonValue; theirs: JsonValue },
  { route }: Place,
  topology: ListTopology,
): MergedObject {
  const status = route.subresource === 'status' ? 'edited' : 'ignored';
  return mergeObject({ ...versions, topology, hidden: [], status });
}

/** The API server names the atomic value by a path in which key values are JSON texts. */
export function compareConflicts(fields: string[], merged: MergedObject): ListOutcome {
  const conflicts = merged.kind === 'conflicting' ? merged.conflicts : [];
  const ours = conflicts.map(({ path }) => `.${formatFieldPath(path)}`);
  const its = fields.map((field) => field.replaceAll('"', ''));
  if (ours.length === 1 && its.length === 1 && ours[0] === its[0]) return { kind: 'conflict', at: ours[0]! };
  return { kind: 'different', message: `conflicts at ${fields.join(' ')}, merge: ${describe(merged)}` };
}

function describe(merged: MergedObject): string {
  if (merged.kind !== 'conflicting') return merged.kind;
  return merged.conflicts.map(({ kind, path }) => `${kind} ${formatFieldPath(path)}`).join(' ');
}

/** The object with no more than what the route writes. */
function partOf(object: JsonObject, { subresource }: Route): JsonObject {
  if (subresource === '') return object;
  const { apiVersion, kind, metadata } = object;
  const key = subresource === 'status' ? 'status' : 'spec';
  const part = { [key]: getField(object, key) ?? {} };
  const isPod = subresource === 'ephemeralcontainers';
  if (isPod) part['spec'] = { ephemeralContainers: (part['spec'] as JsonObject)['ephemeralContainers']! };
  return { apiVersion: apiVersion!, kind: kind!, metadata: metadata!, ...part };
}

function withVersionOf(object: JsonObject, live: JsonObject): JsonObject {
  const { resourceVersion } = live['metadata'] as JsonObject;
  return {
    ...object,
    metadata: { ...(object['metadata'] as JsonObject), resourceVersion: resourceVersion! },
  };
}

/** The object without what differs from one write to the next. */
function comparable(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) return object;
  return {
    ...object,
    metadata: { ...metadata, managedFields: null, resourceVersion: null, generation: null },
  };
}
