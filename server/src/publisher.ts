import {
  type CodeLens,
  CodeLensRefreshRequest,
  type Connection,
  type Diagnostic,
  type InlayHint,
  InlayHintRefreshRequest,
  type Range,
} from 'vscode-languageserver';
import { hintsOn } from './features/inlayHints';
import { type DocumentStatus, statusNotification } from './protocol/messages';
import { createAlarms } from './session/alarms';
import type { Clock } from './session/ports';

/** What there is to say of one document. Finds out nothing before it is asked. */
export interface Subject {
  /** What is known of the document: the same object as long as nothing has changed. */
  readonly state: object;
  /** Whether nothing but hidden fields has moved since an earlier state. */
  isSilentSince(before: object): boolean;
  /** Whether its problems go by with time. */
  goesBy(): boolean;
  /** Whether more of it is about to be known. */
  isProvisional(): boolean;
  diagnostics(): Diagnostic[];
  status(): DocumentStatus | undefined;
  lenses(): CodeLens[];
  hints(): InlayHint[];
  /** When words change though nothing else does; milliseconds since 1970. */
  nextChange(): number | undefined;
}

/** What the editor asks for again when it is told to, and only for documents on the screen. */
type Asked = 'lenses' | 'hints';

export interface PublisherOptions {
  connection: Connection;
  clock: Clock;
  signal: AbortSignal;
  /** The document of this URI, where an editor has it. */
  find: (uri: string) => Subject | undefined;
  /** Whether the editor can be told to ask again. */
  canRefresh: (asked: Asked) => boolean;
}

/** Keeps the editor up to date with what there is to say of its documents. */
export interface Publisher {
  /** Something has changed of a document. Many changes within a moment are published once. */
  changed(uri: string): void;
  /** The text of a document is another one. The editor asks by itself for all that it shows of it. */
  edited(uri: string): void;
  /** Words may be others for all documents. */
  settingsChanged(): void;
  /** The editor has closed a document. */
  closed(uri: string): void;
  lenses(uri: string): CodeLens[];
  hints(uri: string, range: Range): InlayHint[];
}

/** What the editor has been told of a document. */
interface Told {
  /** What was published last, and when; whether there is something else to be published than what goes by with time. */
  state?: object;
  at: number;
  hasChanged: boolean;
  diagnostics?: string;
  status?: string;
  /** What it got when it asked last, and how often it was told since then to ask again. */
  answers: Map<Asked, { words: string; calls: number }>;
  /** What it is to be told to ask for again. */
  outdated: Set<Asked>;
  /** Until when it is expected to ask by itself after an edit; milliseconds since 1970. */
  asksUntil: number;
}

/** The publisher over this connection. Words that count the time are published by the same alarms as all others. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { connection, clock, find } = options;
  const told = new Map<string, Told>();
  const alarms = createAlarms({ clock, signal: options.signal, onDue: publish });
  let refreshed = -Infinity;

  function changed(uri: string): void {
    const [subject, known] = [find(uri), toldOf(uri)];
    known.hasChanged = true;
    const next = known.at + millisecondsBetweenHeartbeats;
    const canWait = subject !== undefined && clock.now() < next && isHeartbeat(known, subject);
    // Nothing else is looked at before: an answer may be on its way.
    alarms.set(uri, canWait ? next : soon());
  }

  function publish(name: string): void {
    if (name === everyDocument) refresh();
    else publishDocument(name);
  }

  function publishDocument(uri: string): void {
    const [subject, known] = [find(uri), toldOf(uri)];
    if (subject === undefined) return retract(uri, known);
    Object.assign(known, { state: subject.state, at: clock.now() });
    const diagnostics = subject.diagnostics();
    if (isNews(known, 'diagnostics', diagnostics)) void connection.sendDiagnostics({ uri, diagnostics });
    const status = subject.status();
    if (status !== undefined && (isNews(known, 'status', status) || known.hasChanged))
      void connection.sendNotification(statusNotification, status);
    known.hasChanged = false;
    if (clock.now() >= known.asksUntil) compareAnswers(known, subject);
    else alarms.set(uri, known.asksUntil);
    if (known.outdated.size > 0) {
      const at = clock.now() + (subject.isProvisional() ? millisecondsOfPatience : 0);
      alarms.set(everyDocument, Math.max(at, refreshed + millisecondsBetweenRefreshes));
    }
    publishLater(uri, subject);
  }

  function compareAnswers({ answers, outdated }: Told, subject: Subject): void {
    for (const [asked, { words, calls }] of answers)
      // What is to be asked for again anyway needs no comparison.
      if (calls < mostCalls && !outdated.has(asked) && words !== wordsOf(subject, asked)) outdated.add(asked);
  }

  /** There is nothing to say of a document now, as when its file is not tracked: what was said goes. */
  function retract(uri: string, known: Told): void {
    told.delete(uri);
    alarms.clear(uri);
    // There may be something to say again: then the editor is to ask for it.
    if (known.answers.size > 0) toldOf(uri).answers = known.answers;
    if (known.diagnostics !== undefined && isNews(known, 'diagnostics', []))
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    for (const [asked, { words }] of known.answers) if (words !== '' && words !== '[]') askAgain(asked);
  }

  /**
   * The words of a document on the screen may change with the time alone. That a fight is over is told in any case, and
   * what has moved where a text has not arrived: their marks stand in the list of all problems.
   */
  function publishLater(uri: string, subject: Subject): void {
    const isShown = [...toldOf(uri).answers.values()].some(({ calls }) => calls < mostCalls);
    const next = isShown || subject.goesBy() ? subject.nextChange() : undefined;
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
    for (const asked of calls) askAgain(asked);
  }

  function askAgain(asked: Asked): void {
    const { type } = asked === 'lenses' ? CodeLensRefreshRequest : InlayHintRefreshRequest;
    // A client that cannot take it now asks later.
    if (options.canRefresh(asked)) void connection.sendRequest(type).catch(() => undefined);
  }

  /** The editor gets its answer now: from here on it shows all of this, or the part that it has asked for. */
  function answer<T>(uri: string, asked: Asked, all: (subject: Subject) => T[]): T[] {
    const [subject, known] = [find(uri), toldOf(uri)];
    const shown = subject === undefined ? [] : all(subject);
    known.answers.set(asked, { words: JSON.stringify(shown), calls: 0 });
    known.outdated.delete(asked);
    known.asksUntil = -Infinity;
    if (subject !== undefined) publishLater(uri, subject);
    return shown;
  }

  function toldOf(uri: string): Told {
    const known = told.get(uri) ?? {
      at: -Infinity,
      hasChanged: false,
      answers: new Map<Asked, { words: string; calls: number }>(),
      outdated: new Set<Asked>(),
      asksUntil: -Infinity,
    };
    told.set(uri, known);
    return known;
  }

  function soon(): number {
    return clock.now() + millisecondsOfGathering;
  }

  return {
    changed,
    edited(uri) {
      if (find(uri) === undefined) return;
      const known = toldOf(uri);
      known.asksUntil = clock.now() + millisecondsUntilNextCall;
      known.outdated.clear();
      alarms.set(uri, clock.now() + millisecondsOfTyping);
    },
    settingsChanged() {
      for (const uri of told.keys()) alarms.set(uri, soon());
    },
    closed(uri) {
      told.delete(uri);
      alarms.clear(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    lenses: (uri) => answer(uri, 'lenses', (subject) => subject.lenses()),
    hints: (uri, range) =>
      hintsOn(
        answer(uri, 'hints', (subject) => subject.hints()),
        range,
      ),
  };
}

function wordsOf(subject: Subject, asked: Asked): string {
  return JSON.stringify(asked === 'lenses' ? subject.lenses() : subject.hints());
}

/** Whether a document has changed, in nothing but hidden fields of its object. */
function isHeartbeat({ state: before }: Told, subject: Subject): boolean {
  return before !== undefined && subject.isSilentSince(before) && before !== subject.state;
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
/** The same for what is typed: one person types, and waits for the marks. */
const millisecondsOfTyping = 2;
/** A busy object's hidden fields change many times in a second. */
const millisecondsBetweenHeartbeats = 1_000;
/** VS Code waits for 250 ms without a call before it asks again. */
const millisecondsBetweenRefreshes = 500;
const millisecondsUntilNextCall = 2_000;
/** How long more is waited for that is about to be known, since the editor is not to be called again so soon. */
const millisecondsOfPatience = 500;
/** An editor that does not ask after so many calls does not show the document. */
const mostCalls = 3;
