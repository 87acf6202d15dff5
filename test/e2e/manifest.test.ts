import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clickBehind, isDirty, readEditorText, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { pressDialogButton, readNotifications, waitForNotification } from './notices';
import { enterText, pickItem, runCommand, waitForQuickPick } from './quickPick';
import { onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

const encode = (text: string): string => Buffer.from(text).toString('base64');

suite('live objects as manifests, and Secrets decoded', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  test('Save Live Object as Manifest makes a new file without defaults and without what controllers write', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await runCommand(page, 'Kubernetes Live Edit: Save Live Object as Manifest…');
      await pickItem(page, /New File$/);
      await waitForNotification(page, /^A manifest of deployments "web", not saved yet\./, 60_000);
      const text = await waitForEditorText(page, /^apiVersion: apps\/v1/);
      assert.match(text, /replicas:/);
      assert.doesNotMatch(text, /imagePullPolicy|terminationMessage|deployment\.kubernetes\.io|status:|uid:/);
      assert.equal(await isDirty(page), true);
      await screenshot(page, 'manifest-new');
      await runCommand(page, 'View: Revert and Close Editor');
      await runCommand(page, 'View: Close Editor');
    }));

  test('R198 R200 decoded values stand beside the Secret, read-only; one is edited, encoded, and undone', () =>
    onScreen(workbench().page, async (page) => {
      const bytes = Buffer.from([0xfe, 0xff, 0x00]).toString('base64');
      const data = { bytes, password: encode('correct horse') };
      await kubectl('create', 'secret', 'generic', 'login');
      await kubectl('patch', 'secret', 'login', '-p', JSON.stringify({ data }));
      await openObject(page, 'demo/shop/secret/login');
      await runCommand(page, 'Kubernetes Live Edit: Show Decoded Values');
      const decoded = page.locator('.editor-group-container').nth(1).locator('.view-lines');
      const readDecoded = async (): Promise<string> =>
        (await decoded.innerText()).replaceAll('\u00a0', ' ').replaceAll('·', ' ');
      await waitUntil('the decoded value', async () => /password: correct horse/.test(await readDecoded()));
      assert.ok((await readDecoded()).includes(bytes));
      await runCommand(page, 'Kubernetes Live Edit: Edit Decoded Value…');
      await pickItem(page, 'password');
      await waitForQuickPick(page, 'the value', ({ value }) => value === 'correct horse');
      await enterText(page, 'battery staple');
      await waitUntil('the decoded text to follow', async () =>
        /password: battery staple/.test(await readDecoded()),
      );
      assert.ok((await readEditorText(page)).includes(`password: ${encode('battery staple')}`));
      await screenshot(page, 'decoded');
      await clickBehind(page, encode('battery staple'));
      await page.keyboard.press('Control+Z');
      await waitForEditorText(page, new RegExp(encode('correct horse')));
      const notices = (await readNotifications(page)).map(({ message }) => message).join('\n');
      assert.doesNotMatch(notices, /horse|staple/);
      await runCommand(page, 'Kubernetes Live Edit: Save Live Object as Manifest…');
      await pickItem(page, /New File$/);
      const { message } = await pressDialogButton(page, 'Cancel');
      assert.match(message, /values of secrets "login"/);
    }));
});
