import { builtinTopology } from '../merge/topology';
import { parseUri } from '../protocol/objectRef';
import type { SessionOptions, SessionResult, Sessions } from './contract';
import { createBackground } from './background';
import { carryOut } from './carryOut';
import { keepColumns } from './columns';
import { keepDraft, readDraft } from './drafts';
import { noticeOtherClusters } from './elsewhere';
import { createEntry, type Entry } from './entry';
import { followEntry, loadTopology } from './following';
import { type LiveDocument, shownText, type Transition } from './liveDocument';
import { knownSnapshot } from './judged';
import { learnLive, learntDocument } from './learning';
import { openMerge } from './mergeView';
import { openObject } from './open';
import { createReadText } from './ours';
import type { SaveOutcome } from './outcome';
import type { SeeingOptions } from './seeing';
import { createTopologies } from './topologies';
import { receiveFollowLive, receiveReload, receiveText, restoreDocument } from './transitions';
import { showVersion } from './versions';
import { writeInTurn } from './write';

/** The sessions over these ports. */
export function createSessions(options: SessionOptions): Sessions {
  const { clusters, clock, settings, drafts } = options;
  const entries = new Map<string, Entry>();
  const topologies = createTopologies();
  const inBackground = createBackground(options.log);
  const lifetime = new AbortController();
  // One for all documents: it keeps one reading.
  const readText = createReadText();

  /** The document as it is for whoever looks at it. */
  function find(uri: string): LiveDocument | undefined {
    const entry = entries.get(uri);
    return entry && learntDocument(entry);
  }

  const seeing = (): SeeingOptions => ({ now: clock.now(), limit: settings().historyLimit });

  function apply(entry: Entry, transition: Transition): void {
    const { document, offered } = transition;
    if (entries.get(document.uri) !== entry) return; // closed meanwhile
    const before = entry.document;
    entry.document = document;
    if (knownSnapshot(document) !== knownSnapshot(before)) learnLive(entry, seeing());
    if (offered !== undefined) options.onTextOffered(document.uri, offered);
    if (document === before) return;
    inBackground(keepColumns(entry, { clusters, clock, apply }));
    inBackground(keepDraft(entry, { drafts, clock, signal: lifetime.signal }));
    if (entry.saving === undefined) options.onChanged(document);
  }

  async function open(uri: string, signal: AbortSignal): Promise<SessionResult<LiveDocument>> {
    const ref = parseUri(uri);
    if (ref === undefined) return { kind: 'failed', failure: { kind: 'badUri', uri } };
    return openObject({ uri, ref, clusters, hiddenFields: settings().hiddenFields, read: readText, signal });
  }

  function keep(document: LiveDocument): Entry {
    entries.get(document.uri)?.following?.abort();
    const entry = createEntry({ ...document, followLive: settings().followLive });
    learnLive(entry, seeing());
    entries.set(document.uri, entry);
    const text = options.editorText(document.uri);
    if (text === undefined) inBackground(forgetUnopened(entry));
    else beginWith(entry, text);
    return entry;
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

  /** The editor came back with a text of an earlier session. */
  async function restore(uri: string): Promise<void> {
    while (!lifetime.signal.aborted && !entries.has(uri) && options.editorText(uri) !== undefined) {
      const result = await open(uri, lifetime.signal);
      if (result.kind === 'ok' && !entries.has(uri)) keep(result.value);
      else await clock.sleep(restoringMilliseconds, lifetime.signal);
    }
  }

  function beginWith(entry: Entry, text: string): void {
    entry.begun = begin(entry, text);
    inBackground(entry.begun);
  }

  /** An editor shows the document. Whoever has read the object: another text than that comes from elsewhere. */
  async function begin(entry: Entry, text: string): Promise<void> {
    if (text !== entry.document.text) {
      const { uri } = entry.document;
      const record = await drafts.load(uri);
      const draft = record === undefined ? undefined : readDraft(record, text);
      entry.document = restoreDocument(entry.document, text, draft);
    }
    const newest = options.editorText(entry.document.uri) ?? text;
    follow(entry);
    if (newest !== entry.document.text) apply(entry, receiveText(entry.document, newest));
    options.onChanged(entry.document);
  }

  function follow(entry: Entry, { readsFirst } = { readsFirst: false }): void {
    const following = followEntry(entry, {
      clusters,
      topologies,
      clock,
      random: options.random,
      pollMilliseconds: () => settings().pollIntervalSeconds * 1_000,
      seeing,
      apply,
      readsFirst,
      onHealth: (changed, health) => {
        apply(changed, { document: { ...changed.document, health } });
        options.onChanged(changed.document); // also while a save runs
      },
    });
    inBackground(following);
  }

  const { signal: ended } = lifetime;
  inBackground(noticeOtherClusters({ entries, clusters, clock, signal: ended, onElsewhere: follow }));

  /** The schema could not be read when the document was opened: a save asks again. */
  function askForSchema(entry: Entry): Promise<void> {
    const signal = entry.following?.signal ?? lifetime.signal;
    entry.topology = loadTopology(entry, signal, { clusters, topologies, apply });
    return entry.topology;
  }

  async function reload(uri: string, signal: AbortSignal): Promise<SessionResult<string>> {
    // What the watch brought meanwhile would be newer than what is read, and reach the editor before it.
    const followed = entries.get(uri);
    followed?.following?.abort();
    const result = await open(uri, signal);
    if (result.kind === 'failed') {
      if (followed?.following !== undefined) follow(followed);
      return result;
    }
    const entry = entries.get(uri) ?? keep(result.value);
    const { document, offered } = receiveReload(entry.document, result.value);
    apply(entry, { document });
    if (entry.following !== undefined) follow(entry);
    return { kind: 'ok', value: offered ?? document.text };
  }

  async function save(uri: string, text: string, signal: AbortSignal): Promise<SessionResult<SaveOutcome>> {
    const entry = entries.get(uri);
    if (entry === undefined) return { kind: 'failed', failure: { kind: 'notOpen', uri } };
    // The base of the text, and what its lists are, are known first.
    await entry.begun;
    await entry.topology;
    if (entry.document.topology === builtinTopology) await askForSchema(entry);
    const { random } = options;
    const outcome = writeInTurn(entry, text, {
      clusters,
      clock,
      random,
      apply,
      signal,
      settings: settings(),
      ask: (question) => options.ask(entry.document, question),
      onWaiting: (failure, milliseconds) => options.onWaiting(entry.document, failure, milliseconds),
    });
    try {
      return { kind: 'ok', value: await outcome };
    } finally {
      // What it has changed is looked at when its answer is on its way.
      inBackground(clock.sleep(0, lifetime.signal).then(() => options.onChanged(entry.document)));
    }
  }

  return {
    read,
    reload,
    save,
    show: (uri, version, signal) => showVersion({ uri, version, document: find(uri), clusters, signal }),
    openMerge(uri) {
      const entry = entries.get(uri);
      const merge = entry && openMerge(entry.document);
      if (entry === undefined || merge === undefined)
        return { kind: 'failed', failure: { kind: 'noConflict', uri } };
      entry.merging = merge.opened;
      return { kind: 'ok', value: merge.inputs };
    },
    decide(uri, decision, makeEdit) {
      const entry = entries.get(uri);
      return entry === undefined
        ? Promise.resolve({ kind: 'failed', failure: { kind: 'notOpen', uri } })
        : carryOut(entry, decision, { makeEdit, apply });
    },
    editorOpened(uri, text) {
      const entry = entries.get(uri);
      if (entry === undefined) inBackground(restore(uri));
      else beginWith(entry, text);
    },
    editorChanged(uri, text, way) {
      const entry = entries.get(uri);
      if (entry !== undefined) apply(entry, receiveText(entry.document, text, way));
    },
    editorClosed(uri) {
      const entry = entries.get(uri);
      if (entry === undefined) return;
      entry.following?.abort();
      entry.following = undefined;
      // A document whose language changes is closed and opened again with the same text, unsaved or not.
      inBackground(forgetUnopened(entry));
    },
    lookAgain(uri) {
      const entry = entries.get(uri);
      if (entry?.following === undefined) return;
      follow(entry, { readsFirst: true });
      options.onChanged(entry.document);
    },
    settingsChanged() {
      const { followLive } = settings();
      for (const entry of entries.values()) apply(entry, receiveFollowLive(entry.document, followLive));
    },
    find,
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
