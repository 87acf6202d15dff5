import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver';
import { describeSaved, describeSaveProgress, describeStuckSave } from './features/saveProgress';
import { stuckSaveNotification } from './protocol/messages';
import type { Settings } from './protocol/settings';
import { createBackground } from './session/background';
import type { SessionResult } from './session/contract';
import type { LiveDocument } from './session/liveDocument';
import type { SaveOutcome } from './session/outcome';
import type { Clock, WriteLog } from './session/ports';
import { advanceSaveProgress, beginSaveProgress, type SaveProgress } from './session/saveProgress';

export interface SaveProgressesOptions {
  connection: Connection;
  clock: Clock;
  settings: () => Settings;
  /** Ends every progress. */
  signal: AbortSignal;
  /** The document of this URI, where an editor has it. */
  find: (uri: string) => LiveDocument | undefined;
  log: WriteLog;
}

/** Shows how far the cluster has acted on saves, where that takes more than a moment. */
export interface SaveProgresses {
  /** A save of this document has ended. One that the cluster acts on takes the place of the one before. */
  saved(uri: string, result: SessionResult<SaveOutcome>): void;
}

/** The progresses over this connection; a client that shows none still hears of what is stuck. */
export function createSaveProgresses(options: SaveProgressesOptions): SaveProgresses {
  const running = new Map<string, AbortController>();
  const inBackground = createBackground(options.log);
  return {
    saved(uri, result) {
      if (result.kind === 'failed' || result.value.kind !== 'saved' || !options.settings().saveProgress)
        return;
      const progress = beginSaveProgress(result.value, options.clock.now());
      if (progress === undefined) return;
      running.get(uri)?.abort();
      const controller = new AbortController();
      running.set(uri, controller);
      const signal = AbortSignal.any([controller.signal, options.signal]);
      const following = follow(uri, progress, { ...options, signal }).finally(() => {
        if (running.get(uri) === controller) running.delete(uri);
      });
      inBackground(following);
    },
  };
}

/** Follows one save to its end, or until the user does not want to see it, the document is closed, or the signal comes. */
async function follow(uri: string, begun: SaveProgress, options: SaveProgressesOptions): Promise<void> {
  const { clock, signal, find } = options;
  let progress = begun;
  let shown: Shown | undefined;
  for (;;) {
    await clock.sleep(lookMilliseconds, signal); // at first for the answer of the save itself
    const document = find(uri);
    if (document === undefined || signal.aborted || shown?.isCancelled() === true) break;
    const now = clock.now();
    progress = advanceSaveProgress(progress, document, now);
    const isEnded = progress.step.kind === 'ended';
    const isTold = isEnded && tellWhereStuck(progress, document, options);
    const words = describeSaveProgress(progress, now);
    if (words !== undefined && shown === undefined && !isEnded)
      shown = await show(nameOf(document), words, options);
    else if (words !== undefined) shown?.report(words);
    // The last words stand for a moment, if any were said before; those of a notification stand there.
    if (isEnded && shown !== undefined && !isTold) await clock.sleep(lastWordsMilliseconds, signal);
    if (isEnded) break;
  }
  shown?.end();
}

/** Whether the user is told by a notification that the save is stuck. */
function tellWhereStuck(
  { step }: SaveProgress,
  document: LiveDocument,
  { connection, settings }: SaveProgressesOptions,
): boolean {
  const message = describeStuckSave(step, nameOf(document));
  if (message === undefined || settings().notificationLevel === 'none') return false;
  void connection.sendNotification(stuckSaveNotification, { uri: document.uri, message });
  return true;
}

function nameOf({ base, ref }: LiveDocument): string {
  const { kind } = base.object;
  return describeSaved({ objectKind: typeof kind === 'string' ? kind : ref.resource, ref });
}

/** A progress that the editor shows. */
interface Shown {
  isCancelled(): boolean;
  report(words: string): void;
  end(): void;
}

async function show(title: string, words: string, { connection }: SaveProgressesOptions): Promise<Shown> {
  // A client may refuse: then there is nothing to be seen, and nothing to cancel.
  const reporter: WorkDoneProgressServerReporter | undefined = await connection.window
    .createWorkDoneProgress()
    .catch(() => undefined);
  reporter?.begin(title, undefined, words, true);
  let said = words;
  return {
    isCancelled: () => reporter?.token.isCancellationRequested === true,
    report(next) {
      if (next !== said) reporter?.report(next);
      said = next;
    },
    end: () => reporter?.done(),
  };
}

/** How often it is looked what is known of a document; nothing is asked of the cluster for that. Milliseconds. */
const lookMilliseconds = 250;
const lastWordsMilliseconds = 3_000;
