import * as vscode from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import { liveScheme } from '../../server/src/protocol/objectRef';

/** The client of the language server, not started yet. The server is a process of its own, over IPC. */
export function createLanguageClient(extensionUri: vscode.Uri, log: vscode.LogOutputChannel): LanguageClient {
  const module = vscode.Uri.joinPath(extensionUri, 'server', 'out', 'main.js').fsPath;
  const serverOptions: ServerOptions = { module, transport: TransportKind.ipc };
  const clientOptions: LanguageClientOptions = {
    documentSelector: [{ scheme: liveScheme }],
    outputChannel: log,
    traceOutputChannel: withoutTrace(log),
  };
  return new LanguageClient('kubernetesLiveEdit', 'Kubernetes Live Edit', serverOptions, clientOptions);
}

/** Whether the server can be asked in this state of its client. */
export function isRunning(state: State): boolean {
  return state === State.Running;
}

/** A trace of the messages would hold whole texts, Secrets among them: none is ever written. */
function withoutTrace(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return Object.create(log, {
    logLevel: { value: vscode.LogLevel.Off },
    onDidChangeLogLevel: { value: () => new vscode.Disposable(() => undefined) },
    trace: { value: () => undefined },
  }) as vscode.LogOutputChannel;
}
