import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readTabs } from './notices';
import { quickOpen, waitForQuickPick } from './quickPick';
import { waitUntil } from './waits';
import type { Workbench } from './workbench';

/** Writes a file into the opened folder and opens it by its name. The cursor is in it. */
export async function openFile(
  { page, workspaceFolder }: Workbench,
  name: string,
  text: string,
): Promise<void> {
  await writeFile(join(workspaceFolder, name), text);
  // The list of files may not have it yet.
  await waitUntil(`${name} among the files`, async () => {
    await quickOpen(page, name);
    const isThere = await waitForQuickPick(
      page,
      name,
      ({ items }) => items.some(({ label }) => label === name),
      2_000,
    ).catch(() => undefined);
    // What was opened before comes first, and other files later: rows move meanwhile.
    const row = page.locator('.quick-input-widget .quick-input-list .monaco-list-row', { hasText: name });
    await (isThere === undefined ? page.keyboard.press('Escape') : row.first().click());
    return isThere !== undefined;
  });
  // The end of a name stands beside it on the screen.
  const title = name.replace(/\.\w+$/, '');
  await waitUntil(`${name} in front`, async () =>
    (await readTabs(page)).some((tab) => tab.active && tab.title.startsWith(title)),
  );
}

/** Which of the title's buttons of a comparison is pressed. */
export type ReviewAnswer = 'Write What Is Shown' | 'Do Not Write';

/** Waits until the comparison of what would be written is shown. */
export async function waitForReviewTab(page: Page, title: RegExp): Promise<void> {
  await waitUntil(`a review ${title}`, async () =>
    (await readTabs(page)).some((tab) => tab.active && title.test(tab.title)),
  );
}

/** Answers what is asked beside a comparison by a button in its title, and waits until it is gone. */
export async function answerReview(page: Page, title: RegExp, answer: ReviewAnswer): Promise<void> {
  await page
    .locator('.editor-group-container.active .title .action-label', { hasText: answer })
    .first()
    .click();
  await waitUntil(
    'the comparison to close',
    async () => !(await readTabs(page)).some((tab) => title.test(tab.title)),
  );
}
