import type { Connection, ProgressToken } from 'vscode-languageserver';
import {
  describeFileFailure,
  describeOwnershipEdit,
  fileAnswer,
  summarizeWrites,
} from './features/fileAnswers';
import { nearestObject } from './features/fileObject';
import type { ManifestFiles, WriteProgress } from './files/contract';
import * as messages from './protocol/files';
import { toUri } from './protocol/objectRef';
import { signalOf } from './signalOf';

export interface FileRequestContext {
  files: ManifestFiles;
  /** Fulfilled when the first settings are known: they say which kubeconfig is meant. */
  settled: Promise<unknown>;
}

/** Answers requests about manifest files. Holds no rule of the domain. */
export function registerFileRequests(connection: Connection, { files, settled }: FileRequestContext): void {
  /** Shows how far a write has come, where the client has asked for that. */
  function report(token: ProgressToken | undefined, { done, of, message }: WriteProgress): void {
    const percentage = of === 0 ? 100 : Math.round((100 * done) / of);
    if (token !== undefined)
      void connection.sendProgress(messages.writeProgress, token, { kind: 'report', percentage, message });
  }

  connection.onNotification(messages.shownFilesNotification, ({ uris }) => {
    void settled.then(() => files.shown(uris));
  });
  connection.onNotification(messages.fileChosenNotification, ({ uri, choice }) =>
    files.chosen(uri, choice ?? undefined),
  );
  connection.onRequest(messages.writeFileRequest, async ({ uri, keys, how, workDoneToken }, token) => {
    await settled;
    const result = await files.write(uri, {
      ...(keys === undefined ? {} : { keys }),
      how,
      signal: signalOf(token),
      onProgress: (state) => report(workDoneToken, state),
    });
    return fileAnswer(result, (outcomes) => summarizeWrites(outcomes, files.look(uri)));
  });
  connection.onRequest(messages.takeLiveIntoFileRequest, async ({ uri, key, path }) =>
    fileAnswer(await files.takeLive(uri, key, path), (fields) => ({ fields })),
  );
  connection.onRequest(messages.removeCopiedFieldsRequest, async ({ uri, key }) =>
    fileAnswer(await files.removeCopied(uri, key), (fields) => ({ fields })),
  );
  connection.onRequest(
    messages.decideOwnershipRequest,
    async ({ uri, key, path, decision, workDoneToken }, token) => {
      const result = await files.decideOwnership(uri, {
        key,
        ...(path === undefined ? {} : { path }),
        decision,
        signal: signalOf(token),
        onProgress: (state) => report(workDoneToken, state),
      });
      return fileAnswer(result, (outcomes) =>
        decision === 'takeOver'
          ? summarizeWrites(outcomes, files.look(uri))
          : describeOwnershipEdit(decision, { uri, key }),
      );
    },
  );
  connection.onRequest(messages.fileObjectAtRequest, async ({ uri, line }) => {
    await settled;
    const view = files.look(uri);
    const object = view && nearestObject(view, line);
    if (object !== undefined) return { kind: 'ok', value: { key: object.key } };
    const kind = view === undefined ? 'notOpen' : 'noObjects';
    return { kind: 'problem', problem: describeFileFailure({ kind, uri }, view) };
  });
  connection.onRequest(messages.liveObjectOfFileRequest, async ({ uri, key }, token) => {
    await settled;
    return fileAnswer(await files.findLive(uri, key, signalOf(token)), (ref) => ({ uri: toUri(ref) }));
  });
}
