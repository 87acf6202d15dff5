import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readEditorText } from './editor';
import { readDialog, readNotifications, readStatusBar, readTabs } from './notices';
import { readQuickPick, runCommand } from './quickPick';
import { waitUntil } from './waits';

/** Works with the page; an error of the work then also says what was on the screen, and where its screenshot is. */
export async function onScreen(page: Page, work: (page: Page) => Promise<void>): Promise<void> {
  try {
    await work(page);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new Error(`${sentence}${await tellScreen(page)}`, { cause: error });
  }
}

/** Saves what is on the screen as `test/e2e/screenshots/<name>.png`; returns the path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join(__dirname, 'screenshots', `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}

/** Works in the theme that VS Code starts with, which is light, and then in the dark one; the light one is back after it. */
export async function inBothThemes(
  page: Page,
  work: (theme: 'light' | 'dark') => Promise<unknown>,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await work(theme);
    const before = await readBackground(page);
    await runCommand(page, 'Preferences: Toggle between Light/Dark Themes');
    // The colors fade into each other.
    let seen = before;
    await waitUntil('the other theme', async () => {
      const last = seen;
      seen = await readBackground(page);
      return seen !== before && seen === last;
    });
  }
}

async function readBackground(page: Page): Promise<string> {
  return await page.locator('.part.statusbar').evaluate((bar) => getComputedStyle(bar).backgroundColor);
}

async function tellScreen(page: Page): Promise<string> {
  try {
    const path = await screenshot(page, `failure-${Date.now()}`);
    return `\nOn the screen (${path}):\n${await describeScreen(page)}`;
  } catch (error) {
    return `\nThe screen cannot be read: ${String(error)}`;
  }
}

async function describeScreen(page: Page): Promise<string> {
  const parts = {
    dialog: (await readDialog(page)) ?? 'none',
    'quick pick': (await readQuickPick(page)) ?? 'none',
    notifications: await readNotifications(page),
    tabs: await readTabs(page),
    'status bar': await readStatusBar(page),
  };
  const lines = Object.entries(parts).map(([name, part]) => `${name}: ${JSON.stringify(part)}`);
  return [...lines, `editor:\n${await readEditorText(page)}`].join('\n');
}
