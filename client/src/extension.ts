import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  askRequest,
  statusNotification,
  stuckSaveNotification,
  textChangedNotification,
  waitingNotification,
} from '../../server/src/protocol/messages';
import { liveScheme, readOnlyScheme } from '../../server/src/protocol/objectRef';
import { chooseRequest, fileChoiceRequest, reviewRequest } from '../../server/src/protocol/files';
import { applyOnSave } from './applyOnSave';
import { reportFailure } from './commands/failure';
import { registerCommands } from './commands/registerCommands';
import { findDraftPlace } from './draftPlace';
import { FileChoices } from './fileChoices';
import { LiveFileSystem } from './liveFileSystem';
import { Manifests } from './manifests';
import { ask, choose } from './questions';
import { Reviews, reviewScheme } from './reviews';
import { SaveWaits } from './saveWaits';
import { ScratchFiles, scratchScheme } from './scratchFiles';
import { LiveStatus } from './status';
import { StuckSaves } from './stuckSaves';
import { Twins } from './twins';

/** Called by VS Code when a live object or one of our commands is first used. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Kubernetes Live Edit', { log: true });
  let starting: Promise<LanguageClient> | undefined;
  const client = (): Promise<LanguageClient> => (starting ??= start().catch(startAgainLater));
  const twins = new Twins(client);
  const scratchFiles = new ScratchFiles();
  const waits = new SaveWaits();
  const stuckSaves = new StuckSaves();
  const liveFileSystem = new LiveFileSystem({
    client,
    waits,
    onUnreadable: (sentence) => reportFailure(log, sentence),
    onMerged: (uri, { saved, merged }) => {
      twins.hold(uri, 'saved', saved);
      twins.hold(uri, 'merged', merged);
    },
  });
  const status = new LiveStatus();
  const fileChoices = new FileChoices(context.workspaceState);
  const reviews = new Reviews(log);
  const manifests = new Manifests({ client, onFailure: sayNotStarted });

  async function start(): Promise<LanguageClient> {
    // Loading it takes longer than everything else that activation does.
    const [{ createLanguageClient, isRunning }, draftPlace] = await Promise.all([
      import('./languageClient'),
      findDraftPlace(context, log),
    ]);
    const created = createLanguageClient({ extensionUri: context.extensionUri, log, draftPlace });
    context.subscriptions.push(
      created,
      created.onNotification(textChangedNotification, ({ uri, text }) =>
        liveFileSystem.show(vscode.Uri.parse(uri), text),
      ),
      created.onNotification(statusNotification, (changed) => {
        status.update(changed);
        if (changed.restored) renew(vscode.Uri.parse(changed.uri));
        twins.refresh(vscode.Uri.parse(changed.uri));
      }),
      created.onNotification(waitingNotification, ({ uri, message }) =>
        waits.show(vscode.Uri.parse(uri), message),
      ),
      created.onNotification(stuckSaveNotification, (stuck) => stuckSaves.show(stuck)),
      created.onRequest(askRequest, ask),
      created.onRequest(fileChoiceRequest, ({ uri }) => fileChoices.find(vscode.Uri.parse(uri)) ?? null),
      created.onRequest(reviewRequest, (review, token) => reviews.ask(review, token)),
      created.onRequest(chooseRequest, choose),
    );
    created.onDidChangeState(({ newState }) => {
      if (isRunning(newState)) manifests.renew();
      else status.lose();
    });
    await created.start();
    return created;
  }

  /** After a restart of the server: a text without changes of the user's may as well be read anew. */
  function renew(uri: vscode.Uri): void {
    liveFileSystem.renew(uri).catch((error: unknown) => log.error(`reading anew failed: ${String(error)}`));
  }

  /** Documents that VS Code brings back from an earlier session are not read, so they do not start the server. */
  function startFor(document: vscode.TextDocument): void {
    if (document.uri.scheme === liveScheme) client().catch(sayNotStarted);
  }

  function sayNotStarted(error: unknown): void {
    log.error(`the language server cannot be started: ${String(error)}`);
  }

  /** What asked for the server is told of the failure; whatever asks next tries anew. */
  function startAgainLater(error: unknown): never {
    starting = undefined;
    throw error;
  }

  context.subscriptions.push(
    log,
    liveFileSystem,
    twins,
    scratchFiles,
    status,
    manifests,
    reviews,
    applyOnSave(manifests),
    vscode.workspace.registerFileSystemProvider(liveScheme, liveFileSystem, { isCaseSensitive: true }),
    vscode.workspace.registerFileSystemProvider(scratchScheme, scratchFiles, { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, twins),
    vscode.workspace.registerTextDocumentContentProvider(reviewScheme, reviews),
    registerCommands(context, {
      client,
      liveFileSystem,
      log,
      scratchFiles,
      status,
      twins,
      manifests,
      fileChoices,
      reviews,
    }),
    vscode.workspace.onDidOpenTextDocument(startFor),
  );
  vscode.workspace.textDocuments.forEach(startFor);
  // Until now, commands about manifests have been offered for every JSON document, which does not activate.
  void vscode.commands.executeCommand('setContext', 'kubernetesLiveEdit.awake', true);
}
