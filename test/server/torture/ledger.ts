import type { Mark } from './places';

/** What is known of a writer's marks in an object: as acknowledged last, or perhaps as one of the writes since. */
export interface Account {
  settled: Mark[];
  perhaps: Mark[][];
}

/** A difference that must not be. */
export interface Difference {
  kind: 'lost' | 'misplaced' | 'silent';
  what: string;
}

/** The writer was told of a success: its marks are these. */
export function acknowledge(account: Account, marks: Mark[]): void {
  account.settled = marks;
  account.perhaps = [];
}

/** Nobody knows whether the write arrived. */
export function doubt(account: Account, marks: Mark[]): void {
  if (!account.perhaps.some((known) => isSame(known, marks))) account.perhaps.push(marks);
}

/**
 * Takes over where marks stand now, where they are those that are known: others' elements come, go and move, and what a
 * writer has put behind one of them may stand behind it still, past another mark of the writer.
 */
export function followMoves(account: Account, found: Mark[]): void {
  const follow = (known: Mark[]): Mark[] =>
    isSame(known, found) || areMovedByOthers(known, found) ? found : known;
  account.settled = follow(account.settled);
  account.perhaps = account.perhaps.map(follow);
}

/**
 * Whether marks are the same in another order, and wherever two of them have changed places, an element of others
 * stands between them that was moved there from before them or from behind them.
 */
function areMovedByOthers(known: readonly Mark[], found: readonly Mark[]): boolean {
  const [before, after] = [order(known.toSorted(compareMarks)), order(found.toSorted(compareMarks))];
  if (before !== after) return false;
  const indexIn = (marks: readonly Mark[], mark: Mark): number =>
    marks.findIndex((one) => compareMarks(one, mark) === 0);
  return known.every((first, index) =>
    known.slice(index + 1).every((second) => {
      const [now, other] = [found[indexIn(found, first)]!, found[indexIn(found, second)]!];
      if (found.indexOf(now) < found.indexOf(other)) return true;
      const between = other.following?.filter((key) => now.preceding?.includes(key)) ?? [];
      return between.some((key) => first.preceding?.includes(key) || second.following?.includes(key));
    }),
  );
}

/**
 * What is wrong with the marks that an object has of a writer, given what the writer was told. `told` is what the
 * writer has just been told of an attempt, if anything: that decides between lost and silent.
 */
export function findDifferences(
  { settled, perhaps }: Account,
  found: readonly Mark[],
  told: { kind: 'saved' } | { kind: 'failed'; attempted: readonly Mark[] } | { kind: 'nothing' },
): Difference[] {
  if ([settled, ...perhaps].some((known) => isSame(known, found))) return [];
  const [expected, actual] = [byPlace(settled), byPlace(found)];
  const attempted = told.kind === 'failed' ? byPlace(told.attempted) : new Map<string, string>();
  const differences: Difference[] = [];
  for (const [key, value] of expected) {
    const now = actual.get(key);
    if (now === value) continue;
    const wasAttempted = told.kind === 'failed' && attempted.get(key) === now;
    differences.push({
      kind: told.kind === 'saved' || wasAttempted ? 'silent' : 'lost',
      what: `${key} should be ${value} and is ${now ?? 'not there'}`,
    });
  }
  for (const [key, value] of actual)
    if (!expected.has(key))
      differences.push({ kind: 'silent', what: `${key} should not be there and is ${value}` });
  return differences.length > 0
    ? differences
    : [{ kind: 'misplaced', what: `the order should be ${order(settled)} and is ${order(found)}` }];
}

/** Whether two lists of marks are the same, their order included. */
export function isSame(one: readonly Mark[], other: readonly Mark[]): boolean {
  return one.length === other.length && one.every((mark, index) => order([mark]) === order([other[index]!]));
}

function compareMarks(one: Mark, other: Mark): number {
  return order([one]).localeCompare(order([other]));
}

function byPlace(marks: readonly Mark[]): Map<string, string> {
  return new Map(marks.map(({ place, key, value }) => [`${place} ${key}`, value]));
}

function order(marks: readonly Mark[]): string {
  return marks.map(({ place, key, value }) => `${place} ${key}=${value}`).join(', ');
}
