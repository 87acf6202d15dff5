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
 * on that side, ours before theirs. A disputed order is that of the version `atConflicts`.
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

/** The given order with the other elements of the lists, each right behind the last of those that precede it. */
export function placeBehind(order: readonly string[], ...lists: (readonly string[])[]): readonly string[] {
  if (lists.every((list) => list.length === order.length)) return order;
  const position = positions(order);
  const placed: string[][] = [[], ...order.map((id) => [id])];
  for (const list of lists) {
    let behind = 0;
    for (const id of list) {
      const index = position.get(id);
      if (index === undefined) placed[behind]!.push(id);
      else behind = Math.max(behind, index + 1);
    }
  }
  return placed.flat();
}

function positions(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

function isSameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
