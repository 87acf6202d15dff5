import * as vscode from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import { type DraftPlace, undoneNotification } from '../../server/src/protocol/messages';
import { liveScheme } from '../../server/src/protocol/objectRef';
import { serverProcess } from '../../server/src/protocol/serverProcess';
import { manifestSelector } from './manifests';
import { editInEditor } from './serverEdits';

export interface LanguageClientParts {
  extensionUri: vscode.Uri;
  log: vscode.LogOutputChannel;
  /** Where the server may keep what unsaved texts were edited from; undefined: nowhere. */
  draftPlace: DraftPlace | undefined;
}

/** The client of the language server, not started yet. The server is a process of its own, over IPC. */
export function createLanguageClient({ extensionUri, log, draftPlace }: LanguageClientParts): LanguageClient {
  const module = vscode.Uri.joinPath(extensionUri, 'server', 'out', 'main.js').fsPath;
  const serverOptions: ServerOptions = { module, transport: TransportKind.ipc, options: serverProcess };
  const clientOptions: LanguageClientOptions = {
    documentSelector: [{ scheme: liveScheme }, ...manifestSelector],
    outputChannel: log,
    traceOutputChannel: withoutTrace(log),
    initializationOptions: draftPlace,
    middleware: {
      didChange: async (event, next) => {
        const undone = tellOfUndo(client, event);
        // Not awaited in between: messages go out in the order of their calls, and a later change must not overtake.
        await Promise.all([undone, next(event)]);
      },
      workspace: {
        handleApplyEdit: async (params, next) =>
          (await editInEditor(client, params)) ?? next(params, new vscode.CancellationTokenSource().token),
      },
    },
  };
  const client = new LanguageClient(
    'kubernetesLiveEdit',
    'Kubernetes Live Edit',
    serverOptions,
    clientOptions,
  );
  return client;
}

/** Whether the server can be asked in this state of its client. */
export function isRunning(state: State): boolean {
  return state === State.Running;
}

/** A change says what the text is, and not that an undo or a redo has led there. */
async function tellOfUndo(
  client: LanguageClient,
  { document, reason }: vscode.TextDocumentChangeEvent,
): Promise<void> {
  if (reason === undefined) return;
  await client.sendNotification(undoneNotification, {
    uri: client.code2ProtocolConverter.asUri(document.uri),
    version: document.version,
    way: reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo',
  });
}

/** A trace of the messages would hold whole texts, Secrets among them: none is ever written. */
function withoutTrace(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return Object.create(log, {
    logLevel: { value: vscode.LogLevel.Off },
    onDidChangeLogLevel: { value: () => new vscode.Disposable(() => undefined) },
    trace: { value: () => undefined },
  }) as vscode.LogOutputChannel;
}
