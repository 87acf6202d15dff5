import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** What the commands need of the rest of the client. */
export interface CommandServices {
  /** The running client; starts the language server on first use. Rejects where the server cannot be started. */
  client: () => Promise<LanguageClient>;
  liveFileSystem: LiveFileSystemCommands;
  log: vscode.LogOutputChannel;
}

/** What the commands need of the file system of live objects. */
export interface LiveFileSystemCommands {
  /** Makes the editor show the object as the cluster has it now, dropping unsaved changes. Rejects with a sentence. */
  reload(uri: vscode.Uri): Promise<void>;
}
