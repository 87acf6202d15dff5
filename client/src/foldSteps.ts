import { mapLines } from './mapLines';

/** Lines below the first of which all others are folded away. They count from 0; the last is part of it. */
export interface Fold {
  first: number;
  last: number;
}

/**
 * The texts by which one text becomes another so that folds in between stay: VS Code replaces everything from the first
 * line that differs to the last, and unfolds what lies there. The last one is the later text. Lines without their ends.
 */
export function listSteps(before: readonly string[], after: readonly string[], folds: Fold[]): string[][] {
  const { replaced, lineOf } = mapLines(before, after);
  const between = folds.filter(({ first, last }) => replaced.start < first && last < replaced.end);
  const steps: string[][] = [];
  for (const { first, last } of between) {
    const place = lineOf(first);
    const isSame = before.slice(first, last + 1).every((line, index) => line === after[place + index]);
    // What lies above the fold becomes as it is later, the rest stays for the next step.
    if (isSame) steps.push([...after.slice(0, place), ...before.slice(first)]);
  }
  return [...steps.filter((step, index) => !isSameText(step, steps[index - 1] ?? before)), [...after]];
}

function isSameText(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
