import type { FieldPath } from '../merge/fieldPath';
import { createFieldsFinder } from '../merge/fieldsV1';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { identifyItems } from '../merge/listItems';
import type { ListTopology } from '../merge/topology';
import { type FieldWriter, readWriters } from '../session/fieldManagers';
import type { KubernetesObject } from '../session/ports';
import type { OwnedField } from './fileView';

export interface OwnedFieldsOptions {
  /** What of the file is applied: without what only the server writes. */
  stated: JsonValue;
  live: KubernetesObject;
  topology: ListTopology;
  /** Who applies the file. */
  manager: string;
}

/**
 * The fields that a file states and that others than its manager are recorded for in the live object (FieldsV1), in
 * the order of the file; values that have no parts of their own, each with all who are recorded for it.
 */
export function findOwnedFields({ stated, live, topology, manager }: OwnedFieldsOptions): OwnedField[] {
  const isOwn = ({ manager: name, operation, subresource }: FieldWriter): boolean =>
    name === manager && operation === 'Apply' && subresource === undefined;
  const others = readWriters(live).filter(({ writer }) => !isOwn(writer));
  if (others.length === 0) return [];
  const findChild = createFieldsFinder();
  const owned: OwnedField[] = [];
  const root: Task = { value: stated, topology, path: [], held: others };
  const pending = [root];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    const parts = partsOf(task);
    if (parts === undefined) {
      if (task.path.length > 0)
        owned.push({ path: task.path, writers: task.held.map(({ writer }) => writer) });
      continue;
    }
    for (const part of parts.reverse()) {
      const step = part.path.at(-1)!;
      const held = task.held.flatMap(({ writer, fields }) => {
        const child = findChild(fields, step);
        return child === undefined ? [] : [{ writer, fields: child }];
      });
      if (held.length > 0) pending.push({ ...part, held });
    }
  }
  return owned;
}

interface Task {
  readonly value: JsonValue;
  readonly topology: ListTopology;
  readonly path: FieldPath;
  /** What is recorded for each writer below this path. */
  readonly held: readonly { writer: FieldWriter; fields: JsonObject }[];
}

/** The parts of a value that are recorded one by one; undefined where it is one value, for the record or by itself. */
function partsOf({ value, topology, path, held }: Task): Omit<Task, 'held'>[] | undefined {
  const isWhole = held.every(({ fields }) => Object.keys(fields).every((key) => key === '.'));
  if (isWhole && path.length > 0 && hasParts(value)) {
    // A map or an element may be recorded for its being there alone.
    return held.some(({ fields }) => Object.hasOwn(fields, '.')) ? [] : undefined;
  }
  if (isJsonObject(value))
    return Object.keys(value).map((key) => ({
      value: getField(value, key) ?? null,
      topology: topology.field(key),
      path: [...path, key],
    }));
  const items = Array.isArray(value) ? identifyItems(value, topology.list) : undefined;
  return items?.flatMap((item) =>
    item.step === undefined
      ? []
      : [{ value: item.value, topology: topology.element(), path: [...path, item.step] }],
  );
}

function hasParts(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
