import { canonicalText } from '../merge/canonical';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath, FieldPathStep } from '../merge/fieldPath';
import { createFieldsFinder } from '../merge/fieldsV1';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../merge/json';

/** Who wrote something, as `metadata.managedFields` records it; `time` (RFC 3339, whole seconds) as it was sent. */
export interface FieldWriter {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource?: string;
  readonly time?: string;
  /** Nobody is recorded as the one who wrote this: it was who wrote the object last. */
  readonly isGuessed?: true;
}

/** Says who wrote the field last; undefined for a field that is not there, since what is removed has no owner. */
export type FindFieldWriter = (path: FieldPath) => FieldWriter | undefined;

/**
 * As `createFieldWriters`, for a single field.
 */
export function findFieldWriter(object: JsonObject, path: FieldPath): FieldWriter | undefined {
  return createFieldWriters(object)(path);
}

/**
 * The writers of an object's fields, read once for many questions. The owner of the very field goes first, of several
 * the newest; then the newest owner of anything inside it; then the owner of the innermost atomic list or map around
 * it. Anything may stand in `managedFields`; what is not as Kubernetes writes it (FieldsV1) counts as not there.
 */
export function createFieldWriters(object: JsonObject): FindFieldWriter {
  const entries = readWriters(object);
  const findChild = createFieldsFinder();
  return (path) => {
    let best: (Rank & { readonly writer: FieldWriter }) | undefined;
    for (const { writer, time, fields } of entries) {
      let node = fields;
      let depth = 0;
      for (let child: JsonObject | undefined; depth < path.length; depth++, node = child) {
        child = findChild(node, path[depth]!);
        if (!child) break;
      }
      const nearness = rankNode(node, depth, path);
      if (nearness === undefined) continue;
      const rank = { nearness, time };
      if (!best || isBetter(rank, best)) best = { ...rank, writer };
    }
    // Around an atomic value every path leads to its owner, who need not be the one that removed a part of it.
    return best && (best.nearness > 0 || hasValueAt(object, path)) ? best.writer : undefined;
  };
}

/**
 * Who wrote last at all, for a field without an owner: probably the one that removed it. Whoever writes only the
 * status is named for a part of that, and for anything else only where there is nobody else; and the other way round.
 */
export function findLastWriter(object: JsonObject, path: FieldPath = []): FieldWriter | undefined {
  const entries = readWriters(object);
  const isOfStatus = path[0] === 'status';
  const likely = entries.filter(({ writer }) => (writer.subresource === 'status') === isOfStatus);
  let newest: WriterFields | undefined;
  for (const entry of likely.length > 0 ? likely : entries) {
    if (!newest || entry.time >= newest.time) newest = entry;
  }
  return newest?.writer;
}

/** What one writer is recorded for, as `metadata.managedFields` has it. */
export interface WriterFields {
  readonly writer: FieldWriter;
  /** Milliseconds; without a time the oldest of all. */
  readonly time: number;
  readonly fields: JsonObject;
}

/** How well an entry answers: 2 for the field itself, 1 for something inside, 0 and less for something around it. */
interface Rank {
  readonly nearness: number;
  readonly time: number;
}

function isBetter(rank: Rank, than: Rank): boolean {
  return rank.nearness === than.nearness ? rank.time >= than.time : rank.nearness > than.nearness;
}

/** The nearness of the node that `depth` steps of the path have led to; undefined where it owns nothing of the path. */
function rankNode(node: JsonObject, depth: number, path: FieldPath): number | undefined {
  if (depth === 0) return undefined;
  const isLeaf = Object.keys(node).every((key) => key === '.');
  if (depth < path.length) return isLeaf ? depth - path.length + 1 : undefined;
  return isLeaf || Object.hasOwn(node, '.') ? 2 : 1;
}

/** All writers of an object; what is not as Kubernetes writes it counts as not there. */
export function readWriters(object: JsonObject): WriterFields[] {
  const managedFields = fieldAt(object, ['metadata', 'managedFields']);
  return Array.isArray(managedFields) ? managedFields.flatMap(readEntry) : [];
}

function readEntry(entry: JsonValue): WriterFields[] {
  if (!isJsonObject(entry)) return [];
  const [manager, operation, subresource, time, fields] = [
    'manager',
    'operation',
    'subresource',
    'time',
    'fieldsV1',
  ].map((key) => getField(entry, key));
  if (typeof manager !== 'string' || (operation !== 'Apply' && operation !== 'Update')) return [];
  const milliseconds = typeof time === 'string' ? Date.parse(time) : NaN;
  const writer: FieldWriter = {
    manager,
    operation,
    ...(typeof subresource === 'string' && subresource !== '' ? { subresource } : {}),
    ...(typeof time === 'string' ? { time } : {}),
  };
  return [
    {
      writer,
      time: Number.isNaN(milliseconds) ? -Infinity : milliseconds,
      fields: isJsonObject(fields) ? fields : {},
    },
  ];
}

/** Whether something stands at the path, as far as that can be told without the lists' key defaults. */
export function hasValueAt(object: JsonObject, path: FieldPath): boolean {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (typeof step === 'string') value = isJsonObject(value) ? getField(value, step) : undefined;
    else if (!Array.isArray(value)) return false;
    else if (typeof step === 'number') value = value[step];
    else value = value.find((element) => isElement(element, step));
  }
  return value !== undefined;
}

function isElement(element: JsonValue, step: Exclude<FieldPathStep, string | number>): boolean {
  const isSame = (value: JsonValue, key: JsonValue): boolean => canonicalText(value) === canonicalText(key);
  return Object.entries(step).every(([key, value]) =>
    key === ''
      ? isSame(element, value)
      : isJsonObject(element) && isSame(getField(element, key) ?? value, value),
  );
}
