import { isFurtherCopy } from './listItems';

const MOST_PAIRED_ELEMENTS = 2000;

/** The unique ids of the elements of one list in its three versions, each in its own order. */
export interface OrderVersions {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export interface MergedOrder {
  /** All ids of ours and theirs. */
  readonly ids: readonly string[];
  /** Whether both sides moved elements so that no order does justice to both. */
  readonly isDisputed: boolean;
}

/**
 * The order of the elements of ours and theirs, three-way: of two elements that all three lists have, whichever side
 * moved them past each other decides. An element of one side alone stands right behind everything that precedes it
 * on that side and was not moved away, ours before theirs. A disputed order is that of the version `atConflicts`.
 */
export function mergeOrder(versions: OrderVersions, atConflicts: keyof OrderVersions): MergedOrder {
  const [inOurs, inTheirs] = [new Set(versions.ours), new Set(versions.theirs)];
  const ours = versions.ours.filter((id) => inTheirs.has(id));
  const theirs = versions.theirs.filter((id) => inOurs.has(id));
  const base = versions.base.filter((id) => inOurs.has(id) && inTheirs.has(id));
  const decided = decideCommonOrder({ base, ours, theirs });
  const common = decided ?? disputedOrder({ base, ours, theirs }, atConflicts);
  return { ids: placeBehind(common, versions.ours, versions.theirs), isDisputed: decided === undefined };
}

/** The order of the elements that ours and theirs share; undefined if it is disputed. */
function decideCommonOrder({ base, ours, theirs }: OrderVersions): readonly string[] | undefined {
  if (isSameOrder(ours, theirs)) return ours;
  const inBase = new Set(base);
  const oursInBase = ours.filter((id) => inBase.has(id));
  if (isSameOrder(oursInBase, base)) return theirs;
  const theirsInBase = theirs.filter((id) => inBase.has(id));
  if (isSameOrder(theirsInBase, base)) return ours;
  const decided = decidePairs({ base, ours: oursInBase, theirs: theirsInBase });
  return decided && placeBehind(decided, ours);
}

/** The order in which each pair stands as the side that flipped it says; undefined if the pairs form a circle. */
function decidePairs({ base, ours, theirs }: OrderVersions): readonly string[] | undefined {
  if (base.length > MOST_PAIRED_ELEMENTS) return undefined;
  const oursPosition = positions(ours);
  const theirsPosition = positions(theirs);
  const inOurs = base.map((id) => oursPosition.get(id)!);
  const inTheirs = base.map((id) => theirsPosition.get(id)!);
  const scores = base.map(() => 0);
  for (let first = 0; first < base.length; first++) {
    for (let second = first + 1; second < base.length; second++) {
      const isKept = inOurs[first]! < inOurs[second]! && inTheirs[first]! < inTheirs[second]!;
      scores[isKept ? second : first]!++;
    }
  }
  const decided: string[] = [];
  base.forEach((id, index) => (decided[scores[index]!] = id));
  return new Set(scores).size === scores.length ? decided : undefined;
}

/** The elements that ours and theirs share, in the order of one version; for base, the new ones as in ours. */
function disputedOrder({ base, ours, theirs }: OrderVersions, side: keyof OrderVersions): readonly string[] {
  if (side === 'ours') return ours;
  return side === 'theirs' ? theirs : placeBehind(base, ours);
}

/**
 * The given order with the other elements of the lists, each right behind all that precedes it in its list. It does not
 * follow what the order has moved away, past an element behind it that has stayed.
 */
export function placeBehind(order: readonly string[], ...lists: (readonly string[])[]): readonly string[] {
  if (lists.every((list) => list.length === order.length)) return order;
  const position = positions(order);
  const placed: string[][] = [[], ...order.map((id) => [id])];
  for (const list of lists) {
    const common = list.flatMap((id) => position.get(id) ?? []);
    const places = findPlaces(common, order.length);
    let [preceding, last] = [0, 0];
    for (const id of list) {
      const place = position.get(id);
      if (place === undefined) placed[isFurtherCopy(id) ? last : places[preceding]!]!.push(id);
      else [preceding, last] = [preceding + 1, Math.max(last, place + 1)];
    }
  }
  return placed.flat();
}

/**
 * Where another element of a list stands in an order, as the number of those before it there, by the number of those
 * in `common` that precede it in its list: the positions in the order of what the two share, as the list has them.
 */
function findPlaces(common: readonly number[], length: number): number[] {
  const isStaying = longestRise(common);
  // The position of the first element that has stayed and does not precede.
  const limits = [...common.map((place, index) => (isStaying[index] ? place : length)), length];
  for (let index = common.length - 1; index >= 0; index--)
    limits[index] = Math.min(limits[index]!, limits[index + 1]!);
  const isPreceding = new Array<boolean>(length).fill(false);
  let [place, looked] = [0, 0];
  return limits.map((limit, preceding) => {
    const last = common[preceding - 1];
    if (last !== undefined) isPreceding[last] = true;
    if (last !== undefined && last < looked) place = Math.max(place, last + 1);
    for (; looked < limit; looked++) if (isPreceding[looked]) place = looked + 1;
    return place;
  });
}

/** Which of these numbers rise from each to the next, as many as can be, and of equal choices the first. */
function longestRise(numbers: readonly number[]): boolean[] {
  // The highest number that begins a rise of one more than the index, of those looked at from the end.
  const highest: number[] = [];
  const lengths = new Array<number>(numbers.length);
  for (let index = numbers.length - 1; index >= 0; index--) {
    let [low, high] = [0, highest.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (highest[middle]! > numbers[index]!) low = middle + 1;
      else high = middle;
    }
    highest[low] = numbers[index]!;
    lengths[index] = low + 1;
  }
  let [wanted, last] = [highest.length, -1];
  return numbers.map((number, index) => {
    if (lengths[index] !== wanted || number < last) return false;
    [wanted, last] = [wanted - 1, number];
    return true;
  });
}

function positions(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

function isSameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
