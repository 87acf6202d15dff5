import type { Page } from 'playwright-core';
import { waitForLens } from './marks';
import { enterText, runCommand, waitForQuickPick } from './quickPick';
import { waitFor } from './waits';

/** Asks for an object by its name, e.g. `prod/shop/deploy/web`. Does not wait until it is open. */
export async function askForObject(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Kubernetes Live Edit: Open Live Object from Link or Name…');
  await waitForQuickPick(page, 'the box for a name', ({ title }) => title.includes('from Link or Name'));
  await enterText(page, name);
}

/** Opens an object by its name, and waits until it is known to be current; returns the first lens. */
export async function openObject(page: Page, name: string): Promise<string> {
  const [context, , , object] = name.split('/');
  await askForObject(page, name);
  const identity = await waitForLens(page, new RegExp(`^${context} › .* ${object}$`));
  await waitForLens(page, /· current/);
  return identity;
}

/** Rests the mouse on an item of the status bar, by the end of its id, until what the hover says matches. */
export async function hoverStatusItem(page: Page, idEnding: string, pattern: RegExp): Promise<string> {
  await page.locator(`.statusbar-item[id$="${idEnding}"]`).hover();
  return await waitFor(`a hover ${pattern} on the status item ${idEnding}`, async () => {
    const texts = await page.locator('.monaco-hover:not(.hidden)').allInnerTexts();
    return texts.find((text) => pattern.test(text));
  });
}

/** Takes the mouse away from whatever shows a hover. */
export async function leaveHover(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  await waitFor('the hover to go', async () =>
    (await page.locator('.monaco-hover:not(.hidden)').count()) === 0 ? true : undefined,
  );
}
