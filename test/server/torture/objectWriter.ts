import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../../server/src/merge/json';
import type { Random } from '../merge/random';
import { chooseEdits, describeEdits } from './choose';
import { compare, inspect, type Torture, verify, type Writer } from './context';
import { editObject } from './jsonEdits';
import { acknowledge, doubt, isSame } from './ledger';
import {
  counterOf,
  incremented,
  marksOf,
  pathOf,
  targetObjects,
  type TargetObject,
  tallyKey,
  tallyOf,
} from './objects';
import { patchable } from './patches';
import { type Mark, valueAt, type WriterName } from './places';
import type { Submit } from './submit';

export interface ObjectWriterOptions {
  name: WriterName;
  share: number;
  submit: Submit;
  /** A patch or an apply: where the new elements stand in their list is up to the API server, and nothing is counted. */
  isPartial: boolean;
}

/** A writer that is no editor of ours: reads an object, changes its own marks in it, and submits that until it is taken. */
export function createObjectWriter(torture: Torture, options: ObjectWriterOptions): Writer {
  const { name, submit, isPartial } = options;
  const { journal, counts, api } = torture;
  let last = 0;
  const sequence = (): number => ++last;

  async function readOwn(target: TargetObject): Promise<{ object: JsonObject; marks: Mark[] }> {
    const object = await api.read(pathOf(target));
    const marks = marksOf(target, object, name);
    compare(torture, { target, writer: name, told: { kind: 'nothing' }, found: marks });
    inspect(torture, target, object);
    acknowledge(torture.account(target, name), marks);
    return { object, marks };
  }

  async function round(random: Random): Promise<void> {
    const target = random.pick(targetObjects)!;
    const isCounting = !isPartial && random.below(3) === 0;
    const overwrites = !isPartial && random.below(10) === 0;
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const { object: read, marks: before } = await readOwn(target);
      const chosen = chooseEdits(random, { target, writer: name, marks: before, sequence });
      const edits = isPartial ? patchable(target, chosen) : chosen;
      const object = structuredClone(read);
      for (const edit of edits) editObject(object, edit, name);
      if (isCounting) count(target, object, name);
      const shared = overwrites ? `${target.name}.${name.name}.shared.0.${sequence()}` : undefined;
      if (shared !== undefined) setAt(object, target.sharedPath, shared);
      const marks = marksOf(target, object, name);
      const { outcome, words } = await submit({ target, writer: name, read, object, edits, marks });
      const what = describeEdits(edits) + (isCounting ? ` and counter ${counterOf(target, object)}` : '');
      journal.note(target, `${name.name}: ${what}: ${outcome} ${words}`);
      const isPerhapsWritten = outcome === 'written' || outcome === 'noAnswer';
      if (shared !== undefined && isPerhapsWritten) torture.shared.get(target.name)?.add(shared);
      if (outcome === 'written') return written(target, marks, isCounting);
      if (outcome === 'moved') {
        counts.moved += 1;
        await wait(random.below(20 * (attempt + 1)));
        continue;
      }
      if (outcome === 'refused') {
        await verify(torture, { target, writer: name, told: { kind: 'failed', attempted: marks } });
        return;
      }
      doubt(torture.account(target, name), marks);
      await readOwn(target);
      return;
    }
  }

  async function written(target: TargetObject, marks: Mark[], hasCounted: boolean): Promise<void> {
    const account = torture.account(target, name);
    acknowledge(account, marks);
    if (hasCounted) counts.increments += 1;
    if (!isPartial) {
      await verify(torture, { target, writer: name, told: { kind: 'saved' } });
      return;
    }
    const object = await api.read(pathOf(target));
    const found = marksOf(target, object, name);
    if (isSame(sorted(found), sorted(marks))) acknowledge(account, found);
    compare(torture, { target, writer: name, told: { kind: 'saved' }, found });
  }

  return {
    name,
    share: options.share,
    round,
    settle: async () => {
      for (const target of targetObjects) await readOwn(target);
    },
    checkTexts: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Counts by one, and notes that, in the same object. */
function count(target: TargetObject, object: JsonObject, writer: WriterName): void {
  const next = incremented(counterOf(target, object), writer);
  const isText = typeof valueAt(object, target.counterPath) === 'string';
  setAt(object, target.counterPath, isText ? String(next) : next);
  setAt(object, ['metadata', 'annotations', tallyKey(writer)], String(tallyOf(object, writer) + 1));
}

function setAt(object: JsonObject, path: readonly string[], value: string | number): void {
  const map = valueAt(object, path.slice(0, -1));
  if (isJsonObject(map)) map[path.at(-1)!] = value;
}

function sorted(marks: readonly Mark[]): Mark[] {
  return [...marks].sort((one, other) => (markKey(one) < markKey(other) ? -1 : 1));
}

function markKey({ place, key }: Mark): string {
  return `${place} ${key}`;
}

const mostAttempts = 30;
