import {
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { codeActions } from './features/codeActions';
import { codeLenses } from './features/codeLenses';
import type { FeatureContext } from './features/context';
import { diagnostics } from './features/diagnostics';
import { describeWaiting } from './features/saveProblems';
import { describeQuestion } from './features/questions';
import { documentStatus } from './features/status';
import * as messages from './protocol/messages';
import { defaultSettings, readSettings, type Settings, settingsSection } from './protocol/settings';
import { registerRequests } from './requests';
import { noDrafts } from './session/drafts';
import type { Clock, Clusters, Drafts, RandomNumber, WriteLog } from './session/ports';
import { createSessions } from './session/sessions';
import type { UndoWay } from './session/textHistory';
import { viewDocument } from './session/view';

/** What the server does not make itself. `createClusters` gets the settings as they are at each moment. */
export interface ServerDependencies {
  createClusters: (options: {
    settings: () => Settings;
    log: WriteLog;
  }) => Clusters & { dispose: () => void };
  /** Keeps the bases of unsaved texts at the place that the editor gives for them. */
  createDrafts: (place: messages.DraftPlace, log: WriteLog) => Drafts;
  clock: Clock;
  random: RandomNumber;
}

/** Answers an editor on this connection until it shuts down. Holds no rule of the domain. */
export function startServer(
  connection: Connection,
  { createClusters, createDrafts, clock, random }: ServerDependencies,
): void {
  const lifetime = new AbortController();
  const documents = new TextDocuments(TextDocument);
  const changed = new Set<string>();
  let settings = defaultSettings;
  let client = { pullsSettings: false, tellsSettings: false, refreshesLenses: false };
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
    onChanged: ({ uri }) => void publishSoon(uri),
  });

  /** Many changes within a moment are published once. */
  async function publishSoon(uri: string): Promise<void> {
    const first = changed.size === 0;
    changed.add(uri);
    if (!first) return;
    await clock.sleep(publishMilliseconds, lifetime.signal);
    const uris = [...changed];
    changed.clear();
    if (lifetime.signal.aborted) return;
    uris.forEach(publish);
    // A client that cannot take it now asks for its lenses later.
    if (client.refreshesLenses)
      await connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
  }

  function publish(uri: string): void {
    const document = sessions.find(uri);
    if (document === undefined || documents.get(uri) === undefined) return;
    sessions.settingsChanged();
    publisher.settingsChanged();
    const view = viewDocument(document, clock.now());
    void connection.sendDiagnostics({ uri, diagnostics: diagnostics(view, featureContext()) });
    void connection.sendNotification(messages.statusNotification, documentStatus(view, featureContext()));
  }

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
  }

  connection.onInitialize(({ capabilities, initializationOptions }): InitializeResult => {
    const place = messages.readDraftPlace(initializationOptions);
    if (place !== undefined) drafts = createDrafts(place, log);
    client = {
      pullsSettings: capabilities.workspace?.configuration === true,
      tellsSettings: capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true,
      refreshesLenses: capabilities.workspace?.codeLens?.refreshSupport === true,
    };
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeLensProvider: { resolveProvider: false },
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
    clusters.dispose();
  });

  documents.onDidOpen(({ document: { uri } }) => {
    void settled.promise.then(() => {
      const text = documents.get(uri)?.getText();
      if (text !== undefined) sessions.editorOpened(uri, text);
    });
  });
  connection.onNotification(messages.undoneNotification, ({ uri, version, way }) => {
    undone.set(uri, { version, way });
  });
  documents.onDidChangeContent(({ document: { uri, version }, document }) => {
    const announced = undone.get(uri);
    undone.delete(uri);
    const way = announced?.version === version ? announced.way : undefined;
    sessions.editorChanged(uri, document.getText(), way);
  });
  documents.onDidClose(({ document: { uri } }) => {
    sessions.editorClosed(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  connection.onCodeLens(({ textDocument }) => {
    const document = sessions.find(textDocument.uri);
    return document === undefined ? [] : codeLenses(viewDocument(document, clock.now()), featureContext());
  });
  connection.onCodeAction(({ textDocument, range }) => {
    const document = sessions.find(textDocument.uri);
    return document === undefined ? [] : codeActions(viewDocument(document, clock.now()), range);
  });
  registerRequests(connection, {
    sessions,
    clusters,
    settings: async () => {
      await settled.promise;
      return settings;
    },
    now: () => clock.now(),
    versionOf: (uri) => documents.get(uri)?.version,
  });

  documents.listen(connection);
  connection.listen();
}

/** How long changes are gathered before they are published. Milliseconds. */
const publishMilliseconds = 10;
