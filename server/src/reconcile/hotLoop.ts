import { type FieldPath, formatPointer } from '../merge/fieldPath';

/** What one version changes of the version seen before it. */
export interface SeenWrite {
  /** When it was seen. Milliseconds since 1970, all by the same clock. */
  readonly time: number;
  readonly changes: readonly FieldWrite[];
}

/** One changed field. `before` and `after` are equal for equal values, and only for those. */
export interface FieldWrite {
  readonly path: FieldPath;
  /** Who owns the field since; undefined where that is not recorded, as for a field that was removed. */
  readonly manager: string | undefined;
  readonly before: number;
  readonly after: number;
}

/** Two managers that undo each other's changes. */
export interface HotLoop {
  /** In alphabetical order. */
  readonly managers: readonly [string, string];
  /** The fields that they fight over, and how often each was changed by the two within the last minute. */
  readonly fields: readonly FoughtField[];
}

export interface FoughtField {
  readonly path: FieldPath;
  readonly times: number;
}

/**
 * Who fights over an object, by what was written within the minute before `now` (milliseconds since 1970), oldest
 * first. For each field and each two managers, the changes of these two are taken in turns: changes of one manager in
 * a row are one turn. The two fight over the field if there are at least six turns, three of each, and at least every
 * third of them takes the turn before it back, which means that it leaves the value that had been there before that
 * turn. Turns that only react to each other, with a new value each, take nothing back. Of several pairs the one with
 * the most changes is named; undefined where nobody fights, or nobody any more.
 */
export function findHotLoop(writes: readonly SeenWrite[], now: number): HotLoop | undefined {
  const recent = writes.filter(({ time }) => Math.abs(now - time) < window);
  if (recent.length < leastTurns) return undefined;
  const fights = [...groupByField(recent).values()].flatMap(findFights);
  const pairs = new Map<string, { managers: HotLoop['managers']; fields: FoughtField[] }>();
  for (const { managers, field } of fights) {
    const key = JSON.stringify(managers);
    const pair = pairs.get(key) ?? { managers, fields: [] };
    pair.fields.push(field);
    pairs.set(key, pair);
  }
  const most = (fields: FoughtField[]): number => Math.max(...fields.map(({ times }) => times));
  return [...pairs.values()].sort((one, other) => most(other.fields) - most(one.fields))[0];
}

interface NamedWrite extends FieldWrite {
  readonly manager: string;
}

function groupByField(writes: readonly SeenWrite[]): Map<string, NamedWrite[]> {
  const fields = new Map<string, NamedWrite[]>();
  for (const { path, manager, ...values } of writes.flatMap(({ changes }) => changes)) {
    if (manager === undefined) continue;
    const key = formatPointer(path);
    const known = fields.get(key);
    const write = { path, manager, ...values };
    if (known === undefined) fields.set(key, [write]);
    else known.push(write);
  }
  return fields;
}

/** Every two managers that fight over this one field. */
function findFights(changes: NamedWrite[]): { managers: HotLoop['managers']; field: FoughtField }[] {
  if (changes.length < leastTurns) return [];
  const names = [...new Set(changes.map(({ manager }) => manager))].sort();
  return names.flatMap((one, index) =>
    names.slice(index + 1).flatMap((other) => {
      const ofBoth = changes.filter(({ manager }) => manager === one || manager === other);
      const field: FoughtField = { path: ofBoth[0]!.path, times: ofBoth.length };
      return isFight(ofBoth) ? [{ managers: [one, other] as const, field }] : [];
    }),
  );
}

function isFight(changes: readonly NamedWrite[]): boolean {
  const turns = takeTurns(changes);
  const takenBack = turns.filter(({ after }, index) => after === turns[index - 1]?.before);
  return turns.length >= leastTurns && takenBack.length * 3 >= turns.length;
}

/** One write for each turn: from the value before its first change to the one after its last. */
function takeTurns(changes: readonly NamedWrite[]): NamedWrite[] {
  const turns: NamedWrite[] = [];
  for (const change of changes) {
    const last = turns.at(-1);
    if (last?.manager === change.manager) turns[turns.length - 1] = { ...last, after: change.after };
    else turns.push(change);
  }
  return turns;
}

/** How far back a fight is looked for. Milliseconds. */
const window = 60_000;
const leastTurns = 6;
