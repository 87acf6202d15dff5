import type { Page } from 'playwright-core';
import { waitUntil } from './waits';

const view = '.editor-group-container.active .merge-editor';

/** Waits until the three-way merge editor shows a conflict that can be decided. */
export async function waitForMergeView(page: Page): Promise<void> {
  await page.locator(`${view} .merge-editor-conflict-actions a`, { hasText: 'Accept' }).first().waitFor();
}

/** Takes one side of the first conflict of the merge editor, as its action above the lines does. */
export async function takeInMergeView(page: Page, side: 'Live' | 'Yours'): Promise<void> {
  await page
    .locator(`${view} .merge-editor-conflict-actions a`, { hasText: `Accept ${side}` })
    .first()
    .click();
}

/** Presses Complete Merge, and waits until the merge editor is gone. */
export async function completeMerge(page: Page): Promise<void> {
  await page
    .locator('.editor-group-container.active .title .action-label', { hasText: 'Complete Merge' })
    .click();
  await waitUntil('the merge view to close', async () => (await page.locator(view).count()) === 0);
}
