import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { shownFilesNotification } from '../../server/src/protocol/files';
import { settingsSection } from '../../server/src/protocol/settings';
import { looksLikeManifest } from './manifestText';

/** The documents that may be manifest files: not the read-only texts of others, which may be YAML as well. */
export const manifestSelector = ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].flatMap((scheme) =>
  ['yaml', 'json'].map((language) => ({ scheme, language })),
);

/**
 * Tells the server which manifest files are on the screen, and starts it when the first one is. Files that name no
 * apiVersion are none. Menus ask for them by `resourcePath in kubernetesLiveEdit.manifests`: in a remote window the
 * workbench has other URIs of files than extensions have.
 */
export class Manifests implements vscode.Disposable {
  /** The open documents that look like manifests. */
  private readonly known = new Set<string>();
  /** The version of a document in which nothing looked like one. */
  private readonly looked = new WeakMap<vscode.TextDocument, number>();
  private told = '';
  private readonly client: () => Promise<LanguageClient>;
  private readonly onFailure: (error: unknown) => void;
  private readonly subscriptions: vscode.Disposable;

  constructor(options: { client: () => Promise<LanguageClient>; onFailure: (error: unknown) => void }) {
    this.client = options.client;
    this.onFailure = options.onFailure;
    this.subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeVisibleTextEditors(() => this.look()),
      vscode.workspace.onDidOpenTextDocument(() => this.look()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      vscode.workspace.onDidChangeTextDocument((event) => this.lookAtChange(event)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.look();
      }),
    );
    this.look();
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** Whether a document looks like a manifest. */
  has(uri: vscode.Uri): boolean {
    return this.known.has(uri.toString());
  }

  /** Tells all of it again: the server has been started anew. */
  renew(): void {
    this.told = '';
    this.look();
  }

  private look(): void {
    const isTracking = vscode.workspace
      .getConfiguration(settingsSection)
      .get<boolean>('trackManifests', true);
    const shown = vscode.window.visibleTextEditors
      .map(({ document }) => document)
      .filter((document) => isTracking && this.isManifest(document))
      .map(({ uri }) => uri);
    void this.tell([...new Set(shown)]).catch(this.onFailure);
  }

  private isManifest(document: vscode.TextDocument): boolean {
    const key = document.uri.toString();
    if (this.known.has(key)) return true;
    if (!mayBeManifest(document) || this.looked.get(document) === document.version) return false;
    if (!looksLikeManifest(document.getText())) {
      this.looked.set(document, document.version);
      return false;
    }
    this.remember(document);
    return true;
  }

  /** A document becomes a manifest as it is typed; all of it is not looked through at each key. */
  private lookAtChange({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (this.known.has(document.uri.toString()) || !mayBeManifest(document)) return;
    const isNamed = contentChanges.some(({ range, text }) => {
      const lines = text.split('\n').length;
      const end = Math.min(range.start.line + lines, document.lineCount);
      return looksLikeManifest(document.getText(new vscode.Range(range.start.line, 0, end, 0)));
    });
    if (!isNamed) return;
    this.remember(document);
    this.look();
  }

  private remember({ uri }: vscode.TextDocument): void {
    this.known.add(uri.toString());
    this.tellMenus();
  }

  private forget(uri: vscode.Uri): void {
    if (this.known.delete(uri.toString())) this.tellMenus();
  }

  private tellMenus(): void {
    // The workbench has `fsPath` for files of its own machine, else `path`.
    const paths = [...this.known]
      .map((key) => vscode.Uri.parse(key))
      .flatMap(({ path, fsPath }) => [path, fsPath]);
    void vscode.commands.executeCommand('setContext', 'kubernetesLiveEdit.manifests', [...new Set(paths)]);
  }

  private async tell(shown: readonly vscode.Uri[]): Promise<void> {
    const told = shown
      .map((uri) => uri.toString())
      .sort()
      .join('\n');
    if (told === this.told) return;
    this.told = told;
    const client = await this.client();
    // Another list may have been told while the server was starting.
    if (told !== this.told) return;
    const uris = shown.map((uri) => client.code2ProtocolConverter.asUri(uri));
    await client.sendNotification(shownFilesNotification, { uris });
  }
}

function mayBeManifest({ uri, languageId }: vscode.TextDocument): boolean {
  return manifestSelector.some(({ scheme, language }) => scheme === uri.scheme && language === languageId);
}
