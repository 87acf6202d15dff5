import * as vscode from 'vscode';
import type { Review, ReviewedChange } from '../../server/src/protocol/files';

/** The scheme of the texts that are shown before a write. */
export const reviewScheme = 'k8sliveReview';

interface Sides {
  before: vscode.Uri;
  after: vscode.Uri;
}

interface Pending {
  settle: (isWanted: boolean) => void;
  /** Fulfilled when nothing of it is shown any more. */
  over: Promise<unknown>;
}

/**
 * Shows what would be written as a comparison, and asks beside it: in a notification, and by buttons in the title of
 * the comparison, which stay. Closing the comparison says no.
 */
export class Reviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  /** By the titles of the comparisons. */
  private readonly pending = new Map<string, Pending>();
  private shown = 0;
  private readonly log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.log = log;
  }

  dispose(): void {
    for (const { settle } of this.pending.values()) settle(false);
  }

  /** Resolves to whether the user wants it. What was asked before under the same title is answered by no. */
  async ask(review: Review, token: vscode.CancellationToken): Promise<boolean> {
    const title = titleOf(review);
    for (let before = this.pending.get(title); before; before = this.pending.get(title)) {
      before.settle(false);
      await before.over;
    }
    if (token.isCancellationRequested) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const over = this.askNow(review, title, { answer: promise, settle: resolve, token });
    this.pending.set(title, { settle: resolve, over });
    try {
      return await over;
    } finally {
      this.pending.delete(title);
      await setReviewing(this.pending.size > 0);
    }
  }

  /** What a button in the title of the comparison says, which is the one in front. */
  answer(isWanted: boolean): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    for (const [title, { settle }] of this.pending)
      if (activeTab !== undefined && shows(activeTab, title)) settle(isWanted);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '# This comparison is over. Close it.\n';
  }

  private async askNow(
    review: Review,
    title: string,
    {
      answer,
      settle,
      token,
    }: { answer: Promise<boolean>; settle: Pending['settle']; token: vscode.CancellationToken },
  ): Promise<boolean> {
    const sides = review.changes.map((change) => this.hold(change));
    const subscriptions = vscode.Disposable.from(
      token.onCancellationRequested(() => settle(false)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.some((tab) => shows(tab, title))) settle(false);
      }),
    );
    const question = { isOpen: true };
    try {
      await setReviewing(true);
      await show(title, sides);
      void vscode.window
        .showInformationMessage(this.questionOf(review), review.yes, 'Cancel')
        .then((chosen) => {
          question.isOpen = false;
          // Who closes the question to see more of the comparison has not answered yet: its buttons are still there.
          if (chosen !== undefined || sides.length === 0) settle(chosen === review.yes);
        });
      return await answer;
    } finally {
      subscriptions.dispose();
      await close(title);
      // Nobody can take the question back that has been answered elsewhere.
      if (question.isOpen) await vscode.commands.executeCommand('notifications.hideToasts');
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

function titleOf({ changes, uri }: Review): string {
  const [only] = changes;
  return changes.length === 1 && only !== undefined
    ? `${only.title}: in the cluster ↔ as it would be`
    : `${changes.length} objects of ${nameOf(uri)}: in the cluster ↔ as they would be`;
}

function nameOf(uri: string): string {
  return vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
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
  await vscode.window.tabGroups.close(tabs.filter((tab) => shows(tab, title)));
}

/** VS Code says behind the title of a comparison of several texts how many there are. */
function shows({ label }: vscode.Tab, title: string): boolean {
  return label === title || label.startsWith(`${title} (`);
}

async function setReviewing(isReviewing: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'kubernetesLiveEdit.reviewing', isReviewing);
}

/** Sentences beside a comparison. */
const mostLines = 3;
