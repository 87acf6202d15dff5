import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDirty, pressSave, readEditorText, replaceText, waitForClean, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { clickLens, readLenses, waitForLens } from './marks';
import { pressDialogButton, readTabs, waitForDialog, waitForNotification } from './notices';
import { runCommand } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

suite('an object that is deleted, replaced or being deleted while it is edited', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  const readValue = (path: string): Promise<string> =>
    kubectl('get', 'configmap', 'web-config', `-o=jsonpath={${path}}`);

  test('R116 deleted: the text stays, the lens offers Create Anew, and Ctrl+S asks before it makes a new one', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/cm/web-config');
      const uid = await readValue('.metadata.uid');
      await replaceText(page, 'gift-cards', 'gift-cards,vouchers');
      await kubectl('delete', 'configmap', 'web-config');
      await waitForLens(page, /deleted from the cluster/);
      assert.deepEqual((await readLenses(page)).slice(2, 4), ['Create Anew', 'Discard']);
      await inBothThemes(page, (theme) => screenshot(page, `deleted-${theme}`));
      await pressSave(page);
      const question = await waitForDialog(page, /was deleted from the cluster\. Create it anew\?$/);
      assert.deepEqual(question.buttons.sort(), ['Cancel', 'Create Anew']);
      await screenshot(page, 'deleted-dialog');
      await pressDialogButton(page, 'Cancel');
      await waitForNotification(
        page,
        /Not saved: configmaps "web-config" was deleted from the cluster\. Your text is kept; nothing was written\./,
      );
      assert.ok(await isDirty(page));
      assert.equal(await kubectl('get', 'configmap', 'web-config', '--ignore-not-found'), '');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await clickLens(page, /^Create Anew$/);
      await pressDialogButton(page, 'Create Anew');
      await waitForClean(page);
      await waitForLens(page, /· current/);
      assert.equal(await readValue('.data.FEATURES'), 'checkout-v2,gift-cards,vouchers');
      const created = await readValue('.metadata.uid');
      assert.notEqual(created, uid);
      await waitForEditorText(page, new RegExp(`uid: "?${created}`));
      await screenshot(page, 'created-anew');
    }));

  test('replaced: it says so, shows the new object beside, and saves to it after asking', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'vouchers', 'coupons');
      const manifest = JSON.parse(await kubectl('get', 'configmap', 'web-config', '-o=json')) as {
        metadata: object;
        data: object;
      };
      await kubectl('delete', 'configmap', 'web-config');
      await kubectl(
        'create',
        'configmap',
        'web-config',
        ...toLiterals(manifest.data),
        '--from-literal=NEW=yes',
      );
      await waitForLens(page, /deleted and created anew/);
      await screenshot(page, 'replaced');
      await clickLens(page, /^Compare with the New Object$/);
      await waitUntil('the comparison', async () =>
        (await readTabs(page)).some(({ title }) => title.includes('live ↔ yours')),
      );
      await waitForEditorText(page, /coupons/);
      await screenshot(page, 'replaced-compare');
      await runCommand(page, 'View: Close Editor');
      await pressSave(page);
      await waitForDialog(page, /was deleted and created anew\. Save your changes to the new object\?$/);
      await screenshot(page, 'replaced-dialog');
      await pressDialogButton(page, 'Save to the New Object');
      await waitForClean(page);
      await waitForLens(page, /· current/);
      await waitForEditorText(page, /NEW: "?yes/);
      assert.equal(await readValue('.data.FEATURES'), 'checkout-v2,gift-cards,coupons');
      assert.equal(await readValue('.data.NEW'), 'yes');
    }));

  test('R118 being deleted: a save asks first', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await kubectl(
        'patch',
        'configmap',
        'web-config',
        '--type=merge',
        '--patch={"metadata":{"finalizers":["example.com/hold"]}}',
      );
      await waitForEditorText(page, /example\.com\/hold/);
      await kubectl('delete', 'configmap', 'web-config', '--wait=false');
      await waitForLens(page, /being deleted/);
      await replaceText(page, 'coupons', 'stamps');
      await pressSave(page);
      const { detail } = await waitForDialog(page, /is being deleted\. Save all the same\?$/);
      assert.match(detail, /It waits for: example\.com\/hold\./);
      await screenshot(page, 'terminating-dialog');
      await pressDialogButton(page, 'Save');
      await waitForClean(page);
      assert.equal(await readValue('.data.FEATURES'), 'checkout-v2,gift-cards,stamps');
    }));

  test('Discard drops the text of a deleted object after asking, and closes it', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'stamps', 'coins');
      await kubectl(
        'patch',
        'configmap',
        'web-config',
        '--type=merge',
        '--patch={"metadata":{"finalizers":null}}',
      );
      await waitForLens(page, /deleted from the cluster/);
      await clickLens(page, /^Discard$/);
      await waitForDialog(page, /^Drop your unsaved changes .* and close it\?$/);
      await screenshot(page, 'discard-dialog');
      await pressDialogButton(page, 'Cancel');
      assert.match(await readEditorText(page), /coins/);
      await clickLens(page, /^Discard$/);
      await pressDialogButton(page, 'Drop and Close');
      await waitUntil('no tab', async () => (await readTabs(page)).length === 0);
      assert.equal(await kubectl('get', 'configmap', 'web-config', '--ignore-not-found'), '');
    }));
});

function toLiterals(data: object): string[] {
  return Object.entries(data).map(([key, value]) => `--from-literal=${key}=${String(value)}`);
}
