import * as vscode from 'vscode';
import type { Review, ReviewedChange } from '../../server/src/protocol/files';

/** The scheme of the texts that are shown before a write. */
export const reviewScheme = 'k8sliveReview';

interface Sides {
  before: vscode.Uri;
  after: vscode.Uri;
}

/**
 * Shows what would be written as a comparison, and asks beside it: in a notification, and by buttons in the title of
 * the comparison, which stay. Closing the comparison says no. One review after the other.
 */
export class Reviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private last: Promise<unknown> = Promise.resolve();
  private settle: ((isWanted: boolean) => void) | undefined;
  private shown = 0;
  private readonly log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.log = log;
  }

  dispose(): void {
    this.settle?.(false);
  }

  /** Resolves to whether the user wants it. */
  ask(review: Review, token: vscode.CancellationToken): Promise<boolean> {
    const asked = this.last.then(() => (token.isCancellationRequested ? false : this.askNow(review, token)));
    this.last = asked.catch(() => undefined);
    return asked;
  }

  /** What a button in the title of the comparison says. */
  answer(isWanted: boolean): void {
    this.settle?.(isWanted);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '# This comparison is over. Close it.\n';
  }

  private async askNow(review: Review, token: vscode.CancellationToken): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const title = titleOf(review);
    const sides = review.changes.map((change) => this.hold(change));
    this.settle = resolve;
    const subscriptions = vscode.Disposable.from(
      token.onCancellationRequested(() => resolve(false)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.some(({ label }) => label === title)) resolve(false);
      }),
    );
    try {
      await setReviewing(true);
      await show(title, sides);
      const question = this.questionOf(review);
      void vscode.window
        .showInformationMessage(question, review.yes, 'Cancel')
        .then((chosen) => resolve(chosen === review.yes));
      return await promise;
    } finally {
      this.settle = undefined;
      subscriptions.dispose();
      await setReviewing(false);
      await close(title);
      for (const { before, after } of sides) {
        this.texts.delete(before.toString());
        this.texts.delete(after.toString());
      }
    }
  }

  /** A notification stands over the comparison: it says the first things, and the log says all. */
  private questionOf({ message, detail }: Review): string {
    const lines = detail.split('\n').filter((line) => line !== '');
    const more = lines.length - mostLines;
    if (more > 0) this.log.info([message, ...lines].join('\n'));
    return [
      message,
      ...lines.slice(0, mostLines),
      ...(more > 0 ? [`The log says ${more} more of these.`] : []),
    ].join(' ');
  }

  private hold({ title, before, after }: ReviewedChange): Sides {
    this.shown += 1;
    const path = `/${title.replaceAll(' › ', '/')}.yaml`;
    const put = (side: string, text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme: reviewScheme, path, query: `${side}-${this.shown}` });
      this.texts.set(uri.toString(), text);
      return uri;
    };
    return { before: put('before', before), after: put('after', after) };
  }
}

function titleOf({ changes }: Review): string {
  const [only] = changes;
  return changes.length === 1 && only !== undefined
    ? `${only.title}: in the cluster ↔ as it would be`
    : `${changes.length} objects: in the cluster ↔ as they would be`;
}

async function show(title: string, sides: readonly Sides[]): Promise<void> {
  const [only] = sides;
  if (only === undefined) return;
  await (sides.length === 1
    ? vscode.commands.executeCommand('vscode.diff', only.before, only.after, title, { preview: false })
    : vscode.commands.executeCommand(
        'vscode.changes',
        title,
        sides.map(({ before, after }) => [after, before, after]),
      ));
}

async function close(title: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ label }) => label === title));
}

async function setReviewing(isReviewing: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'kubernetesLiveEdit.reviewing', isReviewing);
}

/** Sentences beside a comparison. */
const mostLines = 3;
