import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeResult,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { answer, answerResolved, answerSave } from './features/answers';
import { codeLenses } from './features/codeLenses';
import { diagnostics } from './features/diagnostics';
import { kubectlCommand } from './features/kubectlCommand';
import { documentStatus } from './features/status';
import { renderManifest } from './manifest/render';
import * as messages from './protocol/messages';
import { parseUri } from './protocol/objectRef';
import { defaultSettings, readSettings, type Settings, settingsSection } from './protocol/settings';
import type { Clock, Cluster, Clusters, RandomNumber, Result, WriteLog } from './session/ports';
import { resolveObjects } from './session/resolve';
import { createSessions } from './session/sessions';
import { viewDocument } from './session/view';

/** What the server does not make itself. `createClusters` gets the settings as they are at each moment. */
export interface ServerDependencies {
  createClusters: (options: {
    settings: () => Settings;
    log: WriteLog;
  }) => Clusters & { dispose: () => void };
  clock: Clock;
  random: RandomNumber;
}

/** Answers an editor on this connection until it shuts down. Holds no rule of the domain. */
export function startServer(
  connection: Connection,
  { createClusters, clock, random }: ServerDependencies,
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
  const sessions = createSessions({
    clusters,
    clock,
    random,
    log,
    settings: () => settings,
    editorText: (uri) => documents.get(uri)?.getText(),
    onTextOffered: (uri, text) =>
      void connection.sendNotification(messages.textChangedNotification, { uri, text }),
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
    const view = viewDocument(document);
    void connection.sendDiagnostics({ uri, diagnostics: diagnostics(view) });
    void connection.sendNotification(messages.statusNotification, documentStatus(view));
  }

  async function pullSettings(): Promise<void> {
    if (client.pullsSettings) {
      settings = readSettings(
        await connection.workspace.getConfiguration(settingsSection).catch(() => undefined),
      );
    }
    settled.resolve(undefined);
  }

  async function withCluster<T>(
    context: string,
    use: (cluster: Cluster) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    await settled.promise;
    const cluster = await clusters.connect(context);
    return cluster.kind === 'failed' ? cluster : use(cluster.value);
  }

  connection.onInitialize(({ capabilities }): InitializeResult => {
    client = {
      pullsSettings: capabilities.workspace?.configuration === true,
      tellsSettings: capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true,
      refreshesLenses: capabilities.workspace?.codeLens?.refreshSupport === true,
    };
    return {
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeLensProvider: { resolveProvider: false },
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
  documents.onDidChangeContent(({ document }) => sessions.editorChanged(document.uri, document.getText()));
  documents.onDidClose(({ document: { uri } }) => {
    sessions.editorClosed(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  connection.onCodeLens(({ textDocument }) => {
    const document = sessions.find(textDocument.uri);
    return document === undefined ? [] : codeLenses(viewDocument(document));
  });
  connection.onRequest(messages.readRequest, async ({ uri }, token) => {
    await settled.promise;
    return answer(await sessions.read(uri, signalOf(token)), 'read', (text) => ({ text }));
  });
  connection.onRequest(messages.reloadRequest, async ({ uri }, token) => {
    await settled.promise;
    return answer(await sessions.reload(uri, signalOf(token)), 'read', (text) => ({ text }));
  });
  connection.onRequest(messages.showRequest, async ({ uri }, token) => {
    await settled.promise;
    return answer(await sessions.show(uri, signalOf(token)), 'read', (object) => ({
      text: renderManifest(object),
    }));
  });
  connection.onRequest(messages.saveRequest, async ({ uri, text }, token) => {
    await settled.promise;
    return answerSave(await sessions.save(uri, text, signalOf(token)), parseUri(uri));
  });
  connection.onRequest(messages.contextsRequest, async () => {
    await settled.promise;
    return answer(await clusters.contexts(), 'connect', (contexts) => contexts);
  });
  connection.onRequest(messages.resourcesRequest, async ({ context }, token) => {
    const signal = signalOf(token);
    const resources = await withCluster(context, (cluster) => cluster.resources({ refresh: true, signal }));
    return answer(resources, 'list', (all) =>
      all.filter(({ verbs }) => verbs.includes('get') && verbs.includes('list')),
    );
  });
  connection.onRequest(messages.objectsRequest, async ({ context, ...options }, token) => {
    const signal = signalOf(token);
    return answer(
      await withCluster(context, (cluster) => cluster.list({ ...options, signal })),
      'list',
      (page) => page,
    );
  });
  connection.onRequest(messages.resolveRequest, async ({ text }, token) => {
    await settled.promise;
    return answerResolved(await resolveObjects(text, { clusters, signal: signalOf(token) }));
  });
  connection.onRequest(messages.kubectlCommandRequest, ({ uri }) => {
    const ref = parseUri(uri);
    const failed = { kind: 'failed', failure: { kind: 'badUri', uri } } as const;
    return answer(ref === undefined ? failed : { kind: 'ok', value: ref }, 'read', (found) => ({
      command: kubectlCommand(found, settings),
    }));
  });

  documents.listen(connection);
  connection.listen();
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** How long changes are gathered before they are published. Milliseconds. */
const publishMilliseconds = 10;
