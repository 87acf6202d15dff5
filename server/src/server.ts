import {
  CodeActionKind,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { codeActions } from './features/codeActions';
import type { FeatureContext } from './features/context';
import { fileActions } from './features/fileActions';
import { fileHover } from './features/fileHover';
import { hover } from './features/hovers';
import { describeWaiting } from './features/saveProblems';
import { describeQuestion } from './features/questions';
import { registerFileRequests } from './fileRequests';
import { createManifestFiles } from './files/manifestFiles';
import { createFileAsks } from './fileAsks';
import { fileSubject } from './fileSubjects';
import { createLiveSubjects } from './liveSubjects';
import * as messages from './protocol/messages';
import { liveScheme } from './protocol/objectRef';
import { defaultSettings, readSettings, type Settings, settingsSection } from './protocol/settings';
import { registerLiveManifest } from './liveManifestRequest';
import { createPublisher } from './publisher';
import { registerRequests } from './requests';
import { createSaveProgresses } from './saveProgresses';
import { noDrafts } from './session/drafts';
import { createFieldWriters } from './session/fieldManagers';
import { knownSnapshot } from './session/judged';
import type { LiveDocument } from './session/liveDocument';
import type { Clock, Clusters, Drafts, RandomNumber, WriteLog } from './session/ports';
import { createSessions } from './session/sessions';
import type { UndoWay } from './session/textHistory';
import { createTextEdits } from './textEdits';

/** What the server does not make itself. `createClusters` gets the settings as they are at each moment. */
export interface ServerDependencies {
  createClusters: (options: {
    settings: () => Settings;
    log: WriteLog;
  }) => Clusters & { dispose: () => void };
  /** Keeps the bases of unsaved texts at the place that the editor gives for them. */
  createDrafts: (place: messages.DraftPlace, log: WriteLog) => Drafts;
  /** Whether a Chart.yaml stands in the folder of this file. */
  isNextToChart: (uri: string) => Promise<boolean>;
  clock: Clock;
  random: RandomNumber;
}

/** Answers an editor on this connection until it shuts down. Holds no rule of the domain. */
export function startServer(
  connection: Connection,
  { createClusters, createDrafts, isNextToChart, clock, random }: ServerDependencies,
): void {
  const lifetime = new AbortController();
  const documents = new TextDocuments({
    create: (uri, languageId, version, content) => {
      // A text that came from here is kept once.
      const own = sessions.find(uri)?.text;
      return TextDocument.create(uri, languageId, version, own === content ? own : content);
    },
    update: TextDocument.update,
  });
  let settings = defaultSettings;
  let client = { pullsSettings: false, tellsSettings: false, refreshes: { lenses: false, hints: false } };
  /** Requests wait for the first settings: they say which kubeconfig is meant. */
  const settled = Promise.withResolvers<undefined>();
  const log: WriteLog = (line) => connection.console.log(line);
  const clusters = createClusters({ settings: () => settings, log });
  let drafts = noDrafts;
  const undone = new Map<string, { version: number; way: UndoWay }>();
  const sessions = createSessions({
    clusters,
    drafts: {
      load: (uri) => drafts.load(uri),
      keep: (uri, record) => drafts.keep(uri, record),
      forget: (uri) => drafts.forget(uri),
    },
    clock,
    random,
    log,
    settings: () => settings,
    editorText: (uri) => documents.get(uri)?.getText(),
    onTextOffered: (uri, text) =>
      void connection.sendNotification(messages.textChangedNotification, { uri, text }),
    ask: (document, question) =>
      connection.sendRequest(messages.askRequest, describeQuestion(question, document)).catch(() => false),
    onWaiting: ({ uri }, failure, milliseconds) =>
      void connection.sendNotification(messages.waitingNotification, {
        uri,
        message: describeWaiting(failure, milliseconds),
      }),
    onChanged: ({ uri }) => publisher.changed(uri),
  });

  const find = (uri: string): LiveDocument | undefined =>
    documents.get(uri) === undefined ? undefined : sessions.find(uri);
  const { signal } = lifetime;
  const live = createLiveSubjects({ find, context: featureContext });
  const versionOf = (uri: string): number | undefined => documents.get(uri)?.version;
  const editText = createTextEdits(connection, versionOf);
  const files = createManifestFiles({
    ...{ clusters, clock, random, log, isNextToChart },
    settings: () => settings,
    ...createFileAsks(connection, () => client.pullsSettings),
    edit: editText,
    onChanged: (uri) => publisher.changed(uri),
  });
  const publisher = createPublisher({
    connection,
    clock,
    signal,
    find: (uri) => {
      if (isLive(uri)) return live.find(uri);
      return files.isTracked(uri) ? fileSubject(() => files.view(uri)!, featureContext) : undefined;
    },
    canRefresh: (asked) => client.refreshes[asked],
  });
  const saveProgresses = createSaveProgresses({
    connection,
    clock,
    signal,
    find,
    log,
    settings: () => settings,
  });

  function featureContext(): FeatureContext {
    return { now: clock.now(), settings };
  }

  async function pullSettings(): Promise<void> {
    if (client.pullsSettings) {
      settings = readSettings(
        await connection.workspace.getConfiguration(settingsSection).catch(() => undefined),
      );
    }
    settled.resolve(undefined);
    sessions.settingsChanged();
    files.settingsChanged();
    publisher.settingsChanged();
  }

  connection.onInitialize(({ capabilities, initializationOptions }): InitializeResult => {
    const place = messages.readDraftPlace(initializationOptions);
    if (place !== undefined) drafts = createDrafts(place, log);
    client = {
      pullsSettings: capabilities.workspace?.configuration === true,
      tellsSettings: capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true,
      refreshes: {
        lenses: capabilities.workspace?.codeLens?.refreshSupport === true,
        hints: capabilities.workspace?.inlayHint?.refreshSupport === true,
      },
    };
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeLensProvider: { resolveProvider: false },
        inlayHintProvider: true,
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
      serverInfo: { name: 'kubernetes-live-edit' },
    };
  });
  connection.onInitialized(() => {
    if (client.tellsSettings) {
      connection.client
        .register(DidChangeConfigurationNotification.type, { section: settingsSection })
        .catch(() => log('the editor will not tell of changed settings'));
    }
    void pullSettings();
  });
  connection.onDidChangeConfiguration(() => void pullSettings());
  connection.onShutdown(() => {
    lifetime.abort();
    sessions.dispose();
    files.dispose();
    clusters.dispose();
  });

  documents.onDidOpen(({ document: { uri } }) => {
    void settled.promise.then(() => {
      const text = documents.get(uri)?.getText();
      if (text === undefined) return;
      if (isLive(uri)) sessions.editorOpened(uri, text);
      else files.opened(uri, text);
    });
  });
  connection.onNotification(messages.undoneNotification, ({ uri, version, way }) => {
    undone.set(uri, { version, way });
  });
  documents.onDidChangeContent(({ document: { uri, version }, document }) => {
    publisher.edited(uri);
    if (!isLive(uri)) return files.changed(uri, document.getText());
    const announced = undone.get(uri);
    undone.delete(uri);
    const way = announced?.version === version ? announced.way : undefined;
    sessions.editorChanged(uri, document.getText(), way);
  });
  documents.onDidClose(({ document: { uri } }) => {
    if (isLive(uri)) sessions.editorClosed(uri);
    else files.closed(uri);
    publisher.closed(uri);
  });

  connection.onCodeLens(({ textDocument: { uri } }) => publisher.lenses(uri));
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => publisher.hints(uri, range));
  connection.onHover(({ textDocument: { uri }, position }) => {
    const file = files.view(uri);
    if (file !== undefined) return fileHover(file, position, featureContext());
    const [document, view] = [sessions.find(uri), live.view(uri)];
    if (document === undefined || view === undefined) return undefined;
    const findWriter = createFieldWriters(knownSnapshot(document).object);
    return hover(view, position, { ...featureContext(), findWriter });
  });
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const [file, view] = [files.view(uri), live.view(uri)];
    if (file !== undefined) return fileActions(file, range);
    return view === undefined ? [] : codeActions(view, range);
  });
  registerRequests(connection, {
    sessions,
    clusters,
    settings: async () => {
      await settled.promise;
      return settings;
    },
    saveProgresses,
    now: () => clock.now(),
    editText,
  });
  registerFileRequests(connection, { files, settled: settled.promise });

  registerLiveManifest({ connection, sessions, clusters, random });

  documents.listen(connection);
  connection.listen();
}

/** Whether a document is a live object; all others are the user's own files. */
function isLive(uri: string): boolean {
  return uri.startsWith(`${liveScheme}:`);
}
