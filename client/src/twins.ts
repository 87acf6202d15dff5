import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type ShownVersion, showRequest } from '../../server/src/protocol/versions';
import { findDocument } from './documents';
import { type HeldText, heldTexts, isVersion, readTwinUri, toTwinUri, versions } from './twinUris';

/**
 * Gives the read-only twins of live documents their text, or a comment that says why there is none. Register it for
 * `readOnlyScheme`, and call `refresh` when a document's status has changed.
 */
export class Twins implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly fetching = new Set<string>();
  private readonly held = new Map<string, string>();
  private readonly client: () => Promise<LanguageClient>;
  private readonly subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.release(readTwinUri(uri)?.uri ?? uri),
  );
  readonly onDidChange = this.changed.event;

  constructor(client: () => Promise<LanguageClient>) {
    this.client = client;
  }

  dispose(): void {
    this.subscription.dispose();
    this.timers.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
  }

  /** Has the twins of a live document that follow it fetched again soon, where they are open. */
  refresh(uri: vscode.Uri): void {
    for (const twin of versions.map((version) => toTwinUri(uri, version)))
      if (findDocument(twin) !== undefined) this.refreshSoon(twin);
  }

  /** Takes a text for a twin; returns the twin's URI. Kept while the live document or the twin is open. */
  hold(uri: vscode.Uri, kind: HeldText, text: string): vscode.Uri {
    const twin = toTwinUri(uri, kind);
    this.held.set(twin.toString(), text);
    this.changed.fire(twin);
    return twin;
  }

  /** Whether a text is held for this twin. */
  holds(uri: vscode.Uri, kind: HeldText): boolean {
    return this.held.has(toTwinUri(uri, kind).toString());
  }

  async provideTextDocumentContent(twin: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const read = readTwinUri(twin);
    if (read === undefined) return toComment('This names no version of a live object.');
    const { uri, kind } = read;
    if (!isVersion(kind))
      return this.held.get(twin.toString()) ?? toComment('This text was not kept. Close this editor.');
    const key = twin.toString();
    this.fetching.add(key);
    try {
      return await this.fetch(uri, kind, token);
    } finally {
      this.fetching.delete(key);
    }
  }

  private async fetch(
    uri: vscode.Uri,
    version: ShownVersion,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const client = await this.client();
    const live = client.code2ProtocolConverter.asUri(uri);
    const answer = await client.sendRequest(showRequest, { uri: live, version }, token);
    return answer.kind === 'ok' ? answer.value.text : toComment(answer.problem.message);
  }

  private refreshSoon(twin: vscode.Uri): void {
    const key = twin.toString();
    if (this.timers.has(key)) return;
    const timer = setTimeout(() => {
      this.timers.delete(key);
      // One fetch at a time: two answers might arrive in the wrong order.
      if (this.fetching.has(key)) this.refreshSoon(twin);
      else this.changed.fire(twin);
    }, millisecondsBetweenFetches);
    this.timers.set(key, timer);
  }

  private release(uri: vscode.Uri): void {
    if (findDocument(uri) !== undefined) return;
    for (const twin of heldTexts.map((kind) => toTwinUri(uri, kind)))
      if (findDocument(twin) === undefined) this.held.delete(twin.toString());
  }
}

/** A busy object changes many times in a second. */
const millisecondsBetweenFetches = 200;

function toComment(sentence: string): string {
  return sentence
    .split(/\r?\n/)
    .map((line) => `# ${line}\n`)
    .join('');
}
