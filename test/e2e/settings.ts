import type { Page } from 'playwright-core';
import { pressSave, readEditorText, waitForClean } from './editor';
import { readTabs } from './notices';
import { runCommand } from './quickPick';
import { waitUntil } from './waits';

/** Writes the settings of the opened folder, as a user does in their editor, and waits until VS Code goes by them. */
export async function changeWorkspaceSettings(page: Page, settings: object): Promise<void> {
  await runCommand(page, 'Preferences: Open Workspace Settings (JSON)');
  await waitUntil('the settings', async () =>
    (await readTabs(page)).some(({ active, title }) => active && title.startsWith('settings')),
  );
  await page.locator('.editor-group-container.active .view-line').first().click();
  await page.keyboard.press('Control+A');
  // What is on the screen says that they have been read.
  await page.keyboard.insertText(JSON.stringify({ ...settings, 'breadcrumbs.enabled': false }));
  await waitUntil('the new settings', async () => (await readEditorText(page)).includes('breadcrumbs'));
  await pressSave(page);
  await waitForClean(page);
  const breadcrumbs = page.locator('.editor-group-container.active .monaco-breadcrumbs');
  await waitUntil('the settings to be read', async () => (await breadcrumbs.count()) === 0);
  await runCommand(page, 'View: Close Editor');
}
