import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  ApplyWorkspaceEditRequest,
  CodeActionRequest,
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
  askRequest,
  type ContextSummary,
  contextsRequest,
  decideRequest,
  type DocumentStatus,
  type DraftPlace,
  mergedRequest,
  type MergeInputs,
  mergeInputsRequest,
  readRequest,
  resolveRequest,
  type SaveAnswer,
  type SaveQuestion,
  saveRequest,
  statusNotification,
  textChangedNotification,
  undoneNotification,
  waitingNotification,
} from '../../../server/src/protocol/messages';
import { defaultSettings, type Settings } from '../../../server/src/protocol/settings';
import { startServer } from '../../../server/src/server';
import { noDrafts } from '../../../server/src/session/drafts';

export interface EditorOptions {
  /** KUBECONFIG in the server's environment. */
  kubeconfig: string;
  settings?: Partial<Settings>;
  environment?: NodeJS.ProcessEnv;
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
  /** Back to the text before, or forth again. */
  undo: () => void;
  redo: () => void;
  /** Keeps the user's value, or takes the live one: at one conflict (a JSON pointer), or at all. */
  decide: (keep: 'yours' | 'live', path?: string) => Promise<{ conflictsLeft: number }>;
  /** The three texts of a merge view, and its end with a text. */
  openMerge: () => Promise<MergeInputs>;
  endMerge: (text: string) => Promise<void>;
  /** The quick fixes at a place. 0-based. */
  fixesAt: (line: number, character: number) => Promise<string[]>;
  diagnostics: () => EditorDiagnostic[];
  status: () => DocumentStatus | undefined;
  lenses: () => Promise<string[]>;
  /** Waits until this holds, and fails with what was there instead. Milliseconds. */
  until: (holds: (document: EditorDocument) => boolean, milliseconds?: number) => Promise<void>;
  close: () => void;
}

interface State {
  text: string;
  /** Texts before and after this one, as an editor's undo stack has them. */
  past: string[];
  future: string[];
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
    createDrafts: () => noDrafts,
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
    const state = states.get(uri);
    if (state === undefined || state.version !== version) return { applied: false };
    const edits = first.edits.filter((edit) => 'newText' in edit);
    const before = TextDocument.create(uri, 'yaml', version, state.text);
    state.dirty = true;
    setText(uri, state, TextDocument.applyEdits(before, edits));
    return { applied: true };
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    initializationOptions: options.drafts,
    processId: null, // else the server would look every few seconds whether its parent still lives
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type of the request still demands it
    rootUri: null,
    capabilities: { workspace: { configuration: true, codeLens: { refreshSupport: true } } },
  });
  await connection.sendNotification(InitializedNotification.type, {});

  function setText(uri: string, state: State, text: string): void {
    state.past.push(state.text);
    state.future = [];
    change(uri, state, text);
  }

  function go(uri: string, state: State, way: 'undo' | 'redo'): void {
    const [from, to] = way === 'undo' ? [state.past, state.future] : [state.future, state.past];
    const text = from.pop();
    if (text === undefined) return;
    to.push(state.text);
    state.dirty = true;
    void connection.sendNotification(undoneNotification, { uri, version: state.version + 1, way });
    change(uri, state, text);
  }

  function change(uri: string, state: State, text: string): void {
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
      past: [],
      future: [],
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
      undo: () => go(uri, state, 'undo'),
      redo: () => go(uri, state, 'redo'),
      decide: async (keep, path) =>
        valueOf(
          await connection.sendRequest(decideRequest, { uri, keep, ...(path !== undefined && { path }) }),
        ),
      openMerge: async () => valueOf(await connection.sendRequest(mergeInputsRequest, { uri })),
      endMerge: async (merged) =>
        void valueOf(await connection.sendRequest(mergedRequest, { uri, text: merged })),
      async fixesAt(line, character) {
        const range = { start: { line, character }, end: { line, character } };
        const context = { diagnostics: [] };
        const params = { textDocument: { uri }, range, context };
        const fixes = await connection.sendRequest(CodeActionRequest.type, params);
        return (fixes ?? []).map(({ title }) => title);
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
    questions,
    waits,
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
