import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type Answer, readRequest, reloadRequest, saveRequest } from '../../server/src/protocol/messages';
import { liveScheme } from '../../server/src/protocol/objectRef';
import { describeError } from './commands/failure';
import { Places } from './places';
import { SaveMessages } from './saveMessages';
import { SaveReasons } from './saveReasons';

/** A text that was handed to the editor, or is about to be. */
interface Entry {
  text: string;
  /** A counter of texts, never a time: VS Code reads again when it has grown. */
  mtime: number;
}

/** A save that has not settled yet, and the text that the editor shall show when it has. */
interface Hold {
  text: string | undefined;
}

/**
 * The file system of live objects. A text is read from the cluster when its document opens and from then on comes
 * from the server; `Changed` is fired only for texts that the editor shall show.
 */
export class LiveFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** Of open documents, and of those that were read a moment ago and are about to open. */
  private readonly entries = new Map<string, Entry>();
  private readonly loading = new Map<string, Promise<Entry>>();
  /** Texts that wait until a running save has settled: VS Code would not read them before. */
  private readonly held = new Map<string, Hold>();
  private readonly reasons = new SaveReasons();
  private readonly messages = new SaveMessages();
  private readonly places = new Places();
  private readonly subscriptions: vscode.Disposable;
  private readonly client: () => Promise<LanguageClient>;
  private readonly onUnreadable: (sentence: string) => void;
  private texts = 0;
  readonly onDidChangeFile = this.changed.event;

  /** `onUnreadable` takes the sentence that says why a document cannot be opened. */
  constructor(client: () => Promise<LanguageClient>, onUnreadable: (sentence: string) => void) {
    this.client = client;
    this.onUnreadable = onUnreadable;
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.reasons,
      this.places,
      this.messages,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forgetUnopened(uri)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.release(uri)),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** The server has another text for the editor. A dirty document is left alone. */
  show(uri: vscode.Uri, text: string): void {
    const hold = this.held.get(uri.toString());
    const document = findDocument(uri);
    if (hold !== undefined) hold.text = text;
    else if (document?.isDirty === false) this.offer(document, text);
  }

  /**
   * Makes the editor show the object as it is now, dropping unsaved changes, but none that were typed after the call.
   * Rejects with a sentence.
   */
  async reload(uri: vscode.Uri): Promise<void> {
    const client = await this.client();
    const version = findDocument(uri)?.version;
    const answer = await client.sendRequest(reloadRequest, { uri: uri.toString() });
    const { text } = valueOf(answer);
    const document = findDocument(uri);
    if (document === undefined) return;
    if (!document.isDirty) return this.offer(document, text);
    if (document.version !== version) throw new Error(typedMeanwhile);
    this.offer(document, text);
    await vscode.window.showTextDocument(document);
    // The command is about the active editor, which may be another one by now.
    if (vscode.window.activeTextEditor?.document !== document) throw new Error(typedMeanwhile);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  /** Reads an object again whose document holds nothing unsaved. */
  async renew(uri: vscode.Uri): Promise<void> {
    if (findDocument(uri)?.isDirty === false) await this.reload(uri);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // Whoever writes a file looks for its folder first.
    if (!uri.path.endsWith('.yaml')) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { mtime, text } = this.entries.get(uri.toString()) ?? (await this.load(uri));
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    try {
      const { text } = this.entries.get(uri.toString()) ?? (await this.load(uri));
      return Buffer.from(text);
    } catch (error) {
      // The editor itself says no more than that it cannot be opened.
      this.onUnreadable(describeError(error));
      throw error;
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const reason = this.reasons.take(uri);
    if (reason !== undefined && reason !== vscode.TextDocumentSaveReason.Manual)
      throw vscode.FileSystemError.Unavailable(refusal);
    const document = findDocument(uri);
    // Programs save so, and an auto save that some extension has held up; another extension writes under a clean editor.
    if (reason === undefined && document?.isDirty === true)
      throw vscode.FileSystemError.Unavailable(refusalOfPrograms);
    const text = decode(content, document);
    const hold: Hold = { text: undefined };
    this.held.set(key, hold);
    try {
      const client = await this.client();
      const answer = await client.sendRequest(saveRequest, { uri: key, text });
      if (answer.kind === 'problem') throw vscode.FileSystemError.Unavailable(answer.problem.message);
      this.entries.set(key, { text, mtime: this.nextTime() });
      this.messages.say(answer);
    } catch (error) {
      this.release(uri, hold);
      throw error;
    }
    // Where the editor does not know of the save, another extension has written: the editor shall show it.
    if (reason === undefined) this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    // Nor does it then report that the save has settled.
    setTimeout(() => {
      this.release(uri, hold);
      this.forgetUnopened(uri);
    }, longestSettling);
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

  /** Reads an object from the cluster. VS Code asks for the state and the text of a file at the same time. */
  private load(uri: vscode.Uri): Promise<Entry> {
    const key = uri.toString();
    const running = this.loading.get(key);
    if (running !== undefined) return running;
    const loading = this.read(uri).finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  private async read(uri: vscode.Uri): Promise<Entry> {
    const key = uri.toString();
    const client = await this.client();
    const { text } = valueOf(await client.sendRequest(readRequest, { uri: key }));
    const entry = { text, mtime: this.nextTime() };
    this.entries.set(key, entry);
    setTimeout(() => this.forgetUnopened(uri), openingMilliseconds);
    return entry;
  }

  /** A document whose language changes is reported as closed, too, and stays open. */
  private forgetUnopened(uri: vscode.Uri): void {
    if (findDocument(uri) === undefined) this.entries.delete(uri.toString());
  }

  private offer(document: vscode.TextDocument, text: string): void {
    const { uri } = document;
    this.entries.set(uri.toString(), { text, mtime: this.nextTime() });
    this.places.remember(document, text);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  private release(uri: vscode.Uri, hold = this.held.get(uri.toString())): void {
    const key = uri.toString();
    if (hold === undefined || this.held.get(key) !== hold) return; // another save runs by now
    this.held.delete(key);
    if (hold.text !== undefined) this.show(uri, hold.text);
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

function noFile(uri: vscode.Uri): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    `${uri.path} is an object in a cluster: it cannot be made, moved or deleted as a ${liveScheme} file.`,
  );
}

const refusal =
  'Auto save does not write to a cluster. Save this live object yourself when it is as you want it. ' +
  'With the setting files.autoSaveWorkspaceFilesOnly, auto save leaves live objects alone.';
const refusalOfPrograms =
  'Not saved: this save was not asked for in the editor. Look at the changes and save this live object yourself, with Ctrl+S.';
const typedMeanwhile =
  'Something was typed, or another editor was opened, while the object was being read: nothing was dropped. Reload once more.';
/** How long a finished save may take to be reported as saved. Milliseconds. */
const longestSettling = 2_000;
/** How long opening a document may take from its state to its text. Milliseconds. */
const openingMilliseconds = 5_000;
