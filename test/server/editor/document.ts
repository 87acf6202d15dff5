import { setTimeout as wait } from 'node:timers/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionRequest,
  type CodeLens,
  CodeLensRequest,
  type Diagnostic,
  type DiagnosticSeverity,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
  InlayHintRequest,
  type ProtocolConnection,
  type Range,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import {
  decideRequest,
  type DocumentStatus,
  mergedRequest,
  type MergeInputs,
  mergeInputsRequest,
  type SaveAnswer,
  saveRequest,
  undoneNotification,
} from '../../../server/src/protocol/messages';
import { valueOf } from './valueOf';

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
  /** The lenses above one line. 0-based. */
  lensesAt: (line: number) => Promise<string[]>;
  /** The inlay hints, each behind its field: `replicas: 5 ← 3 of 5 updated`. */
  hints: () => Promise<string[]>;
  /** The Markdown of the hover on a line. 0-based. */
  hoverOn: (line: number) => Promise<string | undefined>;
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

/** A document, and what the server has to say to it. */
export interface HeldDocument {
  readonly document: EditorDocument;
  takeDiagnostics: (diagnostics: Diagnostic[]) => void;
  takeStatus: (status: DocumentStatus) => void;
  /** Shows this text, unless the user has changed the one that is there; during a save, after it. */
  takeText: (text: string) => void;
  /** Makes edits of the text of this version; false where it is not the one that is there. */
  applyEdits: (version: number | null, edits: TextEdit[]) => boolean;
}

/** Opens a document with this text in an editor on this connection. */
export function holdDocument(
  connection: ProtocolConnection,
  { uri, text, dirty, onClose }: { uri: string; text: string; dirty: boolean; onClose: () => void },
): HeldDocument {
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
  void connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });

  function setText(text: string): void {
    state.past.push(state.text);
    state.future = [];
    change(text);
  }

  function go(way: 'undo' | 'redo'): void {
    const [from, to] = way === 'undo' ? [state.past, state.future] : [state.future, state.past];
    const text = from.pop();
    if (text === undefined) return;
    to.push(state.text);
    state.dirty = true;
    void connection.sendNotification(undoneNotification, { uri, version: state.version + 1, way });
    change(text);
  }

  function change(text: string): void {
    state.text = text;
    state.version += 1;
    void connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: state.version },
      contentChanges: [{ text }],
    });
  }

  async function allLenses(): Promise<CodeLens[]> {
    return (await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  }

  const document: EditorDocument = {
    uri,
    text: () => state.text,
    isDirty: () => state.dirty,
    type(change) {
      state.dirty = true;
      setText(change(state.text));
    },
    async save() {
      state.saving = true;
      const { version, text: saved } = state;
      const answer = await connection.sendRequest(saveRequest, { uri, text: saved });
      state.saving = false;
      if (answer.kind !== 'problem' && state.version === version) state.dirty = false;
      if (state.held !== undefined && !state.dirty) setText(state.held);
      state.held = undefined;
      return answer;
    },
    undo: () => go('undo'),
    redo: () => go('redo'),
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
    lenses: async () => (await allLenses()).map(titleOf),
    lensesAt: async (line) =>
      (await allLenses()).filter(({ range }) => range.start.line === line).map(titleOf),
    async hints() {
      const lines = state.text.split('\n');
      const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
      const hints = await connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
      return (hints ?? []).map(({ position: { line, character }, label }) => {
        const words = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
        return `${(lines[line] ?? '').slice(0, character).trim()} ${words}`;
      });
    },
    async hoverOn(line) {
      const character = /\S/.exec(state.text.split('\n')[line] ?? '')?.index ?? 0;
      const params = { textDocument: { uri }, position: { line, character } };
      const hover = await connection.sendRequest(HoverRequest.type, params);
      const contents = hover?.contents;
      return typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
    },
    async until(holds, milliseconds = 30_000) {
      const deadline = Date.now() + milliseconds;
      while (!holds(document)) {
        if (Date.now() > deadline)
          throw new Error(`it did not come about: ${JSON.stringify(state, undefined, 2)}`);
        await wait(5);
      }
    },
    close() {
      onClose();
      void connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    },
  };

  return {
    document,
    takeDiagnostics: (diagnostics) => void (state.diagnostics = diagnostics),
    takeStatus: (status) => void (state.status = status),
    takeText(text) {
      if (state.saving) state.held = text;
      else if (!state.dirty) setText(text);
    },
    applyEdits(version, edits) {
      if (state.version !== version) return false;
      const before = TextDocument.create(uri, 'yaml', version, state.text);
      state.dirty = true;
      setText(TextDocument.applyEdits(before, edits));
      return true;
    },
  };
}

function titleOf({ command }: CodeLens): string {
  return command?.title ?? '';
}
