import type { JsonObject, JsonValue } from '../merge/json';
import { isJsonObject } from '../merge/json';
import { mergeTo } from '../merge/merge';
import type { ListTopology } from '../merge/topology';
import { type Snapshot, withObject } from './snapshot';

/**
 * Which object each text of a document was derived from, in the order in which the editor had the texts: undo and redo
 * lead to an earlier or later text, and with it to the object that belongs to it. Immutable.
 */
export interface TextHistory {
  readonly steps: readonly Step[];
  /** The index of the step whose text the editor has now. */
  readonly at: number;
  /** The bases by number; those of long ago are dropped. */
  readonly bases: ReadonlyMap<number, Base>;
  /** What our own writes have changed, oldest first; those of long ago are dropped. */
  readonly writes: readonly OwnWrite[];
  readonly droppedWrites: number;
}

/** A text that the editor had, by its fingerprint, and the number of its base. */
interface Step {
  readonly text: number;
  readonly base: number;
}

interface Base {
  readonly snapshot: Snapshot;
  /** How many writes of ours the base takes account of. */
  readonly writes: number;
}

interface OwnWrite {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The history of a document that begins with this text. */
export function beginHistory(text: string, base: Snapshot): TextHistory {
  const bases = new Map([[0, { snapshot: base, writes: 0 }]]);
  return { steps: [{ text: fingerprint(text), base: 0 }], at: 0, bases, writes: [], droppedWrites: 0 };
}

/** The editor has a new text; what had been undone before it is gone. Its base is the one of the text before. */
export function recordText(history: TextHistory, text: string): TextHistory {
  const { base } = currentStep(history);
  const kept = history.steps.slice(Math.max(0, history.at + 2 - maximumSteps), history.at + 1);
  return { ...history, steps: [...kept, { text: fingerprint(text), base }], at: kept.length };
}

/** The text of now has another base. The texts before it keep theirs. */
export function recordBase(history: TextHistory, snapshot: Snapshot): TextHistory {
  const { number, bases } = addBase(history, snapshot);
  return {
    ...history,
    steps: history.steps.with(history.at, { ...currentStep(history), base: number }),
    bases,
  };
}

function addBase(
  history: TextHistory,
  snapshot: Snapshot,
): { number: number; bases: ReadonlyMap<number, Base> } {
  const number = Math.max(...history.bases.keys()) + 1;
  const bases = [...history.bases].slice(1 - maximumBases);
  return { number, bases: new Map([...bases, [number, { snapshot, writes: countWrites(history) }]]) };
}

/** The base of the text of now has moved along, for this text and for all others with the same base. */
export function replaceBase(history: TextHistory, snapshot: Snapshot): TextHistory {
  const bases = new Map(history.bases);
  bases.set(currentStep(history).base, { snapshot, writes: countWrites(history) });
  return { ...history, bases };
}

/** A write of ours: what its text was derived from, and what it says as a whole object. */
export interface OwnText {
  readonly text: string;
  readonly before: JsonObject;
  readonly written: Snapshot;
  /** What it says, with what the server has made of that. An undo takes back both. */
  readonly completed: JsonObject;
  readonly topology: ListTopology;
}

/**
 * We have written what a text said: `written` is its base from now on. The other texts take account of the write
 * when an undo leads back to them. The result has the base of the text of now.
 */
export function recordWrite(
  history: TextHistory,
  { text, before, written, completed, topology }: OwnText,
): { history: TextHistory; base: Snapshot | undefined } {
  const writes = [...history.writes, { before, after: completed }];
  const dropped = Math.max(0, writes.length - maximumWrites);
  const recorded = {
    ...history,
    writes: writes.slice(dropped),
    droppedWrites: history.droppedWrites + dropped,
  };
  const wanted = fingerprint(text);
  const index = history.steps.findLastIndex((step) => step.text === wanted);
  const own = history.steps[index];
  // What the editor has undone and typed over meanwhile is no text of the history any more.
  if (own === undefined) return withWrites(recorded, topology);
  const { number, bases } = addBase(recorded, written);
  // The text, and what was typed on it since, is derived from what was written; texts before it are not.
  const steps = history.steps.map((step, at) =>
    at >= index && step.base === own.base ? { ...step, base: number } : step,
  );
  return withWrites({ ...recorded, steps, bases }, topology);
}

/**
 * The editor went to this text by an undo or a redo: the history there, and the base of that text, with our own writes
 * since in it, so that an undo takes them back and nothing of others. `base` is undefined where it is not known any
 * more. The whole result is undefined where the editor never had the text.
 */
export function goTo(
  history: TextHistory,
  text: string,
  { way, topology }: { way: UndoWay; topology: ListTopology },
): { history: TextHistory; base: Snapshot | undefined } | undefined {
  const at = findStep(history, fingerprint(text), way);
  return at === undefined ? undefined : withWrites({ ...history, at }, topology);
}

/**
 * The base of the text of now with all our writes in it. A write over what others had changed meanwhile cannot be taken
 * back without taking back theirs: there the base stays as the text has it.
 */
function withWrites(
  history: TextHistory,
  topology: ListTopology,
): { history: TextHistory; base: Snapshot | undefined } {
  const base = history.bases.get(currentStep(history).base);
  if (base === undefined || base.writes < history.droppedWrites) return { history, base: undefined };
  const later = history.writes.slice(base.writes - history.droppedWrites);
  if (later.length === 0) return { history, base: base.snapshot };
  const object = later.reduce<JsonValue>(
    (value, { before, after }) =>
      mergeTo('theirs', { base: before, ours: after, theirs: value }, topology).value ?? null,
    base.snapshot.object,
  );
  const snapshot = isJsonObject(object) ? withObject(base.snapshot, object) : base.snapshot;
  return { history: replaceBase(history, snapshot), base: snapshot };
}

export type UndoWay = 'undo' | 'redo';

/** The base of a text that the editor had a moment ago, e.g. when a save of it was asked for. */
export function baseOfText({ steps, at, bases }: TextHistory, text: string): Snapshot | undefined {
  const wanted = fingerprint(text);
  const isWanted = (one: Step): boolean => one.text === wanted;
  const step = steps.slice(0, at + 1).findLast(isWanted) ?? steps.find(isWanted);
  return step === undefined ? undefined : bases.get(step.base)?.snapshot;
}

/** The number of the base of now; another one for each base that shows something else. */
export function baseNumber(history: TextHistory): number {
  return currentStep(history).base;
}

/** A base, and fingerprints of texts that were derived from it. */
export interface KnownBase {
  readonly number: number;
  readonly snapshot: Snapshot;
  readonly texts: readonly number[];
}

/** The base of now and the one before it, for the texts that the editor may come back with after a restart. */
export function recentBases(history: TextHistory): KnownBase[] {
  const { steps, at, bases } = history;
  const now = currentStep(history).base;
  const before = steps.slice(0, at + 1).findLast(({ base }) => base !== now)?.base;
  return [before, now].flatMap((number) => {
    const base = number === undefined ? undefined : bases.get(number);
    if (number === undefined || base?.writes !== countWrites(history)) return [];
    const texts = steps.filter((step) => step.base === number).map(({ text }) => text);
    return [{ number, snapshot: base.snapshot, texts: texts.slice(-keptTexts) }];
  });
}

function countWrites({ droppedWrites, writes }: TextHistory): number {
  return droppedWrites + writes.length;
}

function currentStep({ steps, at }: TextHistory): Step {
  return steps[at]!;
}

function findStep({ steps, at }: TextHistory, text: number, way: UndoWay): number | undefined {
  const found =
    way === 'undo'
      ? steps.slice(0, at).findLastIndex((step) => step.text === text)
      : steps.findIndex((step, index) => index > at && step.text === text);
  return found === -1 ? undefined : found;
}

/** 53 bits of a text's content: two texts of one document never share them by accident (cyrb53). */
export function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** More steps than anyone undoes; a step is two numbers. */
const maximumSteps = 20_000;
/** Each is an object of up to 1.5 MiB, but for the most part shared with the next. */
const maximumBases = 50;
const maximumWrites = 50;
const keptTexts = 500;
