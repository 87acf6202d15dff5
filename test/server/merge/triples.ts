import { isDeepStrictEqual } from 'node:util';
import type { Conflict } from '../../../server/src/merge/conflicts';
import type { FieldPath, FieldPathStep } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { applyAll, areIndependent, type Edit, stepTo, valueAt } from './edits';
import { proposeEdit } from './proposals';
import type { Random } from './random';

/** What the two sides' edits have to do with each other. */
export type TripleKind =
  /** Nothing, or they are the very same: all are wanted, and nobody need be asked. */
  | 'independent'
  /** One pair of them disputes one field; the others are independent. */
  | 'overlapping'
  /** One pair of them changes one list or map that the API has as one value. */
  | 'atomic';

/** Three versions of an object, and what a merge of them must come to, known from how they were made. */
export interface Triple {
  readonly kind: TripleKind;
  readonly base: JsonObject;
  readonly ours: JsonObject;
  readonly theirs: JsonObject;
  /** With ours at the dispute. */
  readonly expected: JsonObject;
  readonly dispute: Dispute | undefined;
  /** What the sides did, for messages. */
  readonly edits: Readonly<Record<'ours' | 'theirs', readonly Edit[]>>;
}

export interface Dispute {
  readonly kind: Conflict['kind'];
  readonly path: FieldPath;
}

interface Disputed {
  readonly mine: Edit;
  readonly live: Edit;
  readonly dispute: Dispute;
}

/** Up to four random edits on each side of the object, some of them on both. Undefined where the object has nothing that fits the kind. */
export function makeTriple(base: JsonObject, kind: TripleKind, random: Random): Triple | undefined {
  const disputed = kind === 'independent' ? undefined : makeDispute(base, kind, random);
  if (kind !== 'independent' && disputed === undefined) return undefined;
  const [mine, live]: [Edit[], Edit[]] = disputed ? [[disputed.mine], [disputed.live]] : [[], []];
  for (const [side, other] of [
    [mine, live],
    [live, mine],
  ] as const) {
    const count = side.length + 1 + random.below(4);
    for (let attempt = 0; side.length < count && attempt < 50; attempt += 1) {
      const edit = proposeEdit(base, random);
      if (![...mine, ...live].every((known) => areIndependent(edit, known))) continue;
      side.push(edit);
      if ((edit.kind === 'set' || edit.kind === 'remove') && random.below(10) === 0) other.push(edit);
    }
  }
  const ours = applyAll(base, mine);
  const theirs = applyAll(base, live);
  const undisputed = live.filter((edit) => edit !== disputed?.live && !mine.includes(edit));
  const expected = applyAll(base, [...mine, ...undisputed]);
  for (const edit of [...mine, ...live])
    if (edit.kind === 'insert' || edit.kind === 'move')
      settleOrder(edit.list, { base, ours, theirs, expected }, live);
  const edits = { ours: mine, theirs: live };
  return { kind, base, ours, theirs, expected, dispute: disputed?.dispute, edits };
}

function makeDispute(base: JsonObject, kind: TripleKind, random: Random): Disputed | undefined {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const [edit, other] = [proposeEdit(base, random), proposeEdit(base, random)];
    const disputed = kind === 'atomic' ? disputeWhole(base, edit, other) : disputeField(base, edit, random);
    if (disputed !== undefined) return disputed;
  }
  return undefined;
}

/** Both change the same list or map, which is one value, in different ways. */
function disputeWhole(base: JsonObject, mine: Edit, live: Edit): Disputed | undefined {
  if (mine.kind !== 'set' || live.kind !== 'set' || !isDeepStrictEqual(mine.path, live.path))
    return undefined;
  const before = valueAt(base, mine.path);
  const values = [before, mine.value, live.value];
  if (typeof mine.value !== 'object') return undefined;
  if (values.some((value, index) => isDeepStrictEqual(value, values[(index + 1) % 3]))) return undefined;
  const kind = before === undefined ? 'both-added' : 'both-changed';
  return { mine, live, dispute: { kind, path: mine.path } };
}

/** Both set a field to other values, or one removes what the other changes. */
function disputeField(base: JsonObject, edit: Edit, random: Random): Disputed | undefined {
  if (edit.kind === 'set') {
    const { path, value } = edit;
    const [before, other] = [valueAt(base, path), otherThan(value)];
    if (other === undefined || before === value || before === other) return undefined;
    const kind = before === undefined ? 'both-added' : 'both-changed';
    return { mine: edit, live: { ...edit, value: other }, dispute: { kind, path } };
  }
  if (edit.kind !== 'remove') return undefined;
  const change = changeInside(edit.path, valueAt(base, edit.path));
  if (change === undefined) return undefined;
  return random.below(2) === 0
    ? { mine: edit, live: change, dispute: { kind: 'ours-deleted', path: edit.path } }
    : { mine: change, live: edit, dispute: { kind: 'theirs-deleted', path: edit.path } };
}

function otherThan(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return undefined;
  return /\d/.test(value) ? value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) : `${value}-too`;
}

function changeInside(unit: FieldPath, value: JsonValue | undefined): Edit | undefined {
  if (typeof value === 'string') return { kind: 'set', path: unit, value: `${value} changed`, unit };
  // Annotations are no more than their entries: another one may be added while all are removed.
  if (!isJsonObject(value) || unit.at(-1) === 'annotations') return undefined;
  const field = ['image', 'value', 'periodSeconds', 'hostPort', 'subPath'].find((key) =>
    Object.hasOwn(value, key),
  );
  return { kind: 'set', path: [...unit, field ?? 'added'], value: 1, unit };
}

/**
 * Puts a list of the expected object in order: what both sides have stands as the side has it that moved something;
 * of the rest each element stands right behind all that precedes it on its side, those of ours first.
 */
function settleOrder(
  path: FieldPath,
  { ours, theirs, expected }: Pick<Triple, 'base' | 'ours' | 'theirs' | 'expected'>,
  live: readonly Edit[],
): void {
  const list = valueAt(expected, path);
  if (!Array.isArray(list)) return;
  const stepsOf = (object: JsonObject): FieldPathStep[] =>
    ((valueAt(object, path) ?? []) as JsonValue[]).map((element) => stepTo(element, path));
  const has = (steps: FieldPathStep[], step: FieldPathStep): boolean =>
    steps.some((other) => isDeepStrictEqual(other, step));
  const [mine, yours, kept] = [stepsOf(ours), stepsOf(theirs), stepsOf(expected)];
  const isMovedByThem = live.some((edit) => edit.kind === 'move' && isDeepStrictEqual(edit.list, path));
  const common = (isMovedByThem ? yours : mine).filter(
    (step) => has(mine, step) && has(yours, step) && has(kept, step),
  );
  const behind: FieldPathStep[][] = [[], ...common.map(() => [])];
  for (const steps of [mine, yours]) {
    let place = 0;
    for (const step of steps) {
      const index = common.findIndex((other) => isDeepStrictEqual(other, step));
      if (index !== -1) place = Math.max(place, index + 1);
      else if (has(kept, step)) behind[place]!.push(step);
    }
  }
  const order = [...behind[0]!, ...common.flatMap((step, index) => [step, ...behind[index + 1]!])];
  const rank = (element: JsonValue): number =>
    order.findIndex((step) => isDeepStrictEqual(step, stepTo(element, path)));
  list.sort((one, other) => rank(one) - rank(other));
}
