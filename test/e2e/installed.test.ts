import * as assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { useWorkbench } from './hooks';
import { runCommand, searchPalette } from './quickPick';
import { onScreen } from './screen';
import { waitFor } from './waits';

suite('the packed extension', () => {
  const workbench = useWorkbench(() => ({}));

  test('has its commands in the palette', () =>
    onScreen(workbench().page, async (page) => {
      const labels = await searchPalette(page, 'Kubernetes Live Edit', ({ label }) =>
        label.startsWith('Kubernetes Live Edit'),
      );
      assert.ok(labels.includes('Kubernetes Live Edit: Open Live Object…'), labels.join('\n'));
      assert.ok(
        labels.includes('Kubernetes Live Edit: Open Live Object from Link or Name…'),
        labels.join('\n'),
      );
      // Commands that need a live document are not offered without one.
      assert.ok(!labels.includes('Kubernetes Live Edit: Reload from Cluster'), labels.join('\n'));
      await page.keyboard.press('Escape');
    }));

  test('is among the installed extensions', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Extensions: Show Installed Extensions');
      const names = await waitFor('the installed extensions', async () => {
        const texts = await page.locator('.extensions-list .extension-list-item .name').allInnerTexts();
        return texts.length > 0 ? texts : undefined;
      });
      assert.ok(names.includes('Kubernetes Live Edit'), names.join('\n'));
    }));
});
