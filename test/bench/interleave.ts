import { setTimeout as wait } from 'node:timers/promises';

/** Does one thing and returns the milliseconds of the part that counts. */
export type Side = () => Promise<number> | number;

/**
 * Runs every side once a round, always in the same order, so that a drift of the machine hits all of them. Returns
 * the milliseconds of each side by round; the first `warmUp` rounds are left out.
 */
export async function interleave<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of names) {
      const milliseconds = await sides[name]();
      if (round >= warmUp) measured[name].push(milliseconds);
      // What one side leaves to be done later must not be counted for the next.
      await wait(settlingMilliseconds);
    }
  }
  return measured;
}

/** How long the work takes until its promise has resolved, and its value. Milliseconds. */
export async function timeOf<T>(
  work: () => Promise<T> | T,
): Promise<{ milliseconds: number; value: Awaited<T> }> {
  const started = performance.now();
  const value = await work();
  return { milliseconds: performance.now() - started, value };
}

/** Longer than the server gathers changes before it publishes them. */
const settlingMilliseconds = 25;
