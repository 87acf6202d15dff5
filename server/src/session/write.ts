import type { Apply, Entry } from './entry';
import { receiveDeletion, receiveLive, receiveSaved, receiveUnchanged } from './liveDocument';
import type { Clock } from './ports';
import { resolveLostWrite, type SaveContext, type SaveOutcome, saveText } from './save';

export interface WriteContext extends SaveContext {
  clock: Clock;
  apply: Apply;
}

/** Saves a text of a document after the saves that run already, and takes over what became of it. */
export async function writeInTurn(entry: Entry, text: string, context: WriteContext): Promise<SaveOutcome> {
  const before = entry.saving ?? Promise.resolve();
  const write = (): Promise<SaveOutcome> => writeNow(entry, text, context);
  const saving = before.then(write, write);
  entry.saving = saving;
  try {
    return await saving;
  } finally {
    entry.endedWrites += 1;
    if (entry.saving === saving) {
      entry.saving = undefined;
      entry.seenWhileSaving.clear();
    }
  }
}

/** After a write whose outcome is not known the object is read first; nothing else is written before that succeeds. */
async function writeNow(entry: Entry, text: string, context: WriteContext): Promise<SaveOutcome> {
  const { unknownWrite } = entry.document;
  if (unknownWrite !== undefined) {
    const known = await resolveLostWrite(entry.document, unknownWrite.sent, context);
    if (known.kind === 'unknown') return known;
    entry.document = { ...entry.document, unknownWrite: undefined };
    if (known.kind !== 'unwritten') takeOver(entry, unknownWrite.text, known, context);
    const isSettled = known.kind === 'saved' ? unknownWrite.text === text : known.kind !== 'unwritten';
    if (known.kind !== 'unwritten' && isSettled) return known;
  }
  const outcome = await saveText(entry.document, text, context);
  takeOver(entry, text, outcome, context);
  return outcome;
}

function takeOver(entry: Entry, text: string, outcome: SaveOutcome, { apply, clock }: WriteContext): void {
  const { document, seenWhileSaving } = entry;
  switch (outcome.kind) {
    case 'saved': {
      const { sent, answer } = outcome;
      apply(
        entry,
        receiveSaved(document, {
          text,
          sent,
          answer,
          overtaken: seenWhileSaving.has(answer.resourceVersion),
        }),
      );
      break;
    }
    case 'unchanged':
      apply(entry, receiveUnchanged(document, text));
      break;
    case 'conflicted':
      // Where the watch has brought something meanwhile, it also brings what this read may have seen beyond that.
      if (seenWhileSaving.size === 0) apply(entry, receiveLive(document, outcome.live));
      break;
    case 'gone':
      apply(entry, receiveDeletion(document, clock.now()));
      break;
    case 'unknown':
      entry.document = { ...document, unknownWrite: { text, sent: outcome.sent } };
      break;
    case 'refused':
    case 'rejected':
      break;
  }
}
