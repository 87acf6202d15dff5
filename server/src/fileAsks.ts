import { type CancellationToken, CancellationTokenSource, type Connection } from 'vscode-languageserver';
import type { FilesOptions } from './files/contract';
import { chooseRequest, fileChoiceRequest, reviewRequest } from './protocol/files';
import { readFolderSettings, settingsSection } from './protocol/settings';

type FileAsks = Pick<FilesOptions, 'folderSettings' | 'askChoice' | 'review' | 'choose'>;

/** What manifest files ask of the editor and of its user. A client that cannot answer has said nothing, and no. */
export function createFileAsks(connection: Connection, pullsSettings: () => boolean): FileAsks {
  return {
    folderSettings: async (scopeUri) =>
      readFolderSettings(
        pullsSettings()
          ? await connection.workspace
              .getConfiguration({ scopeUri, section: settingsSection })
              .catch(() => undefined)
          : undefined,
      ),
    askChoice: async (uri) =>
      (await connection.sendRequest(fileChoiceRequest, { uri }).catch(() => null)) ?? undefined,
    review: (review, signal) =>
      connection.sendRequest(reviewRequest, review, tokenOf(signal)).catch(() => false),
    choose: async (choice) =>
      (await connection.sendRequest(chooseRequest, choice).catch(() => null)) ?? undefined,
  };
}

/** A token that is cancelled when the signal is aborted. */
function tokenOf(signal: AbortSignal): CancellationToken {
  const source = new CancellationTokenSource();
  if (signal.aborted) source.cancel();
  else signal.addEventListener('abort', () => source.cancel(), { once: true });
  return source.token;
}
