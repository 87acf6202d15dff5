import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, beforeEach, test } from 'node:test';
import {
  CodeLensRefreshRequest,
  createProtocolConnection,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { type Connection, createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createPublisher, type Publisher, type Subject } from '../../server/src/publisher';
import { type StandingClock, standingClock } from './session/standingClock';

const uri = 'file:///work/web.yaml';
let connection: Connection;
let clock: StandingClock;
let publisher: Publisher;
/** What is known of the document, as its one lens and its one mark say it; undefined where nothing is to be said. */
let words: string | undefined;
let isProvisional: boolean;
/** What the editor got, oldest first: marks, and calls to ask again. */
let got: string[];
const ends: (() => void)[] = [];

beforeEach(() => {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  connection = createConnection(ProposedFeatures.all, toServer, toClient);
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  [got, words, isProvisional, clock] = [[], undefined, false, standingClock()];
  client.onRequest(CodeLensRefreshRequest.type, () => {
    got.push('ask again');
  });
  client.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics }) => {
    got.push(
      diagnostics.map(({ message }) => (typeof message === 'string' ? message : message.value)).join(),
    );
  });
  connection.listen();
  client.listen();
  const ending = new AbortController();
  ends.push(
    () => ending.abort(),
    () => client.dispose(),
  );
  publisher = createPublisher({
    connection,
    clock,
    signal: ending.signal,
    find: () => (words === undefined ? undefined : subject(words)),
    canRefresh: () => true,
  });
});
after(() => ends.forEach((end) => end()));

function subject(title: string): Subject {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return {
    state: { title },
    isSilentSince: () => false,
    goesBy: () => false,
    isProvisional: () => isProvisional,
    diagnostics: () => [{ range, message: title }],
    status: () => undefined,
    lenses: () => [{ range, command: { title, command: '' } }],
    hints: () => [],
    nextChange: () => undefined,
  };
}

/** Moves the clock and waits until the editor has got so much. */
async function untilGot(time: number, expected: string[]): Promise<void> {
  await clock.moveTo(time);
  for (let tries = 0; tries < 200 && got.length < expected.length; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(got, expected);
}

test('an editor that has asked before there was something to say is called when there is', async () => {
  assert.deepEqual(publisher.lenses(uri), []);
  publisher.edited(uri);
  publisher.changed(uri);
  await clock.moveTo(100);
  words = 'one';
  publisher.changed(uri);
  await untilGot(200, ['one', 'ask again']);
});

test('what was said is taken back when there is nothing to say, and said again', async () => {
  words = 'one';
  publisher.lenses(uri);
  publisher.changed(uri);
  await untilGot(100, ['one']);
  words = undefined;
  publisher.changed(uri);
  await untilGot(200, ['one', '', 'ask again']);
  publisher.lenses(uri);
  words = 'one';
  publisher.changed(uri);
  await untilGot(300, ['one', '', 'ask again', 'one', 'ask again']);
});

test('an editor asks by itself after an edit; from then on it is called again', async () => {
  words = 'one';
  publisher.lenses(uri);
  publisher.edited(uri);
  words = 'two';
  await untilGot(2, ['two']);
  publisher.changed(uri);
  words = 'three';
  await untilGot(1_000, ['two', 'three']);
  publisher.lenses(uri);
  words = 'four';
  publisher.changed(uri);
  await untilGot(1_500, ['two', 'three', 'four', 'ask again']);
});

test('an editor that does not ask after an edit, as its focus went elsewhere, is called a moment later', async () => {
  words = 'one';
  publisher.lenses(uri);
  publisher.edited(uri);
  words = 'two';
  await untilGot(1_900, ['two']);
  await untilGot(2_100, ['two', 'ask again']);
});

test('an editor is called at once for what is known, and later for what is about to be', async () => {
  words = 'finding';
  publisher.lenses(uri);
  [words, isProvisional] = ['looking', true];
  publisher.changed(uri);
  await untilGot(10, ['looking']);
  [words, isProvisional] = ['found', false];
  publisher.changed(uri);
  await untilGot(20, ['looking', 'found', 'ask again']);
  publisher.lenses(uri);
  [words, isProvisional] = ['looking anew', true];
  publisher.changed(uri);
  await untilGot(2_000, ['looking', 'found', 'ask again', 'looking anew']);
  await untilGot(2_500, ['looking', 'found', 'ask again', 'looking anew', 'ask again']);
});
