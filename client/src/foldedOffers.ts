import * as vscode from 'vscode';
import { type Fold, listSteps } from './foldSteps';

/** What a document was handed last, and what it is handed when it has that. */
interface Pending {
  handed: string;
  rest: string[];
}

/** Hands a text to an editor in several steps where something is folded away between what changes. */
export class FoldedOffers implements vscode.Disposable {
  private readonly pending = new Map<string, Pending>();
  private readonly subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.pending.delete(uri.toString()),
  );

  dispose(): void {
    this.subscription.dispose();
  }

  /** The text that a document is to get first, on its way to this one. */
  begin(document: vscode.TextDocument, text: string): string {
    const key = document.uri.toString();
    const folds = vscode.window.visibleTextEditors
      .filter((editor) => editor.document === document)
      .flatMap(visibleFolds);
    this.pending.delete(key);
    if (folds.length === 0) return text;
    const [first = text, ...rest] = listSteps(linesOf(document.getText()), linesOf(text), folds).map(
      (lines) => lines.join('\n'),
    );
    if (rest.length > 0) this.pending.set(key, { handed: first, rest });
    return first;
  }

  /** What a document is to get next, once it has what it was handed; nothing where its user has typed meanwhile. */
  next(document: vscode.TextDocument): string | undefined {
    const pending = this.pending.get(document.uri.toString());
    if (pending === undefined || linesOf(document.getText()).join('\n') !== pending.handed) return undefined;
    const [next, ...rest] = document.isDirty ? [] : pending.rest;
    if (next === undefined || rest.length === 0) this.pending.delete(document.uri.toString());
    else this.pending.set(document.uri.toString(), { handed: next, rest });
    return next;
  }
}

/** What is folded away on the screen of an editor: VS Code tells of no other folds. */
function visibleFolds({ visibleRanges }: vscode.TextEditor): Fold[] {
  return visibleRanges.flatMap(({ end }, index) => {
    const next = visibleRanges[index + 1];
    return next === undefined ? [] : [{ first: end.line, last: next.start.line - 1 }];
  });
}

/** The document keeps line ends of its own. */
function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}
