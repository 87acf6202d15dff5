import type { Deep } from '../merge/deep';
import { setField, type JsonObject, type JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import { entryKey } from './keys';
import type { AliasTargets } from './reading';
import type { Layout } from './renderValue';
import { isMergeKey } from './scalarNode';
import type { YamlNode } from './syntax/nodes';
import { toValue } from './toValue';

/** A part of the source to be replaced. Offsets. */
export interface OffsetEdit {
  start: number;
  end: number;
  text: string;
}

/** What is needed while the edits of one text are gathered, in the order of the text. */
export interface Editing {
  /** Ends with a line end, even where the text does not. */
  readonly text: string;
  readonly aliases: AliasTargets;
  readonly layout: Layout;
  /** `coarse` writes anew what `fine` would rather piece together: flow collections, keys that `<<` overrides. */
  readonly mode: 'fine' | 'coarse';
  /** Where the text ends, if a line end is to be added there; a block text that ends there must not gain it. */
  readonly addsLineEndAt: number | undefined;
  readonly edits: OffsetEdit[];
  /** What each node with an anchor says once the edits so far are made; those that are gone are not here. */
  readonly anchored: Map<YamlNode, JsonValue>;
}

/** Where a node stands, as far as it decides how a value is written there. Columns are those of the key or dash. */
export type Place =
  | { kind: 'root' }
  | { kind: 'flow' }
  | { kind: 'item'; column: number; after: number }
  | { kind: 'member'; column: number; after: number };

/** A node, what it says, and what it shall say. */
export interface EditTask {
  node: YamlNode;
  value: JsonValue;
  target: JsonValue;
  place: Place;
  topology: ListTopology;
}

/** Gathers the edits of a task below another one. */
export type EditChild = (task: EditTask, editing: Editing) => Deep<boolean>;

/** What a node that is left as it is will say; undefined where an alias in it has lost its anchor. */
export function keptValue(node: YamlNode, editing: Editing): JsonValue | undefined {
  const value = computeKept(node, editing);
  if (node.properties?.anchor !== undefined && value !== undefined) editing.anchored.set(node, value);
  return value;
}

function computeKept(node: YamlNode, editing: Editing): JsonValue | undefined {
  switch (node.kind) {
    case 'scalar':
      return toValue(node, editing.aliases).value;
    case 'alias': {
      const target = editing.aliases.get(node);
      return target && editing.anchored.get(target);
    }
    case 'list': {
      const values: JsonValue[] = [];
      for (const item of node.items) {
        const value = keptValue(item.value, editing);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    }
    case 'map': {
      const object: JsonObject = {};
      for (const entry of node.entries) {
        if (isMergeKey(entry.key)) {
          const merged = mergedFields(entry.value, editing);
          if (merged === undefined) return undefined;
          for (const [key, value] of Object.entries(merged)) setField(object, key, value);
          continue;
        }
        keptValue(entry.key, editing);
        const key = entryKey(entry, editing.aliases);
        const value = keptValue(entry.value, editing);
        if (key === undefined || value === undefined) return undefined;
        setField(object, key, value);
      }
      return object;
    }
  }
}

/** The fields that the value of a merge key brings in; undefined where they are not known, or it is no map any more. */
export function mergedFields(value: YamlNode, editing: Editing): JsonObject | undefined {
  const fields: JsonObject = {};
  const kept =
    value.kind === 'list'
      ? value.items.map((item) => keptValue(item.value, editing))
      : [keptValue(value, editing)];
  for (const map of kept.reverse()) {
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return undefined;
    for (const [key, field] of Object.entries(map)) setField(fields, key, field);
  }
  return fields;
}
