import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { Editor } from '../editor/editor';
import type { SeenRequest } from '../faultProxy';
import { startWorkbench, type Workbench } from '../session/workbench';
import { actAsUser, configMapText, showFile, until, untilLens, writeObjects } from './manifestEditor';

let workbench: Workbench;
let editor: Editor;

before(async () => {
  workbench = await startWorkbench();
  await workbench.kubectl('create', 'namespace', 'many');
});
after(() => workbench.stop());
beforeEach(async () => {
  editor = await workbench.edit();
  actAsUser(editor);
});

/** Requests for objects of these resources since a moment: not for discovery or schemas. */
function requestsSince(moment: number, resource: RegExp): SeenRequest[] {
  return workbench.proxy.requests.slice(moment).filter(({ url }) => resource.test(url));
}

const isWatch = ({ url }: SeenRequest): boolean => url.includes('watch=');

function documents(count: number, name: string, namespace?: string): string[] {
  return Array.from({ length: count }, (_, index) =>
    configMapText(`${name}-${index}`, { mode: 'fast' }, namespace),
  );
}

suite('A file of many objects', () => {
  test('is found by one list of each resource and namespace, and followed by one watch of each', async () => {
    const secret = (index: number): string =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: many-${index}\nstringData:\n  a: b\n`;
    const all = [
      ...documents(80, 'many'),
      ...documents(80, 'many', 'many'),
      ...Array.from({ length: 40 }, (_, index) => secret(index)),
    ];
    const text = all.join('---\n');
    const { code, stderr } = await workbench.controlPlane.kubectl(['apply', '--server-side', '-f', '-'], {
      stdin: text,
    });
    assert.equal(code, 0, stderr);
    const begun = workbench.proxy.requests.length;
    const document = await showFile(editor, 'many.yaml', text);
    const known = async (): Promise<number> =>
      (await document.lenses()).filter((title) => /^as in the cluster(?!.*connecting$)/.test(title)).length;
    await until(async () => (await known()) === 200);
    await until(() => requestsSince(begun, /\/(configmaps|secrets)/).filter(isWatch).length === 3);
    for (const collection of [
      /\/namespaces\/default\/configmaps/,
      /\/namespaces\/many\/configmaps/,
      /\/namespaces\/default\/secrets/,
    ]) {
      const requests = requestsSince(begun, collection);
      const watches = requests.filter(isWatch);
      assert.equal(watches.length, 1, `${watches.length} watches of ${String(collection)}`);
      assert.equal(requests.length - watches.length, 1, String(collection));
    }
    // All of them are followed.
    for (const at of ['many-0', 'many-79'])
      await workbench.kubectl('-n', 'many', 'patch', 'cm', at, '-p', '{"data":{"mode":"slow"}}');
    await until(async () => (await known()) === 198);
  });

  test('beyond a thousand says which are not compared; all of them can be written', async () => {
    const text = [...documents(1_000, 'thousand'), configMapText('last', { mode: 'fast' })].join('---\n');
    const document = await showFile(editor, 'thousand.yaml', text);
    await untilLens(document, 'apiVersion', /^not in the cluster/);
    const lenses = await document.lenses();
    const beyond = lenses.filter((title) => title.includes('not compared'));
    assert.deepEqual(beyond, ['not compared: only the first 1000 objects of a file are']);
    const { message } = await writeObjects(editor, document, { of: ['name: last'] });
    assert.match(message, /ConfigMap last: created\./);
    document.close();
  });

  test('that is too long to be read says so, in its lens and to who applies it', async () => {
    const text = `${configMapText('long', { mode: 'fast' })}# ${'x'.repeat(10_000_000)}\n`;
    const document = await showFile(editor, 'long.yaml', text);
    await untilLens(document, 'apiVersion', /more than 10 million characters/);
    assert.match((await writeObjects(editor, document)).message, /more than 10 million characters/);
    document.close();
  });
});

test('While a name is typed nothing is looked for; the whole name is, once', async () => {
  await workbench.kubectl('create', 'configmap', 'typed-name', '--from-literal=mode=fast');
  const document = await showFile(editor, 'typed.yaml', configMapText('x', { mode: 'fast' }));
  await untilLens(document, 'apiVersion', /^not in the cluster/);
  const begun = workbench.proxy.requests.length;
  const name = 'typed-name';
  for (let length = 1; length <= name.length; length++) {
    document.type((text) => text.replace(/name: .*/, `name: ${name.slice(0, length)}`));
    // As fast as nobody types, so that the server has each key.
    await wait(20);
  }
  await untilLens(document, 'apiVersion', /^as in the cluster/);
  const asked = requestsSince(begun, /\/configmaps/).filter((request) => !isWatch(request));
  assert.deepEqual(
    asked.map(({ url }) => decodeURIComponent(url).includes('typed-name')),
    [true],
    JSON.stringify(asked.map(({ url }) => url)),
  );
});
