import * as vscode from 'vscode';
import { findDocument } from './documents';

/** A text that was handed to the editor, or is about to be. */
interface HandedText {
  text: string;
  /** A counter of texts, never a time: VS Code reads again when it has grown. */
  mtime: number;
  /** What VS Code was told of it last. */
  told: number;
  /** What it had been told when it took a text last. */
  taken: number;
}

/** The texts of live objects as VS Code's editor gets them: of open documents, and of those that are about to open. */
export class HandedTexts implements vscode.Disposable {
  private readonly texts = new Map<string, HandedText>();
  private readonly subscriptions: vscode.Disposable;
  /** Goes on where earlier sessions have ended: VS Code keeps the number of a text that it brings back. */
  private counted = Date.now();

  constructor() {
    this.subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.noteTaken(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forgetUnopened(uri)),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** The text that the editor is to show of a document; undefined where none is known. */
  find(uri: vscode.Uri): string | undefined {
    return this.texts.get(uri.toString())?.text;
  }

  /** The state of a document's file. Its text must be known. */
  stat(uri: vscode.Uri): vscode.FileStat {
    const handed = this.texts.get(uri.toString()) ?? { text: '', mtime: 0, told: 0, taken: 0 };
    // VS Code would refuse to save over a number that has grown, also where somebody types before it has read a text
    // that it was told of: what others have changed is kept by the save itself.
    handed.told = findDocument(uri)?.isDirty === true ? handed.taken : handed.mtime;
    const size = Buffer.byteLength(handed.text);
    return { type: vscode.FileType.File, ctime: 0, mtime: handed.told, size };
  }

  /** The editor reads this text, unless it comes back with an unsaved one of an earlier session. */
  putRead(uri: vscode.Uri, text: string): void {
    const mtime = this.count();
    const taken = findDocument(uri)?.isDirty === true ? 0 : mtime;
    this.texts.set(uri.toString(), { text, mtime, told: taken, taken });
  }

  /** The editor has written this text. */
  putWritten(uri: vscode.Uri, text: string): void {
    const mtime = this.count();
    this.texts.set(uri.toString(), { text, mtime, told: mtime, taken: mtime });
  }

  /** The editor is about to be told of this text. */
  putOffered(uri: vscode.Uri, text: string): void {
    const { told, taken } = this.texts.get(uri.toString()) ?? { told: 0, taken: 0 };
    this.texts.set(uri.toString(), { text, mtime: this.count(), told, taken });
  }

  /** Drops the text of a document that is not open. One whose language changes is reported as closed, too. */
  forgetUnopened(uri: vscode.Uri): void {
    if (findDocument(uri) === undefined) this.texts.delete(uri.toString());
  }

  private noteTaken(document: vscode.TextDocument): void {
    const handed = this.texts.get(document.uri.toString());
    if (handed !== undefined && !document.isDirty && document.getText() === handed.text)
      handed.taken = handed.told;
  }

  private count(): number {
    this.counted += 1;
    return this.counted;
  }
}
