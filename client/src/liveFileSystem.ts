import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type Answer,
  readRequest,
  reloadRequest,
  type SaveAnswer,
  saveRequest,
} from '../../server/src/protocol/messages';
import { liveScheme } from '../../server/src/protocol/objectRef';
import { SaveReasons } from './saveReasons';

/** A text that was handed to the editor, or is about to be. */
interface Entry {
  text: string;
  /** A counter of texts, never a time: VS Code reads again when it has grown. */
  mtime: number;
  /** Until when a first reader may take the text as fresh, in milliseconds since 1970; 0 when it was read. */
  freshUntil: number;
}

/**
 * The file system of live objects. A text is read from the cluster when its document opens and from then on comes
 * from the server; `Changed` is fired only for texts that the editor shall show.
 */
export class LiveFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly entries = new Map<string, Entry>();
  private readonly loading = new Map<string, Promise<Entry>>();
  /** Texts that wait until a running save has settled: VS Code would not read them before. */
  private readonly held = new Map<string, string | undefined>();
  private readonly reasons = new SaveReasons();
  private readonly subscriptions: vscode.Disposable;
  private readonly client: () => Promise<LanguageClient>;
  private texts = 0;
  readonly onDidChangeFile = this.changed.event;

  constructor(client: () => Promise<LanguageClient>) {
    this.client = client;
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.reasons,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.entries.delete(uri.toString())),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.release(uri)),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** The server has another text for the editor. A dirty document is left alone. */
  show(uri: vscode.Uri, text: string): void {
    const key = uri.toString();
    if (this.held.has(key)) this.held.set(key, text);
    else if (findDocument(uri)?.isDirty !== true) this.offer(uri, text);
  }

  /** Makes the editor show the object as it is now, dropping unsaved changes. Rejects with a sentence. */
  async reload(uri: vscode.Uri): Promise<void> {
    const client = await this.client();
    const answer = await client.sendRequest(reloadRequest, { uri: uri.toString() });
    this.offer(uri, valueOf(answer).text);
    const document = findDocument(uri);
    if (document === undefined) return;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime, text } = this.find(uri) ?? (await this.load(uri));
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const entry = this.find(uri) ?? (await this.load(uri));
    entry.freshUntil = 0;
    return Buffer.from(entry.text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const refusal = this.reasons.refuse(uri);
    if (refusal !== undefined) throw vscode.FileSystemError.Unavailable(refusal);
    const text = decode(content, findDocument(uri));
    this.held.set(key, undefined);
    try {
      const client = await this.client();
      const answer = await client.sendRequest(saveRequest, { uri: key, text });
      if (answer.kind === 'problem') throw vscode.FileSystemError.Unavailable(answer.problem.message);
      this.entries.set(key, { text, mtime: this.nextTime(), freshUntil: 0 });
      report(answer);
    } catch (error) {
      this.release(uri);
      throw error;
    }
    // A save without a document (by another extension) is never reported as saved.
    setTimeout(() => this.release(uri), longestSettling);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined); // the server watches every open object
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw noFile(uri);
  }

  delete(uri: vscode.Uri): void {
    throw noFile(uri);
  }

  rename(uri: vscode.Uri): void {
    throw noFile(uri);
  }

  /** The text for an open document, or one that was read a moment ago for a document that is about to open. */
  private find(uri: vscode.Uri): Entry | undefined {
    const entry = this.entries.get(uri.toString());
    const serves = entry !== undefined && (findDocument(uri) !== undefined || Date.now() < entry.freshUntil);
    return serves ? entry : undefined;
  }

  /** Reads an object from the cluster. VS Code asks for the state and the text of a file at the same time. */
  private load(uri: vscode.Uri): Promise<Entry> {
    const key = uri.toString();
    const running = this.loading.get(key);
    if (running !== undefined) return running;
    const loading = this.read(key).finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  private async read(key: string): Promise<Entry> {
    const client = await this.client();
    const { text } = valueOf(await client.sendRequest(readRequest, { uri: key }));
    const entry = { text, mtime: this.nextTime(), freshUntil: Date.now() + openingMilliseconds };
    this.entries.set(key, entry);
    return entry;
  }

  private offer(uri: vscode.Uri, text: string): void {
    this.entries.set(uri.toString(), { text, mtime: this.nextTime(), freshUntil: 0 });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  private release(uri: vscode.Uri): void {
    const key = uri.toString();
    const text = this.held.get(key);
    if (!this.held.delete(key) || text === undefined) return;
    this.show(uri, text);
  }

  private nextTime(): number {
    this.texts += 1;
    return this.texts;
  }
}

function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

function valueOf<T>(answer: Answer<T>): T {
  // With `FileNotFound` VS Code would show a sentence of its own instead of ours.
  if (answer.kind === 'problem') throw vscode.FileSystemError.Unavailable(answer.problem.message);
  return answer.value;
}

function decode(content: Uint8Array, document: vscode.TextDocument | undefined): string {
  if (document !== undefined && !document.encoding.startsWith('utf8')) {
    throw vscode.FileSystemError.Unavailable(
      `Not saved: this document is in the encoding ${document.encoding}, and live objects are UTF-8. Reopen it with the encoding UTF-8.`,
    );
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
}

function report(answer: SaveAnswer): void {
  if (answer.kind === 'problem') return;
  vscode.window.setStatusBarMessage(answer.message, messageMilliseconds);
  if (answer.kind === 'saved' && answer.warnings.length > 0) {
    void vscode.window.showWarningMessage(`Saved. The API server warns: ${answer.warnings.join(' ')}`);
  }
}

function noFile(uri: vscode.Uri): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    `${uri.path} is an object in a cluster: it cannot be made, moved or deleted as a ${liveScheme} file.`,
  );
}

/** How long a finished save may take to be reported as saved. Milliseconds. */
const longestSettling = 2_000;
/** How long opening a document may take from its state to its text. Milliseconds. */
const openingMilliseconds = 5_000;
const messageMilliseconds = 8_000;
