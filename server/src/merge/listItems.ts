import { canonicalText, scalarText } from './canonical';
import type { FieldPathStep } from './fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from './json';
import type { ListKind } from './topology';

/** One element of a set or of a keyed list, with what tells it apart from the others. */
export interface ListItem {
  /** Equal for elements with equal keys, and for equal members of a set. */
  readonly group: string;
  /** Unique in the list: see `itemId`. */
  readonly id: string;
  readonly value: JsonValue;
  /** The step of a field path that leads here; undefined for a set member that is null, a map or a list. */
  readonly step: FieldPathStep | undefined;
}

/**
 * The elements of a set or keyed list, in order. Undefined where they have no identity: in an atomic or unknown
 * list, and in a keyed list with an element that is not a map or has no key at all.
 */
export function identifyItems(list: readonly JsonValue[], kind: ListKind): ListItem[] | undefined {
  const items: ListItem[] = [];
  const copies = new Map<string, number>();
  for (const value of list) {
    const identity = identify(value, kind);
    if (!identity) return undefined;
    const copy = copies.get(identity.group) ?? 0;
    copies.set(identity.group, copy + 1);
    items.push({ group: identity.group, id: itemId(identity.group, copy), value, step: identity.step });
  }
  return items;
}

/**
 * The id of an element, by its group and how many of the group stand before it. That of the first one is the group
 * itself, which costs no memory; no group begins with digits and `#`.
 */
export function itemId(group: string, copy: number): string {
  return copy === 0 ? group : `${copy}#${group}`;
}

/** The elements of each group, in the order of the list. */
export function groupItems(items: readonly ListItem[]): Map<string, ListItem[]> {
  const groups = new Map<string, ListItem[]>();
  for (const item of items) {
    const group = groups.get(item.group);
    if (group) group.push(item);
    else groups.set(item.group, [item]);
  }
  return groups;
}

/** Whether an element of a list of the kind is the one that the step of a field path means. */
export function isItemAt(value: JsonValue, step: FieldPathStep, kind: ListKind): boolean {
  if (typeof step !== 'object') return false;
  const wanted = kind.kind === 'set' ? (getField(step, '') ?? null) : step;
  const identity = identify(value, kind);
  return identity !== undefined && identity.group === identify(wanted, kind)?.group;
}

function identify(value: JsonValue, kind: ListKind): Pick<ListItem, 'group' | 'step'> | undefined {
  if (kind.kind === 'set') {
    return { group: canonicalText(value), step: isStepValue(value) ? { '': value } : undefined };
  }
  if (kind.kind !== 'map' || !isJsonObject(value)) return undefined;
  const step: JsonObject = {};
  let group = '';
  for (const key of kind.keys) {
    const part = getField(value, key) ?? kind.keyDefaults.get(key) ?? null;
    if (part !== null && !isStepValue(part)) return undefined;
    group += part === null ? ',' : `${scalarText(part)},`;
    if (part !== null) setField(step, key, part);
  }
  return Object.keys(step).length > 0 ? { group, step: step as Exclude<FieldPathStep, string> } : undefined;
}

function isStepValue(value: JsonValue): value is string | number | bigint | boolean {
  return value !== null && typeof value !== 'object';
}

/** Whether two elements have equal keys, or a set member stands there twice. */
export function hasCopies(items: readonly ListItem[]): boolean {
  return new Set(items.map((item) => item.group)).size < items.length;
}
