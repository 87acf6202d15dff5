import type { Connection } from 'vscode-languageserver';
import { registerDecoded } from './decodedRequests';
import { answer, answerResolved, answerSave } from './features/answers';
import { summarizeVersions } from './features/history';
import { kubectlCommand } from './features/kubectlCommand';
import * as messages from './protocol/messages';
import { isSecret, parseUri } from './protocol/objectRef';
import type { Settings } from './protocol/settings';
import { showRequest, versionsRequest } from './protocol/versions';
import type { SaveProgresses } from './saveProgresses';
import type { Sessions, UserDecision } from './session/contract';
import type { Cluster, Clusters, Result } from './session/ports';
import { resolveObjects } from './session/resolve';
import { hasMoved, viewDocument } from './session/view';
import { signalOf } from './signalOf';
import type { EditText } from './textEdits';

export interface RequestContext {
  sessions: Sessions;
  clusters: Clusters;
  /** The settings as they are, once the first ones are known: they say which kubeconfig is meant. */
  settings: () => Promise<Settings>;
  saveProgresses: SaveProgresses;
  /** Milliseconds since 1970. */
  now: () => number;
  editText: EditText;
}

/** Answers our own requests. Holds no rule of the domain. */
export function registerRequests(connection: Connection, context: RequestContext): void {
  const { sessions, clusters, settings, saveProgresses, editText, now } = context;

  async function withCluster<T>(
    name: string,
    use: (cluster: Cluster) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    await settings();
    const cluster = await clusters.connect(name);
    return cluster.kind === 'failed' ? cluster : use(cluster.value);
  }

  async function decide(
    uri: string,
    decision: UserDecision,
  ): Promise<messages.Answer<{ conflictsLeft: number }>> {
    await settings();
    const result = await sessions.decide(uri, decision, ({ edits }) => editText(uri, edits));
    return answer(result, 'save', () => {
      const document = sessions.find(uri);
      return { conflictsLeft: document === undefined ? 0 : viewDocument(document, now()).conflicts.length };
    });
  }

  registerDecoded({ connection, sessions, editText });
  connection.onRequest(messages.readRequest, async ({ uri }, token) => {
    await settings();
    return answer(await sessions.read(uri, signalOf(token)), 'read', (text) => ({ text }));
  });
  connection.onRequest(messages.reloadRequest, async ({ uri }, token) => {
    await settings();
    return answer(await sessions.reload(uri, signalOf(token)), 'read', (text) => ({ text }));
  });
  connection.onRequest(showRequest, async ({ uri, version }, token) => {
    await settings();
    return answer(await sessions.show(uri, version, signalOf(token)), 'read', (text) => ({ text }));
  });
  connection.onRequest(versionsRequest, ({ uri }) => {
    const document = sessions.find(uri);
    const failed = { kind: 'failed', failure: { kind: 'notOpen', uri } } as const;
    return answer(document === undefined ? failed : { kind: 'ok', value: document }, 'read', (known) => ({
      versions: summarizeVersions(known.seen, { now: now(), secret: isSecret(known.ref) }),
      dropped: known.seen.dropped,
      moved: hasMoved(known),
    }));
  });
  connection.onRequest(messages.saveRequest, async ({ uri, text }, token) => {
    await settings();
    const result = await sessions.save(uri, text, signalOf(token));
    saveProgresses.saved(uri, result);
    return answerSave(result, parseUri(uri));
  });
  connection.onRequest(messages.decideRequest, ({ uri, path, keep }) =>
    decide(uri, { kind: keep === 'yours' ? 'keepYours' : 'takeLive', path }),
  );
  connection.onRequest(messages.mergeInputsRequest, ({ uri }) =>
    answer(sessions.openMerge(uri), 'read', (inputs) => inputs),
  );
  connection.onNotification(messages.lookAgainNotification, ({ uri }) => sessions.lookAgain(uri));
  connection.onRequest(messages.mergedRequest, ({ uri, text }) => decide(uri, { kind: 'merged', text }));
  connection.onRequest(messages.contextsRequest, async () => {
    await settings();
    return answer(await clusters.contexts(), 'connect', (contexts) => contexts);
  });
  connection.onRequest(messages.resourcesRequest, async ({ context: name }, token) => {
    const signal = signalOf(token);
    const resources = await withCluster(name, (cluster) => cluster.resources({ refresh: true, signal }));
    return answer(resources, 'list', (all) =>
      all.filter(({ verbs }) => verbs.includes('get') && verbs.includes('list')),
    );
  });
  connection.onRequest(messages.objectsRequest, async ({ context: name, ...options }, token) => {
    const signal = signalOf(token);
    return answer(
      await withCluster(name, (cluster) => cluster.list({ ...options, signal })),
      'list',
      (page) => page,
    );
  });
  connection.onRequest(messages.resolveRequest, async ({ text }, token) => {
    await settings();
    return answerResolved(await resolveObjects(text, { clusters, signal: signalOf(token) }));
  });
  connection.onRequest(messages.kubectlCommandRequest, async ({ uri }) => {
    const ref = parseUri(uri);
    const known = await settings();
    const failed = { kind: 'failed', failure: { kind: 'badUri', uri } } as const;
    return answer(ref === undefined ? failed : { kind: 'ok', value: ref }, 'read', (found) => ({
      command: kubectlCommand(found, known),
    }));
  });
}
