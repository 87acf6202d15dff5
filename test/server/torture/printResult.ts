import type { TortureResult } from './run';

/** Prints what a run came to. */
export function printResult(result: TortureResult, write: (line: string) => void): void {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const rows: [string, string | number][] = [
    ['seed', result.seed],
    [
      'rounds',
      `${result.rounds} in ${result.seconds} s, ${(result.rounds / result.seconds).toFixed(1)} a second`,
    ],
    [
      'saves',
      `${result.saves}, ${result.writes} writes sent by our server, ${result.patches} of them patches`,
    ],
    ['409s', `${result.conflicts409} of our writes, ${result.moved} of the others'`],
    ['merges', result.merges],
    ['conflicts', `${result.conflicts}, ${result.strangeConflicts} of them without a reason`],
    ['unknown', result.unknown],
    ['problems', list(result.problems)],
    ['increments', result.increments],
    ['undos, reloads', `${result.undos}, ${result.reloads}`],
    [
      'faults',
      `${Object.values(result.faults).reduce((one, other) => one + other, 0)}: ${list(result.faults)}`,
    ],
    ['restarts', result.restarts],
    ['checkpoints', result.checkpoints],
    ['lost', result.lost],
    ['misplaced', result.misplaced],
    ['silent', result.silent],
    ['against rules', result.rule],
  ];
  for (const [name, value] of rows) write(`${name.padEnd(15)} ${value}`);
}
