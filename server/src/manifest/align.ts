import { canonicalText, scalarText } from '../merge/canonical';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import { identifyItems } from '../merge/listItems';
import type { ListKind } from '../merge/topology';

/** How the items of a list become those of another. */
export interface Alignment {
  /** For each new item the old one that becomes it; undefined for those that are new. */
  sources: (number | undefined)[];
  /** The old items that need not move. */
  staying: ReadonlySet<number>;
}

/**
 * Finds for each item of the newer list the older one that becomes it: by the identity that the schema gives, else by
 * equal key fields, else by equal value, and what is left between two of those in order. As few as possible move.
 */
export function alignLists(older: JsonValue[], newer: JsonValue[], kind: ListKind): Alignment {
  const ids = identifiers(older, newer, kind);
  const positions = new Map(ids.older.map((id, index) => [id, index]));
  const sources = ids.newer.map((id) => positions.get(id));
  const staying = new Set(longestIncreasing(sources));
  pairRest(older, newer, sources, staying);
  return { sources, staying };
}

function identifiers(
  older: JsonValue[],
  newer: JsonValue[],
  kind: ListKind,
): { older: string[]; newer: string[] } {
  const [knownOlder, knownNewer] = [identifyItems(older, kind), identifyItems(newer, kind)];
  if (knownOlder && knownNewer)
    return { older: knownOlder.map(({ id }) => id), newer: knownNewer.map(({ id }) => id) };
  for (const keys of usualKeys) {
    const [byKeysOlder, byKeysNewer] = [keyIds(older, keys), keyIds(newer, keys)];
    if (byKeysOlder && byKeysNewer) return { older: byKeysOlder, newer: byKeysNewer };
  }
  return { older: valueIds(older), newer: valueIds(newer) };
}

/** Fields by which the elements of Kubernetes' lists are told apart, the surest first. */
const usualKeys = [
  ['name'],
  ['uid'],
  ['key'],
  ['id'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['mountPath'],
  ['devicePath'],
  ['topologyKey', 'whenUnsatisfiable'],
  ['ip'],
  ['type'],
];

/** Undefined unless every element is a map with the first of the keys, and no two have the same values. */
function keyIds(list: JsonValue[], keys: string[]): string[] | undefined {
  const ids = new Set<string>();
  for (const item of list) {
    if (!isJsonObject(item) || getField(item, keys[0] ?? '') === undefined) return undefined;
    ids.add(keys.map((key) => keyId(item, key)).join());
  }
  return ids.size === list.length ? [...ids] : undefined;
}

function keyId(item: JsonObject, key: string): string {
  const value = getField(item, key) ?? null;
  return typeof value === 'object' ? canonicalText(value) : scalarText(value);
}

/** Equal values are told apart by how many of them stand before. */
function valueIds(list: JsonValue[]): string[] {
  const copies = new Map<string, number>();
  return list.map((item) => {
    const text = canonicalText(item);
    const copy = copies.get(text) ?? 0;
    copies.set(text, copy + 1);
    return `${copy}#${text}`;
  });
}

/** The longest series of increasing numbers, in O(n log n). */
function longestIncreasing(numbers: (number | undefined)[]): number[] {
  const tails: number[] = []; // the smallest last number of a series of each length
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    if (number === undefined) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, tails[low - 1]);
    tails[low] = number;
  }
  const series: number[] = [];
  for (let number = tails.at(-1); number !== undefined; number = before.get(number)) series.push(number);
  return series.reverse();
}

/** Between two items that stay, what is gone and what is new become one another as far as they are of one kind. */
function pairRest(
  older: JsonValue[],
  newer: JsonValue[],
  sources: (number | undefined)[],
  staying: Set<number>,
): void {
  const used = new Set(sources);
  const limits = new Array<number>(newer.length);
  let limit = older.length;
  for (let index = newer.length - 1; index >= 0; index -= 1) {
    const source = sources[index];
    if (source !== undefined && staying.has(source)) limit = source;
    limits[index] = limit;
  }
  let next = 0; // the first old item that may still be paired
  for (let index = 0; index < newer.length; index += 1) {
    const source = sources[index];
    if (source !== undefined) {
      if (staying.has(source)) next = source + 1;
      continue;
    }
    while (next < (limits[index] ?? 0) && used.has(next)) next += 1;
    if (next >= (limits[index] ?? 0) || !isOfOneKind(older[next], newer[index])) continue;
    sources[index] = next;
    staying.add(next);
    next += 1;
  }
}

function isOfOneKind(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return Array.isArray(left) === Array.isArray(right) && isJsonObject(left) === isJsonObject(right);
}
