import * as vscode from 'vscode';
import { mapLines } from './mapLines';

/** Where an editor stood before its document got another text. */
interface Place {
  editor: vscode.TextEditor;
  selections: readonly vscode.Selection[];
  top: number;
}

interface Departure {
  version: number;
  lines: string[];
  places: Place[];
  /** The texts that were offered since, any of which may arrive. */
  offered: Set<string>;
}

/**
 * Keeps cursors and scroll positions with their lines while documents get other texts. VS Code replaces everything
 * from the first line that differs to the last, and puts what stood in between at the end of it. What was folded away
 * there unfolds where it is not on the screen (`FoldedOffers`): VS Code tells nobody of it.
 */
export class Places implements vscode.Disposable {
  private readonly departures = new Map<string, Departure>();
  private readonly subscription = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.arrive(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.departures.delete(uri.toString())),
  );

  dispose(): void {
    this.subscription.dispose();
  }

  /** To be called before a clean document gets this text. */
  remember(document: vscode.TextDocument, text: string): void {
    const key = document.uri.toString();
    const { version } = document;
    const earlier = this.departures.get(key);
    const departure = earlier?.version === version ? earlier : depart(document);
    departure.offered.add(withoutReturns(text));
    this.departures.set(key, departure);
  }

  private arrive(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const departure = this.departures.get(key);
    if (departure === undefined || document.version === departure.version) return;
    this.departures.delete(key);
    const text = withoutReturns(document.getText());
    // Another text is what the user has typed.
    if (departure.offered.has(text)) restore(departure, text.split('\n'));
  }
}

function depart(document: vscode.TextDocument): Departure {
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const places = editors.map((editor) => ({
    editor,
    selections: editor.selections,
    top: editor.visibleRanges[0]?.start.line ?? 0,
  }));
  const lines = withoutReturns(document.getText()).split('\n');
  return { version: document.version, lines, places, offered: new Set() };
}

function restore({ lines, places }: Departure, newLines: string[]): void {
  const { replaced, lineOf } = mapLines(lines, newLines);
  const isLost = (line: number): boolean => replaced.start <= line && line < replaced.end;
  const move = (position: vscode.Position): vscode.Position => position.with({ line: lineOf(position.line) });
  for (const { editor, selections, top } of places) {
    if (selections.some(({ anchor, active }) => isLost(anchor.line) || isLost(active.line)))
      editor.selections = selections.map((it) => new vscode.Selection(move(it.anchor), move(it.active)));
    if (isLost(top)) {
      const revealed = lineOf(top) + linesKeptAbove(editor);
      editor.revealRange(new vscode.Range(revealed, 0, revealed, 0), vscode.TextEditorRevealType.AtTop);
    }
  }
}

/** How many lines VS Code leaves above a line that is revealed at the top. */
function linesKeptAbove({ document, visibleRanges }: vscode.TextEditor): number {
  const settings = vscode.workspace.getConfiguration('editor', document);
  const sticky = settings.get<boolean>('stickyScroll.enabled', true)
    ? settings.get('stickyScroll.maxLineCount', 5)
    : 0;
  const [visible] = visibleRanges;
  const half = visible === undefined ? 0 : Math.floor((visible.end.line - visible.start.line + 1) / 2);
  return Math.min(half, Math.max(sticky, settings.get('cursorSurroundingLines', 0)));
}

/** The document keeps line ends of its own. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
