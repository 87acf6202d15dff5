import * as vscode from 'vscode';
import { SaveReasons } from './saveReasons';

/** The scheme of scratch texts. */
export const scratchScheme = 'k8sliveMerge';

/** Takes what was written into a scratch text. Rejects with the sentence that says why it was not taken. */
export type TakeScratch = (text: string) => Promise<void>;

interface Scratch {
  text: string;
  /** A counter of texts, never a time. */
  mtime: number;
  take: TakeScratch;
}

/** Texts in memory that an editor can write, each of which is of use once: what is saved is handed on. */
export class ScratchFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly files = new Map<string, Scratch>();
  private readonly reasons = new SaveReasons(({ uri }) => uri.scheme === scratchScheme);
  private readonly subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.files.delete(uri.toString()),
  );
  private texts = 0;
  readonly onDidChangeFile = this.changed.event;

  dispose(): void {
    this.subscription.dispose();
    this.reasons.dispose();
    this.changed.dispose();
  }

  /** Puts a text where an editor can open it. */
  put(uri: vscode.Uri, text: string, take: TakeScratch): void {
    this.texts += 1;
    this.files.set(uri.toString(), { text, mtime: this.texts, take });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, mtime } = this.find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return Buffer.from(this.find(uri).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const reason = this.reasons.take(uri);
    const { take } = this.find(uri);
    if (reason !== vscode.TextDocumentSaveReason.Manual) throw vscode.FileSystemError.Unavailable(notAsked);
    const text = new TextDecoder().decode(content);
    await take(text);
    this.texts += 1;
    this.files.set(uri.toString(), { text, mtime: this.texts, take: refuseAgain });
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined); // nothing but `put` changes them
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private find(uri: vscode.Uri): Scratch {
    const file = this.files.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.Unavailable(gone);
    return file;
  }
}

function refuseAgain(): Promise<void> {
  return Promise.reject(vscode.FileSystemError.Unavailable(gone));
}

const gone = 'This merge view is over. Close it, and open a new one from the live object’s document.';
const notAsked = 'Auto save does not complete a merge. Press Complete Merge when it is as you want it.';
