import * as assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { isDirty, pressSave, readEditorText, replaceText, waitForClean, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { waitForLens } from './marks';
import { readNotifications, readStatusBar, waitForNotification } from './notices';
import { runCommand } from './quickPick';
import { onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

suite('unsaved changes: auto save, Save All, and a VS Code that starts anew', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({
    environment: { KUBECONFIG: cluster().kubeconfigs.admin },
    settings: { 'files.autoSave': 'onWindowChange' },
  }));

  test('R208 auto save when the window is left writes nothing, and says so', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await replaceText(page, 'web:1.0', 'web:1.');
      // Another window is in front now; a page of a browser without windows does not notice by itself.
      await page.evaluate(() => {
        document.hasFocus = () => false;
        window.dispatchEvent(new Event('blur'));
      });
      await waitForNotification(page, /Auto save does not write to a cluster/);
      await page.evaluate(() => {
        document.hasFocus = () => true;
        window.dispatchEvent(new Event('focus'));
      });
      assert.ok(await isDirty(page));
      await screenshot(page, 'auto-save');
      assert.match(await readImage(), /web:1\.0$/);
      await runCommand(page, 'File: Toggle Auto Save'); // off: a page that is loaded anew has no focus at first
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('R208 Save All writes each unsaved object once and names what went where', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'web:1.', 'web:1.1');
      await openObject(page, 'demo/shop/cm/web-config');
      await replaceText(page, 'gift-cards', 'gift-cards,vouchers');
      await openObject(page, 'demo/shop/promotions.v1.shop.example.com/autumn');
      await replaceText(page, 'discountPercent: 15', 'discountPercent: 20');
      await runCommand(page, 'File: Save All Files');
      const { message } = await waitForNotification(page, /^(Saved [^.]* to demo\. ?){3}$/);
      for (const object of ['deployments "web"', 'configmaps "web-config"', 'promotions "autumn"'])
        assert.ok(message.includes(`Saved ${object} to demo.`), message);
      await screenshot(page, 'saved-all');
      assert.match(await readImage(), /web:1\.1$/);
      assert.equal(await kubectl('get', 'promotion', 'autumn', '-o=jsonpath={.spec.discountPercent}'), '20');
      assert.equal(await readFeatures(), 'checkout-v2,gift-cards,vouchers');
      const writes = (await cluster().audit()).filter(
        ({ verb, userAgent }) => verb === 'update' && userAgent?.startsWith('kubernetes-live-edit'),
      );
      assert.equal(writes.length, 3);
      await runCommand(page, 'Notifications: Clear All Notifications');
      await waitUntil('no problems', async () => (await readStatusBar(page)).includes('0 \n 0'));
    }));

  test('R042 an unsaved text is there after another tab was in front', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/cm/web-config');
      await replaceText(page, 'vouchers', 'coupons');
      await openObject(page, 'demo/shop/deploy/web');
      await page.locator('.tab[aria-label^="web-config.yaml"]').click();
      await waitForEditorText(page, /gift-cards,coupons/);
      assert.ok(await isDirty(page));
    }));

  test('after a restart the unsaved text is there with what it was edited from: a save keeps what has moved since', () =>
    onScreen(workbench().page, async (page) => {
      const { workspaceFolder } = workbench();
      await waitUntil('VS Code to put the text aside', () =>
        Promise.resolve(isPutAside(workspaceFolder, 'gift-cards,coupons')),
      );
      await changeData({ MAINTENANCE: 'yes' });
      await waitForLens(page, /1 change from live will be kept on save/);
      await loadAnew(page, 'web-config.yaml');
      await waitForEditorText(page, /gift-cards,coupons/);
      assert.ok(await isDirty(page));
      await waitForLens(page, /1 change from live will be kept on save/);
      await screenshot(page, 'restarted');
      await pressSave(page);
      await waitForNotification(page, /Kept from live: data\.MAINTENANCE "no" → "yes"/);
      await waitForClean(page);
      await waitForEditorText(page, /MAINTENANCE: "?yes/);
      assert.equal(await kubectl('get', 'configmap', 'web-config', '-o=jsonpath={.data.MAINTENANCE}'), 'yes');
      assert.equal(await readFeatures(), 'checkout-v2,gift-cards,coupons');
    }));

  test('after a restart a field that both have changed is a conflict; Revert File shows the live text', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await replaceText(page, 'coupons', 'stamps');
      const { workspaceFolder } = workbench();
      await waitUntil('VS Code to put the text aside', () =>
        Promise.resolve(isPutAside(workspaceFolder, 'gift-cards,stamps')),
      );
      await changeData({ FEATURES: 'checkout-v3' });
      await loadAnew(page, 'web-config.yaml');
      await waitForLens(page, /· 1 conflict with the live object/);
      await pressSave(page);
      await waitForNotification(page, /Not saved: you and others have both changed data\.FEATURES/);
      assert.equal(await readFeatures(), 'checkout-v3');
      assert.match(await readEditorText(page), /gift-cards,stamps/);
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'File: Revert File');
      await waitForEditorText(page, /FEATURES: checkout-v3/);
      await waitForLens(page, /· current/);
      await replaceText(page, 'checkout-v3', 'checkout-v4');
      await pressSave(page);
      await waitForClean(page);
      assert.equal(await readFeatures(), 'checkout-v4');
      assert.deepEqual(await readNotifications(page), []);
    }));

  test('a tab whose object is gone after a restart says so in our words', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/promotions.v1.shop.example.com/autumn');
      await kubectl('delete', 'promotion', 'autumn');
      await waitForLens(page, /deleted from the cluster/);
      await loadAnew(page, 'autumn.yaml');
      await waitForNotification(page, /^Not found: .* promotions\.shop\.example\.com "autumn" not found\.$/);
      await screenshot(page, 'gone-after-restart');
    }));

  async function changeData(data: object): Promise<void> {
    await kubectl('patch', 'configmap', 'web-config', '--type=merge', '--patch', JSON.stringify({ data }));
  }

  function readImage(): Promise<string> {
    return kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.template.spec.containers[0].image}');
  }

  function readFeatures(): Promise<string> {
    return kubectl('get', 'configmap', 'web-config', '-o=jsonpath={.data.FEATURES}');
  }
});

/** Loads the page anew, as VS Code that is started anew, and brings a tab to the front. */
async function loadAnew(page: Page, tab: string): Promise<void> {
  await page.reload();
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
  await page.locator(`.tab[aria-label^="${tab}"]`).click();
}

/** Whether VS Code has put an unsaved text aside, which it does a moment after the typing. */
function isPutAside(workspaceFolder: string, text: string): boolean {
  const pattern = join(workspaceFolder, '../vscode/data/User/Backups/*/k8slive/*');
  return globSync(pattern).some((file) => readFileSync(file, 'utf8').includes(text));
}
