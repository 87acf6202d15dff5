import { isEqual, isEqualScalar } from './equality';
import { getField, isJsonObject, type JsonValue } from './json';
import { untypedTopology, type KeyDefaults, type ListTopology } from './topology';

/** What is known of what the server does with an object that is written. */
export interface Conformity {
  /** Whether its kind is one of the API server's own: those leave out fields that say nothing. */
  readonly isBuiltin: boolean;
  /** Whether what is compared has the server's defaults in it already. */
  readonly isSettled: boolean;
}

/** A value as it is stated, and as it is live. */
interface Pair {
  readonly file: JsonValue;
  readonly live: JsonValue | undefined;
}

interface Place {
  readonly topology: ListTopology;
  readonly parent: 'struct' | 'dict';
  readonly keyDefaults?: KeyDefaults | undefined;
}

/**
 * Whether writing the stated value would leave the live one as it is, both being one value. Fields of its structs that
 * are not stated are taken for the server's defaults, unless those are known. Never overflows the stack.
 */
export function conforms(pair: Pair, place: Place, conformity: Conformity): boolean {
  const pending: (Pair & Place)[] = [{ ...pair, ...place }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!conformPart(next, conformity, pending)) return false;
  }
  return true;
}

/** Whether every key of a map is a member's own name: a dictionary, or a map of texts that is one value. */
export function isDictionary({ map, field }: ListTopology): boolean {
  return map === 'dict' || (map === 'atomic' && field('') !== untypedTopology);
}

/** Compares one level and leaves what is inside for later; false as soon as it is certain. */
function conformPart(
  { file, live, ...place }: Pair & Place,
  conformity: Conformity,
  pending: (Pair & Place)[],
): boolean {
  const { topology, parent, keyDefaults } = place;
  if (file === live) return true;
  if (isMissing(live, topology)) {
    if (isEqual(file, undefined, topology)) return true;
    const isLeftOut = conformity.isBuiltin && !conformity.isSettled && parent === 'struct';
    return isLeftOut && saysNothing(file, topology);
  }
  if (Array.isArray(file) && Array.isArray(live)) {
    if (file.length !== live.length) return false;
    if (topology.list.kind === 'set') return isEqual(file, live, topology);
    const inner = { topology: topology.element(), parent: 'struct' as const };
    const element =
      topology.list.kind === 'map' ? { ...inner, keyDefaults: topology.list.keyDefaults } : inner;
    file.forEach((item, index) => pending.push({ file: item, live: live[index], ...element }));
    return true;
  }
  if (isJsonObject(file) && isJsonObject(live)) {
    const isExact = conformity.isSettled || isDictionary(topology);
    const inner = isDictionary(topology) ? ('dict' as const) : ('struct' as const);
    const keys = [
      ...Object.keys(file),
      ...(keyDefaults?.keys() ?? []),
      ...(isExact ? Object.keys(live) : []),
    ];
    for (const key of new Set(keys)) {
      const field = topology.field(key);
      const stated = getField(file, key) ?? keyDefaults?.get(key) ?? null;
      const found = getField(live, key) ?? keyDefaults?.get(key);
      // Null in what is written as a whole leaves the field to the server.
      if (stated === null && !isExact && !field.nullable) continue;
      pending.push({ file: stated, live: found, topology: field, parent: inner });
    }
    return true;
  }
  return isSameScalar(file, live, place, conformity);
}

function isMissing(value: JsonValue | undefined, { nullable }: ListTopology): boolean {
  return value === undefined || (value === null && !nullable);
}

/** The values of Go's fields that are left out where `omitempty` says so. */
function saysNothing(value: JsonValue, topology: ListTopology): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return isDictionary(topology) && Object.keys(value).length === 0;
  return value === '' || value === false || value === 0;
}

function isSameScalar(
  file: JsonValue,
  live: JsonValue | undefined,
  { topology, parent }: Place,
  { isBuiltin }: Conformity,
): boolean {
  if (isEqualScalar(file, live, topology.scalar)) return true;
  if (!isBuiltin || parent !== 'struct') return false;
  return isSameInstant(file, live) || (typeof file === 'string' && withoutLineEnds(file) === live);
}

/** Base64 as the API server writes it: its reader ignores line ends. Any other text that has some stays itself. */
export function withoutLineEnds(text: string): string {
  const plain = text.replace(/[\r\n]/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(plain) ? plain : text;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether two texts are one time, which the API server writes in its own way (RFC 3339). */
function isSameInstant(one: JsonValue, other: JsonValue | undefined): boolean {
  const isTime = (value: JsonValue | undefined): value is string =>
    typeof value === 'string' && time.test(value);
  return isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other);
}
