import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pressSave, replaceText, waitForClean, waitForDiff, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { waitForLens, waitForSquiggle } from './marks';
import { readTabs } from './notices';
import { closeQuickPick, pickItem, pressItemButton, runCommand, waitForQuickPick } from './quickPick';
import type { QuickPick } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';

const showVersions = 'Kubernetes Live Edit: Show Versions Seen Since Opening…';
const isList = ({ title }: QuickPick): boolean => title === 'web: versions seen since opening';

suite('what an object was since it was opened', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  test('who has changed what stands in a list, the newest first', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await kubectl('scale', 'deployment', 'web', '--replicas=5');
      await waitForEditorText(page, /replicas: 5/);
      await kubectl('set', 'image', 'deployment/web', 'web=registry.example/web:2.0');
      await waitForEditorText(page, /web:2\.0/);
      await replaceText(page, 'web:2.0', 'web:2.1');
      await pressSave(page);
      await waitForClean(page);
      await waitForLens(page, /· current/);
      await runCommand(page, showVersions);
      const { items } = await waitForQuickPick(page, 'the versions', isList);
      // The Deployment's controller writes the number of the revision.
      const [own, , scaled, ...rest] = items.filter(({ label }) => !label.includes('controller'));
      assert.deepEqual(
        items.map(({ label }) => label.trim()).filter((label) => !label.includes('controller')),
        ['you', 'kubectl-set', 'kubectl/scale', 'as first opened'],
      );
      assert.equal(rest.length, 1);
      assert.match(own?.detail ?? '', /^…containers\[name=web\]\.image "…web:2\.0" → "…web:2\.1"/);
      assert.match(scaled?.detail ?? '', /^spec\.replicas 3 → 5/);
      assert.match(scaled?.description ?? '', /^\d+ s ago · \d\d:\d\d:\d\d$/);
      await closeQuickPick(page);
      await inBothThemes(page, async (theme) => {
        await runCommand(page, showVersions);
        await waitForQuickPick(page, 'the versions', isList);
        await page.mouse.move(500, 100);
        await screenshot(page, `versions-${theme}`);
        await closeQuickPick(page);
      });
    }));

  test('a chosen version is compared with the text', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, showVersions);
      await waitForQuickPick(page, 'the versions', isList);
      await pickItem(page, /kubectl\/scale$/);
      const { original, modified } = await waitForDiff(
        page,
        (diff) => /web:2\.1/.test(diff.modified) && /web:1\.0/.test(diff.original),
      );
      assert.match(original, /replicas: 5/);
      assert.match(modified, /replicas: 5/);
      const active = (await readTabs(page)).find((tab) => tab.active);
      assert.match(active?.title ?? '', /^web: kubectl\/scale \d\d:\d\d:\d\d ↔ yours/);
      await screenshot(page, 'version-against-text');
      await runCommand(page, 'View: Close Editor');
    }));

  test('its buttons compare it with the version before, and with any other', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, showVersions);
      await waitForQuickPick(page, 'the versions', isList);
      await pressItemButton(page, /kubectl\/scale$/, 'Compare with the Version Before');
      const before = await waitForDiff(
        page,
        ({ original, modified }) => /replicas: 3/.test(original) && /replicas: 5/.test(modified),
      );
      assert.match(before.modified, /web:1\.0/);
      await runCommand(page, 'View: Close Editor');

      await runCommand(page, showVersions);
      await waitForQuickPick(page, 'the versions', isList);
      await pressItemButton(page, /as first opened$/, 'Compare with Another Version…');
      await waitForQuickPick(
        page,
        'the other versions',
        ({ placeholder, items }) =>
          placeholder.includes('to compare with as first opened') &&
          items.every(({ label }) => !label.includes('first opened')),
      );
      await pickItem(page, /kubectl-set$/);
      const other = await waitForDiff(
        page,
        ({ original, modified }) => /web:2\.0/.test(modified) && /web:1\.0/.test(original),
      );
      assert.match(other.original, /replicas: 3/);
      await runCommand(page, 'View: Close Editor');
    }));

  test('Show What Changed compares the object as opened with the live one', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'web:2.1', 'web:2.2');
      await kubectl('scale', 'deployment', 'web', '--replicas=4');
      await waitForLens(page, /change from live will be kept on save/);
      await runCommand(page, 'Kubernetes Live Edit: Show What Changed');
      const { original, modified } = await waitForDiff(
        page,
        (diff) => /replicas: 4/.test(diff.modified) && /replicas: 5/.test(diff.original),
      );
      assert.match(original, /web:2\.1/);
      assert.match(modified, /web:2\.1/);
      await inBothThemes(page, (theme) => screenshot(page, `what-changed-${theme}`));
      await runCommand(page, 'View: Close Editor');
    }));

  test('two that set a field back and forth are named above it', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'File: Revert File');
      for (let round = 0; round < 4; round += 1)
        for (const [manager, replicas] of [
          ['ann', 6],
          ['bob', 7],
        ])
          await kubectl(
            ...['patch', 'deployment', 'web', `--field-manager=${manager}`],
            ...['--type=merge', `--patch=${JSON.stringify({ spec: { replicas } })}`],
          );
      await waitForLens(page, /fought over by ann and bob/);
      await inBothThemes(page, (theme) => screenshot(page, `fought-over-${theme}`));
      await waitForSquiggle(page, 'a warning on the field', ({ severity }) => severity === 'warning');
    }));
});
