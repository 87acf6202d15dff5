import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pressSave, replaceText, waitForClean } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { waitForLens } from './marks';
import {
  pressNotificationButton,
  readNotifications,
  readStatusBar,
  readTabs,
  waitForNotification,
} from './notices';
import { runCommand } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitFor, waitUntil } from './waits';

suite('what becomes of a save in the cluster', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  test('R166 from saved over observed to rolled out, in the status bar alone; a quick save says nothing', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      cluster().suspend('kube-controller-manager');
      await replaceText(page, 'web:1.0', 'web:1.1');
      await pressSave(page);
      await waitForClean(page);
      await waitForProgress(
        page,
        /Deployment web: saved · not yet observed: generation \d+, controller has seen \d+/,
      );
      await inBothThemes(page, (theme) => screenshot(page, `progress-saved-${theme}`));
      cluster().suspend('kwok');
      cluster().resume('kube-controller-manager');
      await waitForProgress(page, /Deployment web: observed · \d of 3 updated/);
      await inBothThemes(page, (theme) => screenshot(page, `progress-observed-${theme}`));
      cluster().resume('kwok');
      await waitForProgress(page, /Deployment web: rolled out · 3 of 3 updated, 3 available/);
      await screenshot(page, 'progress-rolled-out');
      await waitUntil('the progress to end', async () => (await readProgress(page)) === undefined);
      assert.deepEqual(await readNotifications(page), []);
    }));

  test('a click on it shows it with Cancel, which only takes it away', () =>
    onScreen(workbench().page, async (page) => {
      cluster().suspend('kube-controller-manager');
      await replaceText(page, 'web:1.1', 'web:1.2');
      await pressSave(page);
      await waitForProgress(page, /not yet observed/);
      await page
        .locator('.statusbar-item', { hasText: /Deployment web: saved/ })
        .first()
        .click();
      const center = page.locator('.notifications-center .notification-list-item', {
        hasText: 'Deployment web',
      });
      await center.first().waitFor();
      await inBothThemes(page, (theme) => screenshot(page, `progress-cancel-${theme}`));
      await center.locator('.monaco-button', { hasText: 'Cancel' }).first().click();
      await waitUntil('the progress to end', async () => (await readProgress(page)) === undefined);
      cluster().resume('kube-controller-manager');
      assert.deepEqual(await readNotifications(page), []);
      await waitForLens(page, /rolled out/);
    }));

  test('stuck: one warning with the reason, and the way to the live object', () =>
    onScreen(workbench().page, async (page) => {
      await kubectl(
        'patch',
        'deployment',
        'web',
        '--type=merge',
        '--patch={"spec":{"progressDeadlineSeconds":3}}',
      );
      await waitForLens(page, /rolled out/);
      cluster().suspend('kwok');
      await replaceText(page, 'web:1.2', 'web:never');
      await pressSave(page);
      const { severity, buttons } = await waitForNotification(
        page,
        /^Deployment web was saved, and is stuck now\. ProgressDeadlineExceeded: /,
      );
      assert.equal(severity, 'warning');
      assert.ok(buttons.includes('Show Live Object'), buttons.join());
      await waitForLens(page, /stuck: ProgressDeadlineExceeded/);
      await inBothThemes(page, (theme) => screenshot(page, `stuck-${theme}`));
      await pressNotificationButton(page, /is stuck now/, 'Show Live Object');
      await waitUntil(
        'the live object beside',
        async () => (await page.locator('.tab[aria-label^="web (live).yaml"]').count()) > 0,
      );
      // That the save has kept what kubectl patched is said as well, where that was not in the text yet.
      await waitUntil('the notification to go', async () =>
        (await readNotifications(page)).every(({ message }) => !message.includes('is stuck now')),
      );
      await runCommand(page, 'View: Join All Editor Groups');
      assert.ok((await readTabs(page)).length > 1);
      cluster().resume('kwok');
    }));
});

/** The progress in the status bar. */
async function readProgress(page: Page): Promise<string | undefined> {
  return (await readStatusBar(page)).find((text) => /Deployment web: /.test(text));
}

async function waitForProgress(page: Page, pattern: RegExp): Promise<string> {
  return await waitFor(`a progress ${pattern}`, async () => {
    const text = await readProgress(page);
    return text !== undefined && pattern.test(text) ? text : undefined;
  });
}
