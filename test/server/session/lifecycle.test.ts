import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import {
  createProtocolConnection,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { contextsRequest } from '../../../server/src/protocol/messages';

/** The server as a process of its own over its standard streams; what it writes to standard error. */
function startProcess() {
  const main = resolve(__dirname, '../../../server/src/main.ts');
  const KUBECONFIG = join(tmpdir(), 'kubernetes-live-edit-no-such-file');
  const server = spawn(process.execPath, ['--import', 'tsx', main, '--stdio'], {
    env: { ...process.env, KUBECONFIG },
  });
  const errors: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  return { server, connection, errors };
}

async function initialize(connection: ProtocolConnection) {
  return connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the type of the request still demands it
    rootUri: null,
    capabilities: {},
  });
}

test('the server answers the lifecycle over standard streams and ends with success', async () => {
  const { server, connection, errors } = startProcess();
  const { capabilities } = await initialize(connection);
  assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2 });
  assert.ok(capabilities.codeLensProvider);
  await connection.sendNotification(InitializedNotification.type, {});
  const answer = await connection.sendRequest(contextsRequest, {});
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'kubeconfig');
  await connection.sendRequest(ShutdownRequest.type);
  const ended = once(server, 'exit');
  await connection.sendNotification(ExitNotification.type);
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(errors, []);
});

test('an exit without a shutdown, and a client that is gone, end the server too', async () => {
  const impolite = startProcess();
  await initialize(impolite.connection);
  const ended = once(impolite.server, 'exit');
  await impolite.connection.sendNotification(ExitNotification.type);
  assert.deepEqual(await ended, [1, null]);

  const gone = startProcess();
  await initialize(gone.connection);
  const left = once(gone.server, 'exit');
  gone.connection.end();
  gone.server.stdin.end();
  await left;
});
