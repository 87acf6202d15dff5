import {
  type CodeLens,
  CodeLensRefreshRequest,
  type Connection,
  type InlayHint,
  InlayHintRefreshRequest,
  type Range,
} from 'vscode-languageserver';
import { codeLenses } from './features/codeLenses';
import type { FeatureContext } from './features/context';
import { diagnostics } from './features/diagnostics';
import { inlayHints } from './features/inlayHints';
import { nextChange } from './features/nextChange';
import { documentStatus } from './features/status';
import { statusNotification } from './protocol/messages';
import { createAlarms } from './session/alarms';
import type { LiveDocument } from './session/liveDocument';
import type { Clock } from './session/ports';
import { hasMovedSilently } from './session/silent';
import { type DocumentView, viewDocument } from './session/view';

/** What the editor asks for again when it is told to, and only for documents on the screen. */
type Asked = 'lenses' | 'hints';

export interface PublisherOptions {
  connection: Connection;
  clock: Clock;
  signal: AbortSignal;
  context: () => FeatureContext;
  /** The document of this URI, where an editor has it. */
  find: (uri: string) => LiveDocument | undefined;
  /** Whether the editor can be told to ask again. */
  canRefresh: (asked: Asked) => boolean;
}

/** Keeps the editor up to date with what there is to say of its documents. */
export interface Publisher {
  /** Something has changed of a document. Many changes within a moment are published once. */
  changed(uri: string): void;
  /** Words may be others for all documents. */
  settingsChanged(): void;
  /** The editor has closed a document. */
  closed(uri: string): void;
  view(uri: string): DocumentView | undefined;
  lenses(uri: string): CodeLens[];
  hints(uri: string, range: Range): InlayHint[];
}

/** What the editor has been told of a document. */
interface Told {
  /** What was published last, and when; whether there is something else to be published than what goes by with time. */
  document?: LiveDocument;
  at: number;
  hasChanged: boolean;
  diagnostics?: string;
  status?: string;
  /** What it got when it asked last, and how often it was told since then to ask again. */
  answers: Map<Asked, { words: string; calls: number }>;
  /** What it is to be told to ask for again. */
  outdated: Set<Asked>;
}

/** The publisher over this connection. Words that count the time are published by the same alarms as all others. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { connection, clock, context, find } = options;
  const told = new Map<string, Told>();
  const alarms = createAlarms({ clock, signal: options.signal, onDue: publish });
  let refreshed = -Infinity;
  /** Lenses, hints and marks of one document are mostly made one after the other. */
  let lastView: { document: LiveDocument; view: DocumentView } | undefined;

  function changed(uri: string): void {
    const [document, known] = [find(uri), toldOf(uri)];
    known.hasChanged = true;
    const next = known.at + millisecondsBetweenHeartbeats;
    const canWait = document !== undefined && clock.now() < next && isHeartbeat(known, document);
    // Nothing else is looked at before: an answer may be on its way.
    alarms.set(uri, canWait ? next : soon());
  }

  function publish(name: string): void {
    if (name === everyDocument) refresh();
    else publishDocument(name);
  }

  function publishDocument(uri: string): void {
    const [document, known] = [find(uri), toldOf(uri)];
    if (document === undefined) return void told.delete(uri);
    const view = viewOf(uri);
    if (view === undefined) return;
    Object.assign(known, { document, at: clock.now() });
    const found = diagnostics(view, context());
    if (isNews(known, 'diagnostics', found)) void connection.sendDiagnostics({ uri, diagnostics: found });
    const status = documentStatus(view, context());
    if (isNews(known, 'status', status) || known.hasChanged)
      void connection.sendNotification(statusNotification, status);
    known.hasChanged = false;
    for (const [asked, { words, calls }] of known.answers)
      if (calls < mostCalls && words !== wordsOf(view, asked)) known.outdated.add(asked);
    if (known.outdated.size > 0)
      alarms.set(everyDocument, Math.max(clock.now(), refreshed + millisecondsBetweenRefreshes));
    publishLater(uri, view);
  }

  /**
   * The words of a document on the screen may change with the time alone. That a fight is over is told in any case, and
   * what has moved where a text has not arrived: their marks stand in the list of all problems.
   */
  function publishLater(uri: string, view: DocumentView): void {
    const isShown = [...toldOf(uri).answers.values()].some(({ calls }) => calls < mostCalls);
    const next = isShown || goesBy(view) ? nextChange(view, context()) : undefined;
    if (next !== undefined) alarms.set(uri, next);
  }

  function refresh(): void {
    refreshed = clock.now();
    const calls = new Set<Asked>();
    for (const [uri, { answers, outdated }] of told) {
      for (const asked of outdated) {
        calls.add(asked);
        const answer = answers.get(asked);
        if (answer !== undefined) answer.calls += 1;
        // The editor forgets a call where the focus goes elsewhere at that moment.
        alarms.set(uri, clock.now() + millisecondsUntilNextCall);
      }
      outdated.clear();
    }
    for (const asked of calls) {
      const { type } = asked === 'lenses' ? CodeLensRefreshRequest : InlayHintRefreshRequest;
      // A client that cannot take it now asks later.
      if (options.canRefresh(asked)) void connection.sendRequest(type).catch(() => undefined);
    }
  }

  function wordsOf(view: DocumentView | undefined, asked: Asked): string {
    if (view === undefined) return '';
    return JSON.stringify(asked === 'lenses' ? codeLenses(view, context()) : inlayHints(view, context()));
  }

  /** The editor gets its answer now: from here on it shows these words. */
  function answer(uri: string, asked: Asked): DocumentView | undefined {
    const [view, known] = [viewOf(uri), toldOf(uri)];
    known.answers.set(asked, { words: wordsOf(view, asked), calls: 0 });
    known.outdated.delete(asked);
    if (view !== undefined) publishLater(uri, view);
    return view;
  }

  function viewOf(uri: string): DocumentView | undefined {
    const document = find(uri);
    if (document === undefined) return undefined;
    // A document does not change; only who fights over it, and how long a text has been on its way, goes by with time.
    if (lastView?.document !== document || goesBy(lastView.view))
      lastView = { document, view: viewDocument(document, clock.now()) };
    return lastView.view;
  }

  function toldOf(uri: string): Told {
    const known = told.get(uri) ?? {
      at: -Infinity,
      hasChanged: false,
      answers: new Map<Asked, { words: string; calls: number }>(),
      outdated: new Set<Asked>(),
    };
    told.set(uri, known);
    return known;
  }

  function soon(): number {
    return clock.now() + millisecondsOfGathering;
  }

  return {
    changed,
    settingsChanged() {
      for (const uri of told.keys()) alarms.set(uri, soon());
    },
    closed(uri) {
      told.delete(uri);
      alarms.clear(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    view: viewOf,
    lenses(uri) {
      const view = answer(uri, 'lenses');
      return view === undefined ? [] : codeLenses(view, context());
    },
    hints(uri, range) {
      const view = answer(uri, 'hints');
      return view === undefined ? [] : inlayHints(view, context(), range);
    },
  };
}

/** Whether what counts as problem of a document goes by with time. */
function goesBy({ foughtOver, arrivesBy }: DocumentView): boolean {
  return foughtOver !== undefined || arrivesBy !== undefined;
}

/** Whether a document has changed, in nothing but hidden fields of its object. */
function isHeartbeat({ document: before }: Told, document: LiveDocument): boolean {
  return before !== undefined && before !== document && hasMovedSilently(before, document);
}

/** Whether a value is another one than was told last, as which it counts from now on. */
function isNews(known: Told, what: 'diagnostics' | 'status', value: unknown): boolean {
  const words = JSON.stringify(value);
  const isNew = known[what] !== words;
  known[what] = words;
  return isNew;
}

/** The alarm that calls the editor to ask again, which it does for all documents at once. */
const everyDocument = '';
/** How long changes are gathered before they are published. */
const millisecondsOfGathering = 10;
/** A busy object's hidden fields change many times in a second. */
const millisecondsBetweenHeartbeats = 1_000;
/** VS Code waits for 250 ms without a call before it asks again. */
const millisecondsBetweenRefreshes = 500;
const millisecondsUntilNextCall = 2_000;
/** An editor that does not ask after so many calls does not show the document. */
const mostCalls = 3;
