import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  fileChoiceRequest,
  fileObjectAtRequest,
  reviewRequest,
  writeFileRequest,
} from '../../../server/src/protocol/files';
import { valueOf } from '../editor/valueOf';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, patience, startWorkbench, type Workbench } from '../session/workbench';
import { openFile, showFile, until } from './manifestEditor';

let workbench: Workbench;
let editor: Editor;

before(async () => {
  workbench = await startWorkbench();
  await workbench.create(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { mode: 'fast' } },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'b', namespace: 'shop' },
      data: { mode: 'fast' },
    },
  );
  editor = await workbench.edit();
  editor.connection.onRequest(fileChoiceRequest, () => null);
});
after(() => workbench.stop());

function show(name: string, text: string): Promise<EditorDocument> {
  return showFile(editor, `${name}.yaml`, text);
}

/** Waits until a lens on the line (0-based) says this. */
async function untilLens(document: EditorDocument, line: number, words: RegExp): Promise<void> {
  let lenses: string[] = [];
  const holds = async (): Promise<boolean> => {
    lenses = await document.lensesAt(line);
    return lenses.some((title) => words.test(title));
  };
  await until(holds, () => `line ${line} says ${lenses.join(' | ')}, and not ${String(words)}`);
}

function configMap(name: string, mode: string, namespace?: string): string {
  const place = namespace === undefined ? '' : `\n  namespace: ${namespace}`;
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}${place}\ndata:\n  mode: ${mode}\n`;
}

suite('A manifest file that is shown', () => {
  test('has a lens for each object, in two namespaces, behind empty documents and beside unknown kinds (R188, R189)', async () => {
    const text = [
      '# leading comment only\n',
      configMap('a', 'fast'),
      configMap('b', 'fast', 'shop'),
      'apiVersion: v1\nkind: Nope\nmetadata:\n  name: c\n',
      '# end\n',
    ].join('---\n');
    const document = await show('several', text);
    await untilLens(document, lineOf(document, 'name: a') - 3, /as in the cluster/);
    await untilLens(document, lineOf(document, 'namespace: shop') - 4, /as in the cluster/);
    await untilLens(document, lineOf(document, 'Nope') - 1, /serves no v1 Nope/);
    document.close();
  });

  test('shows drift when kubectl writes and takes it away again; the text is never touched (R043)', async () => {
    const document = await show('drift', configMap('a', 'fast'));
    const text = document.text();
    await untilLens(document, 0, /as in the cluster/);
    await workbench.patch('configmap/a', { data: { mode: 'slow' } });
    await untilLens(document, 0, /1 field is otherwise in the cluster/);
    await document.until(() => messagesOn(document, lineOf(document, 'mode')).length > 0, patience);
    await workbench.patch('configmap/a', { data: { mode: 'fast' } });
    await untilLens(document, 0, /as in the cluster/);
    assert.equal(document.text(), text);
    document.close();
  });

  test('shows an object that is created, and deleted again', async () => {
    const document = await show('created', configMap('later', 'fast'));
    await untilLens(document, 0, /not in the cluster/);
    await workbench.kubectl('create', 'configmap', 'later', '--from-literal=mode=fast');
    await untilLens(document, 0, /as in the cluster/);
    await workbench.kubectl('delete', 'configmap', 'later');
    await untilLens(document, 0, /not in the cluster/);
    document.close();
  });

  test('a command for a file that was opened a moment ago waits until it is decided where the file goes', async () => {
    const { connection } = editor;
    const told = Promise.withResolvers<null>();
    connection.onRequest(fileChoiceRequest, () => told.promise);
    connection.onRequest(reviewRequest, () => false);
    const document = openFile(editor, 'now.yaml', configMap('now', 'fast'));
    const { uri } = document;
    const { key } = valueOf(await connection.sendRequest(fileObjectAtRequest, { uri, line: 5 }));
    const written = connection.sendRequest(writeFileRequest, { uri, keys: [key], how: 'apply' });
    told.resolve(null);
    assert.match(valueOf(await written).message, /ConfigMap now: not written, as you chose/);
    document.close();
  });

  test('a command for a file without an object says what an object needs', async () => {
    const document = openFile(editor, 'none.yaml', '# apiVersion: none\n');
    const answer = await editor.connection.sendRequest(fileObjectAtRequest, { uri: document.uri, line: 0 });
    assert.equal(answer.kind, 'problem');
    assert.match(answer.problem.message, /states no object that could be written/);
    document.close();
  });
});
