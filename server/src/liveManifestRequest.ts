import type { Connection } from 'vscode-languageserver';
import { answer } from './features/answers';
import {
  describeFileRefusal,
  describeLiveManifest,
  describePartManifest,
  describeSecretManifest,
} from './features/manifestWords';
import { problem } from './features/problems';
import { editIntoFile } from './files/intoFile';
import { liveManifestRequest, type ManifestEdits, type ManifestFile } from './protocol/liveManifest';
import { type Answer, askRequest } from './protocol/messages';
import { isSecret } from './protocol/objectRef';
import type { Sessions } from './session/contract';
import { makeLiveManifest, type ManifestContext } from './session/liveManifest';
import { signalOf } from './signalOf';

export interface LiveManifestContext extends Omit<ManifestContext, 'signal'> {
  sessions: Pick<Sessions, 'find'>;
  connection: Connection;
}

/** Answers requests for manifests of open live objects. Holds no rule of the domain. */
export function registerLiveManifest({ connection, sessions, ...context }: LiveManifestContext): void {
  async function state(
    uri: string,
    { file, signal }: { file: ManifestFile; signal: AbortSignal },
  ): Promise<Answer<ManifestEdits>> {
    const document = sessions.find(uri);
    if (document === undefined)
      return answer({ kind: 'failed', failure: { kind: 'notOpen', uri } }, 'read', (none: never) => none);
    const { ref, topology, ownership } = document;
    if (ref.subresource !== undefined) return { kind: 'problem', problem: describePartManifest(ref) };
    if (isSecret(ref) && !(await connection.sendRequest(askRequest, describeSecretManifest(document))))
      return { kind: 'problem', problem: problem('declined', 'Nothing was written.') };
    const manifest = await makeLiveManifest(document, { ...context, signal });
    if (manifest.kind === 'failed') return answer(manifest, 'read', (none: never) => none);
    const edits = editIntoFile(file, manifest.value, {
      topology,
      status: ownership.status === 'data' ? 'data' : 'ignored',
    });
    if (edits.kind === 'refused') return { kind: 'problem', problem: describeFileRefusal(edits.because) };
    const words = describeLiveManifest(manifest.value, { ref, edits });
    return { kind: 'ok', value: { edits: edits.edits, ...words } };
  }

  connection.onRequest(liveManifestRequest, ({ uri, file }, token) =>
    state(uri, { file, signal: signalOf(token) }),
  );
}
