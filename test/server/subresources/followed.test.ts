import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import type { SeenRequest } from '../faultProxy';
import { deployment } from '../session/sampleObjects';
import { openWatched, patience, startWorkbench, type Workbench } from '../session/workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

async function scaleTo(name: string, replicas: number): Promise<void> {
  await bench.kubectl('scale', `deployment/${name}`, `--replicas=${replicas}`);
}

function saysReplicas(replicas: number): (document: EditorDocument) => boolean {
  return ({ text, status }) =>
    text().includes(`spec:\n  replicas: ${replicas}\n`) && status()?.staleness === 'current';
}

function isSharedWatch({ url }: SeenRequest): boolean {
  return url.includes('/deployments?watch=1') && !url.includes('fieldSelector');
}

test('R157: objects, scales and statuses of a collection are followed by one watch', async () => {
  const names = ['a', 'b', 'c'];
  await bench.create(...names.map(deployment));
  const open = (part: string): Promise<EditorDocument[]> =>
    Promise.all(names.map((name) => openWatched(editor, `deployments${part}.v1.apps/${name}`)));
  const [wholes, scales, statuses] = [await open(''), await open(':scale'), await open(':status')];
  assert.ok(bench.proxy.requests.some(isSharedWatch));
  for (const [index, name] of names.entries()) {
    await scaleTo(name, 5 + index);
    await bench.patch(`deployment/${name}`, { status: { replicas: 1 + index } }, { subresource: 'status' });
  }
  for (const [index, scale] of scales.entries()) {
    await scale.until(saysReplicas(5 + index), patience);
    await scale.until(({ text }) => text().includes(`status:\n  replicas: ${1 + index}\n`), patience);
    const isFollowed = ({ text }: EditorDocument): boolean => text().includes(`replicas: ${1 + index}\n`);
    await statuses[index]?.until(isFollowed, patience);
    await wholes[index]?.until(({ text }) => text().includes(`replicas: ${5 + index}\n`), patience);
  }
  for (const document of [...wholes, ...scales, ...statuses]) document.close();
});

test('after a lost connection a scale is read before it is called current, whatever has changed meanwhile', async () => {
  await bench.create(deployment('lost'));
  const document = await openWatched(editor, 'deployments:scale.v1.apps/lost');
  await bench.proxy.refuse();
  await document.until(({ status }) => status()?.health.kind === 'unknown', patience);
  await scaleTo('lost', 8);
  await bench.proxy.resume();
  await document.until(saysReplicas(8), 2 * patience);
  assert.equal(document.status()?.health.kind, 'watching');
  await scaleTo('lost', 2);
  await document.until(saysReplicas(2), patience);
  bench.proxy.dropConnections();
  await scaleTo('lost', 6);
  await document.until(saysReplicas(6), 2 * patience);
});

test('a reading of a scale that is lost on its way is made again', async () => {
  await bench.create(deployment('cut'));
  const document = await openWatched(editor, 'deployments:scale.v1.apps/cut');
  const isReading = ({ method, url }: SeenRequest): boolean => method === 'GET' && url.endsWith('/cut/scale');
  bench.proxy.inject({ kind: 'cutBefore' }, { when: isReading });
  await scaleTo('cut', 7);
  await document.until(saysReplicas(7), patience);
});

test('an object that is deleted and created anew while its scale is read is another one', async () => {
  await bench.create(deployment('anew'));
  const document = await openWatched(editor, 'deployments:scale.v1.apps/anew');
  const gate = Promise.withResolvers<undefined>();
  const isReading = ({ method, url }: SeenRequest): boolean =>
    method === 'GET' && url.endsWith('/anew/scale');
  bench.proxy.inject({ kind: 'hold', until: gate.promise }, { when: isReading });
  const seen = bench.proxy.requests.length;
  await scaleTo('anew', 4);
  await document.until(() => bench.proxy.requests.slice(seen).some(isReading), patience);
  await bench.kubectl('delete', 'deployment', 'anew');
  await document.until(({ status }) => status()?.staleness === 'deleted', patience);
  await bench.create(deployment('anew'));
  gate.resolve(undefined);
  await document.until(({ status }) => status()?.staleness === 'replaced', patience);
  document.close();
});
