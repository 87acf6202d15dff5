import { parse } from 'yaml';
import { type FieldPath, formatFieldPath, formatPointer } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import type { SaveAnswer } from '../../../server/src/protocol/messages';
import type { EditorDocument } from '../editor/document';
import type { Random } from '../merge/random';
import { type Torture, verify } from './context';
import { acknowledge, doubt } from './ledger';
import {
  counterOf,
  incremented,
  marksOf,
  pathOf,
  pointerOf,
  type TargetObject,
  tallyKey,
  tallyOf,
} from './objects';
import { type Mark, valueAt, type WriterName } from './places';
import { ownPaths, wholePaths } from './markPaths';
import { typeMark, typeScalar } from './typing';

/** A live document in an editor, and what its user keeps in mind of it. */
export interface EditedDocument {
  target: TargetObject;
  document: EditorDocument;
  /** What the user has written beside the values. */
  comments: readonly string[];
}

/** What a text says. */
export function valueOfText(text: string): JsonObject {
  return parse(text) as JsonObject;
}

/** The writer's marks in the document's text. */
export function marksInText({ target, document }: EditedDocument, writer: WriterName): Mark[] {
  return marksOf(target, valueOfText(document.text()), writer);
}

/**
 * Saves the text as it is, keeps what the answer says in the books, and compares the cluster with that.
 * `meanwhile` happens while the save is on its way.
 */
export async function saveAndVerify(
  torture: Torture,
  edited: EditedDocument,
  { writer, meanwhile }: { writer: WriterName; meanwhile?: () => Promise<void> },
): Promise<SaveAnswer> {
  const { target, document } = edited;
  const { counts, journal } = torture;
  const value = valueOfText(document.text());
  const attempted = marksOf(target, value, writer);
  const account = torture.account(target, writer);
  const before = tallyIn(account.settled, writer);
  const saving = document.save();
  await meanwhile?.();
  const answer = await saving;
  counts.saves += 1;
  journal.note(target, `${writer.name}: save: ${describe(answer)}`);
  if (answer.kind !== 'problem') {
    acknowledge(account, attempted);
    counts.increments += tallyIn(attempted, writer) - before;
    noteShared(torture, target, value);
    if (answer.merged) counts.merges += 1;
    await verify(torture, { target, writer, told: { kind: 'saved' } });
    return answer;
  }
  const { reason, message } = answer.problem;
  counts.problems[reason] = (counts.problems[reason] ?? 0) + 1;
  if (reason === 'unknownOutcome') {
    counts.unknown += 1;
    doubt(account, attempted);
    noteShared(torture, target, value);
    await verify(torture, { target, writer, told: { kind: 'nothing' } });
    return answer;
  }
  if (reason === 'rejected') journal.remark(target, `a text is refused: ${message}`);
  const isDenied = /[Nn]othing was written/.test(message);
  if (reason === 'conflict') {
    counts.conflicts += 1;
    if (!/have both changed [^;]*(counter|shared|-tally)/.test(message)) {
      counts.strangeConflicts += 1;
      journal.remark(target, describeConflict(message, edited));
    }
  }
  if (reason === 'conflict' && !isDenied) {
    doubt(account, attempted);
    noteShared(torture, target, value);
    await verify(torture, { target, writer, told: { kind: 'nothing' } });
    return answer;
  }
  await verify(torture, { target, writer, told: { kind: 'failed', attempted } });
  return answer;
}

/**
 * Decides about conflicts: the counter is always taken over from the cluster, and counted on from there where the user
 * still has an increment to make; the shared field goes either way; what is the user's own stays as it is. Anything
 * more than that would overwrite others, so the cluster's is taken.
 */
export async function resolveConflicts(
  torture: Torture,
  edited: EditedDocument,
  {
    writer,
    random,
    countsOn,
    message,
  }: { writer: WriterName; random: Random; countsOn: boolean; message: string },
): Promise<void> {
  const { target, document } = edited;
  const keep = random.below(2) === 0 ? 'yours' : 'live';
  if (names(message, target.sharedPath)) await decide(document, keep, pointerOf(target.sharedPath));
  for (const path of ownPaths(target, writer))
    if (names(message, path)) await decide(document, 'yours', formatPointer(path));
  if (names(message, target.counterPath) && (await decide(document, 'live', pointerOf(target.counterPath)))) {
    const live = await torture.api.read(pathOf(target));
    const text = valueOfText(document.text());
    const noted = tallyOf(live, writer) + (countsOn ? 1 : 0);
    const counter = countsOn ? incremented(counterOf(target, text), writer) : counterOf(target, text);
    typeCounter(edited, { counter, tally: noted, writer, random });
  }
  for (const path of wholePaths(target))
    if (names(message, path)) await decide(document, 'live', formatPointer(path));
  torture.journal.note(target, `${writer.name}: resolved, the shared field ${keep}`);
}

/** Types the counter and the writer's own tally. */
export function typeCounter(
  { target, document }: EditedDocument,
  { counter, tally, writer, random }: { counter: number; tally: number; writer: WriterName; random: Random },
): void {
  const value = valueOfText(document.text());
  const isText = typeof valueAt(value, target.counterPath) === 'string';
  const key = tallyKey(writer);
  const place = target.places.find(({ name }) => name === 'annotations')!;
  document.type((text) => {
    const counted = typeScalar(text, target.counterPath, isText ? `"${counter}"` : String(counter));
    const noted = tally === 0 ? undefined : String(tally);
    return typeMark(counted, { place, key, value: noted }, { writer, random });
  });
}

/** Whether a sentence names this very field, and not one below it. */
function names(message: string, path: FieldPath): boolean {
  return message
    .split(/, | and | of /)
    .some((part) => part.endsWith(` ${formatFieldPath(path)}`) || part === formatFieldPath(path));
}

async function decide(document: EditorDocument, keep: 'yours' | 'live', path?: string): Promise<boolean> {
  try {
    await document.decide(keep, path);
    return true;
  } catch {
    return false; // there is no such conflict (any more); the next save tells
  }
}

/** A conflict that others have no part in, e.g. with one's own write whose answer was lost. */
function describeConflict(message: string, { document }: EditedDocument): string {
  const marks = document.diagnostics().map((diagnostic) => diagnostic.message);
  return [message, ...marks].join('\n    ');
}

function noteShared({ shared }: Torture, target: TargetObject, value: JsonObject): void {
  const text = valueAt(value, target.sharedPath);
  if (typeof text === 'string') shared.get(target.name)?.add(text);
}

function tallyIn(marks: readonly Mark[], writer: WriterName): number {
  return Number(marks.find(({ key }) => key === tallyKey(writer))?.value ?? 0);
}

function describe(answer: SaveAnswer): string {
  return answer.kind === 'problem'
    ? `${answer.problem.reason}: ${answer.problem.message}`
    : `${answer.kind}: ${answer.message}`;
}
