import { createAnew, rebaseOnto, withoutFormer } from './anew';
import type { Apply, Entry } from './entry';
import { findLostWrite } from './lostWrite';
import { noteOutcome } from './notes';
import type { Question, SaveOutcome } from './outcome';
import { type SaveContext, saveText } from './save';
import type { LiveDocument } from './liveDocument';
import { learnOwn } from './learning';
import type { Snapshot } from './snapshot';
import { baseOfText } from './textHistory';
import { receiveArrived, receiveBase, receiveDeletion, receiveLive, receiveSettled } from './transitions';

export interface WriteContext extends SaveContext {
  apply: Apply;
}

/**
 * Saves a text of a document after the save that runs. Of several that wait only the newest is made; all of them get
 * its outcome.
 */
export async function writeInTurn(entry: Entry, text: string, context: WriteContext): Promise<SaveOutcome> {
  if (entry.waiting !== undefined) {
    entry.waiting.text = text;
    return entry.waiting.outcome;
  }
  if (entry.saving === undefined) return begin(entry, text, context);
  const before = entry.saving;
  const next = (): Promise<SaveOutcome> => {
    const newest = entry.waiting?.text ?? text;
    entry.waiting = undefined;
    return begin(entry, newest, context);
  };
  const outcome = before.then(next, next);
  entry.waiting = { text, outcome };
  return outcome;
}

async function begin(entry: Entry, text: string, context: WriteContext): Promise<SaveOutcome> {
  const saving = writeNow(entry, text, context);
  entry.saving = saving;
  try {
    return withoutFormer(await saving, text, entry.document);
  } finally {
    entry.endedWrites += 1;
    entry.saving = undefined;
    entry.seenWhileSaving.clear();
  }
}

/** After a write whose outcome is not known the object is read first; nothing else is written before that succeeds. */
async function writeNow(entry: Entry, text: string, context: WriteContext): Promise<SaveOutcome> {
  const { unknownWrite } = entry.document;
  if (unknownWrite !== undefined) {
    const found = await findLostWrite(entry.document, unknownWrite, context);
    if (found.kind === 'unknown' || found.kind === 'rejected') return found;
    entry.document = { ...entry.document, unknownWrite: undefined };
    if (found.kind === 'missing') {
      const { live, arrived } = found;
      const document = arrived ? receiveArrived(entry.document, unknownWrite.text, arrived) : entry.document;
      context.apply(entry, receiveLive(document, live));
    } else takeOver(entry, unknownWrite.text, found, context);
    if (found.kind === 'saved' && unknownWrite.text === text) return found;
  }
  const made = await saveText(derivedFrom(entry.document, text), text, context);
  const outcome =
    made.kind === 'conflicted' && unknownWrite !== undefined ? { ...made, perhapsWritten: true } : made;
  takeOver(entry, text, outcome, context);
  return outcome.kind === 'gone' ? writeAnew(entry, text, { ...context, outcome }) : outcome;
}

/** The object is gone: whether the text becomes a new one, or a change of the one that has taken its name. */
async function writeAnew(
  entry: Entry,
  text: string,
  context: WriteContext & { outcome: SaveOutcome & { kind: 'gone' } },
): Promise<SaveOutcome> {
  const { live } = context.outcome;
  // What is a part of an object comes back with the object alone.
  if (live === undefined && entry.document.ref.subresource !== undefined) return context.outcome;
  const question: Question = live === undefined ? { kind: 'create' } : { kind: 'replaced' };
  if (!(await context.ask(question))) return context.outcome;
  if (live !== undefined)
    context.apply(entry, receiveBase(entry.document, rebaseOnto(entry.document.base, live)));
  const outcome = await (live === undefined ? createAnew : saveText)(entry.document, text, context);
  takeOver(entry, text, outcome, context);
  return outcome;
}

/** The document with the base of the text that is saved: the editor may have gone on to another one. */
function derivedFrom(document: LiveDocument, text: string): LiveDocument {
  return { ...document, base: baseOfText(document.history, text) ?? document.base };
}

/** What the watch brings from now on is older until it brings this version, or has brought it already. */
function awaitVersion(entry: Entry, { resourceVersion }: Snapshot): void {
  const { live } = entry.document;
  const isKnown = live.kind === 'present' && live.snapshot.resourceVersion === resourceVersion;
  if (!isKnown && !entry.seenWhileSaving.has(resourceVersion)) entry.awaited = resourceVersion;
}

function takeOver(entry: Entry, text: string, outcome: SaveOutcome, context: WriteContext): void {
  const { apply, clock } = context;
  const { seenWhileSaving } = entry;
  let document: LiveDocument = { ...entry.document, notes: noteOutcome(outcome, text, entry.document) };
  switch (outcome.kind) {
    case 'saved':
    case 'unchanged': {
      const live = outcome.kind === 'saved' ? outcome.answer : outcome.live;
      const isNew = outcome.kind === 'saved' && outcome.isNewVersion;
      // A version that was read may have been known before the save; what the watch has brought since is newer.
      const overtaken =
        (!isNew && seenWhileSaving.size > 0) ||
        seenWhileSaving.has(live.resourceVersion) ||
        seenWhileSaving.has(live.uid);
      if (!overtaken) awaitVersion(entry, live);
      apply(entry, receiveSettled(document, { ...outcome, text, live, overtaken, notes: document.notes }));
      if (isNew) learnOwn(entry, live);
      break;
    }
    case 'conflicted':
      // Where the watch has brought something meanwhile, it also brings what this read may have seen beyond that.
      if (seenWhileSaving.size === 0) awaitVersion(entry, outcome.live);
      if (outcome.arrived !== undefined) document = receiveArrived(document, text, outcome.arrived);
      apply(entry, seenWhileSaving.size === 0 ? receiveLive(document, outcome.live) : { document });
      break;
    case 'gone':
      apply(
        entry,
        outcome.live === undefined
          ? receiveDeletion(document, clock.now())
          : receiveLive(document, outcome.live),
      );
      break;
    case 'unknown': {
      const { sent, failure } = outcome;
      const { base } = derivedFrom(document, text);
      apply(entry, { document: { ...document, unknownWrite: { text, base, sent, failure } } });
      break;
    }
    case 'rejected':
      apply(entry, { document });
      break;
  }
}
