import * as vscode from 'vscode';
import type { DocumentStatus, Staleness } from '../../server/src/protocol/messages';
import { liveScheme, readOnlyScheme } from '../../server/src/protocol/objectRef';
import { scratchScheme } from './scratchFiles';
import { readTwinUri } from './twinUris';

/** Shows which object the active editor holds and how well it is known: in the status bar and as a language status. */
export class LiveStatus implements vscode.Disposable {
  private readonly known = new Map<string, DocumentStatus>();
  private readonly item = vscode.window.createStatusBarItem(
    'kubernetesLiveEdit.object',
    vscode.StatusBarAlignment.Left,
    100,
  );
  private readonly watch = vscode.languages.createLanguageStatusItem('kubernetesLiveEdit.watch', {
    scheme: liveScheme,
  });
  private readonly subscriptions: vscode.Disposable;
  /** The document whose object is shown. */
  private shown: vscode.Uri | undefined;
  /** The documents that menus know something of, by the name of what they know. */
  private readonly told = new Map<string, string>();

  constructor() {
    this.item.name = 'Kubernetes Live Edit';
    this.item.command = 'kubernetesLiveEdit.showLiveObject';
    this.watch.name = 'Kubernetes Live Edit';
    this.watch.command = { title: 'Show Log', command: 'kubernetesLiveEdit.showLog' };
    this.subscriptions = vscode.Disposable.from(
      this.item,
      this.watch,
      vscode.window.onDidChangeActiveTextEditor(() => this.render()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.known.delete(uri.toString());
        this.render();
      }),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** What the server has told last of one document. */
  update(status: DocumentStatus): void {
    this.known.set(status.uri, status);
    this.render();
  }

  /** How a document stands to its live object; undefined where that is not known. */
  stalenessOf(uri: vscode.Uri): Staleness | undefined {
    return this.known.get(uri.toString())?.staleness;
  }

  /** Nothing is known of any document while the server does not run. */
  lose(): void {
    const health = {
      kind: 'unknown',
      since: Date.now(),
      because: 'The language server does not run.',
    } as const;
    for (const [uri, status] of this.known) {
      this.known.set(uri, { ...status, health, staleness: 'unknown', summary: health.because });
    }
    this.render();
  }

  /** Menus ask for it by `resource in kubernetesLiveEdit.<name>`. */
  private tellMenus(name: string, holds: (status: DocumentStatus) => boolean): void {
    const uris = [...this.known.values()]
      .filter(holds)
      .map(({ uri }) => uri)
      .sort();
    if (uris.join() === (this.told.get(name) ?? '')) return;
    this.told.set(name, uris.join());
    void vscode.commands.executeCommand('setContext', `kubernetesLiveEdit.${name}`, uris);
  }

  private render(): void {
    this.tellMenus('conflicting', ({ staleness }) => staleness === 'conflicting');
    this.tellMenus('withScale', ({ subresources }) => subresources.includes('scale'));
    this.tellMenus('withStatus', ({ subresources }) => subresources.includes('status'));
    this.shown = findObject(vscode.window.activeTextEditor?.document.uri, this.shown);
    const status = this.shown === undefined ? undefined : this.known.get(this.shown.toString());
    if (status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = `$(${icons[status.staleness]}) ${status.identity}`;
    this.item.tooltip = [status.summary, ...reasonOf(status)].join('\n\n');
    this.item.backgroundColor = backgroundOf(status.staleness);
    this.item.show();
    this.watch.text = wordsOf(status);
    this.watch.detail = detailOf(status);
    this.watch.busy = status.health.kind === 'connecting';
    this.watch.severity =
      status.health.kind === 'unknown'
        ? vscode.LanguageStatusSeverity.Warning
        : vscode.LanguageStatusSeverity.Information;
  }
}

/** The document that the user is about: that of a read-only twin or a merge view; the one before while the log has the focus. */
function findObject(active: vscode.Uri | undefined, before: vscode.Uri | undefined): vscode.Uri | undefined {
  if (active?.scheme === readOnlyScheme) return readTwinUri(active)?.uri;
  if (active?.scheme === scratchScheme) return active.with({ scheme: liveScheme });
  return active?.scheme === 'output' ? before : active;
}

const icons: Record<Staleness, string> = {
  current: 'cloud',
  stale: 'cloud-download',
  conflicting: 'git-merge',
  terminating: 'watch',
  deleted: 'trash',
  replaced: 'replace-all',
  forbidden: 'lock',
  otherCluster: 'plug',
  unknown: 'question',
};

/** A text that has lost its object stands out most; one that is merely behind it has nothing to be warned of. */
function backgroundOf(staleness: Staleness): vscode.ThemeColor | undefined {
  if (staleness === 'current' || staleness === 'stale') return undefined;
  const isLost = staleness === 'deleted' || staleness === 'replaced';
  return new vscode.ThemeColor(isLost ? 'statusBarItem.errorBackground' : 'statusBarItem.warningBackground');
}

function wordsOf({ health, staleness }: DocumentStatus): string {
  switch (health.kind) {
    case 'connecting':
      return 'Connecting';
    case 'watching':
      return 'Watching the live object';
    case 'polling':
      return `Reading the live object every ${health.everyMilliseconds / 1_000} s`;
    case 'unknown':
      return `${unknownWords[staleness] ?? 'Live object not known'} since ${new Date(health.since).toLocaleTimeString()}`;
  }
}

const unknownWords: Partial<Record<Staleness, string>> = {
  forbidden: 'No longer allowed to read the live object',
  otherCluster: 'The context leads to another cluster',
};

/** A few words: VS Code shows them in the same line, and what is longer hides the command behind it. */
function detailOf({ health, staleness }: DocumentStatus): string {
  if (health.kind === 'polling') return 'it cannot be watched';
  return health.kind === 'watching' ? details[staleness] : '';
}

const details: Record<Staleness, string> = {
  current: 'current',
  stale: 'it has moved',
  conflicting: 'it has moved, in conflict with yours',
  terminating: 'it is being deleted',
  deleted: 'it was deleted',
  replaced: 'it was created anew',
  forbidden: '',
  otherCluster: '',
  unknown: '',
};

function reasonOf({ health }: DocumentStatus): string[] {
  return health.kind === 'polling' || health.kind === 'unknown' ? [health.because] : [];
}
