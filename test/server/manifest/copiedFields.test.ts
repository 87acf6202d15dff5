import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCopiedFields, removeFields } from '../../../server/src/manifest/copiedFields';
import { readFile } from '../../../server/src/manifest/documents';
import { applyEdits } from '../../../server/src/manifest/edit';
import { startControlPlane } from '../../cluster/controlPlane';

test('an object copied from the cluster is not to be applied as it is; without the fields that were copied it is', async () => {
  const controlPlane = await startControlPlane();
  const kubectl = (args: string[], stdin = '') => controlPlane.kubectl(args, { stdin });
  const apply = (text: string) => kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], text);
  try {
    await kubectl(['create', 'deployment', 'web', '--image=registry.example/web:1']);
    const { stdout: copied } = await kubectl([
      'get',
      'deployment',
      'web',
      '-o',
      'yaml',
      '--show-managed-fields',
    ]);
    await kubectl(['annotate', 'deployment', 'web', 'example.dev/changed=since']);
    let text = copied;
    const refusals: (string | undefined)[] = [];
    // One field after the other is taken out, those that keep the object from being applied first.
    for (const effect of ['refused', 'version', 'identity', 'none'] as const) {
      const { code } = await apply(text.replace(/uid: \S+/, 'uid: another'));
      refusals.push(code === 0 ? undefined : effect);
      const [document] = readFile(text).documents;
      const fields = findCopiedFields({ document: document!, path: [], status: 'ignored' });
      const paths = fields.filter((field) => field.effect === effect).map(({ path }) => path);
      assert.ok(paths.length > 0, effect);
      text = applyEdits(text, removeFields({ document: document!, path: [] }, paths)!);
    }
    assert.deepEqual(refusals, ['refused', 'version', 'identity', undefined]);
    assert.equal((await apply(text)).code, 0);
    assert.doesNotMatch(text, /status:|uid:|generation|creationTimestamp|managedFields|resourceVersion/);
  } finally {
    await controlPlane.stop();
  }
});
