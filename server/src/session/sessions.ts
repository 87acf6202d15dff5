import { parseUri } from '../protocol/objectRef';
import type { Settings } from '../protocol/settings';
import { connectBound } from './boundCluster';
import { createEntry, type Entry } from './entry';
import { followObject } from './follow';
import {
  type LiveDocument,
  receiveDeletion,
  receiveLive,
  receiveReload,
  receiveText,
  shownText,
  type Transition,
} from './liveDocument';
import { openObject } from './open';
import type { Clock, Clusters, Failure, KubernetesObject, RandomNumber, WriteLog } from './ports';
import type { SaveOutcome } from './save';
import { writeInTurn } from './write';

export interface SessionOptions {
  clusters: Clusters;
  clock: Clock;
  random: RandomNumber;
  settings: () => Settings;
  /** The text of this document in the editor; undefined where none shows it. */
  editorText: (uri: string) => string | undefined;
  /** The editor of this document shall show this text. */
  onTextOffered: (uri: string, text: string) => void;
  log: WriteLog;
  /** What is known of this document has changed. */
  onChanged: (document: LiveDocument) => void;
}

/** Why an operation on a document failed: a failure of the cluster, or a document that is none of ours. */
export type SessionFailure = Failure | { kind: 'badUri'; uri: string } | { kind: 'notOpen'; uri: string };

export type SessionResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: SessionFailure };

/** The opened live objects. Operations on unknown documents fail as values; none of them throws. */
export interface Sessions {
  /** Reads the object for an editor that is about to open it; the text to show. */
  read(uri: string, signal: AbortSignal): Promise<SessionResult<string>>;
  /** Reads the object again for an editor that drops its changes; the text to show. */
  reload(uri: string, signal: AbortSignal): Promise<SessionResult<string>>;
  /** The whole live object as it is now. */
  show(uri: string, signal: AbortSignal): Promise<SessionResult<KubernetesObject>>;
  save(uri: string, text: string, signal: AbortSignal): Promise<SessionResult<SaveOutcome>>;
  editorOpened(uri: string, text: string): void;
  editorChanged(uri: string, text: string): void;
  editorClosed(uri: string): void;
  find(uri: string): LiveDocument | undefined;
  dispose(): void;
}

/** The sessions over these ports. */
export function createSessions(options: SessionOptions): Sessions {
  const { clusters, clock, settings } = options;
  const entries = new Map<string, Entry>();
  const lifetime = new AbortController();

  function apply(entry: Entry, { document, offered }: Transition): void {
    if (entries.get(document.uri) !== entry) return; // closed meanwhile
    const changed = document !== entry.document;
    entry.document = document;
    if (offered !== undefined) options.onTextOffered(document.uri, offered);
    if (changed && entry.saving === undefined) options.onChanged(document);
  }

  async function open(uri: string, signal: AbortSignal): Promise<SessionResult<LiveDocument>> {
    const ref = parseUri(uri);
    if (ref === undefined) return { kind: 'failed', failure: { kind: 'badUri', uri } };
    return openObject({ uri, ref, clusters, hiddenFields: settings().hiddenFields, signal });
  }

  function keep(document: LiveDocument): Entry {
    entries.get(document.uri)?.following?.abort();
    const entry = createEntry(document);
    entries.set(document.uri, entry);
    const text = options.editorText(document.uri);
    if (text === undefined) inBackground(forgetUnopened(entry));
    else begin(entry, text);
    return entry;
  }

  /** Nothing waits for this work; what it throws is a fault of ours and must not end the server. */
  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      options.log(`internal error: ${error instanceof Error ? error.name : typeof error}`),
    );
  }

  async function read(uri: string, signal: AbortSignal): Promise<SessionResult<string>> {
    const shown = (entry = entries.get(uri)): string | undefined =>
      entry?.following === undefined ? undefined : shownText(entry.document);
    const text = shown();
    if (text !== undefined) return { kind: 'ok', value: text };
    const result = await open(uri, signal);
    if (result.kind === 'failed') return result;
    // An editor may have come with a text of its own meanwhile.
    return { kind: 'ok', value: shown() ?? shownText(keep(result.value).document) };
  }

  /** A text that was read by something that is no editor needs no session. */
  async function forgetUnopened(entry: Entry): Promise<void> {
    await clock.sleep(unopenedMilliseconds, lifetime.signal);
    if (entry.following === undefined && entries.get(entry.document.uri) === entry)
      entries.delete(entry.document.uri);
  }

  /** The editor came back with a text of an earlier session: it is shown, watched, and not written. */
  async function restore(uri: string): Promise<void> {
    while (!lifetime.signal.aborted && !entries.has(uri) && options.editorText(uri) !== undefined) {
      const result = await open(uri, lifetime.signal);
      if (result.kind === 'ok' && !entries.has(uri)) keep(result.value);
      else await clock.sleep(restoringMilliseconds, lifetime.signal);
    }
  }

  /** An editor shows the document. Whoever has read the object: another text than that comes from elsewhere. */
  function begin(entry: Entry, text: string): void {
    if (text !== entry.document.text) entry.document = { ...entry.document, restored: true };
    follow(entry);
    apply(entry, receiveText(entry.document, text));
    options.onChanged(entry.document);
  }

  function follow(entry: Entry): void {
    entry.following?.abort();
    const following = new AbortController();
    entry.following = following;
    const { ref, base, live } = entry.document;
    const { signal } = following;
    entry.document = { ...entry.document, health: { kind: 'connecting' } };
    const follow = followObject({
      ref,
      from: live.kind === 'present' ? live.snapshot.resourceVersion : base.resourceVersion,
      connect: () => connectBound(entry.document, { clusters, signal }),
      pollMilliseconds: () => settings().pollIntervalSeconds * 1_000,
      clock,
      random: options.random,
      signal,
      endedWrites: () => entry.endedWrites,
      onLive: (snapshot) => {
        if (entry.saving !== undefined) entry.seenWhileSaving.add(snapshot.resourceVersion);
        apply(entry, receiveLive(entry.document, snapshot));
      },
      onDeleted: () => apply(entry, receiveDeletion(entry.document, clock.now())),
      onHealth: (health) => {
        if (signal.aborted) return;
        apply(entry, { document: { ...entry.document, health } });
        options.onChanged(entry.document); // also while a save runs
      },
    });
    inBackground(follow);
  }

  async function reload(uri: string, signal: AbortSignal): Promise<SessionResult<string>> {
    const result = await open(uri, signal);
    if (result.kind === 'failed') return result;
    const entry = entries.get(uri) ?? keep(result.value);
    const { document, offered } = receiveReload(entry.document, result.value);
    apply(entry, { document });
    if (entry.following !== undefined) follow(entry);
    return { kind: 'ok', value: offered ?? document.text };
  }

  async function show(uri: string, signal: AbortSignal): Promise<SessionResult<KubernetesObject>> {
    const { document } = entries.get(uri) ?? {};
    if (document?.health.kind === 'watching' && document.live.kind === 'present') {
      return { kind: 'ok', value: document.live.snapshot.object };
    }
    const ref = parseUri(uri);
    if (ref === undefined) return { kind: 'failed', failure: { kind: 'badUri', uri } };
    const cluster = await (document === undefined
      ? clusters.connect(ref.context)
      : connectBound(document, { clusters, signal }));
    return cluster.kind === 'failed' ? cluster : cluster.value.get(ref, signal);
  }

  async function save(uri: string, text: string, signal: AbortSignal): Promise<SessionResult<SaveOutcome>> {
    const entry = entries.get(uri);
    if (entry === undefined) return { kind: 'failed', failure: { kind: 'notOpen', uri } };
    try {
      return { kind: 'ok', value: await writeInTurn(entry, text, { clusters, clock, apply, signal }) };
    } finally {
      options.onChanged(entry.document);
    }
  }

  return {
    read,
    reload,
    show,
    save,
    editorOpened(uri, text) {
      const entry = entries.get(uri);
      if (entry === undefined) inBackground(restore(uri));
      else begin(entry, text);
    },
    editorChanged(uri, text) {
      const entry = entries.get(uri);
      if (entry !== undefined) apply(entry, receiveText(entry.document, text));
    },
    editorClosed(uri) {
      const entry = entries.get(uri);
      if (entry === undefined) return;
      entry.following?.abort();
      entry.following = undefined;
      // A document whose language changes is closed and opened again with the same text, unsaved or not.
      inBackground(forgetUnopened(entry));
    },
    find: (uri) => entries.get(uri)?.document,
    dispose() {
      lifetime.abort();
      for (const entry of entries.values()) entry.following?.abort();
      entries.clear();
    },
  };
}

/** How long a text that was read may wait for its editor. Milliseconds. */
const unopenedMilliseconds = 60_000;
/** How long to wait until an object that could not be read is tried again. Milliseconds. */
const restoringMilliseconds = 5_000;
