import type { Page } from 'playwright-core';
import { waitFor } from './waits';

const rows = '.action-widget .monaco-list-row';

/** Opens the menu of quick fixes at the cursor; returns their titles, from top to bottom. */
export async function openQuickFixes(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+.');
  return await waitFor('quick fixes', async () => {
    const titles = (await page.locator(`${rows} .title`).allInnerTexts()).map((title) => title.trim());
    return titles.length > 0 ? titles : undefined;
  });
}

/** Picks one of the open menu of quick fixes. */
export async function pickQuickFix(page: Page, title: RegExp): Promise<void> {
  await page.locator(rows, { hasText: title }).first().click();
}
