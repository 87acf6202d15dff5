import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type Answer, readRequest, reloadRequest, saveRequest } from '../../server/src/protocol/messages';
import { liveScheme } from '../../server/src/protocol/objectRef';
import { describeError } from './commands/failure';
import { findDocument, revert } from './documents';
import { FoldedOffers } from './foldedOffers';
import { HandedTexts } from './handedTexts';
import { Places } from './places';
import { SaveMessages } from './saveMessages';
import { SaveReasons } from './saveReasons';
import { decodeText, refuseUnasked } from './saveText';
import type { SaveWaits } from './saveWaits';

/** A save that has not settled yet, and the text that the editor shall show when it has. */
interface Hold {
  text: string | undefined;
}

export interface LiveFileSystemOptions {
  client: () => Promise<LanguageClient>;
  waits: SaveWaits;
  /** Takes the sentence that says why a document cannot be opened. */
  onUnreadable: (sentence: string) => void;
  /** Takes the text as it was saved, and the text that the editor gets because changes of others were merged in. */
  onMerged: (uri: vscode.Uri, texts: { saved: string; merged: string }) => void;
}

/**
 * The file system of live objects. A text is read from the cluster when its document opens and from then on comes
 * from the server; `Changed` is fired only for texts that the editor shall show.
 */
export class LiveFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly texts = new HandedTexts();
  private readonly loading = new Map<string, Promise<string>>();
  /** Texts that wait until a running save has settled: VS Code would not read them before. */
  private readonly held = new Map<string, Hold>();
  private readonly reasons = new SaveReasons(({ uri }) => uri.scheme === liveScheme);
  private readonly messages = new SaveMessages();
  private readonly places = new Places();
  private readonly folded = new FoldedOffers();
  private readonly subscriptions: vscode.Disposable;
  private readonly options: LiveFileSystemOptions;
  readonly onDidChangeFile = this.changed.event;

  constructor(options: LiveFileSystemOptions) {
    this.options = options;
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.reasons,
      this.places,
      this.folded,
      this.messages,
      this.texts,
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.release(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const next = this.folded.next(document);
        if (next !== undefined) this.hand(document, next);
      }),
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
    const client = await this.options.client();
    const version = findDocument(uri)?.version;
    const answer = await client.sendRequest(reloadRequest, { uri: uri.toString() });
    const { text } = valueOf(answer);
    const document = findDocument(uri);
    if (document === undefined) return;
    if (!document.isDirty) return this.offer(document, text);
    if (document.version !== version) throw new Error(typedMeanwhile);
    this.offer(document, text);
    await revert(document);
  }

  /** Saves the text of a document whose object was deleted, changed or not. Rejects with a sentence. */
  async createAnew(uri: vscode.Uri): Promise<void> {
    const document = findDocument(uri);
    if (document === undefined) return;
    // VS Code writes nothing for a clean document; for a dirty one it says itself why a save has failed.
    if (document.isDirty) await document.save().then(undefined, () => false);
    else this.release(uri, await this.save(uri, document.getText()));
  }

  /** Reads an object again whose document holds nothing unsaved. */
  async renew(uri: vscode.Uri): Promise<void> {
    if (findDocument(uri)?.isDirty === false) await this.reload(uri);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // Whoever writes a file looks for its folder first.
    if (!uri.path.endsWith('.yaml')) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (this.texts.find(uri) === undefined) await this.load(uri);
    return this.texts.stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    try {
      return Buffer.from(this.texts.find(uri) ?? (await this.load(uri)));
    } catch (error) {
      // The editor itself says no more than that it cannot be opened.
      this.options.onUnreadable(describeError(error));
      throw error;
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const reason = this.reasons.take(uri);
    const document = findDocument(uri);
    refuseUnasked(reason, document);
    const text = decodeText(content, document);
    const hold = await this.save(uri, text);
    this.texts.putWritten(uri, text);
    // Where the editor does not know of the save, another extension has written: the editor shall show it.
    if (reason === undefined) this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    // Nor does it then report that the save has settled.
    setTimeout(() => {
      this.release(uri, hold);
      this.texts.forgetUnopened(uri);
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

  /** Has the server write a text, and says what became of it. What it offers meanwhile waits in the result. */
  private async save(uri: vscode.Uri, text: string): Promise<Hold> {
    const key = uri.toString();
    const hold: Hold = { text: undefined };
    this.held.set(key, hold);
    const running = this.options.waits.begin(uri);
    try {
      const client = await this.options.client();
      const answer = await client.sendRequest(saveRequest, { uri: key, text }, running.token);
      if (answer.kind === 'problem') throw vscode.FileSystemError.Unavailable(answer.problem.message);
      if (answer.merged && hold.text !== undefined)
        this.options.onMerged(uri, { saved: text, merged: hold.text });
      this.messages.say(uri, answer);
      return hold;
    } catch (error) {
      this.release(uri, hold);
      throw error;
    } finally {
      running.end();
    }
  }

  /** Reads an object from the cluster. VS Code asks for the state and the text of a file at the same time. */
  private load(uri: vscode.Uri): Promise<string> {
    const key = uri.toString();
    const running = this.loading.get(key);
    if (running !== undefined) return running;
    const loading = this.read(uri).finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  private async read(uri: vscode.Uri): Promise<string> {
    const client = await this.options.client();
    const { text } = valueOf(await client.sendRequest(readRequest, { uri: uri.toString() }));
    this.texts.putRead(uri, text);
    setTimeout(() => this.texts.forgetUnopened(uri), openingMilliseconds);
    return text;
  }

  private offer(document: vscode.TextDocument, text: string): void {
    this.hand(document, this.folded.begin(document, text));
  }

  private hand(document: vscode.TextDocument, text: string): void {
    const { uri } = document;
    this.texts.putOffered(uri, text);
    this.places.remember(document, text);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  private release(uri: vscode.Uri, hold = this.held.get(uri.toString())): void {
    const key = uri.toString();
    if (hold === undefined || this.held.get(key) !== hold) return; // another save runs by now
    this.held.delete(key);
    if (hold.text !== undefined) this.show(uri, hold.text);
  }
}

function valueOf<T>(answer: Answer<T>): T {
  // With `FileNotFound` VS Code would show a sentence of its own instead of ours.
  if (answer.kind === 'problem') throw vscode.FileSystemError.Unavailable(answer.problem.message);
  return answer.value;
}

function noFile(uri: vscode.Uri): vscode.FileSystemError {
  return vscode.FileSystemError.NoPermissions(
    `${uri.path} is an object in a cluster: it cannot be made, moved or deleted as a ${liveScheme} file.`,
  );
}

const typedMeanwhile =
  'Something was typed while the object was being read: nothing was dropped. Reload once more.';
/** How long a finished save may take to be reported as saved. Milliseconds. */
const longestSettling = 2_000;
/** How long opening a document may take from its state to its text. Milliseconds. */
const openingMilliseconds = 5_000;
