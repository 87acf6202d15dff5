/** How the lines of one text became those of another. Lines count from 0. */
export interface LineMap {
  /** The lines from the first that differs up to the last, the end excluded, in the earlier text. */
  replaced: { start: number; end: number };
  /** Where a line of the earlier text is in the later one; where it is gone, the place that it had. */
  lineOf: (line: number) => number;
}

/** Compares two texts by their lines: a longest common subsequence between what begins and ends alike. */
export function mapLines(before: readonly string[], after: readonly string[]): LineMap {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let alike = 0;
  while (alike < shorter - start && before.at(-1 - alike) === after.at(-1 - alike)) alike++;
  const end = before.length - alike;
  const endAfter = after.length - alike;
  const kept = findKept(before.slice(start, end), after.slice(start, endAfter));
  const lineOf = (line: number): number => {
    if (line < start) return line;
    if (line >= end) return line - end + endAfter;
    const next = kept.find(([from]) => from > line - start);
    const last = kept.findLast(([from]) => from <= line - start) ?? [-1, -1];
    const limit = next === undefined ? endAfter - start : next[1];
    const place = Math.min(last[1] + (line - start - last[0]), limit - 1);
    return Math.max(0, start + Math.max(place, last[1]));
  };
  return { replaced: { start, end }, lineOf };
}

/** Pairs of lines, in their order, that are the same in both. None where comparing would take too long. */
function findKept(before: readonly string[], after: readonly string[]): [from: number, to: number][] {
  if (before.length * after.length > mostComparisons) return [];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (from: number, to: number): number => lengths[from * width + to] ?? 0;
  for (let from = before.length - 1; from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--)
      lengths[from * width + to] =
        before[from] === after[to]
          ? lengthAt(from + 1, to + 1) + 1
          : Math.max(lengthAt(from + 1, to), lengthAt(from, to + 1));
  const kept: [number, number][] = [];
  for (let from = 0, to = 0; from < before.length && to < after.length;) {
    if (before[from] === after[to]) kept.push([from++, to++]);
    else if (lengthAt(from + 1, to) >= lengthAt(from, to + 1)) from++;
    else to++;
  }
  return kept;
}

/** 1,500 lines against as many: some milliseconds and 9 MB. */
const mostComparisons = 2_250_000;
