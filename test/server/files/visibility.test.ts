import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { liveObjectOfFileRequest, takeLiveIntoFileRequest } from '../../../server/src/protocol/files';
import type { Editor } from '../editor/editor';
import { requestsOf } from '../editor/witness';
import type { SeenRequest } from '../faultProxy';
import { startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  decide,
  type FileUser,
  keyAt,
  openFile,
  show,
  showFile,
  until,
  untilLens,
  untilMark,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let editor: Editor;
let user: FileUser;
let name = '';
let count = 0;

before(async () => {
  workbench = await startWorkbench();
});
after(() => workbench.stop());
beforeEach(async () => {
  editor = await workbench.edit();
  user = actAsUser(editor);
  name = `shown-${count++}`;
  const metadata = { name };
  await workbench.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { mode: 'fast' } });
});

/** Requests of the server since a moment that are about ConfigMaps. */
function requestsSince(moment: number): SeenRequest[] {
  return workbench.proxy.requests.slice(moment).filter(({ url }) => url.includes('/configmaps'));
}

const now = (): number => workbench.proxy.requests.length;

/** How many watches of the object of this test have ended. */
async function endedWatches(): Promise<number> {
  const requests = await requestsOf(workbench.controlPlane, '/configmaps');
  return requests.filter(
    ({ verb, query }) => verb === 'watch' && query.get('fieldSelector')?.includes(name) === true,
  ).length;
}

suite('A file that is not shown', () => {
  test('costs nothing: nothing is read for any of many that are open', async () => {
    const begun = now();
    const documents = Array.from({ length: 50 }, (_, index) =>
      openFile(editor, `open-${index}.yaml`, configMapText(name, { mode: 'slow' })),
    );
    const shown = await showFile(editor, 'shown.yaml', 'a: 1\n');
    const [first] = documents;
    await untilLens(first!, 'apiVersion', /^prod \(current when opened\) › ConfigMap/);
    assert.deepEqual(await shown.lenses(), []);
    assert.deepEqual(workbench.proxy.requests.slice(begun), []);
    await show(editor, first!);
    await untilMark(first!, 'mode', /live: "fast"/);
    assert.equal(requestsSince(begun).filter(({ url }) => !url.includes('watch=')).length, 1);
  });

  test('is watched for a moment after it was hidden, and then no more until it is shown again', async () => {
    const begun = now();
    const document = await showFile(editor, 'hidden.yaml', configMapText(name, { mode: 'fast' }));
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    await until(() => requestsSince(begun).some(({ url }) => url.includes('watch=')));
    await show(editor);
    // To and fro: the watch goes on.
    await show(editor, document);
    await show(editor);
    await workbench.patch(`configmap/${name}`, { data: { mode: 'slow' } });
    await untilMark(document, 'mode', /live: "slow"/);
    assert.equal(await endedWatches(), 0);
    await until(async () => (await endedWatches()) === 1);
    const ended = now();
    await workbench.patch(`configmap/${name}`, { data: { mode: 'slower' } });
    assert.deepEqual(document.diagnostics(), []);
    assert.deepEqual(requestsSince(ended), []);
    await show(editor, document);
    await untilMark(document, 'mode', /live: "slower"/);
    // Since it was opened, not since it was shown again.
    await untilLens(document, 'apiVersion', /changed in the cluster since opened/);
  });
});

suite('With the setting trackManifests off', () => {
  test('nothing is read or marked, what was marked goes, and comes again with it', async () => {
    const document = await showFile(editor, 'off.yaml', configMapText(name, { mode: 'slow' }));
    await untilMark(document, 'mode', /live: "fast"/);
    await editor.changeSettings({ trackManifests: false });
    await until(() => document.diagnostics().length === 0);
    assert.deepEqual(await document.lenses(), []);
    await until(async () => (await endedWatches()) === 1);
    const off = now();
    const other = await showFile(editor, 'other.yaml', configMapText(name, { mode: 'slow' }));
    document.type((text) => text.replace('slow', 'slower'));
    assert.deepEqual(await other.lenses(), []);
    await editor.changeSettings({ trackManifests: true });
    await untilMark(other, 'mode', /live: "fast"/);
    const reads = requestsSince(off).filter(({ url }) => !url.includes('watch='));
    assert.equal(reads.length, 1);
  });

  test('commands write all the same, to where the file goes, and say what they cannot know', async () => {
    await editor.changeSettings({ trackManifests: false });
    const document = await showFile(editor, 'write.yaml', configMapText(name, { other: 'mine' }));
    const { message } = await writeObjects(editor, document, { of: ['name:'] });
    assert.equal(message, `prod › default › ConfigMap ${name}: configured.`);
    assert.equal(user.reviews.length, 1);
    const key = await keyAt(editor, document, 'name:');
    const place = { uri: document.uri, key };
    assert.deepEqual(await editor.ask(liveObjectOfFileRequest, place), {
      uri: `k8slive:/prod/default/configmaps.v1/${name}.yaml`,
    });
    await assert.rejects(editor.ask(takeLiveIntoFileRequest, place), /trackManifests is off/);
    // Fields of others can be decided about all the same.
    document.type((text) => text.replace('other: "mine"', 'mode: "mine"'));
    assert.match((await writeObjects(editor, document)).message, /held by/);
    assert.deepEqual(document.diagnostics(), []);
    const of = 'name:';
    await assert.rejects(decide(editor, document, { of, decision: 'takeTheirs' }), /trackManifests is off/);
    await decide(editor, document, { of, decision: 'takeOver' });
    assert.equal(await workbench.valueIn(`configmap/${name}`, '.data.mode'), 'mine');
  });
});
