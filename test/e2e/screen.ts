import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readEditorText } from './editor';
import { readDialog, readNotifications, readStatusBar, readTabs } from './notices';
import { readQuickPick } from './quickPick';

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
  await page.screenshot({ path });
  return path;
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
