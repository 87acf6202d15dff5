import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type CodeLens,
  CodeLensRequest,
  createProtocolConnection,
  type Diagnostic,
  type DiagnosticSeverity,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createClusters } from '../../../server/src/cluster/clusters';
import {
  type Answer,
  type ContextSummary,
  contextsRequest,
  type DocumentStatus,
  readRequest,
  resolveRequest,
  type SaveAnswer,
  saveRequest,
  statusNotification,
  textChangedNotification,
} from '../../../server/src/protocol/messages';
import { defaultSettings, type Settings } from '../../../server/src/protocol/settings';
import { startServer } from '../../../server/src/server';

export interface EditorOptions {
  /** KUBECONFIG in the server's environment. */
  kubeconfig: string;
  settings?: Partial<Settings>;
  environment?: NodeJS.ProcessEnv;
}

/** An editor without a window: it speaks LSP with the real server and does with texts what VS Code does. */
export interface Editor {
  readonly connection: ProtocolConnection;
  /** Lines that the server has logged. */
  readonly log: string[];
  /** Opens a live object as a document; rejects with the sentence that the user would see. */
  open(uri: string): Promise<EditorDocument>;
  /** A document whose text came back from an earlier session, without a reading. */
  restore(uri: string, text: string): EditorDocument;
  contexts(): Promise<ContextSummary[]>;
  /** The URIs that a link or a name means; rejects with the sentence that the user would see. */
  resolve(text: string): Promise<string[]>;
  close(): Promise<void>;
}

/** A diagnostic as the user sees it. */
export interface EditorDiagnostic {
  range: Range;
  message: string;
  severity: DiagnosticSeverity | undefined;
}

/** A document as the editor holds it. */
export interface EditorDocument {
  readonly uri: string;
  text: () => string;
  isDirty: () => boolean;
  /** The user types: the whole text is another one. */
  type: (change: (text: string) => string) => void;
  save: () => Promise<SaveAnswer>;
  diagnostics: () => EditorDiagnostic[];
  status: () => DocumentStatus | undefined;
  lenses: () => Promise<string[]>;
  /** Waits until this holds, and fails with what was there instead. Milliseconds. */
  until: (holds: (document: EditorDocument) => boolean, milliseconds?: number) => Promise<void>;
  close: () => void;
}

interface State {
  text: string;
  dirty: boolean;
  version: number;
  saving: boolean;
  held: string | undefined;
  diagnostics: Diagnostic[];
  status: DocumentStatus | undefined;
}

/** Starts a server and an editor, connected in memory, on this kubeconfig. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const settings: Settings = { ...defaultSettings, ...options.settings };
  startServer(createConnection(ProposedFeatures.all, toServer, toClient), {
    createClusters: ({ settings: current, log }) =>
      createClusters({
        kubeconfig: () => current().kubeconfig,
        requestTimeoutMilliseconds: () => current().requestTimeoutSeconds * 1_000,
        environment: { ...process.env, ...options.environment, KUBECONFIG: options.kubeconfig },
        log,
        version: 'test',
      }),
    clock: {
      now: () => Date.now(),
      sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    },
    random: () => Math.random(),
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const states = new Map<string, State>();
  const log: string[] = [];
  connection.onNotification(LogMessageNotification.type, ({ message }) => void log.push(message));
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onRequest('workspace/configuration', () => [settings]);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    const state = states.get(uri);
    if (state !== undefined) state.diagnostics = diagnostics;
  });
  connection.onNotification(statusNotification, (status) => {
    const state = states.get(status.uri);
    if (state !== undefined) state.status = status;
  });
  connection.onNotification(textChangedNotification, ({ uri, text }) => {
    const state = states.get(uri);
    if (state?.saving === true) state.held = text;
    else if (state?.dirty === false) setText(uri, state, text);
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: null, // else the server would look every few seconds whether its parent still lives
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type of the request still demands it
    rootUri: null,
    capabilities: { workspace: { configuration: true, codeLens: { refreshSupport: true } } },
  });
  await connection.sendNotification(InitializedNotification.type, {});

  function setText(uri: string, state: State, text: string): void {
    state.text = text;
    state.version += 1;
    void connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: state.version },
      contentChanges: [{ text }],
    });
  }

  function begin(uri: string, text: string, { dirty }: { dirty: boolean }): EditorDocument {
    const state: State = {
      text,
      dirty,
      version: 1,
      saving: false,
      held: undefined,
      diagnostics: [],
      status: undefined,
    };
    states.set(uri, state);
    void connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    const document: EditorDocument = {
      uri,
      text: () => state.text,
      isDirty: () => state.dirty,
      type(change) {
        state.dirty = true;
        setText(uri, state, change(state.text));
      },
      async save() {
        state.saving = true;
        const { version, text: saved } = state;
        const answer = await connection.sendRequest(saveRequest, { uri, text: saved });
        state.saving = false;
        if (answer.kind !== 'problem' && state.version === version) state.dirty = false;
        if (state.held !== undefined && !state.dirty) setText(uri, state, state.held);
        state.held = undefined;
        return answer;
      },
      diagnostics: () =>
        state.diagnostics.map(({ range, message, severity }) => ({
          range,
          message: typeof message === 'string' ? message : message.value,
          severity,
        })),
      status: () => state.status,
      async lenses() {
        const lenses: CodeLens[] | null = await connection.sendRequest(CodeLensRequest.type, {
          textDocument: { uri },
        });
        return (lenses ?? []).map(({ command }) => command?.title ?? '');
      },
      async until(holds, milliseconds = 10_000) {
        const deadline = Date.now() + milliseconds;
        while (!holds(document)) {
          if (Date.now() > deadline)
            throw new Error(`it did not come about: ${JSON.stringify(state, undefined, 2)}`);
          await wait(5);
        }
      },
      close() {
        states.delete(uri);
        void connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
      },
    };
    return document;
  }

  return {
    connection,
    log,
    async open(uri) {
      const { text } = valueOf(await connection.sendRequest(readRequest, { uri }));
      return begin(uri, text, { dirty: false });
    },
    restore: (uri, text) => begin(uri, text, { dirty: true }),
    contexts: async () => valueOf(await connection.sendRequest(contextsRequest, {})),
    resolve: async (text) => valueOf(await connection.sendRequest(resolveRequest, { text })).uris,
    async close() {
      await connection.sendRequest(ShutdownRequest.type);
      connection.dispose();
    },
  };
}

/** The value of an answer; throws its problem's sentence. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.kind === 'problem') throw new Error(`${answer.problem.reason}: ${answer.problem.message}`);
  return answer.value;
}
