import type { Page } from 'playwright-core';
import { waitFor, waitUntil } from './waits';

/** The quick pick or input box that is shown now. `message` is the line below the field, e.g. why a value is refused. */
export interface QuickPick {
  title: string;
  placeholder: string;
  value: string;
  message: string;
  items: QuickPickItem[];
}

/** A row of a quick pick. `separator` is the heading that begins with it. */
export interface QuickPickItem {
  label: string;
  description: string;
  detail: string;
  separator: string;
}

/** What the open quick pick or input box shows; only the rows that are on the screen. */
export async function readQuickPick(page: Page): Promise<QuickPick | undefined> {
  const found = await page.locator('.quick-input-widget').evaluateAll((widgets) =>
    widgets
      .filter((widget) => (widget as HTMLElement).offsetParent !== null)
      .map((widget) => {
        const input = widget.querySelector<HTMLInputElement>('.quick-input-box input');
        return {
          title: widget.querySelector('.quick-input-title')?.textContent ?? '',
          placeholder: input?.placeholder ?? '',
          value: input?.value ?? '',
          message: widget.querySelector('.quick-input-message')?.textContent ?? '',
          items: [...widget.querySelectorAll('.quick-input-list .monaco-list-row')].map((row) => ({
            label: row.querySelector('.quick-input-list-label .label-name')?.textContent ?? '',
            description: row.querySelector('.quick-input-list-label .label-description')?.textContent ?? '',
            detail: row.querySelector('.quick-input-list-label-meta')?.textContent ?? '',
            separator:
              [...row.querySelectorAll('.quick-input-list-separator')].find((element) =>
                element.checkVisibility(),
              )?.textContent ?? '',
          })),
        };
      }),
  );
  return found[0];
}

/** Waits for a quick pick that fits. */
export async function waitForQuickPick(
  page: Page,
  what: string,
  fits: (quickPick: QuickPick) => boolean,
  timeout?: number,
): Promise<QuickPick> {
  return await waitFor(
    what,
    async () => {
      const quickPick = await readQuickPick(page);
      return quickPick !== undefined && fits(quickPick) ? quickPick : undefined;
    },
    timeout,
  );
}

/** Puts a text into the open quick pick or input box, in place of what is there, as by pasting it. */
export async function typeInQuickPick(page: Page, text: string): Promise<void> {
  await waitForQuickPick(page, 'a quick pick to type into', () => true);
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await input.fill(text);
}

/** Waits for a row with this label in the open quick pick and clicks it; typing `filter` first where it is given. */
export async function pickItem(
  page: Page,
  label: string | RegExp,
  options: { filter?: string } = {},
): Promise<void> {
  if (options.filter !== undefined) await typeInQuickPick(page, options.filter);
  const fits = (item: QuickPickItem): boolean =>
    typeof label === 'string' ? item.label === label : label.test(item.label);
  const { items } = await waitForQuickPick(page, `an item ${String(label)}`, ({ items }) => items.some(fits));
  const row = page
    .locator('.quick-input-widget .quick-input-list .monaco-list-row')
    .nth(items.findIndex(fits));
  await row.click();
}

/** Presses a button, by its tooltip, of the row whose label matches in the open quick pick. */
export async function pressItemButton(page: Page, label: RegExp, button: string): Promise<void> {
  const fits = (item: QuickPickItem): boolean => label.test(item.label);
  const { items } = await waitForQuickPick(page, `an item ${label}`, ({ items }) => items.some(fits));
  const row = page
    .locator('.quick-input-widget .quick-input-list .monaco-list-row')
    .nth(items.findIndex(fits));
  await row.hover();
  await row.locator(`.action-label[aria-label="${button}"]`).click();
}

/** Enters a text into an input box: types it and presses Enter. */
export async function enterText(page: Page, text: string): Promise<void> {
  await typeInQuickPick(page, text);
  await page.keyboard.press('Enter');
}

/** Runs a command by its title in the command palette, e.g. `View: Toggle Word Wrap`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await searchPalette(page, title, ({ label }) => label === title);
  await pickItem(page, title);
  // The command may open a quick pick of its own in the same place.
  await waitUntil(
    'the palette to close',
    async () => (await readQuickPick(page))?.value.startsWith('>') !== true,
  );
}

/**
 * Opens the command palette, types a text and leaves it open with a row that fits; returns the labels of all rows.
 * The palette does not notice commands of extensions that are found later, so it is opened again until they are there.
 */
export async function searchPalette(
  page: Page,
  text: string,
  fits: (item: QuickPickItem) => boolean,
): Promise<string[]> {
  return await waitFor(`a command for ${JSON.stringify(text)} in the palette`, async () => {
    await openPalette(page);
    await typeInQuickPick(page, `>${text}`);
    try {
      const { items } = await waitForQuickPick(page, text, ({ items }) => items.some(fits), 2000);
      return items.map(({ label }) => label);
    } catch {
      await closeQuickPick(page);
      return undefined;
    }
  });
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  await waitForQuickPick(page, 'the command palette', ({ value }) => value.startsWith('>'));
}

/** Opens quick open (Ctrl+P) with a text, e.g. a file name. */
export async function quickOpen(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+P');
  await typeInQuickPick(page, text);
}

/** Closes the open quick pick or input box. */
export async function closeQuickPick(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await waitUntil('the quick pick to close', async () => (await readQuickPick(page)) === undefined);
}
