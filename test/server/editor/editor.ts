import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApplyWorkspaceEditRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  type RequestParam,
  type RequestType,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createClusters } from '../../../server/src/cluster/clusters';
import {
  type Answer,
  askRequest,
  type ContextSummary,
  contextsRequest,
  type DraftPlace,
  readRequest,
  resolveRequest,
  type SaveQuestion,
  statusNotification,
  textChangedNotification,
  waitingNotification,
} from '../../../server/src/protocol/messages';
import { defaultSettings, type FolderSettings, type Settings } from '../../../server/src/protocol/settings';
import { startServer } from '../../../server/src/server';
import type { RandomNumber } from '../../../server/src/session/ports';
import { isNextToChart } from '../../../server/src/storage/charts';
import { createDrafts } from '../../../server/src/storage/drafts';
import { type EditorDocument, type HeldDocument, holdDocument } from './document';
import { type Progresses, showProgresses } from './progress';
import { valueOf } from './valueOf';

export interface EditorOptions extends ConnectedEditorOptions {
  /** KUBECONFIG in the server's environment. */
  kubeconfig: string;
  environment?: NodeJS.ProcessEnv;
  /** For the jitter of waiting times: with 0 nothing waits that need not. */
  random?: RandomNumber;
}

export interface ConnectedEditorOptions {
  settings?: Partial<Settings>;
  /** Keeps the bases of unsaved texts, as one that is started after another does. */
  drafts?: DraftPlace;
}

/** An editor without a window: it speaks LSP with the real server and does with texts what VS Code does. */
export interface Editor {
  readonly connection: ProtocolConnection;
  /** Lines that the server has logged. */
  readonly log: string[];
  /** What the user was asked, oldest first, and what they answer. */
  readonly questions: SaveQuestion[];
  answersYes: boolean;
  /** What saves waited for. */
  readonly waits: string[];
  /** What was shown of saves on their way. */
  readonly progresses: Progresses;
  /** Opens a live object as a document; rejects with the sentence that the user would see. */
  open(uri: string): Promise<EditorDocument>;
  /** A document whose text came back from an earlier session, without a reading. */
  restore(uri: string, text: string): EditorDocument;
  contexts(): Promise<ContextSummary[]>;
  /** The value of an answer; rejects with the sentence that the user would see. */
  ask<P, V>(type: RequestType<P, Answer<V>, void>, parameters: RequestParam<P>): Promise<V>;
  /** The URIs that a link or a name means; rejects with the sentence that the user would see. */
  resolve(text: string): Promise<string[]>;
  /** The user changes settings. */
  changeSettings(change: Partial<Settings & FolderSettings>): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server and an editor, connected in memory, on this kubeconfig. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  startServer(createConnection(ProposedFeatures.all, toServer, toClient), {
    createClusters: ({ settings: current, log }) =>
      createClusters({
        kubeconfig: () => current().kubeconfig,
        requestTimeoutMilliseconds: () => current().requestTimeoutSeconds * 1_000,
        environment: { ...process.env, ...options.environment, KUBECONFIG: options.kubeconfig },
        log,
        version: 'test',
      }),
    createDrafts: ({ folder, key }, writeLog) =>
      createDrafts({ folder, key: Buffer.from(key, 'base64'), log: writeLog }),
    isNextToChart,
    clock: {
      now: () => Date.now(),
      sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    },
    random: options.random ?? (() => Math.random()),
  });
  return connectEditor({ toServer, toClient }, options);
}

/** An editor for a server that runs already and reads and writes these streams. */
export async function connectEditor(
  { toServer, toClient }: { toServer: Writable; toClient: Readable },
  options: ConnectedEditorOptions = {},
): Promise<Editor> {
  const settings: Settings = { ...defaultSettings, ...options.settings };
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const held = new Map<string, HeldDocument>();
  const log: string[] = [];
  connection.onNotification(LogMessageNotification.type, ({ message }) => void log.push(message));
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onRequest('workspace/configuration', () => [settings]);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onRequest('workspace/inlayHint/refresh', () => null);
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) =>
    held.get(uri)?.takeDiagnostics(diagnostics),
  );
  connection.onNotification(statusNotification, (status) => held.get(status.uri)?.takeStatus(status));
  connection.onNotification(textChangedNotification, ({ uri, text }) => held.get(uri)?.takeText(text));
  const questions: SaveQuestion[] = [];
  const waits: string[] = [];
  const user = { answersYes: false };
  connection.onRequest(askRequest, (question) => {
    questions.push(question);
    return user.answersYes;
  });
  connection.onNotification(waitingNotification, ({ message }) => void waits.push(message));
  connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit: { documentChanges = [] } }) => {
    const [first] = documentChanges;
    if (first === undefined || !('edits' in first)) return { applied: false };
    const { uri, version } = first.textDocument;
    const edits = first.edits.filter((edit) => 'newText' in edit);
    return { applied: held.get(uri)?.applyEdits(version, edits) ?? false };
  });
  const progresses = showProgresses(connection);
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    initializationOptions: options.drafts,
    processId: null, // else the server would look every few seconds whether its parent still lives
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type of the request still demands it
    rootUri: null,
    capabilities: {
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        codeLens: { refreshSupport: true },
        inlayHint: { refreshSupport: true },
      },
    },
  });
  await connection.sendNotification(InitializedNotification.type, {});

  function begin(uri: string, text: string, { dirty }: { dirty: boolean }): EditorDocument {
    const onClose = (): unknown => held.delete(uri);
    const opened = holdDocument(connection, { uri, text, dirty, onClose });
    held.set(uri, opened);
    return opened.document;
  }

  return {
    connection,
    log,
    questions,
    waits,
    progresses,
    get answersYes() {
      return user.answersYes;
    },
    set answersYes(answer) {
      user.answersYes = answer;
    },
    async open(uri) {
      const { text } = valueOf(await connection.sendRequest(readRequest, { uri }));
      return begin(uri, text, { dirty: false });
    },
    restore: (uri, text) => begin(uri, text, { dirty: true }),
    ask: async (type, parameters) => valueOf(await connection.sendRequest(type, parameters)),
    contexts: async () => valueOf(await connection.sendRequest(contextsRequest, {})),
    resolve: async (text) => valueOf(await connection.sendRequest(resolveRequest, { text })).uris,
    async changeSettings(change) {
      Object.assign(settings, change);
      await connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    },
    async close() {
      await connection.sendRequest(ShutdownRequest.type);
      connection.dispose();
    },
  };
}
