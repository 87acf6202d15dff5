import { createAlarms } from '../session/alarms';
import { createBackground } from '../session/background';
import { isSameAddress } from '../session/boundCluster';
import type { Topologies } from '../session/topologies';
import { type BindingWishes, bindFile, type BoundFile, connectFile, decidesAnew } from './binding';
import type { FilesOptions } from './contract';
import { createFileTracker } from './fileTracker';
import { contentOf, createOpenFile, forgetView, type OpenFile, setText } from './openFile';

/** The opened files, each bound, and tracked while it is shown. */
export interface FileEntries {
  find(uri: string): OpenFile | undefined;
  opened(uri: string, text: string): void;
  changed(uri: string, text: string): void;
  closed(uri: string): void;
  shown(uris: readonly string[]): void;
  /** The user has said where the file goes, or takes that back. */
  chosen(uri: string, choice: BindingWishes['choice']): void;
  settingsChanged(): void;
  /** Fulfilled when it is decided where a file goes, or cannot be; of a file that is not tracked, too. */
  decided(file: OpenFile): Promise<void>;
  /** Something else is known of a file. */
  noteChange(file: OpenFile): void;
  dispose(): void;
}

/** Entries for these files; nothing is read of a cluster for one that is not shown. */
export function createFileEntries(options: FilesOptions & { topologies: Topologies }): FileEntries {
  const { clusters, clock, settings } = options;
  const files = new Map<string, OpenFile>();
  const lifetime = new AbortController();
  const inBackground = createBackground(options.log);
  let shownUris: ReadonlySet<string> = new Set();
  const alarms = createAlarms({ clock, signal: lifetime.signal, onDue: (uri) => attend(files.get(uri)) });

  const isOpen = (file: OpenFile): boolean => files.get(file.uri) === file;
  const hasObjects = (file: OpenFile): boolean => contentOf(file).objects.length > 0;

  function noteChange(file: OpenFile): void {
    forgetView(file);
    if (isOpen(file)) options.onChanged(file.uri);
  }

  /** Has done what a file needs: a binding once it has objects, and their tracking while it is shown. */
  function attend(file: OpenFile | undefined): void {
    if (file === undefined) return;
    const isWanted = settings().trackManifests && hasObjects(file);
    if (isWanted && file.wishes === undefined) return decide(file);
    if (!isWanted || !shownUris.has(file.uri) || file.binding.kind !== 'bound') return stop(file);
    if (file.tracking === undefined) track(file);
    file.tracking?.tracker.update();
  }

  function stop(file: OpenFile): void {
    if (file.tracking === undefined) return;
    file.tracking.over.abort();
    file.tracking = undefined;
    noteChange(file);
  }

  function track(file: OpenFile): void {
    const over = new AbortController();
    const tracker = createFileTracker({
      ...options,
      pollMilliseconds: () => settings().pollIntervalSeconds * 1_000,
      signal: over.signal,
      binding: () => {
        if (file.binding.kind !== 'bound') throw new Error('a file is tracked where it is bound');
        return file.binding;
      },
      wanted: () =>
        contentOf(file)
          .objects.slice(0, mostTracked)
          .map(({ recognized }) => recognized.identity),
      opened: file.opened,
      onPinned: (clusterUid) => {
        if (file.binding.kind === 'bound') file.binding = { ...file.binding, clusterUid };
      },
      onChanged: () => noteChange(file),
      inBackground,
    });
    file.tracking = { tracker, over };
  }

  function decide(file: OpenFile): void {
    file.deciding = bindFirst(file);
    inBackground(file.deciding);
  }

  async function bindFirst(file: OpenFile): Promise<void> {
    file.wishes = { choice: undefined, folder: { manifestContext: '', manifestNamespace: '' } };
    const { uri } = file;
    const [choice, folder] = await Promise.all([options.askChoice(uri), options.folderSettings(uri)]);
    // The user may have chosen meanwhile.
    await bind(file, { choice: file.wishes.choice ?? choice, folder });
  }

  function bind(file: OpenFile, wishes: BindingWishes): Promise<void> {
    file.deciding = bindAsWished(file, wishes);
    return file.deciding;
  }

  /** Binds a file as is wished for now, unless something else is wished for meanwhile. */
  async function bindAsWished(file: OpenFile, wishes: BindingWishes): Promise<void> {
    file.wishes = wishes;
    const before = file.binding.kind === 'bound' ? file.binding : undefined;
    const binding = await bindFile(wishes, { clusters, before });
    if (!isOpen(file) || file.wishes !== wishes) return;
    stop(file);
    const isElsewhere = binding.kind !== 'bound' || before === undefined || !leadsTheSame(binding, before);
    file.binding = binding;
    file.unknownSince.clear();
    if (isElsewhere) {
      file.opened.clear();
      file.told.clear();
    }
    noteChange(file);
    attend(file);
  }

  async function readFolder(file: OpenFile): Promise<void> {
    const folder = await options.folderSettings(file.uri);
    if (!isOpen(file) || file.wishes === undefined) return;
    const wishes = { ...file.wishes, folder };
    if (decidesAnew(file.wishes, wishes)) await bind(file, wishes);
  }

  async function findChart(file: OpenFile): Promise<void> {
    if (!(await options.isNextToChart(file.uri)) || !isOpen(file)) return;
    file.place = { ...file.place, isNextToChart: true };
    file.content = undefined;
    noteChange(file);
    attend(file);
  }

  /** Looks now and then whether what could not be used can be, and whether contexts still lead where they led. */
  async function lookAround(): Promise<void> {
    const { signal } = lifetime;
    const elsewhere = new WeakSet<OpenFile>();
    for (;;) {
      await clock.sleep(lookMilliseconds, signal);
      if (signal.aborted) return;
      for (const file of [...files.values()].filter(({ uri }) => shownUris.has(uri))) {
        const { binding, wishes, tracking } = file;
        if (binding.kind === 'unbound' && wishes !== undefined) await bindAgain(file, wishes);
        if (binding.kind !== 'bound' || tracking === undefined) continue;
        const { kind } = await connectFile(binding, { clusters, signal });
        if (kind === 'ok') elsewhere.delete(file);
        else if (!elsewhere.has(file) && file.tracking === tracking) {
          elsewhere.add(file);
          tracking.tracker.followAnew();
        }
      }
    }
  }

  async function bindAgain(file: OpenFile, wishes: BindingWishes): Promise<void> {
    const binding = await bindFile(wishes, { clusters, before: undefined });
    if (binding.kind === 'bound' && file.wishes === wishes) await bind(file, wishes);
  }

  inBackground(lookAround());

  return {
    find: (uri) => files.get(uri),
    opened(uri, text) {
      const file = createOpenFile(uri, text);
      files.set(uri, file);
      inBackground(findChart(file));
      attend(file);
      options.onChanged(uri);
    },
    changed(uri, text) {
      const file = files.get(uri);
      if (file === undefined) return;
      setText(file, text);
      options.onChanged(uri);
      // While somebody types, names are half written.
      alarms.clear(uri);
      alarms.set(uri, clock.now() + typingMilliseconds);
    },
    closed(uri) {
      const file = files.get(uri);
      files.delete(uri);
      alarms.clear(uri);
      file?.tracking?.over.abort();
    },
    shown(uris) {
      const before = shownUris;
      shownUris = new Set(uris);
      for (const file of files.values()) {
        const { uri } = file;
        if (shownUris.has(uri)) {
          if (file.tracking === undefined) attend(file);
        } else if (before.has(uri)) alarms.set(uri, clock.now() + hidingMilliseconds);
      }
    },
    chosen(uri, choice) {
      const file = files.get(uri);
      if (file?.wishes !== undefined) inBackground(bind(file, { ...file.wishes, choice }));
    },
    settingsChanged() {
      for (const file of files.values()) {
        inBackground(readFolder(file));
        forgetView(file);
        attend(file);
      }
    },
    async decided(file) {
      if (file.wishes === undefined) decide(file);
      // Something else may be wished for meanwhile.
      for (let seen: Promise<void> | undefined; seen !== file.deciding;) {
        seen = file.deciding;
        await seen;
      }
    },
    noteChange,
    dispose() {
      lifetime.abort();
      for (const { tracking } of files.values()) tracking?.over.abort();
      files.clear();
    },
  };
}

/** Whether objects are the same ones there. */
function leadsTheSame(one: BoundFile, other: BoundFile): boolean {
  return one.context === other.context && isSameAddress(one.address, other.address);
}

/** Many more would hold up all others, and no one reads so many lenses. */
export const mostTracked = 1_000;
/** How long nothing has been typed when new names are looked for. Milliseconds. */
const typingMilliseconds = 300;
/** How long a file that is not shown any more is still tracked: people go to and fro. Milliseconds. */
const hidingMilliseconds = 10_000;
/** Kubeconfig files are read only where they have changed. Milliseconds. */
const lookMilliseconds = 3_000;
