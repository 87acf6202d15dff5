import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  createProtocolConnection,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { readRequest, statusNotification } from '../../server/src/protocol/messages';
import { defaultSettings } from '../../server/src/protocol/settings';
import type { Defer } from '../run/cleanUp';
import { valueOf } from '../server/editor/valueOf';

/** A process whose memory can be asked for. */
export interface ProbedProcess {
  /** After a full collection; bytes. */
  memory: () => Promise<NodeJS.MemoryUsage>;
  stop: () => Promise<void>;
}

/** The server as it ships, in a process of its own, with a client that only opens and closes documents. */
export interface ServerProcess extends ProbedProcess {
  /** Resolves when the object is watched. */
  open: (uri: string) => Promise<void>;
  close: (uri: string) => void;
}

/** Starts Node with this program and nothing else in it. Ends with `defer`, too. */
export function startProbed(
  programArguments: string[],
  { kubeconfig, defer }: { kubeconfig?: string; defer: Defer },
): { child: ChildProcess; probed: ProbedProcess } {
  const probe = join(__dirname, 'memoryProbe.mjs');
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, ...programArguments], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, KUBECONFIG: kubeconfig },
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  defer(stop);
  const memory = async (): Promise<NodeJS.MemoryUsage> => {
    child.send('memory');
    const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
    return usage;
  };
  return { child, probed: { memory, stop } };
}

/** Starts the server's bundle over stdio. */
export async function startServerProcess(
  bundle: string,
  options: { kubeconfig: string; defer: Defer },
): Promise<ServerProcess> {
  const { child, probed } = startProbed([bundle, '--stdio'], options);
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout as Readable),
    new StreamMessageWriter(child.stdin as Writable),
  );
  const watched = new Map<string, () => void>();
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onRequest('workspace/configuration', () => [defaultSettings]);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onNotification(statusNotification, ({ uri, health }) => {
    if (health.kind === 'watching') watched.get(uri)?.();
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: null, // else the server would look every few seconds whether its parent still lives
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type of the request still demands it
    rootUri: null,
    workspaceFolders: null,
    capabilities: { workspace: { configuration: true, codeLens: { refreshSupport: true } } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  return {
    ...probed,
    async open(uri) {
      const { text } = valueOf(await connection.sendRequest(readRequest, { uri }));
      const watching = new Promise<void>((resolve) => watched.set(uri, resolve));
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'yaml', version: 1, text },
      });
      await watching;
    },
    close: (uri) =>
      void connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
  };
}
