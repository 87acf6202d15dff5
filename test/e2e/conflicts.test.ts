import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  clickBehind,
  isDirty,
  pressSave,
  readEditorText,
  replaceText,
  waitForClean,
  waitForDiff,
  waitForEditorText,
} from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { leaveHover, openObject } from './liveObjects';
import { clickLens, goToProblem, hoverText, waitForLens, waitForNoLens, waitForSquiggle } from './marks';
import { completeMerge, takeInMergeView, waitForMergeView } from './mergeView';
import { pressNotificationButton, waitForNotification } from './notices';
import { runCommand } from './quickPick';
import { openQuickFixes, pickQuickFix } from './quickFixes';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

suite('an object that somebody else changes while it is edited', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  const readImage = (): Promise<string> =>
    kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.template.spec.containers[0].image}');
  const readReplicas = (): Promise<string> =>
    kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.replicas}');

  /** Changes the image from `tag` to `ours` in the editor, and to `theirs` with kubectl; ends with the conflict shown. */
  async function makeConflict(
    page: Page,
    { tag, ours, theirs }: { tag: string; ours: string; theirs: string },
  ): Promise<void> {
    await replaceText(page, `web:${tag}`, `web:${ours}`);
    await kubectl('set', 'image', 'deployment/web', `web=registry.example/web:${theirs}`);
    await waitForLens(page, /^1 conflict|· 1 conflict with the live object/);
  }

  test('R006 another field was changed: a save keeps both, says so, and shows the difference', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await replaceText(page, 'web:1.0', 'web:1.1');
      await kubectl('scale', 'deployment', 'web', '--replicas=5');
      await waitForLens(page, /1 change from live will be kept on save/);
      await clickBehind(page, 'web:1.1');
      await pressSave(page);
      const { severity, message } = await waitForNotification(page, /Kept from live/);
      assert.match(
        message,
        /^Saved deployments "web" to demo\. Kept from live: spec\.replicas 3 → 5 \(kubectl\/scale( at [\d:]{8})?\)\./,
      );
      assert.equal(severity, 'info');
      await waitForClean(page);
      await waitForEditorText(page, /replicas: 5/);
      await waitForLens(page, /· current/);
      await screenshot(page, 'merged');
      assert.match(await readImage(), /web:1\.1$/);
      assert.equal(await readReplicas(), '5');
      await pressNotificationButton(page, /Kept from live/, 'Show Diff');
      await waitForDiff(
        page,
        ({ original, modified }) => /replicas: 3/.test(original) && /replicas: 5/.test(modified),
      );
      await screenshot(page, 'merged-diff');
      await runCommand(page, 'View: Close Editor');
    }));

  test('the cursor is where it was, and undo goes back to before the save', () =>
    onScreen(workbench().page, async (page) => {
      await page.keyboard.type('-x');
      await waitForEditorText(page, /web:1\.1-x/);
      await undoUntil(page, /web:1\.0$/m);
      await waitForEditorText(page, /replicas: 3/);
      for (let steps = 0; !/web:1\.1$/m.test(await readEditorText(page)) || steps < 2; steps++)
        await page.keyboard.press('Control+Shift+Z');
      await waitForEditorText(page, /replicas: 5/);
    }));

  test('R006 the same field was changed: both values stand on it, and a save writes nothing', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await makeConflict(page, { tag: '1.1', ours: '1.2', theirs: '2.0' });
      await waitForLens(page, /^Keep Yours \("registry\.example\/web:1\.2"\)$/);
      await waitForLens(page, /^Take Live \("registry\.example\/web:2\.0" · kubectl-set at [\d:]{8}\)$/);
      await waitForSquiggle(
        page,
        'a squiggle on the image',
        ({ severity, text }) => severity === 'warning' && text.includes('web:1.2'),
      );
      await leaveHover(page);
      await screenshot(page, 'conflict');
      await pressSave(page);
      await waitForNotification(page, /Not saved: you and others have both changed .*image/);
      await inBothThemes(page, (theme) => screenshot(page, `conflict-${theme}`));
      assert.ok(await isDirty(page));
      assert.match(await readImage(), /web:2\.0$/);
      await runCommand(page, 'Notifications: Clear All Notifications');
      assert.match(
        await hoverText(page, 'web:1.2'),
        /image is "registry\.example\/web:1\.2" here and "registry\.example\/web:2\.0" in the cluster \(kubectl-set at/,
      );
      await screenshot(page, 'conflict-hover');
      await leaveHover(page);
    }));

  test('Keep Yours at the lens; Ctrl+Z brings the conflict back; the save then writes ours', () =>
    onScreen(workbench().page, async (page) => {
      await clickLens(page, /^Keep Yours \(/);
      await waitForNoLens(page, /^Keep Yours \(/);
      await page.keyboard.press('Control+Z');
      await waitForLens(page, /^Keep Yours \(/);
      await clickLens(page, /^Keep Yours \(/);
      await waitForNoLens(page, /^Keep Yours \(/);
      await pressSave(page);
      await waitForClean(page);
      assert.match(await readImage(), /web:1\.2$/);
    }));

  test('F8 leads to the conflict, Take Live is a quick fix there, and the rest of the edit is saved', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'replicas: 5', 'replicas: 6');
      await makeConflict(page, { tag: '1.2', ours: '1.3', theirs: '2.1' });
      await goToProblem(page, 'image is "registry.example/web:1.3" here');
      await screenshot(page, 'conflict-f8');
      await page.keyboard.press('Escape');
      const titles = await openQuickFixes(page);
      await screenshot(page, 'quick-fixes');
      for (const title of ['Keep Yours: ', 'Take Live: ', 'Compare with the Live Object', 'Open Merge View'])
        assert.ok(
          titles.some((one) => one.startsWith(title)),
          `${title} is not in ${titles.join(', ')}`,
        );
      await pickQuickFix(page, /^Take Live/);
      await waitForEditorText(page, /web:2\.1/);
      await page.keyboard.press('Control+Z');
      await waitForEditorText(page, /web:1\.3/);
      await waitForLens(page, /^Take Live \(/);
      await page.keyboard.press('Control+Shift+Z');
      await waitForEditorText(page, /web:2\.1/);
      await waitForNoLens(page, /^Take Live \(/);
      await pressSave(page);
      await waitForClean(page);
      assert.match(await readImage(), /web:2\.1$/);
      assert.equal(await readReplicas(), '6');
    }));

  test('in the merge view each side can be taken, and Complete Merge settles it', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await makeConflict(page, { tag: '2.1', ours: '2.2', theirs: '3.0' });
      await clickLens(page, /^Open Merge View$/);
      await waitForMergeView(page);
      await inBothThemes(page, (theme) => screenshot(page, `merge-view-${theme}`));
      await takeInMergeView(page, 'Yours');
      await completeMerge(page);
      await waitForEditorText(page, /web:2\.2/);
      await waitForNoLens(page, /^Keep Yours/);
      assert.ok(await isDirty(page));
      assert.match(await readImage(), /web:3\.0$/);
      await pressSave(page);
      await waitForClean(page);
      assert.match(await readImage(), /web:2\.2$/);
      await waitForLens(page, /· current/);
    }));

  test('a comparison has Keep All Yours and Take All Live in its title while there is a conflict', () =>
    onScreen(workbench().page, async (page) => {
      await makeConflict(page, { tag: '2.2', ours: '2.3', theirs: '3.1' });
      await runCommand(page, 'Kubernetes Live Edit: Compare with Live Object');
      await waitForDiff(page, ({ modified }) => /web:2\.3/.test(modified));
      const button = (words: string) =>
        page.locator('.editor-group-container.active .title .action-label', { hasText: words });
      await button('Take All Live').waitFor();
      await screenshot(page, 'conflict-compared');
      await button('Keep All Yours').click();
      await button('Keep All Yours').waitFor({ state: 'detached' });
      assert.equal(await button('Take All Live').count(), 0);
      await runCommand(page, 'View: Close Editor');
      await waitForEditorText(page, /web:2\.3/);
      await pressSave(page);
      await waitForClean(page);
      assert.match(await readImage(), /web:2\.3$/);
    }));
});

async function undoUntil(page: Page, pattern: RegExp): Promise<void> {
  await waitUntil(`${pattern} after undoing`, async () => {
    if (pattern.test(await readEditorText(page))) return true;
    await page.keyboard.press('Control+Z');
    return false;
  });
}
