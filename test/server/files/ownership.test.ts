import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { removeCopiedFieldsRequest } from '../../../server/src/protocol/files';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  decide,
  type FileUser,
  keyAt,
  showFile,
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
  editor = await workbench.edit();
  user = actAsUser(editor);
});
after(() => workbench.stop());
beforeEach(() => {
  name = `held-${count++}`;
  user.reviews.length = 0;
  user.review = () => true;
});

/** Somebody else applies the ConfigMap of this test. */
async function applyAs(manager: string, data: Record<string, string>): Promise<void> {
  const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  const args = ['apply', '--server-side', `--field-manager=${manager}`, '--force-conflicts', '-f', '-'];
  const { code, stderr } = await workbench.controlPlane.kubectl(args, { stdin });
  assert.equal(code, 0, stderr);
}

/** Shows a file that states other values than hers, and applies it in vain. */
async function refused(lines: readonly string[]): Promise<EditorDocument> {
  await applyAs('ann', { mode: 'hers', level: 'hers', rest: 'hers' });
  const text = ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', `  name: ${name}`, 'data:', ...lines, ''];
  const document = await showFile(editor, `${name}.yaml`, text.join('\n'));
  await untilLens(document, 'apiVersion', /otherwise in the cluster/);
  const { level, message } = await writeObjects(editor, document);
  assert.equal(level, 'warning');
  assert.match(message, /not applied, since .* held by ann\. Choose Take Over/);
  return document;
}

function forced({ isDryRun }: { isDryRun: boolean }): number {
  return workbench.proxy.requests.filter(
    ({ url }) => url.includes(name) && url.includes('force=true') && url.includes('dryRun') === isDryRun,
  ).length;
}

const owners = (): Promise<string> =>
  workbench.kubectl('get', 'cm', name, '--show-managed-fields', '-o=jsonpath={.metadata.managedFields}');

suite('Fields that others hold', () => {
  test('are marked where they stand, with who and since when; nothing is written and nothing forced', async () => {
    const document = await refused(['  mode: mine # fast', '  rest: hers']);
    await untilMark(
      document,
      'mode:',
      /^Not applied: data\.mode is held by ann via apply at \d\d:\d\d:\d\d \(live: "hers", file: "mine"\)\./,
    );
    assert.deepEqual(messagesOn(document, lineOf(document, 'rest:')), []);
    const line = lineOf(document, 'mode:');
    assert.deepEqual(await document.lensesAt(line), [
      'Take Over from ann',
      'Leave to Them',
      'Take Theirs into File ("hers")',
    ]);
    const fixes = await document.fixesAt(line, '  mode: m'.length);
    assert.deepEqual(fixes.slice(0, 3), [
      'Take Over from ann: data.mode',
      'Leave to Them: data.mode',
      'Take Theirs into File: data.mode',
    ]);
    assert.equal(await workbench.dataOf(name), 'hers hers hers');
    assert.equal(user.reviews.length, 0);
    assert.equal(forced({ isDryRun: true }) + forced({ isDryRun: false }), 0);
  });

  test('are taken over when that was shown and wanted, and not when it was not', async () => {
    const document = await refused(['  mode: mine', '  rest: hers']);
    user.review = () => false;
    const declined = await decide(editor, document, { of: 'name:', decision: 'takeOver' });
    assert.match(declined.message, /not written, as you chose/);
    assert.equal(await workbench.dataOf(name), 'hers hers hers');
    assert.equal(forced({ isDryRun: false }), 0);

    user.review = () => true;
    const taken = await decide(editor, document, { of: 'name:', decision: 'takeOver' });
    assert.match(taken.message, /configured\.$/);
    const [, review] = user.reviews;
    assert.match(review?.detail ?? '', /data\.mode is taken over from ann\./);
    assert.equal(review?.yes, 'Take Over');
    assert.equal(await workbench.dataOf(name), 'hers hers mine');
    assert.equal(forced({ isDryRun: false }), 1);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    assert.deepEqual(messagesOn(document, lineOf(document, 'mode:')), []);
    // Only what was in the way has changed hands.
    const [ann] = (JSON.parse(await owners()) as { manager: string; fieldsV1: object }[]).filter(
      ({ manager }) => manager === 'ann',
    );
    assert.doesNotMatch(JSON.stringify(ann), /f:mode/);
    assert.match(JSON.stringify(ann), /f:level.*f:rest/);
  });

  test('are left to them: the field goes out of the file, and all else stays as it is written', async () => {
    const document = await refused(['  # how fast', '  mode: mine', '  own: mine # new']);
    const edited = await decide(editor, document, { of: 'name:', decision: 'leave', path: '/data/mode' });
    assert.match(edited.message, /Taken out of the file/);
    assert.match(document.text(), /data:\n( {2}# how fast\n)? {2}own: mine # new\n$/);
    assert.match((await writeObjects(editor, document)).message, /configured/);
    assert.equal(await workbench.dataOf(name), 'hers hers hers mine');
    assert.equal(forced({ isDryRun: true }) + forced({ isDryRun: false }), 0);
  });

  test('are taken into the file: it states what is live, and holds the field with them', async () => {
    const document = await refused(['  mode: mine # fast', '  own: mine']);
    await decide(editor, document, { of: 'name:', decision: 'takeTheirs', path: '/data/mode' });
    assert.match(document.text(), /\n {2}mode: hers # fast\n {2}own: mine\n$/);
    assert.match((await writeObjects(editor, document)).message, /configured/);
    await untilLens(document, 'apiVersion', /^as in the cluster/);
    assert.match(await owners(), /kubernetes-live-edit/);
  });

  test('are decided one by one: nothing is forced before all are', async () => {
    const document = await refused(['  mode: mine', '  level: mine']);
    const one = await decide(editor, document, { of: 'name:', decision: 'takeOver', path: '/data/mode' });
    assert.match(
      one.message,
      /not applied yet: data\.mode will be taken over, but data\.level is held by ann/,
    );
    assert.equal(await workbench.dataOf(name), 'hers hers hers');
    assert.equal(forced({ isDryRun: true }) + forced({ isDryRun: false }), 0);
    await decide(editor, document, { of: 'name:', decision: 'takeOver', path: '/data/level' });
    assert.equal(await workbench.dataOf(name), 'hers mine mine');
  });

  test('are not taken from somebody else than the one who was shown', async () => {
    const document = await refused(['  mode: mine']);
    await applyAs('bob', { mode: 'his' });
    const again = await decide(editor, document, { of: 'name:', decision: 'takeOver' });
    assert.match(again.message, /held by bob\. Choose/);
    assert.equal(await workbench.valueIn(`configmap/${name}`, '.data.mode'), 'his');
    assert.equal(forced({ isDryRun: false }), 0);
  });
});

suite('A version in the file', () => {
  test('that is old is said as that and can be taken out; it is no conflict of managers (R015)', async () => {
    await applyAs('ann', { mode: 'fast' });
    const text = [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      `  name: ${name}`,
      '  resourceVersion: "1" # copied',
      'data:',
      '  other: "1"',
      '',
    ].join('\n');
    const document = await showFile(editor, `${name}.yaml`, text);
    await untilMark(document, 'resourceVersion', /copied from the cluster: .* every apply fails/);
    const { level, message } = await writeObjects(editor, document);
    assert.equal(level, 'error');
    assert.match(message, /the version or the uid in the file is not the live object’s any more/);
    assert.doesNotMatch(message, /held by/);
    const key = await keyAt(editor, document, 'name:');
    await editor.ask(removeCopiedFieldsRequest, { uri: document.uri, key });
    assert.equal(document.text(), text.replace(/.*resourceVersion.*\n/, ''));
    assert.match((await writeObjects(editor, document)).message, /configured/);
  });

  test('of an object that is not there is said before anything is sent', async () => {
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  uid: abc\n`;
    const document = await showFile(editor, `${name}.yaml`, text);
    for (const how of ['apply', 'create'] as const)
      assert.match((await writeObjects(editor, document, { how })).message, /and there is none/);
    const isWrite = ({ method, url }: { method: string; url: string }): boolean =>
      method !== 'GET' && url.includes(name);
    assert.equal(workbench.proxy.requests.filter(isWrite).length, 0);
  });
});
