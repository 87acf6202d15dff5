import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  type FileUser,
  showFile,
  until,
  untilLens,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let editor: Editor;
let user: FileUser;

before(async () => {
  workbench = await startWorkbench();
  editor = await workbench.edit();
  user = actAsUser(editor);
});
after(() => workbench.stop());

/** Shows a file whose object is in the cluster as the file says, and waits until it is watched. */
async function showWatched(name: string): Promise<EditorDocument> {
  const text = configMapText(name, { mode: 'fast' });
  const manager = '--field-manager=kubernetes-live-edit';
  const args = ['apply', '--server-side', manager, '-f', '-'];
  const { code, stderr } = await workbench.controlPlane.kubectl(args, { stdin: text });
  assert.equal(code, 0, stderr);
  const document = await showFile(editor, `${name}.yaml`, text);
  await untilLens(document, 'apiVersion', /^as in the cluster$/);
  await until(() => workbench.proxy.requests.some(({ url }) => url.includes('watch=') && url.includes(name)));
  return document;
}

/** What an apply of the only object of a file asks the API server for. */
async function requestsOfApply(document: EditorDocument): Promise<string[]> {
  const begun = workbench.proxy.requests.length;
  const { message } = await writeObjects(editor, document);
  assert.match(message, /: configured\.$/);
  return workbench.proxy.requests
    .slice(begun)
    .map(({ method, url }) => `${method}${url.includes('dryRun=All') ? ' dry' : ''}`);
}

suite('An apply of an object that is watched', () => {
  test('costs a dry run and a patch', async () => {
    const document = await showWatched('cheap');
    document.type((text) => text.replace('fast', 'slow'));
    assert.deepEqual(await requestsOfApply(document), ['PATCH dry', 'PATCH']);
    document.type((text) => text.replace('slow', 'fast'));
    assert.deepEqual(await requestsOfApply(document), ['PATCH dry', 'PATCH']);
    assert.equal(await workbench.dataOf('cheap'), 'fast');
    document.close();
  });

  test('shows what somebody has written that the watch has not brought yet (R043)', async () => {
    const silent = Promise.withResolvers<undefined>();
    const isWatch = ({ url }: { url: string }): boolean => url.includes('watch=') && url.includes('late');
    workbench.proxy.inject({ kind: 'holdBody', until: silent.promise }, { when: isWatch });
    const document = await showWatched('late');
    await workbench.patch('configmap/late', { data: { other: 'new' } });
    document.type((text) => text.replace('fast', 'slow'));
    assert.deepEqual(await requestsOfApply(document), ['PATCH dry', 'GET', 'PATCH dry', 'PATCH']);
    assert.match(user.reviews.at(-1)?.changes[0]?.before ?? '', /other: new/);
    assert.equal(await workbench.dataOf('late'), 'new slow');
    silent.resolve(undefined);
    document.close();
  });
});
