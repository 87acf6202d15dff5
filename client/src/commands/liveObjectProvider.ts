import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { showRequest } from '../../../server/src/protocol/messages';
import { liveScheme, readOnlyScheme } from '../../../server/src/protocol/objectRef';

/** A busy object changes many times in a second. */
const millisecondsBetweenFetches = 200;

/** No object's name ends so. */
const twinEnding = ' (live).yaml';

/** The URI of the read-only twin of a live object's document; its path says in the title what it is. */
export function toReadOnlyUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme: readOnlyScheme, path: uri.path.replace(/\.yaml$/, twinEnding) });
}

/** The URI of the document that a read-only twin belongs to. */
export function toLiveUri(twin: vscode.Uri): vscode.Uri {
  return twin.with({ scheme: liveScheme, path: twin.path.slice(0, -twinEnding.length) + '.yaml' });
}

/**
 * Gives the read-only twins their text: the whole live object, hidden fields included, or a comment that says why
 * there is none. Register it for `readOnlyScheme`, and call `refresh` when a document's status has changed.
 */
export class LiveObjectProvider implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly fetching = new Set<string>();
  private readonly client: () => Promise<LanguageClient>;
  readonly onDidChange = this.changed.event;

  constructor(client: () => Promise<LanguageClient>) {
    this.client = client;
  }

  /** Has the twin of a live document fetched again soon, where it is open. */
  refresh(uri: vscode.Uri): void {
    const twin = toReadOnlyUri(uri);
    const key = twin.toString();
    if (this.timers.has(key)) return;
    const timer = setTimeout(() => {
      this.timers.delete(key);
      // One fetch at a time: two answers might arrive in the wrong order.
      if (this.fetching.has(key)) this.refresh(uri);
      else this.changed.fire(twin);
    }, millisecondsBetweenFetches);
    this.timers.set(key, timer);
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const key = uri.toString();
    this.fetching.add(key);
    try {
      const client = await this.client();
      const live = client.code2ProtocolConverter.asUri(toLiveUri(uri));
      const answer = await client.sendRequest(showRequest, { uri: live }, token);
      return answer.kind === 'ok' ? answer.value.text : toComment(answer.problem.message);
    } finally {
      this.fetching.delete(key);
    }
  }

  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
  }
}

function toComment(sentence: string): string {
  return sentence
    .split(/\r?\n/)
    .map((line) => `# ${line}\n`)
    .join('');
}
