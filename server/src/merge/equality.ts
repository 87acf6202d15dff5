import { canonicalText } from './canonical';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';
import { parseQuantity } from './quantity';
import { untypedTopology, type KeyDefaults, type ListTopology, type ScalarKind } from './topology';

type Optional = JsonValue | undefined;

interface Pair {
  readonly left: Optional;
  readonly right: Optional;
  readonly topology: ListTopology;
  /** Whether the two are list elements: for them null is a value, and `keyDefaults` fill what is not written. */
  readonly element?: { readonly keyDefaults: KeyDefaults };
}

const NO_DEFAULTS: KeyDefaults = new Map();

/**
 * Whether the two values mean the same to the API server: null is absent, an empty dictionary, set or keyed list
 * is absent, key order is nothing, numbers and quantities count by exact value. `keyDefaults` are given to compare
 * two elements of a keyed list. Never overflows the stack.
 */
export function isEqual(
  left: Optional,
  right: Optional,
  topology: ListTopology = untypedTopology,
  keyDefaults?: KeyDefaults,
): boolean {
  const pending: Pair[] = [{ left, right, topology, ...(keyDefaults && { element: { keyDefaults } }) }];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    if (!comparePair(pair, pending)) return false;
  }
  return true;
}

/**
 * Whether the value of a field is the same as no value: absent, null where null is not kept, or an empty
 * collection that is no more than its members (dictionary, set, keyed list).
 */
export function isAbsent(value: Optional, topology: ListTopology): boolean {
  const pending: { readonly value: Optional; readonly topology: ListTopology }[] = [{ value, topology }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value: held, topology: here } = item;
    if (held === undefined || (held === null && !here.nullable)) continue;
    if (isJsonObject(held) && here.map === 'dict') {
      for (const key of Object.keys(held)) {
        pending.push({ value: getField(held, key), topology: here.field(key) });
      }
    } else if (!Array.isArray(held) || held.length > 0 || !isCollection(here)) return false;
  }
  return true;
}

/** Whether a list here is no more than its members. */
function isCollection(topology: ListTopology): boolean {
  return topology.list.kind === 'set' || topology.list.kind === 'map';
}

/** Whether two scalars of the kind are equal; a whole number equals the bigint of the same value. */
export function isEqualScalar(left: Optional, right: Optional, kind: ScalarKind): boolean {
  if (left === right) return true;
  if (typeof left === 'bigint' && typeof right === 'number') return isSameNumber(left, right);
  if (typeof left === 'number' && typeof right === 'bigint') return isSameNumber(right, left);
  if (kind !== 'quantity' || left === undefined || right === undefined) return false;
  const quantity = parseQuantity(left);
  return quantity !== undefined && quantity === parseQuantity(right);
}

function isSameNumber(exact: bigint, number: number): boolean {
  return Number.isInteger(number) && BigInt(number) === exact;
}

/** Compares one level and leaves the pairs below for later; false as soon as the two differ for sure. */
function comparePair({ left, right, topology, element }: Pair, pending: Pair[]): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, topology, pending);
  if (isJsonObject(left) && isJsonObject(right)) {
    const defaults = element?.keyDefaults ?? NO_DEFAULTS;
    const filled = (map: JsonObject, key: string): Optional => {
      const value = getField(map, key);
      return value ?? defaults.get(key) ?? value;
    };
    for (const key of new Set([...Object.keys(left), ...Object.keys(right), ...defaults.keys()])) {
      pending.push({ left: filled(left, key), right: filled(right, key), topology: topology.field(key) });
    }
    return true;
  }
  if (!element && isAbsent(left, topology)) return isAbsent(right, topology);
  return isEqualScalar(left, right, topology.scalar);
}

function compareLists(
  left: JsonValue[],
  right: JsonValue[],
  topology: ListTopology,
  pending: Pair[],
): boolean {
  if (left.length !== right.length) return false;
  if (topology.list.kind === 'set') return isSameMultiset(left, right);
  const element = { keyDefaults: topology.list.kind === 'map' ? topology.list.keyDefaults : NO_DEFAULTS };
  left.forEach((item, index) =>
    pending.push({ left: item, right: right[index], topology: topology.element(), element }),
  );
  return true;
}

function isSameMultiset(left: JsonValue[], right: JsonValue[]): boolean {
  const counts = new Map<string, number>();
  for (const member of left) {
    const text = canonicalText(member);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return right.every((member) => {
    const text = canonicalText(member);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0;
  });
}
