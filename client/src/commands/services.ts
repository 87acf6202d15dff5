import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Staleness } from '../../../server/src/protocol/messages';
import type { FileChoices } from '../fileChoices';
import type { Manifests } from '../manifests';
import type { Reviews } from '../reviews';
import type { ScratchFiles } from '../scratchFiles';
import type { Twins } from '../twins';

/** What the commands need of the rest of the client. */
export interface CommandServices {
  /** The running client; starts the language server on first use. Rejects where the server cannot be started. */
  client: () => Promise<LanguageClient>;
  liveFileSystem: LiveFileSystemCommands;
  status: { stalenessOf: (uri: vscode.Uri) => Staleness | undefined };
  twins: Twins;
  scratchFiles: ScratchFiles;
  manifests: Manifests;
  fileChoices: FileChoices;
  reviews: Reviews;
  log: vscode.LogOutputChannel;
}

/** What the commands need of the file system of live objects. */
export interface LiveFileSystemCommands {
  /** Makes the editor show the object as the cluster has it now, dropping unsaved changes. Rejects with a sentence. */
  reload(uri: vscode.Uri): Promise<void>;
  /** Saves the text of a document whose object was deleted, changed or not. Rejects with a sentence. */
  createAnew(uri: vscode.Uri): Promise<void>;
}
