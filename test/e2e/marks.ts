import type { Page } from 'playwright-core';
import { findText } from './editor';
import { waitFor, waitUntil } from './waits';

const editor = '.editor-group-container.active .monaco-editor';

/** A squiggle and the text that stands above it, with dots or spaces as the editor draws them. */
export interface Squiggle {
  severity: 'error' | 'warning' | 'info' | 'hint';
  text: string;
}

/** The texts of the code lenses on the screen, from top to bottom and from left to right. */
export async function readLenses(page: Page): Promise<string[]> {
  const lines = await page.locator(`${editor} .codelens-decoration`).evaluateAll((elements) =>
    elements
      .map((element) => ({
        top: element.getBoundingClientRect().top,
        texts: [...element.children].map((part) => part.textContent.trim()),
      }))
      .sort((one, other) => one.top - other.top),
  );
  return lines.flatMap(({ texts }) => texts).filter((text) => text !== '' && text !== '|');
}

/** Waits for a lens whose text matches; returns the text. */
export async function waitForLens(page: Page, pattern: RegExp, timeout?: number): Promise<string> {
  return await waitFor(
    `a lens ${pattern}`,
    async () => (await readLenses(page)).find((text) => pattern.test(text)),
    timeout,
  );
}

/** Waits until no lens matches. */
export async function waitForNoLens(page: Page, pattern: RegExp): Promise<void> {
  await waitUntil(
    `no lens ${pattern}`,
    async () => !(await readLenses(page)).some((text) => pattern.test(text)),
  );
}

/** Clicks the lens whose text matches. */
export async function clickLens(page: Page, pattern: RegExp): Promise<void> {
  await waitForLens(page, pattern);
  await page.locator(`${editor} .codelens-decoration a`, { hasText: pattern }).first().click();
}

/** The squiggles on the screen, from top to bottom. */
export async function readSquiggles(page: Page): Promise<Squiggle[]> {
  return await page
    .locator(editor)
    .first()
    .evaluate((root) => {
      const lines = [...root.querySelectorAll('.view-lines .view-line')];
      return [...root.querySelectorAll('[class*="squiggly-"]')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
        .map(({ element, box }) => {
          const middle = (box.top + box.bottom) / 2;
          const line = lines.find((candidate) => {
            const { top, bottom } = candidate.getBoundingClientRect();
            return top <= middle && middle <= bottom;
          });
          let text = '';
          const walker = document.createTreeWalker(
            line ?? document.createElement('div'),
            NodeFilter.SHOW_TEXT,
          );
          while (walker.nextNode()) {
            const node = walker.currentNode as Text;
            for (let index = 0; index < node.length; index++) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + 1);
              const { left, right } = range.getBoundingClientRect();
              const center = (left + right) / 2;
              if (box.left <= center && center <= box.right) text += node.data.charAt(index);
            }
          }
          const severity = (['error', 'warning', 'info', 'hint'] as const).find((name) =>
            element.classList.contains(`squiggly-${name}`),
          );
          return { severity: severity ?? 'hint', text: text.replaceAll('\u00a0', ' ') };
        });
    });
}

/** Waits for a squiggle that fits. */
export async function waitForSquiggle(
  page: Page,
  what: string,
  fits: (squiggle: Squiggle) => boolean,
  timeout?: number,
): Promise<Squiggle> {
  return await waitFor(what, async () => (await readSquiggles(page)).find(fits), timeout);
}

/** Rests the mouse on a text and returns what the hover says. */
export async function hoverText(page: Page, text: string): Promise<string> {
  const { left, right, middle } = await findText(page, text);
  await page.mouse.move((left + right) / 2, middle);
  return await waitFor(`a hover on ${JSON.stringify(text)}`, async () => {
    const texts = await page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').allInnerTexts();
    const said = texts.join('\n').trim();
    return said === '' ? undefined : said;
  });
}

/**
 * Goes from problem to problem by F8 until one has the words. The editor has a lens before it has the marks of the same
 * moment: who presses F8 in between presses it again.
 */
export async function goToProblem(page: Page, words: string): Promise<void> {
  await waitUntil(`a problem with ${JSON.stringify(words)} by F8`, async () => {
    await page.keyboard.press('F8');
    const deadline = Date.now() + 2_000;
    while (Date.now() < deadline) if ((await readProblemWidget(page)).includes(words)) return true;
    return false;
  });
}

/** What F8 has opened below a line: the message of the problem there. */
async function readProblemWidget(page: Page): Promise<string> {
  const texts = await page.locator('.editor-group-container.active .zone-widget').allInnerTexts();
  return texts.join('\n').replaceAll('\u00a0', ' ');
}
